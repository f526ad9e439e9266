"""What is kept of a page that is to be read later."""

from dataclasses import replace

from app.cards import sources
from app.cards.literal import one_line
from app.integrations.fetching.addresses import host_of
from app.integrations.pages.port import Page
from app.memory.records import KeptPage

MOST_TEXT = 100_000  # characters
_CUT = "Only its first {most:,} characters are kept."
_TITLE, _SITE, _NOTE = 200, 100, 300


def as_kept(waiting: KeptPage, page: Page) -> KeptPage:
    """The row of a page that was read: its words are its site's, and say so."""
    cut = _CUT.format(most=MOST_TEXT) if len(page.text) > MOST_TEXT else ""
    return replace(
        waiting,
        title=one_line(page.title, _TITLE),
        site=one_line(page.site, _SITE),
        text=page.text[:MOST_TEXT],
        note=" ".join(filter(None, (page.note[:_NOTE], cut))),
        taint=[sources.site(host_of(page.url) or "nowhere")],
        look_at=None,
    )
