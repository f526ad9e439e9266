"""Whom to believe to be who they are (TLS): one context for every connection that leaves the machine."""

import ssl
from functools import cache


@cache
def trusted() -> ssl.SSLContext:
    """Certifi's authorities and the machine's own, which may be a company's or a home's; or those of SSL_CERT_FILE and SSL_CERT_DIR alone.

    Read once: it takes up to a tenth of a second. Changes of these files need a restart.
    """
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()  # OpenSSL reads these two by itself
    named = {paths.cafile, paths.capath} - {paths.openssl_cafile, paths.openssl_capath, None}
    if not named:
        import certifi  # httpx brings it; a machine may have no list of its own

        context.load_verify_locations(certifi.where())
    return context
