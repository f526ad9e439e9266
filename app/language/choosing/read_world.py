"""What the reader reads of the world outside: ways, pages, searches, followed news, watches, forms. From the slots of a part to a call. Pure.

What a part points at ("it", "the second one", "there") is what was shown last of its kind, a few messages back at most.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from app.language.choosing import maps, news, read_watches, read_ways, shown_pages
from app.language.choosing.windows import TALK
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.forms import field_in, fields_in, split_values
from app.language.orders import speech
from app.language.orders.plan import Call, Clause, Later, Reading
from app.language.pointing import number, places, points
from app.language.reader.reading import Part
from app.language.web_addresses import ADDRESS, addresses_in

Arguments = dict[str, object]
_Maker = Callable[[Part, Clause, Before], Call | None]
_SURE, _ASKED, _PLAINLY = 0.5, 0.7, 0.8
_MOST_FIELDS = 40
_LONGEST = 300
_ONLINE = re.compile(
    r"\s+(?:online|on the (?:web|internet|net)|sur (?:internet|le web|le net)|en ligne)\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Row:
    """The tool that an intent calls, what it is where that tool isn't there, what makes the call, and what is said where nothing is named."""

    tool: str
    otherwise: str
    make: _Maker
    asks: str = ""


def read(part: Part, clause: Clause, before: Before) -> Reading | None:
    """The call that a part asks for; None where it is about none of this, the reader isn't sure, or the tool isn't there."""
    row = _ROWS.get(part.intent)
    if row is None or row.tool not in clause.tools or _sure(part) < _SURE:
        return None
    if addresses_in(part.text) and (says("forbids_page", part.text) or says("was_page", part.text)):
        return None
    call = row.make(part, clause, before)
    if call is None or call.tool not in clause.tools:
        return None
    return Reading((call,), thing=str(call.arguments.get("url", "")))


def unnamed(part: Part, clause: Clause) -> Reading | None:
    """What is said where a part plainly asks for something of the world and names nothing: "which page?"; None for any other."""
    row = _ROWS.get(part.intent)
    is_asked = row is not None and bool(row.asks) and row.tool in clause.tools and _sure(part) >= _ASKED
    return Reading(reply=row.asks) if row and is_asked else None


def of_page_too(part: Part, clause: Clause, before: Before) -> Reading | None:
    """A question right behind a page that was read: of their own things first, then of the page; about the world, of the page before the
    web."""
    last = before.calls[-1] if before.calls else None
    tools = _ASKED_FIRST.get(part.intent, "")
    if last is None or last.tool not in (shown_pages.OPEN, shown_pages.KEPT) or tools not in clause.tools:
        return None
    page = shown_pages.opened("", part.text.strip()[:_LONGEST], part.text, before)
    if page is None or part.sure < _SURE:
        return None
    if tools == shown_pages.SEARCH:
        search = Call(tools, {"query": speech.bare(part.text)[:_LONGEST]})
        return Reading((page,), later=(Later(search, instead_of=page),))
    known = Call(tools, {"about": part.text})
    return Reading((known,), later=(Later(page, instead_of=known),))


_ASKED_FIRST: Mapping[str, str] = {
    "ask_fact": "recall_facts",
    "find_everything": "recall_facts",
    "check_item": "recall_facts",
    "world": shown_pages.SEARCH,
}


def owns(intent: str) -> bool:
    """Whether an intent is about nothing but the world outside."""
    return intent in _OWN


def takes(parts: Iterable[Part], clause: Clause, before: Before) -> bool:
    """Whether the reader plainly takes all that a message asks for as something of the world: no sentence is compared with the whole then."""
    asked = [part for part in parts if part.intent not in TALK]
    return bool(asked) and all(_is_plainly(part, clause, before) for part in asked)


def _is_plainly(part: Part, clause: Clause, before: Before) -> bool:
    row = _ROWS.get(part.intent)
    if row is None or row.tool not in clause.tools or _sure(part) < _PLAINLY:
        return False
    return part.intent in _OWN or read(part, clause, before) is not None


def at_home(part: Part, tools: frozenset[str]) -> Part:
    """The part as what it is where nobody outside is asked."""
    row = _ROWS.get(part.intent)
    if row is None or row.tool in tools:
        return part
    is_kept = part.intent == "read_page" and part.one("url")  # a page that nobody can open can be kept
    return replace(part, intent="save_later" if is_kept else row.otherwise)


