"""What a message was learned to ask of the services of work (`reader/work.py`), as a call of a tool for work: by the rows of `orders/work_intents.toml`. Pure.

A thing is named by what stands in the message ("PR 12 on site" is "site#12"), or by what was read or handled last where the message names none.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from app.language import code_items
from app.language.choosing import work_things
from app.language.choosing.windows import parts_of
from app.language.choosing.work_beside import ASSIGNS_ME, beside
from app.language.choosing.work_sent import with_sent
from app.language.choosing.work_services import SERVICES
from app.language.choosing.work_tails import with_tails
from app.language.choosing.work_values import PEOPLE, WRITTEN, has_key, repo_name, ticket_key, value
from app.language.orders import alerts, standing
from app.language.orders.numbers import in_digits
from app.language.orders.plan import Call
from app.language.reader.reading import Part, Slot
from app.language.reader.work import NONE, read

SURE, PLAIN = 0.5, 0.65  # of what is nothing else, and of what other words could mean too
_PLAIN_ORDER, _PLAINLY = 0.7, 0.8
_ELSEWHERE_TOO = frozenset(("slack_reply",))  # a mail is replied to in the same words
_ALERT, _ALERT_TOOL = "alert", "set_alert"
# What the reader of everyday requests knows as orders of others than these services.
OTHERS = frozenset(
    "set_reminder add_tasks save_note send_mail message set_alert add_event remember_fact save_later journal".split()
)
_TEXTS = frozenset(("text", "title"))
_THEN = re.compile(r",? (?:and then|then|et puis|puis|and|et) |; ", re.IGNORECASE)
_AND = re.compile(r",? (?:and|et) ", re.IGNORECASE)
_AND_DOES = re.compile(
    r"\band (?P<order>[a-z]{2,20} (?:it|them)\b)|\bet (?P<french>[a-zé]{2,20}-l[ae]s?\b)", re.IGNORECASE
)
_MOST_JOINTS = 3
_ENDED = re.compile(r"[.!?;\n]")
_JOINED = re.compile(r"(?:and|also|then|plus|oh|et|puis|aussi)\b", re.IGNORECASE)
# What is done to a ticket by a word that is its state as well.
_MESSAGE = re.compile(r"(?<![\w/])#[\w.-]{1,80}/\d{1,12}(?:\.\d{1,6})?(?![\w/])")
# What names of one shape alone are, wherever they stand.
_FILE = re.compile(r"(?<![\w/])([\w-]{1,80}\.(?:pdf|docx?|xlsx?|pptx?|md|txt|csv|od[tsp]|ya?ml|json))\b", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_SHAPED = {
    "ask_review": re.compile(
        r"\b(?:get|ask|have|demande à) (@?(?!(?:it|you|someone|somebody|a)\b)[^\W\d_][\w-]{1,40}) (?:to |de )?(?:review|look|check|go over|relire|regarder)\b",
        re.IGNORECASE,
    ),
    "with_whom": re.compile(rf"({_ADDRESS.pattern})"),
    "emoji": re.compile(
        r"\b(thumbs?[ -]?(?:up|down)|pouce(?: en (?:bas|l['’]air))?|heart|cœur|coeur|clap|bravo|rocket|fusée|tada|confetti|check ?mark|coche|eyes)\b",
        re.IGNORECASE,
    ),
    "name": _FILE,
    "folder": re.compile(r"(?<![\w/.:])(/[A-Za-z][\w/ -]{0,80}?)(?= (?:called|named|as|with|that|appelé)\b|[,:]|$)"),
    "method": re.compile(r"\b(squash|rebase)"),
    **dict.fromkeys(
        ("add_labels", "remove_labels"),
        re.compile(
            r"\b(?:label|étiquette) [\"“«]?\s?(?!(?:to|on|off|from|for|as|with|it|that|this|à|de|sur|comme|can|should|please)\b)([\w./-]{2,40})"
            r"|\b(?!(?:the|an?|this|that|new|right|my|our|other|no|and|it)\b)([\w./-]{2,40}) label\b",
            re.IGNORECASE,
        ),
    ),
    "channel": re.compile(r"(?<![\w/])(#[a-z][\w-]{0,79})(?![\w/])"),
    "project": re.compile(
        r"\b(?:in|on|for|of|under|to|dans|de|pour|sur) (?:the |le )?(?:project |projet )?([A-Z][A-Z0-9]{1,9})\b(?!-\d)"
    ),
}
_BY_SHAPE = frozenset(("name", "folder"))  # what these are, the shape knows better than the words around
_CALLED = re.compile(
    r"\A[^:]{0,40}?(?:\b(?:called|titled|named|saying|intitulée?|appelée?)\b:?|:\s)\s*(?=\S)|\Aqu['’](?=(?:ils?|elles?|on)\b)|\A(?:comme quoi|pour dire qu(?:e |['’])|en disant qu(?:e |['’])|saying that|to say that)\s*(?=\S)",
    re.IGNORECASE,
)
_IN_ONE = frozenset(("jira_update",))
_ARTICLE_LED = re.compile(r":\s{1,3}(?P<article>(?:the|an?|les?|la|une?) |l['’])\Z", re.IGNORECASE)
_FOR_EACH, _MOST_ITEMS = frozenset(("change_github_item",)), 9
_TITLED = frozenset(("review_pull_request", "merge_pull_request"))
_BY_TITLE, _MAIL = frozenset(("github", "jira")), "reply_to_mail"
_REPO = re.compile(r"(?<![\w/:.@])[A-Za-z][\w.-]{0,60}/[A-Za-z][\w.-]{1,80}(?![\w/@#])")
_QUOTED = re.compile(r"\"[^\"]{1,2000}\"|“[^”]{1,2000}”|«[^»]{1,2000}»")


@dataclass(frozen=True, slots=True)
class Row:
    """What one intent is done with. `instead`: the intent that it is where the message names one thing, `unnamed` those that show it first where it
    names none; `every`: all of `needs` are needed; `asks`: the arguments that its tool asks for where they are empty; `elsewhere`: the intent that
    it is where a pull request or an issue is named, and no ticket by its key."""

    service: str
    tool: str
    thing: str = ""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    needs: tuple[str, ...] = ()
    instead: str = ""
    unnamed: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    every: bool = False
    elsewhere: str = ""


def asked(text: str, tools: frozenset[str], last: Callable[[str], str], *, sure: float = SURE) -> tuple[Call, ...]:
    """The calls that a message asks for, where their tools are there and all of its parts are read; `last` gives a service's thing that was shown
    or handled last, or ""."""
    found = _in_turn(text, tools, last) or _asked(text, tools, last, sure)
    is_whole = any(WRITTEN & call.arguments.keys() for call in found) or not _does_more(text)
    return found if is_whole else ()


def _does_more(text: str) -> bool:
    """Whether what stands behind an "and" orders something that is for none of these services: "label it as bug and water it"."""
    more = _AND_DOES.search(text)
    return more is not None and all(part.intent == NONE for part in read(text[more.start(more.lastgroup or 0) :]))


def _asked(text: str, tools: frozenset[str], last: Callable[[str], str], sure: float) -> tuple[Call, ...]:
    parts = read(text)
    meant = [at for at, part in enumerate(parts) if part.intent != NONE]
    if not meant or min(parts[at].sure for at in meant) < sure or _is_of_page(text):
        return ()
    beside = [at for at in range(len(parts)) if at not in meant and not _is_more_of_it(parts, at, text)]
    if any(_is_order_of_others(parts[at]) for at in beside):
        return ()
    calls = list[Call]()
    things: dict[str, str] = {}  # of each service, what the calls before are about

    def handled(service: str) -> str:
        return things.get(service) or last(service)

    for at, behind in zip(meant, (*meant[1:], len(parts)), strict=True):
        end = parts[behind].start if behind < len(parts) else len(text)
        said = _Said(parts[at], text[:end], whole=len(meant) == 1)
        call = _call(said, tools, handled)
        if call is None:
            return ()
        calls += [Call(call.tool, {**call.arguments, "item": one}) for one in _before_the_last(said, call)]
        row = _rows().get(parts[at].intent)
        if row is not None and row.thing in call.arguments:
            things[row.service] = str(call.arguments[row.thing])
        _add(calls, call, row)
    return tuple(calls)


def _add(calls: list[Call], call: Call, row: Row | None) -> None:
    """Adds a call; one that changes the same thing by the same tool as the one before is one with it: "take PAY-1 off her and give it to Kofi"."""
    before = calls[-1] if calls else None
    if before and row and row.tool in _IN_ONE and before.tool == call.tool and _same(before, call, row.thing):
        calls[-1] = Call(call.tool, {**before.arguments, **call.arguments})
    else:
        calls.append(call)


def _same(one: Call, other: Call, thing: str) -> bool:
    return one.arguments.get(thing) == other.arguments.get(thing)


def unnamed(text: str, tools: frozenset[str]) -> str:
    """The service whose thing a message plainly wants something done with, and names none; "" for any other message."""
    parts = [part for part in read(text) if part.intent != NONE]
    row = _rows().get(parts[0].intent) if parts and min(part.sure for part in parts) >= _PLAINLY else None
    if row is None or not row.thing or row.tool not in tools or row.tool in _ELSEWHERE_TOO:
        return ""
    said = _Said(parts[0], text, whole=True)
    return "" if _named(row, said, tools) or _title(row, said) else row.service


def _in_turn(text: str, tools: frozenset[str], last: Callable[[str], str]) -> tuple[Call, ...]:
    """What is ordered before a "then" or an "and" and behind it, where each is plain by itself and nothing is to be written, which goes to its end;
    around an "and" with two tools, for two fields of one thing are one call. A message of which nothing is for work is read once."""
    if not sureness(text):
        return ()
    for cut in islice(_THEN.finditer(text), _MOST_JOINTS):
        first = _asked(text[: cut.start()], tools, last, PLAIN)
        if not first or any(WRITTEN & call.arguments.keys() for call in first):
            continue
        things = {row.service: str(first[-1].arguments.get(row.thing, "")) for row in _rows().values() if row.thing}
        second = _asked(
            text[cut.end() :], tools, lambda service, things=things: things[service] or last(service), PLAIN
        )
        if second and (not _AND.fullmatch(cut[0]) or first[-1].tool != second[0].tool):
            return (*first, *second)
    return ()


def sureness(text: str) -> float:
    """How sure it is that something is asked of these services, from 0 to 1."""
    return min((part.sure for part in read(text) if part.intent != NONE), default=0.0)


def _is_more_of_it(parts: Sequence[Part], at: int, text: str) -> bool:
    """Whether a part goes on with what is to be written: nothing but a comma stands between, and no word that joins."""
    before = parts[at - 1] if at else None
    while before is not None and before.intent == NONE and at > 1:
        at -= 1
        before = parts[at - 1]
    if before is None or before.intent == NONE or not before.slots or before.slots[-1].name not in _TEXTS:
        return False
    between = text[before.slots[-1].end : parts[at].start]
    return not _ENDED.search(between) and not _JOINED.match(parts[at].text)


def _is_order_of_others(part: Part) -> bool:
    """Whether a part that is none of work's plainly orders something else, so that the message isn't this alone."""
    return any(one.intent in OTHERS and one.sure >= _PLAIN_ORDER for one in parts_of(part.text))


@dataclass(frozen=True, slots=True)
class _Said:
    """A part, the text to its end, and whether it is all of the message's."""

    part: Part
    until: str
    whole: bool

    @property
    def text(self) -> str:
        """The words in which things are named: the whole message where it asks for one thing alone."""
        return self.until if self.whole else self.until[self.part.start :]

    @property
    def slots(self) -> Sequence[Slot]:
        """The part's slots, at their places in the message."""
        return self.part.slots

    def all(self, name: str) -> list[str]:
        """All words of that slot, in their order."""
        return [slot.text for slot in self.part.slots if slot.name == name]

    def one(self, name: str) -> str:
        """The first words of that slot, or ""."""
        return next(iter(self.all(name)), "")


