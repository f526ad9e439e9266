"""The page's files and templates: files read once and served with a tag, so that a browser asks again and loads only what changed.

Templates are Jinja's, with everything escaped that is not a template's own HTML. The library is loaded with the first page, so that the
process answers before it.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "assets"
TEMPLATES = Path(__file__).parent / "templates"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Html(str):
    """HTML that a template of ours made, put into another page as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """Itself: what Jinja asks before it escapes."""
        return self


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    data: bytes
    media_type: str
    tag: str


class Assets:
    """All files of the page by name, and its templates."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Reads the folder of files."""
        self._assets = {path.name: _asset(path) for path in sorted(folder.iterdir()) if path.suffix in MEDIA_TYPES}

    def get(self, name: str) -> Asset | None:
        """A file a browser may load, or None."""
        return self._assets.get(name)

    def page(self, template: str, **values: Any) -> str:
        """A template filled in; a name that it isn't given is nothing."""
        return environment().get_template(f"{template}.html").render(values)


@cache
def environment() -> "Environment":
    """The templates, each compiled once."""
    from jinja2 import Environment, FileSystemLoader

    return Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, auto_reload=False, trim_blocks=True, lstrip_blocks=True
    )


def _asset(path: Path) -> Asset:
    data = path.read_bytes()
    return Asset(data, MEDIA_TYPES[path.suffix], f'"{hashlib.sha256(data).hexdigest()[:16]}"')
