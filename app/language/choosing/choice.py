"""What somebody takes of what a sentence of ours lists: "Which one? a.pdf (in Legal, 3 May); b.pdf (…)" and "the first", "b.pdf", "the one in Legal". Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.language.choosing.wanted import filled, with_fields
from app.language.pointing import places
from app.language.words.tokens import fold

_LIST = re.compile(r"(?:\?|:| know) (?P<names>[^?]+)\Z")
_OUTSIDE = re.compile(r", (?![^(]*\))")
_IN_FOLDER = re.compile(r"\((?:folder, )?in (?P<folder>[^,()]{1,200})[,)]")
_FILLER = frozenset(
    "the a an one that this it in from of please le la les un une celui celle de du dans in use take send ok okay then so just yes well alors oui donc d'accord".split()
)
_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+\.[^\s<>,;]+")
_CHANNEL = re.compile(r"\A\W*(?:in |to |dans |sur )?(?P<name>#[\w.-]{1,80})\W*\Z")
_KEY = re.compile(r"[A-Z][A-Z0-9]{1,9}-\d{1,7}(?= )|[\w.-]+/[\w.-]+#\d{1,9}(?= )")  # what its title stands behind
_MOST = 160  # characters of an answer

# What a tool asks about, by a word of its question; the last row of a tool is for any other question.
_ASKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "search_files": (("", "words"),),
    "read_file": (("", "file"),),
    "send_mail": (("address", "to"), ("", "files")),
    "share_file": (("address", "with_whom"), ("", "file")),
    "slack_post": (("", "channel"),),
    "jira_get": (("", "ticket"),),
    "jira_transition": (("can go to", "to"), ("step of", "to"), ("", "ticket")),
    "jira_comment": (("", "ticket"),),
    "jira_update": (("", "ticket"),),
    "jira_create": (("", "project"),),
    "create_github_issue": (("", "repo"),),
}
_ASKS = re.compile(r"Which (?:one|channel|address|project|step|repository)\b|can go to: |Channels there are: ")


def answered(tool: str, given: Mapping[str, Any], question: str, answer: str) -> dict[str, Any] | None:
    """The arguments of a call that asked, with what an answer takes; None where it didn't ask, or these words are no answer."""
    if fields := filled(question, answer):
        return {**given, "fields": with_fields(given.get("fields") or (), fields)}
    name = argument_of(tool, question, given) if _ASKS.search(question) else ""
    chosen = taken(question, answer) if name else ""
    return {**given, name: instead(given[name], chosen, question)} if chosen else None


def still_wanted(tool: str, given: Mapping[str, Any], question: str, answer: str) -> dict[str, Any] | None:
    """The same for a question behind which something else was said: an answer that names the field of a tracker that it fills."""
    fields = filled(question, answer, named=True) if tool in _ASKED else []
    return {**given, "fields": with_fields(given.get("fields") or (), fields)} if fields else None


def argument_of(tool: str, question: str, given: Mapping[str, Any]) -> str:
    """The argument that a tool's question is about; "" for none that it was given."""
    return next((name for cue, name in _ASKED.get(tool, ()) if cue in question and name in given), "")


def instead(old: Any, chosen: str, question: str) -> Any:
    """What takes the place of a value: of several, of the one that the question names."""
    if not isinstance(old, list):
        return chosen
    meant = [one for one in old if str(one) in question] or old[:1]
    return [chosen if one in meant else one for one in old]


def options(sentence: str) -> list[str]:
    """What a sentence lists; empty where it lists nothing."""
    found = _LIST.search(sentence.strip().rstrip("."))
    if found is None:
        return []
    names = found["names"].strip().removeprefix("I know ")
    return [one.strip() for one in (names.split("; ") if "; " in names else _OUTSIDE.split(names)) if one.strip()]


def taken(sentence: str, answer: str) -> str:
    """The name of the one that an answer takes, or the address or channel that it gives; "" for any other words."""
    if len(answer) > _MOST:
        return ""
    listed = options(sentence)
    at = places(answer)
    if at and -len(listed) <= at[0] < len(listed):
        return name_of(listed[at[0]])
    if address := _ADDRESS.search(answer):
        return address[0].rstrip(".!?")
    if channel := _CHANNEL.match(answer):
        return channel["name"]
    named = _named(listed, answer)
    return name_of(named[0]) if len(named) == 1 else ""


def name_of(option: str) -> str:
    """What is listed without what stands behind it between brackets; a file with its folder, which tells it from its like."""
    if key := _KEY.match(option):
        return key[0]
    folder = _IN_FOLDER.search(option)
    name = option.partition(" (")[0].strip()
    return f"{folder['folder']}/{name}" if folder else name


def _named(listed: Sequence[str], answer: str) -> list[str]:
    """Those that have all words of an answer, but for what carries no meaning; of several, the one that is called just so."""
    words = [word for word in re.findall(r"[\w.@#-]+", fold(answer)) if word.strip(".") not in _FILLER]
    words = [word.rstrip(".") for word in words]
    found = [one for one in listed if words and all(word in fold(one) for word in words)]
    exact = [one for one in found if fold(name_of(one).rpartition("/")[2]) == " ".join(words)]
    return exact or found