def _alert(said: _Said, tools: frozenset[str]) -> Call | None:
    """What is to be watched for: the words of the part, or all of it, where they are a condition at work or one of its services is named."""
    waited = next((one for one in (*said.all("what"), said.text) if alerts.work_condition(one)[0]), "")
    said_what = [slot for slot in said.slots if slot.name == "what"]
    if not waited and said_what and (_REPO.search(said.text) or any(one.called.search(said.text) for one in SERVICES)):
        waited = said.until[said_what[0].start : said_what[-1].end]
    return Call(_ALERT_TOOL, standing.condition(waited)) if waited and _ALERT_TOOL in tools else None


def _call(said: _Said, tools: frozenset[str], last: Callable[[str], str]) -> Call | None:
    """The call of a part; the first of those that would show what it is about, where it names nothing."""
    if said.part.intent == _ALERT:
        return _alert(said, tools)
    row = _rows().get(said.part.intent)
    if row is None:
        return None
    if row.elsewhere and work_things.is_of_code(said.text) and not has_key(said.text):
        row = _rows()[row.elsewhere]
    if row.instead and _item(said):
        row = _rows()[row.instead]
    shown = (_of_row(_rows()[name], said, tools, last) for name in row.unnamed)
    return _of_row(row, said, tools, last) or next(filter(None, shown), None)


