"""What is asked of ways, from sentences in `maps.toml`: to a call of a map tool, behind an answer about a way too. Pure."""

import re

from app.language import ways
from app.language.choosing import sentences
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.orders import speech, times
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import points
from app.language.templates import Match
from app.language.vocabulary import lexicon, words_of

DIRECTIONS, REMINDER = "get_directions", "set_leave_reminder"
REMEMBERS = "remember_fact"
FROM_WHERE = "From where?"  # how the tool begins that asks for it
TOOLS = frozenset((DIRECTIONS, REMINDER))
_LONGEST = 160  # characters: whoever asks for a way says so briefly
_MOST_WORDS = 9  # of a place
_ARRIVES, _LEAVES = "arrive_by", "leave_at"
_SHOWN = ("shown", "back", "shown_leaving", "shown_arriving")
_TIMED = ("arriving", "leaving")
_BY = re.compile(r"\b(?:by|before|avant|pour)\s*\Z", re.IGNORECASE)
_JOINS = re.compile(r",|;|\b(?:and|et|then|puis)\b", re.IGNORECASE)
_EDGES = re.compile(
    r"\A(?:the way to|à la |à l['’]|au |aux |in |at |to )|\s+(?:please|from here|s'il te plaît|d'ici|right now|now)\Z",
    re.IGNORECASE,
)
_TO_THE = re.compile(r"\bau\s+\Z", re.IGNORECASE)
_BEFORE_TIME = re.compile(r"\A(?:by|before|avant)\s+", re.IGNORECASE)
_ANSWER_WORDS = 8


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that is asked for; None where it is none of these sentences, or its tool isn't there."""
    if DIRECTIONS not in clause.tools or len(clause.text) > _LONGEST:
        return None
    last = _last(before)
    if last is not None and before.outcome(last).startswith(FROM_WHERE):
        return _asked(clause, None) or _answered(clause, last)
    return _asked(clause, last)


def read_next(clause: Clause, before: Before) -> Reading | None:
    """The reminder that is asked for right behind a way, by words that mean something else elsewhere: "remind me"."""
    last = _last(before)
    if last is None or not last.arguments.get(_ARRIVES) or len(clause.text) > _LONGEST:
        return None
    found = _asked(clause, last)
    return found if found and found.calls[0].tool == REMINDER else None


def _last(before: Before) -> Call | None:
    return next((call for call in reversed(before.calls) if call.tool in TOOLS), None)


def _asked(clause: Clause, last: Call | None) -> Reading | None:
    said = (clause.text if says("begins_asking_way", clause.text) else sentences.tidy(clause.text)).rstrip(" ?!.")
    timed = times.cut(said, clause.now)
    if timed.repeat:
        return None
    found = _match(timed.rest, last, has_time=timed.found) if timed.found else None
    when = timed.when if found else ""
    found = found or _match(said, last, has_time=False)
    if found is None:
        return None
    text = timed.rest if when else said
    tool, _, where = found.name.partition(sentences.SUFFIX)
    arguments = _arguments(found, text, where, last)
    if arguments is None or tool not in clause.tools:
        return None
    if when:
        arguments[_time(where, said, when)] = _BEFORE_TIME.sub("", when.strip(" ,.?"))
    return _reading(tool, arguments)


def _reading(tool: str, arguments: dict[str, str]) -> Reading | None:
    """A reminder takes no hour of leaving, and needs one of arriving."""
    if tool == REMINDER:
        arguments.pop(_LEAVES, None)
        if not arguments.get(_ARRIVES):
            return None
    return Reading((Call(tool, arguments),))


def _match(said: str, last: Call | None, *, has_time: bool) -> Match | None:
    kept = {"", *(_SHOWN if last else ()), *(_TIMED if has_time else ())}
    if last and not has_time:
        kept -= {"shown_leaving"}
    return sentences.best(said, kept, sentences.templates("maps"))


def _arguments(match: Match, text: str, where: str, last: Call | None) -> dict[str, str] | None:
    """The call's arguments; None where what stands in a slot is no place."""
    slots = {name: _EDGES.sub("", value).strip() for name, value in sentences.slots(match).items()}
    if "destination" in slots and _TO_THE.search(text[: match.spans["destination"][0][0]]):
        slots["destination"] = f"le {slots['destination']}"
    if not all(map(_is_place, slots.values())):
        return None
    mode = ways.mode_of(_beside(match, text))
    named = {name: value for name, value in slots.items() if not (name == "origin" and ways.is_here(value))}
    found = {**named, **({"mode": mode} if mode else {})}
    if last is None or where not in _SHOWN:
        return found if "destination" in found else None
    asked = {name: str(value) for name, value in last.arguments.items() if value}
    if where == "back":
        turned = {"destination": asked.get("origin") or "home", "origin": asked.get("destination", "")}
        return {**({"mode": asked["mode"]} if "mode" in asked else {}), **turned, **found}
    kept = {name: value for name, value in asked.items() if not (where.startswith("shown_") and name == _LEAVES)}
    return {**kept, **found}


def _is_place(words: str) -> bool:
    """Whether words can name a place: few, no pointing, no order behind an "and", and none of what one gets to that is no place."""
    if not words or len(words.split()) > _MOST_WORDS or points(words) or says("no_place", words):
        return False
    parts = [part.strip() for part in _JOINS.split(words)[1:] if part.strip()]
    return not any(lexicon().length("orders", [word.folded for word in words_of(part)]) for part in parts)


def _beside(match: Match, text: str) -> str:
    """The words of a sentence that stand in no slot."""
    spans = sorted(span for name, of in match.spans.items() if name != "with" for span in of)
    for start, end in reversed(spans):
        text = f"{text[:start]} , {text[end:]}"
    return text


def _time(where: str, said: str, when: str) -> str:
    """Which argument a time is: what the sentence is about, else what the word before it says."""
    if "arriving" in where:
        return _ARRIVES
    return _ARRIVES if not where and _BY.search(said[: said.find(when)]) else _LEAVES


def _answered(clause: Clause, last: Call) -> Reading | None:
    """The call again with the place that was asked for; a sentence that says where one lives is remembered too."""
    said = speech.bare(clause.text).strip(" .!?")
    place = ways.place_said(said) if says("tells_home", said) else _FROM.sub("", said)
    if not place or len(said.split()) > _ANSWER_WORDS or not _is_place(place) or says("refuses", said):
        return None
    call = Call(last.tool, {**last.arguments, "origin": place})
    keeps = says("tells_home", said) and REMEMBERS in clause.tools
    return Reading((Call(REMEMBERS, {"statement": said}), call) if keeps else (call,))


_FROM = re.compile(r"\A(?:from|de|depuis|du|at|in|à)\s+(?=\S)", re.IGNORECASE)
