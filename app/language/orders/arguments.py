"""The kinds of arguments: words of a slot to what a tool takes, each checked.

Pure. Every kind is given the slot's words, the clause (its moment, and what "it" and "the list" mean there) and the part they stand in.
"""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from app.language import questions
from app.language.cues import says
from app.language.orders import figures, lists, quiet, speech, spelling, standing, times
from app.language.orders.briefings import briefing
from app.language.orders.items import is_doing, split_items
from app.language.orders.plan import Clause
from app.language.orders.repairs import put_right
from app.language.people import of_what, of_whom
from app.language.pointing import points
from app.language.reader.reading import Part, Slot
from app.language.time import phrases
from app.language.vocabulary import lexicon
from app.schedule import zones

_LONG_WORD = re.compile(r"(?<![\w'’-])[a-z]{6,}(?![\w'’-])")  # whose slips are put right; names keep theirs


def moment(words: str, clause: Clause) -> tuple[str, str]:
    """The moment and the repetition in some words; ("", "") where the grammar reads none."""
    words = _SAME.sub("", _TO_HOUR.sub("at ", _INSTEAD.sub("", words.strip()))).strip(" ,")
    timed = times.cut(times.with_at(words), clause.now) if words.strip() else times.Timed("")
    if timed.found and len(timed.rest.split()) > 2:
        again = times.cut(timed.rest, clause.now)
        return (f"{timed.when} {again.when}".strip(), timed.repeat or again.repeat) if again.found else ("", "")
    return timed.when, timed.repeat


# "11 instead of 10", "11 rather than 10", "à 11h au lieu de 10h".
_INSTEAD = re.compile(
    r",? (?:instead of|rather than|in place of|and not|not|au lieu de|plutôt que|et pas|pas) .*\Z", re.IGNORECASE
)
_SAME = re.compile(
    r",?\s*(?:at |à )?(?:the |la )?(?:same (?:time|hour)|même heure)", re.IGNORECASE
)  # what is kept in any case
_TO_HOUR = re.compile(r"\A(?:2|to) (?=\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m)", re.IGNORECASE)  # "change it 2 8pm"


def are_two_hours(whens: list[str], clause: Clause) -> bool:
    """Whether two clock times are named, of which the last is meant."""
    found = [phrases.find_time(times.with_at(words), clause.now) for words in whens]
    return sum(one is not None and one.has_time for one in found) > 1


def with_day(when: str, repeat: str, dropped: str, clause: Clause) -> tuple[str, str]:
    """ "tomorrow at 3, no, half past 3": an hour that replaces another keeps its day."""
    now = phrases.find_time(when, clause.now) if when and dropped and not repeat else None
    if now is None or now.has_date:
        return when, repeat
    words = dropped.split()
    spans = (words[start:end] for end in range(len(words), 0, -1) for start in range(end))
    for span in spans:
        day = phrases.find_time(" ".join(span), clause.now)
        if day is not None and day.has_date and not day.has_time:
            return _TWICE.sub(r"\g<at> ", f"{' '.join(span)} {when}"), repeat
    return when, repeat


_TWICE = re.compile(r"\b(?P<at>at|à|by|for) (?P=at) ", re.IGNORECASE)


def _which(words: list[str], clause: Clause, part: Part) -> dict[str, str]:
    said = " ".join(dict.fromkeys(words))
    if by := shift(part.text) if not _CLOCK.search(said) else "":
        return {"when": by}
    when, repeat = moment(said, clause)
    return {name: value for name, value in (("when", when), ("repeat", repeat)) if value}


def shift(said: str) -> str:
    """By how long something is moved: "by a week", "an hour earlier"; "in an hour" where it is put there; "" where no length is named."""
    found = _SHIFT.search(said)
    if found is None:
        return ""
    if _FORWARD.search(said):
        return f"{found['span']} earlier"
    return f"{'by' if found['by'] or _PUSHES.search(said) else 'in'} {found['span']}"


