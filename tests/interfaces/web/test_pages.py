"""The page's files."""

import re

from app.interfaces.web.pages import FOLDER, Assets


def test_values_are_escaped() -> None:
    assert "&lt;script&gt;" in Assets().page("login", notice="<script>")


def test_html_pages_are_not_files_to_load() -> None:
    assert Assets().get("chat.html") is None
    assert Assets().get("../pages.py") is None
    assert Assets().get("chat.js") is not None


def test_the_page_is_small_and_loads_nothing_from_elsewhere() -> None:
    files = [path for path in FOLDER.iterdir() if path.is_file()]
    assert (
        sum(path.stat().st_size for path in files) < 84_000
    )  # sessions, cards, connections, sources and the pictures of forms are more things it shows
    for path in files:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"""(?:src|href|url|import|from)\W{1,3}(?:https?:)?//""", text), path.name


def test_nothing_ever_becomes_html() -> None:
    for path in FOLDER.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", path.read_text()
        ), path
    for path in FOLDER.glob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", text), path.name
