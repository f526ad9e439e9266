"""The answer to our own question: "remind me to call mum" — "When …?" — "at six" is one request.

Nothing is stored between turns: the request before is read again and its gap filled. An answer that is a request of its own,
or takes the request back, is left to the ordinary reading.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.language.dialogue import addresses
from app.language.names import without_possessive
from app.language.orders import lists, reminding, series, speech, times
from app.language.orders.items import joined, split_items
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import places
from app.language.reader.reading import read
from app.language.vocabulary import words_of

LONGEST_NAME = 4
_NO = re.compile(
    r"(?:no|nope|nah|no thanks|no thank you|never ?mind|forget it|cancel|stop|leave it|don't|not now|nothing|cancel that|none)[\s.!]*\Z",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?:ok|okay|great|cool|no|many|merci)[ ,]+)*(?:thanks?(?: you)?(?: (?:very much|a lot))?|thx|ty|cheers|merci(?: beaucoup)?)[\s.!]*",
    re.IGNORECASE,
)
_YES = re.compile(
    r"(?:yes|yep|yeah|yup|y|sure|ok|okay|please|please do|do it|go ahead|yes please|correct|exactly|why not|of course|do that|sounds good|great|add it)(?:[\s,.!]+(?:please|thanks|thank you|do|do that|add it))*[\s.!]*\Z",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\bWhich (?:task|note|reminder|schedule|fact|read-later item|mail|event)\?", re.IGNORECASE)
_OTHER_TIME = re.compile(
    r"(?:What time today|Which time ahead did you mean|which day or time did you mean|When should it start)\?"
)
_WHICH_TIMES = re.compile(r"Only this time \(one\)")
_OF_SERIES = frozenset(("change_event", "delete_event"))
_REFERENCES = ("task", "note", "reminder", "schedule", "fact", "item", "tasks", "mail", "event")
_FILLER = re.compile(
    r"\A(?:(?:the|a|um|uh|it's|it is|let's say|make it|maybe|ok|say|how about|i mean|i meant|that|to|for)\s+)+(?=\S)",
    re.IGNORECASE,
)
_KINDS = (
    ("notes?|memo", "delete_note", "note"),
    ("reminders?|alarm|timer", "cancel_reminder", "reminder"),
    ("read(?:ing)?|later|link|article|book", "delete_read_later", "item"),
    ("tasks?|item|list|to-?dos?|shopping|first", "delete_tasks", "tasks"),
)


def complete(clause: Clause, asked: Sequence[Reading], reply: str) -> Reading | None:
    """The earlier request with this answer in it; None when these words are no answer to `reply`."""
    if _NO.match(clause.text) or _THANKS.fullmatch(clause.text.strip()):
        return None
    open_one = next((reading for reading in asked if reading.question and reading.question in reply), None)
    if open_one is not None:
        fill = _FILLS.get(open_one.missing or "", _fill_text)
        return fill(open_one, clause)
    return _tool_asked(clause, asked, reply)


_LENGTH = re.compile(r"(?:for )?((?:an?|half an?|\d+|\w+)[ -]?(?:second|minute|min|hour|hr)s?)", re.IGNORECASE)
_URL = re.compile(
    r"(?:https?://|www\.)\S+|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,12}(?:/\S*)?", re.IGNORECASE
)
_ON_ANOTHER = re.compile(
    r"(?:(?:yes|no|yeah|sure|ok|okay)[,. ]+)?(?:(?:add|put) (?:it|that|them) )?(?:on|to|onto|in) (?P<where>(?:(?:my|the|our) )?[\w' -]{1,40}?)(?: please| instead)?",
    re.IGNORECASE,
)


def _fill_when(open_one: Reading, clause: Clause) -> Reading | None:
    """A time; "for 10 minutes" where a length was asked for."""
    timed = times.cut(speech.bare(clause.text), clause.now)
    length = _LENGTH.fullmatch(speech.bare(clause.text))
    if open_one.question == "For how long?" and length:
        return _timer(length[1])
    if not timed.found or len(timed.rest.split()) > 3:
        return None
    call = open_one.calls[-1]
    changes = ({"when": timed.when} if timed.when else {}) | ({"repeat": timed.repeat} if timed.repeat else {})
    if call.tool == "set_reminder" and timed.repeat and not timed.when:
        changes["when"] = ""
    return _filled(open_one, changes)


def _timer(length: str) -> Reading:
    return Reading((Call("set_reminder", {"text": f"timer: {length}", "when": f"in {length}"}),))


def _fill_reminder_text(open_one: Reading, clause: Clause) -> Reading | None:
    """What to be reminded of, and its time where that is still open too."""
    call = open_one.calls[-1]
    text = re.sub(r"\A(?:remind me )?(?:to|about|of|that)\s+", "", speech.bare(clause.text), flags=re.IGNORECASE)
    if call.tool != "set_reminder":
        return _fill_text(open_one, clause)
    when, repeat = call.arguments.get("when", ""), call.arguments.get("repeat", "")
    if when or repeat:
        return reminding.reading(text, when, repeat)
    timed = times.cut(text, clause.now)
    rest = re.sub(r"\A(?:to|about|of|that)\s+", "", timed.rest, flags=re.IGNORECASE)
    return reminding.reading(rest, timed.when, timed.repeat)


def _fill_text(open_one: Reading, clause: Clause) -> Reading | None:
    """Words kept as they are said; a bare yes is no text of a mail."""
    if open_one.missing == "body" and _YES.fullmatch(clause.text.strip()):
        return None
    return _filled(open_one, {str(open_one.missing): clause.text.strip()})


def _fill_titles(open_one: Reading, clause: Clause) -> Reading | None:
    place = str(open_one.calls[-1].arguments.get("list_name", ""))
    text = re.sub(r"\A(?:add|put)\s+", "", speech.bare(clause.text), flags=re.IGNORECASE)
    titles = _items_read(clause.text) or split_items(text, things=bool(place))
    return replace(_filled(open_one, {"titles": titles}), thing=joined(titles)) if titles else None


def _items_read(text: str) -> list[str]:
    """The things that the reader sees in an answer put as an order: "please put gloves and gel on it"."""
    parts = [part for part in read(text) if part.intent != "aside"] if len(text) <= _ORDER_LONGEST else []
    items = parts[0].all("item") if len(parts) == 1 and parts[0].intent in _ADDS and parts[0].sure >= _SURE else []
    return [speech.without_article(item) for item in items]


_ADDS = frozenset(("add_tasks", "more", "create_list"))
_SURE = 0.8
_ORDER_LONGEST = 300  # characters


def _fill_url(open_one: Reading, clause: Clause) -> Reading | None:
    found = _URL.search(clause.text)
    return _filled(open_one, {"url": found[0]} if found else {"title": speech.bare(clause.text)})


def _fill_yes(open_one: Reading, clause: Clause) -> Reading | None:
    """An offer taken; on another list when one is named."""
    if _YES.match(clause.text):
        return replace(open_one, question=None, missing=None)
    other = _ON_ANOTHER.fullmatch(clause.text.strip(" .!"))
    if other is None:
        return None
    place = lists.list_name(other["where"], clause)
    arguments = {name: value for name, value in open_one.calls[-1].arguments.items() if name != "list_name"}
    return Reading((Call("add_tasks", arguments | ({"list_name": place} if place else {})),))


def _fill_place(open_one: Reading, clause: Clause) -> Reading | None:
    place = re.sub(r"\A(?:in|i'm in|i am in|it's)\s+", "", speech.bare(clause.text), flags=re.IGNORECASE)
    return _filled(open_one, {"place": place}) if len(place.split()) <= LONGEST_NAME else None


def _fill_list(open_one: Reading, clause: Clause) -> Reading | None:
    if _YES.match(clause.text):
        return open_one  # which one is still open
    name = lists.list_name(speech.bare(clause.text), clause) or lists.TODO
    return _filled(open_one, {"list_name": name}) if len(name.split()) <= LONGEST_NAME else None


def _fill_kind(open_one: Reading, clause: Clause) -> Reading | None:
    """What kind of thing a number belongs to."""
    number = open_one.calls[-1].arguments["tasks"][0]
    for words, tool, name in _KINDS:
        if re.search(rf"\b(?:{words})\b", clause.text, re.IGNORECASE):
            return Reading((Call(tool, {name: [number] if name == "tasks" else number}),))
    return None


def _fill_to(open_one: Reading, clause: Clause) -> Reading | None:
    """To whom a mail goes; a mere yes names nobody."""
    said = _TO.sub("", speech.bare(clause.text)).strip(" .!")
    return None if not said or _YES.fullmatch(said) else _filled(open_one, {"to": split_items(said, things=True)})


def _fill_elsewhere(_: Reading, __: Clause) -> Reading | None:
    """Which thing of work is meant, is read where such things are known."""
    return None


_TO = re.compile(r"\A(?:to|à|for|pour) ", re.IGNORECASE)
_FILLS: Mapping[str, Callable[[Reading, Clause], Reading | None]] = {
    "when": _fill_when,
    "text": _fill_reminder_text,
    "titles": _fill_titles,
    "url": _fill_url,
    "yes": _fill_yes,
    "kind": _fill_kind,
    "place": _fill_place,
    "list_name": _fill_list,
    "to": _fill_to,
    "thing": _fill_elsewhere,
}


def _filled(open_one: Reading, arguments: Mapping[str, Any]) -> Reading:
    call = open_one.calls[-1]
    return Reading((*open_one.calls[:-1], Call(call.tool, {**call.arguments, **arguments})))


def _tool_asked(clause: Clause, asked: Sequence[Reading], reply: str) -> Reading | None:
    """A question that came from a tool: which of several, or what other time."""
    to = addresses.chosen(clause.text, reply, [call for reading in asked for call in reading.calls])
    if to is not None:
        return Reading((to,))
    if _WHICH.search(reply):
        call = next(
            (call for reading in asked for call in reading.calls if set(call.arguments) & set(_REFERENCES)), None
        )
        return _choose(clause, call, reply) if call else None
    if _WHICH_TIMES.search(reply):
        call = next((call for reading in asked for call in reading.calls if call.tool in _OF_SERIES), None)
        scope = series.answered(speech.bare(clause.text))
        return Reading((Call(call.tool, {**call.arguments, "scope": scope}),)) if call and scope else None
    if _OTHER_TIME.search(reply):
        call = next((call for reading in asked for call in reading.calls if "when" in call.arguments), None)
        return _another_time(clause, call, reply) if call else None
    return None


def _choose(clause: Clause, call: Call, reply: str) -> Reading | None:
    """One of what was listed, by number, place in the list or words; None for a request of its own."""
    said = speech.bare(clause.text)
    listed = reply[found.end() :] if (found := _WHICH.search(reply)) else reply
    if len(said.split()) > 8 or _asks_anew(clause.text, listed):
        return None
    bare = _placed(said, re.findall(r"#(\d+)", listed)) or _FILLER.sub("", speech.without_article(said))
    bare = re.sub(r"\s+one\Z", "", bare, flags=re.IGNORECASE)
    name = next(name for name in _REFERENCES if name in call.arguments)
    return Reading((Call(call.tool, {**call.arguments, name: [bare] if name == "tasks" else bare}),))


def _placed(said: str, numbers: Sequence[str]) -> str:
    """The number that words name or point at by its place in what was listed; "" for none."""
    at = places(said)
    if len(at) == 1 and -len(numbers) <= at[0] < len(numbers):
        return numbers[at[0]]
    named = [one for one in re.findall(r"\d+", said) if one in numbers]
    return named[0] if len(named) == 1 else ""


def _asks_anew(said: str, listed: str) -> bool:
    """Whether words that answer "Which mail?" are an order or a question of their own: some are in nothing that was listed, and the reader
    sees more in them than a choice."""
    known = {word.stem for word in words_of(listed)} | {word.stem for word in words_of(_CHOOSING_WORDS)}
    if all(word.stem in known for word in words_of(without_possessive(said))):
        return False
    return any(part.intent not in _CHOICES and part.sure >= _LIKELY for part in read(said))


_CHOOSING_WORDS = "the a one that this of from about number with please mail event task note reminder item le la l de du celui celle numéro"
_CHOICES = frozenset(("choose", "aside", "yes", "smalltalk", "thanks"))
_LIKELY = 0.4


def _another_time(clause: Clause, call: Call, reply: str) -> Reading | None:
    timed = times.cut(speech.bare(clause.text), clause.now)
    if not timed.found or len(timed.rest.split()) > 3:
        return None
    when = f"today {timed.when}" if "What time today" in reply else timed.when
    return Reading((Call(call.tool, {**call.arguments, "when": when}),))
