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
    re.compile(r"(?P<new>.+?),? (?:instead of|in place of|rather than|and not|not) (?P<old>.+)", re.IGNORECASE),
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


def amended(arguments: Mapping[str, Any], change: str, now: datetime) -> dict[str, Any] | None:
    """The arguments with `change` worked in; None where rules can't. `now` is aware, in the user's zone. Raises ToolProblem for a time
    that there isn't."""
    said = " ".join(change.split())
    short = said if len(said) <= _LONGEST else ""
    return (
        _another_time(arguments, short, now)
        or _another_name(arguments, short)
        or _written_anew(arguments, change.strip())
    )


def _another_time(arguments: Mapping[str, Any], said: str, now: datetime) -> dict[str, Any] | None:
    slot = next((name for name in _TIMES if name in arguments), "")
    if not slot or not said:
        return None
    found = recurrence.find_rule(said, now)
    rest = f"{said[: found.start]} {said[found.end :]}" if found else said
    match = phrases.find_time(rest, now)
    rest = rest.replace(match.text, " ", 1) if match else rest
    if _FILLER.sub(" ", rest).strip() or not (found or match):
        return None
    meant = " ".join(_FILLER.sub(" ", said).split()) if not match else said
    old, repeat = str(arguments[slot]), str(arguments.get("repeat", ""))
    if not old:
        return {**arguments, slot: meant}
    try:
        plan = times.plan(old, repeat, now)
    except ToolProblem:  # what it said before can't be read any more; the new time stands alone
        return {**arguments, slot: meant}
    changed = {**arguments, slot: times.pinned(meant, times.replan(said, plan, now))}
    return {**changed, "repeat": ""} if repeat else changed


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
