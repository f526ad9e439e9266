"""A second engine: the page in a real Firefox, on a phone's width; a row acts, nobody is kept out, nothing stands out of the window."""

from pathlib import Path

import pytest

from app.interfaces.web.views.tabs import TABS
from tests.e2e.barriers import axe_source
from tests.e2e.firefox import open_firefox
from tests.e2e.test_tabs import served

pytestmark = pytest.mark.slow
_SERIOUS = (
    "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']}).then((found) => found.violations"
    ".filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id))"
)
_WIDE = "[document.documentElement, ...document.querySelectorAll('main')].some((one) => one.scrollWidth > one.clientWidth + 1)"


async def test_the_page_works_in_firefox(tmp_path: Path) -> None:
    async with served(tmp_path / "house") as home, open_firefox(tmp_path) as firefox:
        await firefox.size(390, 844)
        await firefox.before_each_page(axe_source().read_text("utf-8"))
        await firefox.go(home.link)
        await firefox.until("document.querySelectorAll('#log .said').length > 3")
        found: dict[str, object] = {}
        for tab in TABS:
            await firefox.go(f"{home.url}{tab.path}")
            serious, wide = await firefox.value(_SERIOUS), await firefox.value(_WIDE)
            if serious or wide:
                found[tab.path] = (serious, wide)
        assert found == {}
        await firefox.go(f"{home.url}/lists")
        await firefox.until("document.body.dataset.line === 'open'")
        await firefox.value("document.querySelector('#task-1 .tick').click()")
        await firefox.until("document.querySelector('#toast').textContent.includes('Done: milk')")
        await firefox.until("!document.querySelector('#task-1')")
        await firefox.value("document.querySelector('#toast button').click()")
        await firefox.until("document.querySelector('#task-1') !== null")
