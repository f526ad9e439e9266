"""How a file is named by its address: what people copy from a browser's address line."""

import re
from urllib.parse import parse_qs, urlsplit

_GOOGLE = ("docs.google.com", "drive.google.com")
_ID = re.compile(r"/(?:d|folders)/([\w-]{6,200})(?:/|$)")


def named_file(said: str) -> str:
    """The id in an address of Google's; "" for anything else."""
    try:
        parts = urlsplit(said.strip())
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or parts.hostname not in _GOOGLE:
        return ""
    found = _ID.search(parts.path)
    return found[1] if found else parse_qs(parts.query).get("id", [""])[0]
