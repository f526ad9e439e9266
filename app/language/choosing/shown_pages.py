"""Which page is meant: the one that was read, one of those that a search, the news or a list showed, a link of the one that is open. Pure."""

import re
from collections.abc import Iterable

from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.orders.plan import Call
from app.language.pointing import naming, number, places, points
from app.language.vocabulary import words_of

SEARCH, OPEN = "search_web", "summarize_url"
BROWSE, FOLLOW, SUBMIT = "browse_web", "browser_follow", "browser_submit_form"
KEPT, LISTED, SAVE = "open_read_later", "list_read_later", "save_to_read_later"
BROWSED = frozenset((BROWSE, FOLLOW))
OF_WEB = frozenset((SEARCH, OPEN, "get_news", KEPT)) | BROWSED
_SHOWS = OF_WEB | {LISTED, SAVE, SUBMIT}
_MOST_READ = 6_000  # characters of an answer
_PART = re.compile(r"\bpart (?P<at>\d{1,3}) of (?P<of>\d{1,3})\b")
_URL = re.compile(r"^(?:Source: )?(https?://\S+)$", re.MULTILINE)
_LINK = re.compile(r"^\[(?P<number>\d{1,4})\] (?P<name>[^\n→]{1,200})", re.MULTILINE)
_ROW = re.compile(r"^(?P<number>\d{1,2})\. (?P<title>[^\n]{1,300})", re.MULTILINE)
# The page's title may hold another address: its own is the last of the line.
_HEAD = re.compile(r"[^\n]* — (?P<url>https?://\S+)(?=\n|\Z)")
_PLACE_WORDS = 3  # words of "the second one" at most: "the one about the harbour" names it
_FEW = 3  # letters of a word that tells one from another


def last(before: Before) -> Call | None:
    """The last call that showed pages, a few messages back at most."""
    return before.earlier(_SHOWS)


def opened(ref: str, about: str, text: str, before: Before) -> Call | None:
    """The page that words point at or name, or something of the one that was read; None where none was shown."""
    shown = last(before)
    if shown is None:
        return None
    if shown.tool == LISTED:
        return Call(KEPT, {"item": ref}) if ref and not points(ref) else None
    extra = {"about": about} if about else {}
    which = named(ref)
    if shown.tool in (OPEN, KEPT) and not which:
        return _of_read(shown, extra, text, before)
    if not which and (other := address(about, shown, before)):  # "the one about the harbour"
        return Call(OPEN, {"url": other})
    url = address(which, shown, before)
    return Call(OPEN, {"url": url, **extra}) if url else None


def named(ref: str) -> str:
    """What of some words tells one page from another: "second" of "up the second result"; "" for words that only point, such as "this article"."""
    said = " ".join(_NOUNS.sub(" ", ref).split()).strip(" .,!?")
    return "" if not said or (points(said) and number(said) is None and not places(said)) else said


_NOUNS = re.compile(
    r"\b(?:up the|the|this|that|these|results?|hits?|links?|articles?|pages?|story|stories|pieces?|posts?|sites?|websites?|headlines?|"
    r"le|la|les|ce|cet|cette|résultats?|liens?|titres?|nouvelles?)\b",
    re.IGNORECASE,
)


def _of_read(shown: Call, extra: dict[str, str], text: str, before: Before) -> Call:
    """Of the page that was read: what it says about something, its next part, or itself again."""
    if extra:
        return Call(shown.tool, {**_own(shown), **extra})
    if says("reads_on", text):
        return next_part(shown, before)
    return Call(shown.tool, _own(shown))


def _own(shown: Call) -> dict[str, object]:
    """What names the page of a call."""
    return {name: shown.arguments[name] for name in ("url", "item") if name in shown.arguments}


def next_part(shown: Call, before: Before) -> Call:
    """What follows in the page that was read."""
    part = _PART.search(before.outcome(shown)[:1_000])
    at = int(part["at"]) + 1 if part else int(str(shown.arguments.get("part", 1))) + 1
    return Call(shown.tool, {**_own(shown), "part": at})


def address(which: str, shown: Call | None, before: Before) -> str:
    """The address of the page that was read, or of one of those that were listed, by its place or words of its title; "" for none."""
    if shown is None:
        return ""
    if "url" in shown.arguments:
        return "" if which else str(shown.arguments["url"])
    outcome = before.outcome(shown)[:_MOST_READ]
    urls = _URL.findall(outcome)
    by_words = _by_words(which, _ROW.finditer(outcome), "title") if len(which.split()) > _PLACE_WORDS else 0
    placed = [number(which) or 0] if number(which) else [at + 1 if at >= 0 else at for at in places(which)]
    at = by_words or (placed[0] if placed else _by_words(which, _ROW.finditer(outcome), "title") if which else 1)
    return urls[at - 1 if at > 0 else at] if at and -len(urls) <= at <= len(urls) else ""


def followed(ref: str, before: Before) -> Call | None:
    """A link of the page that is open in the browser, by its number, its place or its words."""
    shown = last(before)
    if shown is None or not ref:
        return None
    if shown.tool not in BROWSED:
        url = address(ref, shown, before)
        return Call(BROWSE, {"url": url}) if url else None
    links = list(_LINK.finditer(before.outcome(shown)))
    if place := number(ref):
        return Call(FOLLOW, {"link": place})
    at = places(ref)
    if at and -len(links) <= at[0] < len(links):
        return Call(FOLLOW, {"link": int(links[at[0]]["number"])})
    found = _by_words(ref, links, "name")
    return Call(FOLLOW, {"link": found}) if found else None


def _by_words(said: str, rows: Iterable[re.Match[str]], group: str) -> int:
    """The number of the row that shares most words with what was said; 0 where none shares any."""
    wanted = {word.stem for word in words_of(" ".join(naming(said))) if len(word.folded) >= _FEW}
    rated = [(len(wanted & {word.stem for word in words_of(row[group])}), -int(row["number"])) for row in rows]
    best = max(rated, default=(0, 0))
    return -best[1] if best[0] else 0


def open_page(before: Before) -> str:
    """The address of the page that is open or was read last; "" for none."""
    for call in before.lately:
        if call.tool in (BROWSE, SUBMIT, OPEN) and call.arguments.get("url"):
            return str(call.arguments["url"])
        if call.tool in BROWSED and (found := _HEAD.match(before.outcome(call)[:_MOST_READ])):
            return found["url"]
    return ""
