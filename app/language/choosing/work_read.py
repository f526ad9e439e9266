"""What a message was learned to ask of the services of work (`reader/work.py`), as a call of a tool for work: by the rows of `orders/work_intents.toml`. Pure.

A thing is named by what stands in the message ("PR 12 on site" is "site#12"), or by what was read or handled last where the message names none.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from app.language.orders.numbers import in_digits
from app.language.orders.plan import Call
from app.language.reader.work import Asked, read

SURE, PLAIN = 0.5, 0.65  # of what is nothing else, and of what other words could mean too
_PEOPLE = frozenset(("assign", "unassign", "ask_review", "assignee", "with_whom", "name"))
_MANY = frozenset(("labels", "add_labels", "remove_labels", "assign", "unassign", "ask_review", "fields"))
_WRITTEN = frozenset(("title", "text", "summary", "description"))
_ME = re.compile(r"\A(?:me|myself|moi|i|@me)\Z", re.IGNORECASE)
_STROKE = re.compile(r"\s+(?:slash|stroke|barre)\s+", re.IGNORECASE)
_REPO_WORD = re.compile(r"\A(?:the|my|our|le|la|notre)\s+|\s+(?:repo|repository|project|dépôt)\Z", re.IGNORECASE)
_KEY = re.compile(r"\A(?P<project>[A-Za-z][A-Za-z0-9]{1,9})[\s#-]+(?P<number>\d[\d\s]{0,9})\Z")
_PULLS = re.compile(r"\b(?:prs?|pulls?|pull[ -]requests?|merge[ -]requests?|mrs?)\b", re.IGNORECASE)
_ISSUES = re.compile(r"\b(?:issues?|bugs?|tickets?|reports?)\b", re.IGNORECASE)
_PLURAL = re.compile(r"\A(?P<one>[^\W\d_]{2,30}?)(?P<ies>ies)?s?\Z")
# An item as it is called in writing; a number alone behind "owner/name" is one too.
_ITEM = re.compile(
    r"(?P<page>https?://[^\s/]{1,200}/[\w.-]{1,100}/[\w.-]{1,100}/(?:-/)?(?:issues|pulls?|merge_requests)/\d{1,9})"
    r"|(?<![\w/])(?P<repo>[A-Za-z0-9][\w.-]{0,99}(?:/[\w.-]{1,100}(?=[ #])|(?=#)))(?:#|\s#?)(?P<number>\d{1,9})(?![\w.])"
)
# What names of one shape alone are, wherever they stand.
_SHAPED = {
    "method": re.compile(r"\b(squash|rebase)"),
    "channel": re.compile(r"(?<![\w/])(#[a-z][\w-]{0,79})(?![\w/])"),
    "project": re.compile(
        r"\b(?:in|on|for|under|to|dans|pour|sur) (?:the |le )?(?:project |projet )?([A-Z][A-Z0-9]{1,9})\b(?!-\d)"
    ),
}
_CALLED = re.compile(
    r"\A[^:]{0,40}?(?:\b(?:called|titled|named|saying|intitulée?|appelée?)\b:?|:\s)\s*(?=\S)", re.IGNORECASE
)
_NUMBER_IN = re.compile(
    r"#?\b(?P<number>\d{1,9})\s+(?:in|on|of|from|at|for|over at|de|dans|sur|du) (?:the |le |la )?(?P<repo>[A-Za-z0-9][\w.-]{0,99}/[\w.-]{1,100})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_ASSIGNS_ME = re.compile(r"\b(?:assign|give|make|put|assigne|donne)\b.{0,40}\b(?:me|myself|mine|moi)\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]{1,2000}\"|“[^”]{1,2000}”|«[^»]{1,2000}»")
_STATES: Mapping[str, str] = {
    **dict.fromkeys(("open", "opened", "still open", "ouverte", "ouvertes", "ouvert", "ouverts"), "open"),
    **dict.fromkeys(("closed", "fermée", "fermées", "fermé", "fermés", "resolved"), "closed"),
    **dict.fromkeys(("merged", "fusionnée", "fusionnées", "fusionné", "fusionnés"), "merged"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one intent is done with. `instead`: the intent that it is where the message names one thing; `every`: all of `needs` are needed."""

    service: str
    tool: str
    thing: str = ""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    needs: tuple[str, ...] = ()
    instead: str = ""
    every: bool = False


def asked(text: str, tools: frozenset[str], last: Callable[[str], str], *, sure: float = SURE) -> Call | None:
    """The call that a message asks for, where its tool is there; `last` gives a service's thing that was shown or handled last, or ""."""
    said = read(text)
    row = _rows().get(said.intent)
    if row is None or said.sure < sure or _is_of_page(text):
        return None
    if row.instead and _item(said, text):
        row = _rows()[row.instead]
    if row.tool not in tools:
        return None
    arguments: dict[str, object] = dict(row.given)
    for slot, name in row.slots.items():
        words = [_whole(said, slot, text)] if name in _WRITTEN else _words(said, slot, name, text)
        if (value := _value(name, words)) and name not in arguments:
            arguments[name] = value
    arguments |= _shaped(row, arguments, text)
    if row.thing:
        arguments[row.thing] = _named(row, said, text) or last(row.service)
    needed = [name in arguments for name in row.needs]
    if "" in arguments.values() or (needed and not (all(needed) if row.every else any(needed))):
        return None
    return Call(row.tool, arguments)


