"""axe-core (others' work) over a page in Chromium: what keeps people out. Its tests are of WCAG 2.2 A and AA."""

from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page

from tests.servers.npm import fetched

_PINS = Path(__file__).parents[1] / "servers/axe_pins"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def axe_source() -> Path:
    """The script."""
    return fetched(_PINS) / "axe-core/axe.min.js"


async def with_axe(context: BrowserContext) -> None:
    """Let every page of a context be looked over. (Our content security policy lets no script in but ours, so it comes before the page.)"""
    await context.add_init_script(path=axe_source())


async def barriers(page: Page) -> list[str]:
    """What is serious or worse, each with the places where it is; and what stands out of the window."""
    found: list[dict[str, Any]] = await page.evaluate(
        "(tags) => axe.run(document, {runOnly: tags}).then((found) => found.violations)", _TAGS
    )
    serious = [
        f"{one['id']}: {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    wide = await page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('main')].some((one) => one.scrollWidth > one.clientWidth + 1)"
    )
    return [*serious, *(["wider than the window"] if wide else [])]
