"""Rows of intents: a pattern in a small notation and what to make of its groups. The tables are in the files beside this one.

No word of a repetition is also two of them ("all of" beside "all" and "of"), and where two ways remain the repetition says how often: else
"show me all the all the …" has more ways to be read than can be tried (decision 23). `{name}` in a pattern stands for one of MACROS. Patterns match a whole clause, letters of any case; the first row whose
reader answers wins, so a file's rows stand from the particular to the general.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from app.models.offline.plan import Clause, Reading

Reader = Callable[[re.Match[str], Clause], Reading | None]

MACROS: dict[str, str] = {
    "show": r"(?:show|list|read|tell|give|display|get|view|see|check|open|pull up|bring up|go through|run through|"
    r"look at|print|what(?:'s| is| are|'re)|let me see|recite|hear)(?: (?:me|us|out|up|over|to me|back)){0,3}",
    "the": r"(?:(?:the|my|our|your|this|that|these|those|all|every|any|some|a|an|current|new|"
    r"whole|entire|existing|of|upcoming|latest|recent) ){0,6}",
    "todo": r"(?:to[ -]?do'?s?|to[ -]?do list|to[ -]?do lists|task list|tasks?|tasks list|things to do|list of things to do|chores?|jobs)",
    "list": r"(?:(?:the|my|our|a|an|this|that|your) ){0,4}(?P<where>(?:list of things to do|things to do|to[ -]?do'?s?(?: list)?|tasks?(?: list)?|"
    r"{word}{0,5}?lists?(?: (?:of|for) (?!(?:today|tomorrow|tonight|this |next |(?:mon|tues|wednes|thurs|fri|satur|sun)day|me\b|later))[\w' ]{1,40})?|shopping|grocery|groceries))",
    # A word of a list's name: "on my shopping list" is not the list "on my shopping". Where a word ends is never tried again (`++`):
    # a row of hyphens has too many ways to be five words.
    "word": r"(?:(?!(?:on|off|from|my|the|our|in|to(?![- ]do)|onto|into|and|left|still|with|everything|all)\b)[\w'&]++(?:-(?!lists?\b)[\w'&]++)*+[ -])",
    "note": r"(?:note|memo|notes|memos)",
    "reminder": r"(?:reminder|alarm|timer|alert|nudge)",
    "about": r"(?:about|regarding|on|of|for|concerning|re|with|mentioning|related to|to do with|that says?|saying|containing)",
    "drop": r"(?:delete|remove|erase|drop|trash|discard|get rid of|throw (?:away|out)|bin|scrap|kill|ditch|lose|cancel|strike|scratch|take out)",
    "url": r"(?P<url>(?:https?://|www\.)\S+|(?<![a-z0-9-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|io|dev|gov|edu|co\.uk|info|blog)(?:/\S*)?)",
    "i": r"(?:i|we)",
    "number": r"(?:number |no\.? |#)?(?P<number>\d{1,9})",
    "done": r"(?:done|complete|completed|finished|bought|ticked off|checked off|sorted|off)",
}


_MACRO = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Row:
    """One way to say a thing. `search` looks for the pattern anywhere instead of matching the whole clause."""

    pattern: str
    read: Reader
    search: bool = False


def read_rows(rows: Sequence[Row], clause: Clause) -> Reading | None:
    """What the first fitting row makes of the clause."""
    for row in rows:
        compiled = compiled_pattern(row.pattern)
        found = compiled.search(clause.text) if row.search else compiled.fullmatch(clause.text)
        if found is not None:
            reading = row.read(found, clause)
            if reading is not None:
                return reading
    return None


@cache
def compiled_pattern(pattern: str) -> re.Pattern[str]:
    """The regular expression of a row, macros written out, built when first used."""
    written = pattern
    while _MACRO.search(written):
        written = _MACRO.sub(lambda name: MACROS[name[1]], written)
    return re.compile(written, re.IGNORECASE | re.DOTALL)


def said(match: re.Match[str], name: str) -> str:
    """A group's words without outer spaces and marks; empty when the pattern has no such group or it was not said."""
    value = match.groupdict().get(name)
    return value.strip(" \t\n,;:.!?") if value else ""
