"""The page's files."""

import hashlib
import re
from pathlib import Path

from app.interfaces.web.pages import FOLDER, TEMPLATES, Assets, environment


def test_values_are_escaped() -> None:
    assert "&lt;script&gt;" in Assets().page("login", notice="<script>")


def test_html_pages_are_not_files_to_load() -> None:
    assert Assets().get("chat.html") is None
    assert Assets().get("../pages.py") is None
    assert Assets().get("chat.js") is not None


def test_each_page_is_small_and_loads_nothing_from_elsewhere() -> None:
    for template in ("chat", "lists"):
        head = environment().get_template(f"{template}.html").render(tabs=(), lists=(), names=())
        loaded = {FOLDER / name for name in re.findall(r'"/assets/([\w.-]+)"', head)}
        while more := {FOLDER / name for path in loaded for name in _imported(path)} - loaded:
            loaded |= more
        assert sum(path.stat().st_size for path in loaded) < 90_000, template
    for path in FOLDER.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"""(?:src|href|url|import|from)\W{1,3}(?:https?:)?//""", text), path.name


def _imported(path: Path) -> list[str]:
    return re.findall(r"from '\./([\w.-]+)'", path.read_text("utf-8")) if path.suffix == ".js" else []


def test_htmx_is_the_published_file() -> None:
    """htmx.org 4.0.1 from npm, `dist/htmx.min.js`."""
    asset = Assets().get("htmx.min.js")
    assert asset is not None
    assert hashlib.sha256(asset.data).hexdigest() == "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"


def test_nothing_ever_becomes_html() -> None:
    for path in {*FOLDER.glob("*.js")} - {FOLDER / "htmx.min.js"}:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", path.read_text()
        ), path
    for path in TEMPLATES.glob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", text), path.name