_SHIFT = re.compile(
    r"\b(?:(?P<by>by|de|d'(?=une)|(?:push|postpone|delay|move|shift|put|bring)(?: (?:it|that|this|them|the \w+|my \w+))?(?: back| off| on| forward| out)?)|for|in|pour|dans) ?(?P<span>(?:an?|une?|half an|another|\d+|one|two|three|four|five|ten|fifteen|twenty|thirty|deux|trois|cinq|dix|quinze|trente)[ -]?(?:more )?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|heures?|jours?|semaines?)(?: and a half)?)\b(?! (?:before|after|avant|après))",
    re.IGNORECASE,
)
_FORWARD = re.compile(r"\b(?:forward|earlier|sooner)\b", re.IGNORECASE)
_PUSHES = re.compile(
    r"\b(?:more|postpone|delay|push|move|back|later|earlier|put off|repousse|décale|recule|avance)\w*\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d[:h.]\d\d|\b(?:at|to|until|till|à|jusqu)\b|\d ?(?:am|pm|h)\b|\wday\b", re.IGNORECASE)


def _time(words: list[str], clause: Clause, part: Part) -> str:
    if (by := shift(part.text)).startswith("by ") and not _CLOCK.search(" ".join(words)):
        return by
    when, repeat = moment(" ".join(words), clause)
    return " ".join(filter(None, (repeat, when)))


_NOW = re.compile(r"(?:right |just )?now|at the moment|maintenant|actuellement|à présent|en ce moment", re.IGNORECASE)


def _day(words: list[str], clause: Clause, _: Part) -> str:
    if _NOW.fullmatch(" ".join(words).strip(" ?.!")):
        return ""  # "my reminders now"
    said = re.sub(r"\A(?:for|on|of|pour|de) ", "", " ".join(words).strip(" ?.!"), flags=re.IGNORECASE)
    return said if times.has_time(said, clause.now) or _STRETCH.search(said) else ""


_STRETCH = re.compile(r"\b(?:week|weekend|month|year|semaine|mois|année|we)\b", re.IGNORECASE)


def items(words: list[str], clause: Clause, part: Part) -> list[str]:
    """Things, each apart, without articles."""
    quoted = speech.quoted_parts(part.text)
    if quoted and all(any(one.strip("\"' ") in other for other in quoted) for one in words):
        return quoted
    things = bool(part.one("list")) or not any(map(is_doing, words))
    bare = (_OPEN_END.sub("", _ARTICLE.sub("", plain(one))) for one in words)
    found = [item for one in bare for item in split_items(one, things=things)]
    found = [item for item in found if item.casefold() not in _EMPTY]
    return [_pointed(item, clause) for item in found]


_NUMBERED = re.compile(
    r"\A(?:task|item|note|reminder|alarm|fact|entry|number|schedule|alert|no\.?|nr\.?|numéro|n°|tâche|rappel)s? (?=#?\d+\Z)",
    re.IGNORECASE,
)
_IS = re.compile(r"['’]s\Z")  # "the rent's paid"
_ARTICLE = re.compile(
    r"\A(?:(?:du|de la|des|le|la|les|un|une|some|da|teh|mon|ma|mes)\s+|(?:de l|l|d)['’])(?=\S)", re.IGNORECASE
)


def _refs(words: list[str], clause: Clause, part: Part) -> list[str]:
    if any(one.casefold() in _ALL for one in words):
        return ["everything"]
    named = [one for one in words if not points(one)]  # "the tent is here, so take that one off"
    found = (_ref([_DID.sub("", one)], clause, part) for one in named or words)
    return [one for one in found if one.casefold() not in _EMPTY]


_DID = re.compile(
    r"\A(?:paid|bought|done|finished|did|sent|called|booked|payé|acheté|fini)\s+(?:for\s+)?(?=\S)", re.IGNORECASE
)
_EMPTY = frozenset(
    "the a an some my our le la les un une des du mon ma mes and et l d something stuff things quelque chose # and".split()
)
_ALL = frozenset(("everything", "all", "all of it", "all of them", "the lot", "tout", "tous", "toutes", "them all"))


def _ref(words: list[str], clause: Clause, _: Part) -> str:
    if points(plain(words[0])):
        return clause.thing or "last"
    said = _IS.sub("", speech.without_article(_ARTICLE.sub("", plain(words[0]))))
    said = _OPEN_END.sub("", _ONE.sub("", _NUMBERED.sub("", _THAT_OF.sub("", said))))
    if points(said) or said.casefold() in _NEXT:
        return clause.thing or "last"
    return said


_NEXT = frozenset(("next", "prochain", "prochaine"))


_OPEN_END = re.compile(r"\s+(?:on|with|avec|at|for|to|of|in|by|the|and|n|&|à|le|la|pour|et|de)\Z", re.IGNORECASE)


