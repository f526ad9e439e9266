"""Which thing of a service of work words mean: what was read or handled last, or what our answers showed at that place. Pure.

A name counts where a row of ours has it; others' titles and texts name nothing.
"""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from app.language.choosing import sentences
from app.language.choosing.work_services import Service
from app.language.dialogue.state import Before, calls_of
from app.language.orders import speech
from app.language.orders.plan import Call, Reading
from app.language.pointing import places, points
from app.language.words.tokens import fold

GIVEN = "+"
_BACK = 2
_ALERT, _BRIEFING = "set_alert", "give_briefing"
_MOST_READ = 8_000
_TWO, _LETTERS, _ROWS, _ROW_LENGTH = 2, 4, 60, 400
_ROW_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r"“[^“”]{0,300}”")


def tools_of(service: Service) -> frozenset[str]:
    """The tools that its sentences call."""
    names = sentences.templates(service.file).sentences
    return frozenset(name.partition(sentences.SUFFIX)[0].partition(GIVEN)[0] for name in names)


def lately(before: Before) -> list[Call]:
    """The calls of the last few messages that came to any, the latest first."""
    ran = [calls for asked in (before.asked, *before.past) if (calls := calls_of(asked))]
    return [call for calls in ran[: _BACK + 1] for call in reversed(calls)]


def is_named(service: Service, text: str) -> bool:
    """Whether one of its things stands in a text by its name."""
    written = service.written or (None if service.by_words else service.named)
    return written is not None and written.search(text) is not None


def last_shown(service: Service, before: Before) -> int:
    """How many calls ago something of a service was shown, so that "the second one" is of what was shown last."""
    tools, called = tools_of(service), lately(before)
    return next((at for at, call in enumerate(called) if call.tool in tools), len(called))


def meant(service: Service, words: str, before: Before) -> str:
    """The name of what words point at; the words themselves where they name something."""
    at = places(words)
    shown = (_were_shown(service, before, least=2) if at else []) or _were_shown(service, before)
    if at and -len(shown) <= at[0] < len(shown):
        return shown[at[0]]
    if points(words):
        return last(service, before)
    return words if at else speech.without_article(words)


def other_than(service: Service, name: str, before: Before) -> str:
    """The other one of two that were shown; "" where there are more, or it was none of them."""
    return of_two(_were_shown(service, before, least=2), name)


def of_two(names: Sequence[str], taken: str) -> str:
    """The other one of two names; "" where there are more, or that one is none of them."""
    left = [one for one in names if one != taken]
    return left[0] if len(names) == _TWO and len(left) == 1 else ""


def titled(service: Service, words: Collection[str], before: Before) -> str:
    """The one thing whose row has all these words (folded), in the last answer that has such a row; "" where several have."""
    for asked in (before.asked, *before.past):
        texts = [one.outcome for one in asked if any(call.tool in _listing(service) for call in one.calls)]
        if found := {name for text in texts for name in _with_words(service, words, text[:_MOST_READ])}:
            return found.pop() if len(found) == 1 else ""
    return ""


def with_words(service: Service, words: Collection[str], text: str) -> str:
    """The same in one text."""
    found = _with_words(service, words, text)
    return found.pop() if len(found) == 1 else ""


def _with_words(service: Service, words: Collection[str], text: str) -> set[str]:
    rows = ((one["name"], text[one.start() :].partition("\n")[0]) for one in islice(service.row.finditer(text), _ROWS))
    own = ((name, frozenset(_ROW_WORD.findall(fold(row[:_ROW_LENGTH])))) for name, row in rows)
    return {name for name, row in own if all(any(_is_word(one, other) for other in row) for one in words)}


def _listing(service: Service) -> frozenset[str]:
    return service.lists | tools_of(service)


def _is_word(said: str, own: str) -> bool:
    """Whether a word of a row is the one that was said, or its plural, or the other way round."""
    return said == own or (len(said) >= _LETTERS and own.removesuffix("s") == said.removesuffix("s"))


def last(service: Service, before: Before) -> str:
    """What was read, made or handled last; else the first of what was shown."""
    for asked in (before.asked, *before.past):
        for reading in reversed(asked):
            for call in reversed(reading.calls):
                name = str(call.arguments.get(service.thing, ""))
                if service.named.fullmatch(name) or (name and service.by_words and call.tool in tools_of(service)):
                    return name
            if names := _names(service, reading):
                return names[-1] if service.newest_last else names[0]
    return next(iter(_were_shown(service, before)), "")


def _were_shown(service: Service, before: Before, *, least: int = 1) -> list[str]:
    """What our last answer that named any, or `least` of them, named: each once, in their order."""
    for asked in (before.asked, *before.past):
        names = list(dict.fromkeys(name for reading in asked for name in _names(service, reading)))
        if len(names) >= least:
            return names
    return list(dict.fromkeys(said(service, before.reply[:_MOST_READ])))


def _names(service: Service, reading: Reading) -> list[str]:
    """What stands as a thing of the service's in an answer of its tools or in a briefing; in what we said to wait for, wherever it stands."""
    tools, outcome = {call.tool for call in reading.calls}, reading.outcome[:_MOST_READ]
    if tools & (service.lists or tools_of(service)):
        return [found["name"] for found in service.row.finditer(outcome)]
    if _BRIEFING in tools:
        return said(service, outcome)
    return service.named.findall(outcome) if _ALERT in tools and not service.by_words else []


def said(service: Service, reply: str) -> list[str]:
    """What a message that no tool answered names: a line's last one, for a title stands before its name; what is quoted is somebody else's."""
    if service.by_words:
        return [found["name"] for found in service.row.finditer(reply)]
    lines = (service.named.findall(_QUOTED.sub("", line)) for line in reply.splitlines())
    return [names[-1] for names in lines if names]
