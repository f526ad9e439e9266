"""A page of the web as text: HTML, a PDF, plain text, or what is said in a video, fetched by the guarded fetcher.

Nothing of a page runs here; what only a browser shows is said to be so. Texts are other people's words.
"""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import unquote, urlsplit

from app.errors import OutsideError, ToolProblem
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.responses import Fetched
from app.integrations.fetching.robots import Robots
from app.integrations.mail.characters import certain_text, one_line, readable
from app.integrations.mail.html_text import read_page
from app.integrations.pages.captions import text_of
from app.integrations.pages.markup import Head, declared_in, head_of
from app.integrations.pages.port import Page
from app.language.pages import wants_browser, wants_consent, wants_subscription

MOST_BYTES = 12_000_000
MOST_TEXT = 200_000  # characters that are kept of a page
_MOST_READ = 1_000_000  # characters of a plain text that are looked at: in one without words, blanks alone
_HTML = frozenset(("text/html", "application/xhtml+xml", ""))
_PDF = frozenset(("application/pdf", "application/x-pdf"))
_LEAST = 40  # characters of a page that says anything
_VIDEO_HOSTS = ("youtube.com", "youtu.be", "vimeo.com")
_CONSENT_HOSTS = ("consent.",)
SUBSCRIPTION = "This page is for subscribers: I can only read its beginning."
CONSENT = "What I get there is only a question about cookies, so the text itself stays hidden from me."
BROWSER = "This page shows its text only to a browser."
ROBOTS = (
    "That site asks programs to leave its pages alone when nobody sits in front of them; ask me to read it, and I will."
)
NO_TEXT = "There is no text on that page that I can read."
NO_WORDS = "That is a video, and it offers no transcript that I can read."
NO_KIND = "What {host} serves there is {kind}, which has no words that I can read."
# Opens a PDF: its bytes and name to its text and a sentence about what couldn't be read.
OpenPdf = Callable[[bytes, str], Awaitable[tuple[str, str]]]


class PageReader:
    """Reads pages, one for a process."""

    def __init__(self, fetcher: Fetcher, open_pdf: OpenPdf, robots: Robots) -> None:
        """`open_pdf` reads documents in a process of their own; `robots` says what may be read with nobody in front of it."""
        self._fetcher = fetcher
        self._robots = robots
        self._open_pdf = open_pdf

    async def read(self, url: str, *, language: str = "en", attended: bool = True) -> Page:
        """What stands at an address. Raises OutsideRefused, FetchFailed and ToolProblem, each with a sentence."""
        if not attended and not await self._robots.allow(url):
            raise ToolProblem(ROBOTS)
        fetched = await self._fetcher.get(url, most_bytes=MOST_BYTES)
        host = urlsplit(fetched.url).hostname or ""
        kind = fetched.media_type
        if kind in _PDF or fetched.body[:5] == b"%PDF-":
            return await self._pdf(fetched)
        if kind in _HTML or fetched.body.lstrip()[:1] == b"<":
            return await self._html(fetched, host, language)
        if kind.startswith("text/") or kind in ("application/json", "application/xml"):
            text = await asyncio.to_thread(_plain, fetched)
            return Page(fetched.url, _named(fetched.url), text, "text", site=host)
        raise ToolProblem(NO_KIND.format(host=host, kind=kind))

    async def _html(self, fetched: Fetched, host: str, language: str) -> Page:
        head, text = await asyncio.to_thread(_read, fetched, language)
        if head.captions and (not text or _is_video(host)):
            said = await self._captions(head.captions)
            if said:
                return _page(fetched, head, said, host, kind="video" if _is_video(host) else "podcast")
        if _is_video(host):
            raise ToolProblem(NO_WORDS)
        if len(text) < _LEAST:
            raise ToolProblem(BROWSER if wants_browser(text) or "<script" in _start(fetched) else NO_TEXT)
        return _page(fetched, head, text, host, note=_note(text, head, host))

    async def _captions(self, address: str) -> str:
        try:
            fetched = await self._fetcher.get(address)
        except OutsideError:
            return ""
        return (await asyncio.to_thread(text_of, certain_text(fetched.body, fetched.charset or "utf-8")))[:MOST_TEXT]

    async def _pdf(self, fetched: Fetched) -> Page:
        name = _named(fetched.url)
        text, note = await self._open_pdf(fetched.body, name)
        if not text.strip():
            raise ToolProblem(note or NO_TEXT)
        return Page(fetched.url, name, text[:MOST_TEXT], "pdf", note=note, site=urlsplit(fetched.url).hostname or "")


def _plain(fetched: Fetched) -> str:
    return readable(certain_text(fetched.body, fetched.charset)[:_MOST_READ])[:MOST_TEXT]


def _read(fetched: Fetched, language: str) -> tuple[Head, str]:
    declared = fetched.charset or declared_in(fetched.body[:4_096].decode("latin-1"))
    markup = certain_text(fetched.body, declared)
    return head_of(markup, fetched.url, language), read_page(markup).text[:MOST_TEXT]


def _page(fetched: Fetched, head: Head, text: str, host: str, *, kind: str = "page", note: str = "") -> Page:
    return Page(
        fetched.url,
        head.title or _named(fetched.url),
        text,
        kind,
        note,
        head.site or host.removeprefix("www."),
        head.author,
        head.published,
        head.language,
    )


def _note(text: str, head: Head, host: str) -> str:
    if host.startswith(_CONSENT_HOSTS) or wants_consent(text):
        return CONSENT
    if wants_subscription(text) or (head.is_closed and len(text) < MOST_TEXT // 50):
        return SUBSCRIPTION
    return BROWSER if wants_browser(text) else ""


def _is_video(host: str) -> bool:
    return any(host == one or host.endswith(f".{one}") for one in _VIDEO_HOSTS)


def _start(fetched: Fetched) -> str:
    return fetched.body[:200_000].decode("latin-1").casefold()


def _named(url: str) -> str:
    """The last part of an address, as a title for what has none."""
    parts = urlsplit(url)
    return one_line(unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or url, 120)