_THAT_OF = re.compile(
    r"\A(?:(?:celui|celle|ceux|celles) (?:de la |des |du |de l'|d'|de |pour )|(?:the )?(?:ones?|reminders?|rappels?) (?:for|about|with|pour|sur) (?:the |my )?)(?=\w)",
    re.IGNORECASE,
)
_ONE = re.compile(r"(?<=\w) (?:one|article|reminder|alarm|task|note|schedule)\Z", re.IGNORECASE)  # "the jollof one"


def _pointed(text: str, clause: Clause) -> str:
    """ "buy it" as "buy milk", where the part before named milk."""
    return clause.thing if clause.thing and points(text) else text


_SHOPS = frozenset(("shop", "shops", "the shop", "the shops", "store", "the store", "supermarket", "the supermarket"))


_TODO = frozenset(("to", "do", "to do", "to-do", "todo", "task", "tasks", "tâches", "taches"))


_WITHIN = re.compile(r"\A.* (?:on|to|onto|in|sur|dans) (?:my|our|the|mon|ma|mes|la) (?=\w)", re.IGNORECASE)


def list_called(words: list[str], clause: Clause, _: Part) -> str:
    """A list's plain name; "" for the to-do list."""
    if words[0].strip().casefold() in _SHOPS:
        return "shopping"
    if words[0].strip().casefold() in _TODO:
        return ""
    named = _WITHIN.sub("", plain(words[0])).removesuffix(" list")  # "the Hendersons on my task list"
    if named.casefold() in _TODO:
        return ""
    return lists.list_name(f"{_OPEN_END.sub('', _ARTICLE.sub('', named))} list", clause)


def _text(words: list[str], _: Clause, part: Part) -> str:
    said = [slot for slot in part.slots if slot.name == "text"]
    text = " ".join(words)
    if len(said) > 1 and [slot.text for slot in said] == words and _side_by_side(said):
        text = part.text[said[0].start - part.start : said[-1].end - part.start]
    return put_right(plain(_JOINT.sub("", text, count=1)))


def _side_by_side(slots: list[Slot]) -> bool:
    return all(later.start - earlier.end <= len(" , ") for earlier, later in pairwise(slots))


_JOINT = re.compile(r"\A(?:(?:that|que|saying|qu['’](?=\w)|:)\s*)+(?=\S)", re.IGNORECASE)


def _forgotten(words: list[str], clause: Clause, part: Part) -> str:
    """ "what I told you about Doris" is all there is about her, "my shoe size" the one thing, "fact 3" its number."""
    # "what I told you about my doctor"
    named = next((one for one in words if not lexicon().asking(one.casefold().split())[0]), words[0])
    if (told := _WHAT_ABOUT.match(named)) is not None:
        named = named[told.end() :]
    said = _NUMBERED.sub("", plain(named))
    if said.lstrip("#").isdecimal():
        return f"#{said.lstrip('#')}"
    bare = speech.without_article(said)
    before = part.text[: part.text.find(named)]
    return f"everything about {said}" if _ABOUT.search(before) else bare


_WHAT_ABOUT = re.compile(
    r"\A(?:what|everything|anything|all|(?:tout )?ce que) .{1,40}? (?:about|regarding|sur|à propos de) (?=\w)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|regarding|concerning|sur|à propos de)(?: (?:my|our|the|mon|ma|mes|le|la|les))?\s*\Z", re.IGNORECASE
)


def _finished(_: list[str], __: Clause, part: Part) -> bool:
    """Whether what is done is asked for as well."""
    return _DONE.search(part.text) is not None and not _OPEN.search(part.text)


_OPEN = re.compile(
    r"\b(?:not|n't|yet|still|left|to be|remain\w*|outstanding|pending|undone|unfinished|pas|encore|restent?|à faire)\b|n't\b",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:completed|finished|done|ticked|crossed|terminées?|faite?s|cochées?)\b", re.IGNORECASE)


def _adds(_: list[str], __: Clause, part: Part) -> bool:
    """Whether the words are added to what is there; not where it shall say something else now."""
    around = part.text.replace(part.one("text") or "\n", " ")
    return not _REPLACES.search(around)


_REPLACES = re.compile(
    r"\b(?:change|update|replace|rewrite|edit|correct|should (?:say|read)|to (?:say|read)|make it (?:say|read)|modifie|remplace|corrige|change)\b",
    re.IGNORECASE,
)


def whole(words: list[str], _: Clause, __: Part) -> str:
    """All of the part, without what leads up to it."""
    asked = words[0].strip()
    outright = _LED_UP_TO.sub("", asked)
    said = speech.bare(asked if questions.read_question(outright).asked == () else outright)
    return _KEYED.get(said.casefold(), said)


