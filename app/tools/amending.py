"""A change to a call that waits, read by rules: a time in place of its time, a name in place of a name, or its text written anew. Pure.

What asks for judgement ("friendlier", "the other one") is a language model's to work in; here it is not read.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.errors import ToolProblem
from app.schedule import phrases, recurrence
from app.tools import when as times

_LONGEST = 400  # characters of a change that is looked through for a time or a name
_TIMES = ("when", "due")
_FILLER = re.compile(
    r"\b(?:instead|please|rather|actually|no|not then|make (?:it|that)|change (?:it|that)(?: to)?|move (?:it|that)(?: to)?|"
    r"set (?:it|that)(?: to)?|better|at|on|to|for|by|the|it|is|should be|i meant|i mean|sorry)\b|[,.!]",
    re.IGNORECASE,
)
_SWAP = (
    re.compile(r"(?P<new>.+?),? (?:instead of|in place of|rather than) (?P<old>.+)", re.IGNORECASE),
    re.compile(r"(?P<new>.+?),? (?:and )?not (?P<old>.+)", re.IGNORECASE),
    re.compile(r"(?:change|replace|swap) (?P<old>.+?) (?:to|with|by|for|into) (?P<new>.+)", re.IGNORECASE),
    re.compile(r"not (?P<old>.+?),? (?:but|it'?s) (?P<new>.+)", re.IGNORECASE),
)
_NAMED = re.compile(
    r"(?:call|name|title) (?:it|that|this) (?P<name>.+)|(?:put (?:it|that|them)|move (?:it|that|them))? ?(?:on|onto|to|in) (?:the |my )?(?P<list>.+?) list",
    re.IGNORECASE,
)
# What begins so says how the text should change, not what it should be.
_TELLS_HOW = re.compile(
    r"\s*(?:make|change|replace|swap|shorten|lengthen|expand|rewrite|reword|rephrase|translate|fix|correct|remove|delete|drop|"
    r"add|include|mention|leave out|without|use|less|more|shorter|longer|friendlier|nicer|warmer|politer|simpler|too |"
    r"(?:the )?other|(?:the )?(?:first|second|third|last|next) one|instead|not|no|cancel|don'?t|can you|could you|please|also)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:make it|say|write|text:?|change it to)?\s*[“\"](?P<text>[^“”\"]+)[”\"]\s*\.?", re.IGNORECASE)


def amended(arguments: Mapping[str, Any], words: str, now: datetime) -> dict[str, Any] | None:
    """The arguments with the change in `words` worked in; None where rules can't. `now` is aware, in the user's zone. Raises ToolProblem for a time
    that there isn't."""
    said = " ".join(words.split())
    short = said if len(said) <= _LONGEST else ""
    changed = _another_time(arguments, short, now) or _another_name(arguments, short)
    return changed or (None if _SWAP[0].fullmatch(short) else _written_anew(arguments, words.strip()))


def _another_time(arguments: Mapping[str, Any], said: str, now: datetime) -> dict[str, Any] | None:
    slot = next((name for name in _TIMES if name in arguments), "")
    if not slot or not said:
        return None
    old = _planned(str(arguments[slot]), str(arguments.get("repeat", "")), now)
    bare = " ".join(_FILLER.sub(" ", said).split())
    if old is not None and (hour := times.in_its_half(bare, old.due)) != bare:
        said = hour
    if not _is_a_time(said, now):
        return None
    if old is None:  # there was no time, or one that can't be read any more: the new one stands alone
        return {**arguments, slot: said}
    changed = {**arguments, slot: times.pinned(said, times.replan(said, old, now))}
    return {**changed, "repeat": ""} if arguments.get("repeat") else changed


def _planned(when: str, repeat: str, now: datetime) -> times.Plan | None:
    try:
        return times.plan(when, repeat, now) if when or repeat else None
    except ToolProblem:
        return None


def _is_a_time(said: str, now: datetime) -> bool:
    """Whether words say a time or a repetition and nothing else."""
    rule = recurrence.find_rule(said, now)
    rest = f"{said[: rule.start]} {said[rule.end :]}" if rule else said
    match = phrases.find_time(rest, now)
    rest = rest.replace(match.text, " ", 1) if match else rest
    return bool(rule or match) and not _FILLER.sub(" ", rest).strip()


def _another_name(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    for pattern in _SWAP:
        found = pattern.fullmatch(said.rstrip(".!")) if said else None
        if found and (changed := _swapped(arguments, found["old"].strip(" \"'“”"), found["new"].strip(" \"'“”"))):
            return changed
    named = _NAMED.fullmatch(said.rstrip(".!")) if said else None
    if named is None:
        return None
    slot = "title" if named["name"] else "list_name"
    return {**arguments, slot: (named["name"] or named["list"]).strip(" \"'“”")} if slot in arguments else None


def _swapped(arguments: Mapping[str, Any], old: str, new: str) -> dict[str, Any] | None:
    """Every place of `old` as a word in the texts of the call."""
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)

    def swap(value: Any) -> Any:
        if isinstance(value, str):
            return word.sub(lambda _: new, value)
        return [swap(item) for item in value] if isinstance(value, list) else value

    changed = {name: swap(value) for name, value in arguments.items()}
    return changed if changed != dict(arguments) else None


def _written_anew(arguments: Mapping[str, Any], text: str) -> dict[str, Any] | None:
    """The one text of the call in new words."""
    quoted = _QUOTED.fullmatch(text) if len(text) <= _LONGEST else None
    if not text or (quoted is None and _TELLS_HOW.match(text)):
        return None
    new = quoted["text"] if quoted else text
    texts = [name for name, value in arguments.items() if name not in _TIMES and _is_one_text(value)]
    if len(texts) != 1:
        return None
    return {**arguments, texts[0]: [new] if isinstance(arguments[texts[0]], list) else new}


def _is_one_text(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and isinstance(value[0], str) and bool(value[0])
    return isinstance(value, str) and bool(value)
