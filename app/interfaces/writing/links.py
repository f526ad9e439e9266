"""Which addresses may be tapped, and which labels may stand for one.

A label is written by whoever wrote the text, which may be a stranger's mail the model has read. So a label that names another
place than its address leads to is shown with the real one beside it, and an address that hides its host is no link at all.
"""

import re
import unicodedata
from urllib.parse import SplitResult, unquote, urlsplit

_WEB = {"http", "https"}
_SCHEMES = _WEB | {"tg", "mailto"}
_LONGEST = 2048
_SHOWN = 60
_HOST = re.compile(r"(?:[\w-]+\.)+[^\W\d_][\w-]+")
_NAME = re.compile(r"@([\w.-]+)")
_DOTS = str.maketrans(dict.fromkeys("\u3002\uff0e\uff61\u2024\u00b7", "."))


def is_allowed(address: str) -> bool:
    """Whether an address can be a link: of a known kind, and with nothing before its host that could be taken for it."""
    parts = _split(address)
    if parts is None or parts.scheme not in _SCHEMES or len(address) > _LONGEST:
        return False
    if parts.scheme in _WEB:
        return bool(parts.hostname) and "@" not in parts.netloc
    return bool(parts.netloc or parts.path)


def is_tappable(address: str) -> bool:
    """Whether Telegram makes a link of it behind a label. It reads `mailto:` as a web address, and wants a dot in a host."""
    parts = _split(address)
    if parts is None:
        return False
    return parts.scheme == "tg" or (parts.scheme in _WEB and "." in (parts.hostname or ""))


def shown(address: str) -> str:
    """An address to be read: a mail address without its scheme, a web address cut behind its host when it is long."""
    parts = _split(address)
    if parts is None:
        return address
    if parts.scheme == "mailto":
        return unquote(parts.path)
    if parts.scheme in _WEB and len(address) > _SHOWN:
        return f"{parts.scheme}://{parts.netloc}/…"
    return address


def stands_for(label: str, address: str) -> bool:
    """Whether a reader who sees `label` alone knows enough: it names no host or person but the address's own."""
    parts = _split(address)
    if parts is None:
        return False
    read = _as_read(label)
    if parts.scheme == "mailto":
        return read.strip() == shown(address).casefold()
    if parts.scheme == "tg":
        return parts.netloc == "user"
    named = {_bare(host) for host in _HOST.findall(read)}
    people = {name.strip(".-") for name in _NAME.findall(read)}
    return named <= {_bare(parts.hostname or "")} and all(name in address.casefold() for name in people)


def _as_read(label: str) -> str:
    """A label without what the eye doesn't see: format characters, other widths, dots that aren't dots."""
    seen = "".join(each for each in unicodedata.normalize("NFKC", label) if unicodedata.category(each) != "Cf")
    return seen.translate(_DOTS).casefold()


def _bare(host: str) -> str:
    return host.removeprefix("www.").rstrip(".")


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.hostname, parts.port
    except ValueError:
        return None
    return parts