_LED_UP_TO = re.compile(  # "I'm filling in a form, what's our vet's name?"
    r"\A[^?]{1,160}[,.;!:] (?=(?:what|who|whose|where|when|which|how)\b[^?]*\?\s*\Z)", re.IGNORECASE
)
_KEYED = {
    "where do i live": "home",
    "where am i living": "home",
    "where do i stay": "home",
}  # kept under a name of its own


def _told(words: list[str], clause: Clause, _: Part) -> str:
    said = speech.without(words[0], front=("lead", "frame", "remember"), back=("tail", "remembered"))
    told = _LONG_WORD.sub(spelling.of_facts, _THAT.sub("", said))
    if clause.led and _LEANS.match(told) and len(clause.led) <= _MOST_LED and clause.led.strip(" ,.") not in told:
        return f"{clause.led.strip(' ,.')}, {told}"  # "The code changed, it's 5922 now"
    return of_what(of_whom(put_right(told), clause.aside), clause.aside)


_LEANS = re.compile(r"(?:she|he|they|it(?:'s)?|that's|elle|ils?|elles|c'est)\b", re.IGNORECASE)
_MOST_LED = 80  # characters


_THAT = re.compile(r"\A(?:and |et )?(?:que |qu['’]|that )(?=\S)", re.IGNORECASE)


_OWN = re.compile(
    r"\A(?:(?:that|about|where|what|who|how|when) )?(?:i(?:'m| am| live(?: in)?|'ve)?|my|our|me) |\A(?:old|former|previous|last|ex-?) |\A(?:me|that|this|it|all (?:that|this))\Z",
    re.IGNORECASE,
)
_KEYS = {"live": "home", "living": "home", "stay": "home", "work": "work", "working": "work"}


def _known(words: list[str], _: Clause, part: Part) -> str:
    """What a fact is about, as it is kept: "home" for "where I live"."""
    said = plain(words[0])
    key = next((_KEYS[word] for word in said.casefold().split() if word in _KEYS), "")
    if not part.all("topic"):
        return key
    return key or _OWN.sub("", _OWN.sub("", said)).strip()


def _zone(words: list[str], _: Clause, part: Part) -> str:
    """A place whose clock is known, or whatever is called a time zone: what the tool then doesn't know it says."""
    said = plain(words[0])
    return said if zones.find_zone(said) or _ZONE.search(part.text) else ""


_ZONE = re.compile(r"\b(?:time ?zone|zone|clock|fuseau|heure)\b", re.IGNORECASE)


def _from_first_to_last(words: list[str], part: Part) -> str:
    """The words of the slots with what stands between them: "there's news | about | cocoa"."""
    start, last = part.text.find(words[0]), part.text.rfind(words[-1])
    return part.text[start : last + len(words[-1])] if 0 <= start <= last else " ".join(words)


def _with_limit(words: list[str], part: Part) -> str:
    """A condition with how often or until when it is told, where that stands behind it: "…, at most once a day"."""
    said = _from_first_to_last(words, part)
    behind = part.text[part.text.rfind(said) + len(said) :] if said in part.text else ""
    return said + behind if standing.is_limit(behind) else said


def plain(words: str) -> str:
    """Words without quotes and closing marks."""
    return speech.unquoted(words.strip(" \t\n,;:.«»"))


KINDS: Mapping[str, Callable[[list[str], Clause, Part], Any]] = {
    "text": _text,
    "items": items,
    "list": list_called,
    "ref": _ref,
    "refs": _refs,
    "day": _day,
    "time": _time,
    "which": _which,
    "whole": whole,
    "told": _told,
    "forgotten": _forgotten,
    "adds": _adds,
    "finished": _finished,
    "last_step": lambda _, __, part: says("last_step", part.text) or None,
    "sum": lambda words, _, __: figures.as_sum(put_right(words[0])),
    "dated": lambda words, clause, part: figures.as_date_question(whole(words, clause, part)),
    "said": lambda words, _, __: " ".join(words).strip(" ,.;!?"),
    "count": lambda words, _, __: figures.count(words[0]),
    "briefing": lambda words, _, __: briefing(words[0]),
    "skip": lambda words, _, __: standing.left_out(words),
    "condition": lambda words, _, part: standing.condition(_with_limit(words, part)),
    "known": _known,
    "zone": _zone,
    "hours": lambda words, _, part: quiet.hours(" ".join(words), part.text),
}