def plainly(intent: str) -> str:
    """The intent without which of the world's things is meant: "world" for a way."""
    row = _ROWS.get(intent)
    return row.otherwise if row else intent


def _sure(part: Part) -> float:
    same = next((group for group in _SAME if part.intent in group), frozenset[str]())
    return part.sure + sum(sure for intent, sure in part.others if intent in same)


_SAME = (
    frozenset(("ask_way", "leave_by", "what_about")),
    frozenset(("read_page", "browse", "what_about", "read_mail")),
    frozenset(("search_web", "world")),
    frozenset(("watch_news", "follow_news", "set_alert")),
    frozenset(("watch_weather", "set_alert")),
    frozenset(("unwatch", "delete_alert", "unfollow_news")),
    frozenset(("list_news", "news")),
    frozenset(("fill_form", "change_form", "amend")),
)


_WHICH_PAGE = "Which page? Send me its address, or search for it first."


# Pages and searches


def _page(part: Part, clause: Clause, before: Before) -> Call | None:
    """A page by its address, one of those that were shown, or something of the one that was read."""
    url = next(iter(addresses_in(part.text)), "")
    about = _about(part)
    if url:
        return Call(shown_pages.OPEN, {"url": url, **({"about": about} if about else {})})
    return shown_pages.opened(part.one("ref"), about, part.text, before)


def _about(part: Part) -> str:
    """What of a page is asked for: its topic, or the question itself."""
    is_of_it = any(says(name, part.text) for name in ("asks_author", "asks_published", "asks_shorter"))
    if is_of_it or (part.all("topic") and says("asks_how_much", part.text)):
        return " ".join(ADDRESS.sub(" ", part.text).split())[:_LONGEST]
    return part.one("topic").strip(" .,?!")


def _search(part: Part, clause: Clause, before: Before) -> Call | None:
    query = _ONLINE.sub("", speech.bare(" ".join(part.all("query")).strip(' .,?!"“”')))
    return Call(shown_pages.SEARCH, {"query": query[:_LONGEST]}) if query and not points(query) else None


def _browse(part: Part, clause: Clause, before: Before) -> Call | None:
    """A page in the browser, or a link of the one that is open."""
    if url := next(iter(addresses_in(part.text)), ""):
        return Call(shown_pages.BROWSE, {"url": url})
    return shown_pages.followed(part.one("ref"), before)


def _chosen(part: Part, clause: Clause, before: Before) -> Call | None:
    """ "The second one", right behind pages that were shown."""
    last = before.calls[-1] if before.calls else None
    ref = part.one("ref") or part.text.strip(" .,?!")
    is_of_pages = last is not None and last.tool in shown_pages.OF_WEB | {shown_pages.LISTED}
    is_one = number(ref) is not None or bool(places(ref))
    return shown_pages.opened(ref, "", part.text, before) if is_of_pages and is_one else None


def _kept(part: Part, clause: Clause, before: Before) -> Call | None:
    """ "Save it for later", "keep the second one": a page that was shown; what is named stays to be kept by its name."""
    ref = part.one("ref").strip(" .,?!")
    is_named = addresses_in(part.text) or any(part.all(name) for name in ("url", "title", "text"))
    shown = shown_pages.last(before)
    if is_named or shown is None:
        return None
    url = shown_pages.address(shown_pages.named(ref), shown, before)
    return Call(shown_pages.SAVE, {"url": url}) if url else None


# News


def _follow(part: Part, clause: Clause, before: Before) -> Call | None:
    topic = read_watches.subject(part, before)
    return Call(news.FOLLOW, {"topic": topic}) if topic else None


def _unfollow(part: Part, clause: Clause, before: Before) -> Call | None:
    ref = part.one("ref")
    named = ref if number(ref) is not None or places(ref) else ""
    topic = named or read_watches.subject(part, before, (news.FOLLOW, news.GET))
    return Call("unfollow_news", {"topic": topic}) if topic else None


def _listed(part: Part, clause: Clause, before: Before) -> Call | None:
    return Call("list_news_topics", {})


# Forms


def _fill(part: Part, clause: Clause, before: Before) -> Call | None:
    """A form with what goes into it: at an address, or on the page that is open."""
    named = fields_in(ADDRESS.split(part.text)[-1])
    fields = max(list(_fields(part)), named, key=len)
    url = next(iter(addresses_in(part.text)), "") or shown_pages.open_page(before)
    if not url:
        return None
    if not fields:
        return Call(shown_pages.BROWSE, {"url": url})
    return Call(shown_pages.SUBMIT, {"url": url, "fields": fields})