def _of_row(row: Row, said: _Said, tools: frozenset[str], last: Callable[[str], str]) -> Call | None:
    if row.tool not in tools:
        return None
    arguments: dict[str, object] = dict(row.given)
    for slot, name in row.slots.items():
        words = [_written(said, slot)] if name in WRITTEN else _words(said, slot, name)
        if (given := value(name, words)) and name not in arguments:
            arguments[name] = given
    arguments |= _shaped(row, arguments, said.text)
    arguments = with_sent(row.tool, beside(row.tool, arguments, said.text), said.text)
    if row.thing:
        arguments[row.thing] = _named(row, said, tools) or last(row.service) or _title(row, said)
    needed = [name in arguments for name in row.needs]
    if "" in arguments.values() or (needed and not (all(needed) if row.every else any(needed))):
        return None
    return Call(row.tool, {**dict.fromkeys(row.asks, ""), **with_tails(row.tool, arguments)})


def _shaped(row: Row, arguments: Mapping[str, object], text: str) -> dict[str, object]:
    """What stands in a message by its shape, for arguments that have no words yet or a part of these alone; not what stands in words to be written."""
    written = [
        (at - 1, at + len(str(words)))
        for name, words in arguments.items()
        if name in WRITTEN and (at := text.casefold().find(str(words).casefold())) >= 0
    ]
    shapes = {name: shape for name, shape in _SHAPED.items() if name in row.slots.values()}
    if row.service != "drive":
        shapes.pop("name", None)
    found = {name: shape.search(text) for name, shape in shapes.items()}
    return {
        name: value(name, [words])
        for name, match in found.items()
        if match
        and (words := match[match.lastindex or 0])
        and not any(start <= match.start(match.lastindex or 0) < end for start, end in written)
        and (
            name not in arguments or name in _BY_SHAPE or str(arguments[name]) in words or words in str(arguments[name])
        )
    }


