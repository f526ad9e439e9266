"""The page's files: read once, served with a tag so that a browser asks again and loads only what changed.

The HTML pages carry `{{name}}` places for a few words; values are escaped, unless they were made from a page of ours. There is no
other templating.
"""

import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path

_PLACE = re.compile(r"\{\{(\w+)\}\}")
FOLDER = Path(__file__).parent / "assets"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html; charset=utf-8",
}


class Html(str):
    """Text that `Assets.page` made, put into another page as it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    data: bytes
    media_type: str
    tag: str


class Assets:
    """All files of the page, by name."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Reads the folder."""
        self._assets = {path.name: _asset(path) for path in sorted(folder.iterdir()) if path.suffix in MEDIA_TYPES}

    def get(self, name: str) -> Asset | None:
        """A file a browser may load, or None. The HTML pages are not among them."""
        return None if name.endswith(".html") else self._assets.get(name)

    def page(self, name: str, **values: str) -> str:
        """An HTML page with its places filled in."""
        text = self._assets[f"{name}.html"].data.decode()
        return _PLACE.sub(lambda found: _written(values.get(found[1], "")), text)


def _written(value: str) -> str:
    return value if isinstance(value, Html) else html.escape(value)


def _asset(path: Path) -> Asset:
    data = path.read_bytes()
    return Asset(data, MEDIA_TYPES[path.suffix], f'"{hashlib.sha256(data).hexdigest()[:16]}"')