def _change(part: Part, clause: Clause, before: Before) -> Call | None:
    """The form that was filled in last with other values; the same as filling one in where none was."""
    last = before.earlier((shown_pages.SUBMIT,))
    if last is None:
        return _fill(part, clause, before)
    new = dict(one.split(": ", 1) for one in _fields(part))
    old = dict(one.split(": ", 1) for one in _texts(last.arguments.get("fields")) if ": " in one)
    named = {name.casefold(): name for name in old}
    merged = {**old, **{named.get(name.casefold(), name): value for name, value in new.items()}}
    fields = [f"{name}: {value}" for name, value in merged.items()]
    return Call(shown_pages.SUBMIT, {**last.arguments, "fields": fields}) if new else None


def _fields(part: Part) -> Iterator[str]:
    given = [slot for slot in part.slots if slot.name == "field" or (slot.name == "url" and "@" in slot.text)]
    for slot in given[:_MOST_FIELDS]:
        for said in split_values(slot.text):
            yield from fields_in(said) or filter(None, (field_in(said),))


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []


# What is asked of something else behind what was just told


def _again(part: Part, clause: Clause, before: Before) -> Call | None:
    """ "And by bike?", "and from Tema?", "what about cocoa?", "and the price?": the same of another thing."""
    last = before.calls[-1] if before.calls else None
    row = _AGAIN.get(last.tool) if last else None
    return row(part, before, last) if row and last else None


def _news_again(part: Part, before: Before, last: Call) -> Call | None:
    topic = news.topic(part.one("topic") or part.one("place"))
    return Call(last.tool, {"topic": topic}) if topic else None


def _page_again(part: Part, before: Before, last: Call) -> Call | None:
    about = _about(part) or part.one("when") or part.one("place")
    return shown_pages.opened(part.one("ref"), about, part.text, before) if about or part.one("ref") else None


def _search_again(part: Part, before: Before, last: Call) -> Call | None:
    query = part.one("query") or part.one("topic") or part.one("place")
    if query and not points(query) and not places(query):
        return Call(last.tool, {"query": query})
    return _page_again(part, before, last)


_AGAIN: Mapping[str, Callable[[Part, Before, Call], Call | None]] = {
    maps.DIRECTIONS: read_ways.again,
    maps.REMINDER: read_ways.again,
    news.GET: _news_again,
    shown_pages.OPEN: _page_again,
    shown_pages.KEPT: _page_again,
    shown_pages.SEARCH: _search_again,
}

_ROWS: Mapping[str, _Row] = {
    "what_about": _Row(maps.DIRECTIONS, "what_about", _again),
    "choose": _Row(shown_pages.OPEN, "choose", _chosen),
    "save_later": _Row(shown_pages.SAVE, "save_later", _kept),
    "ask_way": _Row(maps.DIRECTIONS, "world", read_ways.way, "Where to? Name a place or an address."),
    "leave_by": _Row(maps.DIRECTIONS, "world", read_ways.leave, "Where to? Name a place or an address."),
    "read_page": _Row(shown_pages.OPEN, "world", _page, _WHICH_PAGE),
    "search_web": _Row(shown_pages.SEARCH, "world", _search, "What should I search for?"),
    "browse": _Row(shown_pages.BROWSE, "world", _browse, _WHICH_PAGE),
    "fill_form": _Row(shown_pages.SUBMIT, "world", _fill, "Which form? Send me the address of its page."),
    "change_form": _Row(shown_pages.SUBMIT, "world", _change),
    "follow_news": _Row(
        news.FOLLOW, "news", _follow, "News of what? A topic, or the address of a site, is what I can follow."
    ),
    "unfollow_news": _Row("unfollow_news", "news", _unfollow, "Which topic? “What do I follow?” shows them."),
    "list_news": _Row("list_news_topics", "news", _listed),
    "watch_news": _Row(read_watches.ALERT, "news", read_watches.of_news, "News about what shall I watch for?"),
    "watch_weather": _Row(read_watches.ALERT, "weather", read_watches.of_weather),
    "unwatch": _Row("delete_alert", "weather", read_watches.ended, "Which alert? “Show my alerts” lists them."),
}
_OWN = _ROWS.keys() - {"what_about", "choose", "save_later"}  # what is about nothing else
INTENTS = frozenset(_ROWS)