def _is_of_page(text: str) -> bool:
    """Whether an address stands in it that is no item's of a code host."""
    return "://" in text and not code_items.has_page(text)


def _words(said: _Said, slot: str, name: str) -> list[str]:
    """The words of a slot; for people never a part of what a thing is called, but the address of whom to
    share with, or the user, where the message plainly has them."""
    words = said.all(slot)
    if name not in PEOPLE or slot != "person":
        return words
    if name == "with_whom" and (addresses := _ADDRESS.findall(said.text)):
        return addresses
    named = code_items.item_written(said.text)
    kept = [one for one in words if one not in named]
    return kept or (["me"] if words and ASSIGNS_ME.search(said.text) else [])


def _written(said: _Said, slot: str) -> str:
    """What is to be written: within its marks of quoting, or to the part's end where no other slot stands behind it."""
    found = next((one for one in said.slots if one.name == slot), None)
    if found is None:
        return ""
    quoted = next((one for one in _QUOTED.finditer(said.until) if one.start() <= found.start < one.end()), None)
    if quoted is not None:
        return quoted[0].strip('"“”«» ')
    behind = [one.start for one in said.slots if one.start > found.start and one.name != slot]
    led = _ARTICLE_LED.search(said.until[: found.start])
    start = led.start("article") if led else found.start
    whole = said.until[start : found.end] if behind else said.until[start:].strip().rstrip(" .")
    return _CALLED.sub("", whole, count=1)


def _named(row: Row, said: _Said, tools: frozenset[str]) -> str:
    """The thing that a message names, as its tool takes it."""
    words = next(filter(None, map(work_things.bare, said.all("words"))), "")
    if row.service == "github":
        return _item(said) or (work_things.item(said.text) if said.whole else "") or words
    if row.service == "jira":
        return ticket_key(said.one("ticket")) or words
    if row.service == "slack":
        return (_MESSAGE.search(said.text) or [""])[0] or _message(said, tools)
    return said.one("file") or (_FILE.search(said.text) or [""])[0]


def _message(said: _Said, tools: frozenset[str]) -> str:
    found = [slot for slot in said.slots if slot.name == "words"]
    whole = said.until[found[0].start : found[-1].end] if found else ""
    return work_things.message(said.all("words"), whole, is_only_chat=_MAIL not in tools)


def _title(row: Row, said: _Said) -> str:
    """The words of a title in the rest of the message, where its order only points: "the banner issue is fixed. Close it."."""
    if row.service not in _BY_TITLE or not said.whole:
        return ""
    return (code_items.titled(said.text) if row.tool in _TITLED else "") or work_things.title(said.text)


def _item(said: _Said) -> str:
    """ "acme/site#12", for however that was written: "PR 12 on acme/site", "acme/site 12"."""
    if named := code_items.item_in(said.text):
        return named
    number = re.sub(r"\D", "", in_digits(said.one("number")))
    return f"{repo_name(said.one('repo'))}#{number}" if number else ""


def _before_the_last(said: _Said, call: Call) -> list[str]:
    """The other items of a list whose items a change is for each: "acme/site#12 and acme/site#13", "12 and 13 in acme/site"."""
    if call.tool not in _FOR_EACH or not call.arguments.get("item"):
        return []
    return [one for one in code_items.items_listed(said.text) if one != call.arguments["item"]][:_MOST_ITEMS]


@cache
def _rows() -> Mapping[str, Row]:
    read_ = tomllib.loads(Path(str(files("app.language.orders") / "work_intents.toml")).read_text(encoding="utf-8"))
    return {name: Row(**{key: _settled(value) for key, value in row.items()}) for name, row in read_.items()}


def _settled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