def _shaped(row: Row, arguments: Mapping[str, object], text: str) -> dict[str, object]:
    """What stands in a message by its shape, for arguments that have no words yet or a part of these alone; not what stands in words to be written."""
    written = [
        (at - 1, at + len(str(words)))
        for name, words in arguments.items()
        if name in _WRITTEN and (at := text.casefold().find(str(words).casefold())) >= 0
    ]
    found = {name: shape.search(text) for name, shape in _SHAPED.items() if name in row.slots.values()}
    return {
        name: match[1]
        for name, match in found.items()
        if match
        and not any(start <= match.start(1) < end for start, end in written)
        and (name not in arguments or str(arguments[name]) in match[1] or match[1] in str(arguments[name]))
    }


def _is_of_page(text: str) -> bool:
    """Whether an address stands in it that is no item's of a code host."""
    return "://" in text and not (_ITEM.search(text) or {"page": None})["page"]


def _words(said: Asked, slot: str, name: str, text: str) -> list[str]:
    """The words of a slot; for people never a part of what a thing is called, but the address of whom to
    share with, or the user, where the message plainly has them."""
    words = said.all(slot)
    if name not in _PEOPLE or slot != "person":
        return words
    if name == "with_whom" and (addresses := _ADDRESS.findall(text)):
        return addresses
    named = _ITEM.search(text)
    kept = [one for one in words if named is None or one not in named[0]]
    return kept or (["me"] if words and _ASSIGNS_ME.search(text) else [])


def _whole(said: Asked, slot: str, text: str) -> str:
    """What is to be written: within its marks of quoting, or to the message's end where no other slot stands behind it."""
    found = next((one for one in said.slots if one.name == slot), None)
    if found is None:
        return ""
    quoted = next((one for one in _QUOTED.finditer(text) if one.start() <= found.start < one.end()), None)
    if quoted is not None:
        return quoted[0].strip('"“”«» ')
    behind = [one.start for one in said.slots if one.start > found.start and one.name != slot]
    whole = found.text if behind else text[found.start :].strip().rstrip(" .")
    return _CALLED.sub("", whole, count=1)


def _value(name: str, words: list[str]) -> object:
    """What an argument is given for the words that were said; None for nothing."""
    if not any(words):
        return None
    if name in _MANY:
        return [_one(name, one) for one in words]
    return _one(name, words[0]) or None


def _one(name: str, words: str) -> str:
    said = words.strip(" \"“”'«»")
    if name in _PEOPLE:
        return _person(name, said)
    if name in _WRITTEN:
        return f"{said[:1].upper()}{said[1:]}"
    made = _MADE.get(name)
    return made(said) if made else said


def _person(name: str, said: str) -> str:
    if _ME.match(said):
        return "@me" if name != "assignee" else "me"
    return said.removeprefix("@")


def _kind(said: str) -> str:
    """ "issue" or "pull request" at a code host; a tracker's own kinds stand as one ("stories" as "Story")."""
    if _PULLS.search(said):
        return "pull request"
    if _ISSUES.fullmatch(said) and said.casefold().startswith("issue"):
        return "issue"
    plural = _PLURAL.match(said)
    if plural is None:
        return said
    one = f"{plural['one']}y" if plural["ies"] else plural["one"]
    return one.capitalize()


_MADE: Mapping[str, Callable[[str], str]] = {
    "repo": lambda said: _repo(said),
    "kind": _kind,
    "state": lambda said: _STATES.get(said.casefold(), ""),
    "fields": lambda said: f"Story Points: {in_digits(said)}",
    "channel": lambda said: said if said.strip("#") else "",
    "emoji": lambda said: said.strip(": "),
    "parent": lambda said: _ticket(said),
}


def _repo(said: str) -> str:
    return _REPO_WORD.sub("", _STROKE.sub("/", said)).strip()


def _named(row: Row, said: Asked, text: str) -> str:
    """The thing that a message names, as its tool takes it."""
    if row.service == "github":
        return _item(said, text) or (said.one("words") if row.tool == "read_github_item" else "")
    if row.service == "jira":
        return _ticket(said.one("ticket")) or said.one("words")
    return said.one("file")


def _item(said: Asked, text: str) -> str:
    """ "acme/site#12", for however that was written: "PR 12 on acme/site", "acme/site 12"."""
    if named := _ITEM.search(text):
        return named["page"] or f"{named['repo']}#{named['number']}"
    if named := _NUMBER_IN.search(text):
        return f"{named['repo']}#{named['number']}"
    number = re.sub(r"\D", "", in_digits(said.one("number")))
    return f"{_repo(said.one('repo'))}#{number}" if number else ""


def _ticket(words: str) -> str:
    """ "proj 12" and "pay forty two" as the key that they are; other words as they are."""
    key = _KEY.match(in_digits(words.strip()))
    return f"{key['project'].upper()}-{''.join(key['number'].split())}" if key else words.strip()


@cache
def _rows() -> Mapping[str, Row]:
    read_ = tomllib.loads(Path(str(files("app.language.orders") / "work_intents.toml")).read_text(encoding="utf-8"))
    return {name: Row(**{**row, "needs": tuple(row.get("needs", ()))}) for name, row in read_.items()}
