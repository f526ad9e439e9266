"""What a message asks of a code host that is none of its sentences, where an item or a repository stands in it by its name: by the words beside that name,
from the tables `[item]` and `[repo]` of the service's file. Pure.

A name like "acme/site#12" is unmistakable, so that few words decide; where other parts of the message plainly ask for something else (to be reminded, a
note), it is that.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from app.language.choosing.windows import parts_of
from app.language.choosing.work_read import OTHERS
from app.language.orders.plan import Call

_REPO = re.compile(r"(?<![\w/:.@])[A-Za-z][\w.-]{0,60}/[A-Za-z][\w.-]{1,80}(?![\w/@#])")
_WORD = re.compile(r"[\w'’-]+")
_SAYS = re.compile(
    r"\s*(?:[:,]|\s[-–—])?\s*\b(?:saying(?: that)?|and say(?: that)?|say(?: that)?|to say(?: that)?|that|with|titled|called|title it|about|que|en disant que|pour dire que|avec|intitulée?)\b\s*|\s*:\s+|\s+[-–—]\s+",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|on|for|mentioning|with|sur|à propos de)\s+(?:the |le |la |les )?(?P<words>[^?]{2,80})", re.IGNORECASE
)
_LABEL = re.compile(
    r"\b(?:labell?ed|tagged|with (?:the )?label|étiquetées?)\s+(?:as )?[\"“']?(?P<label>[\w -]{2,40}?)[\"”']?(?=\s+(?:in|on|of|at|for|dans|sur)\b|[?.!]|\Z)",
    re.IGNORECASE,
)
_STATES = (("merged", "merged, fusionnées"), ("closed", "closed, fermées, fermés"), ("open", "open, ouvertes, ouverts"))
_SURE, _LONGEST = 0.7, 400


def asked(text: str, tools: frozenset[str], file: str, named: re.Pattern[str]) -> Call | None:
    """The call, where its tool is there. `named` is how a thing of that service stands in writing."""
    said = text[:_LONGEST]
    tables = _tables(file)
    item, repo = named.findall(said), _REPO.findall(named.sub(" ", said)) if tables["repo"] else []
    if len(item) + len(repo) != 1 or any(part.intent in OTHERS and part.sure >= _SURE for part in parts_of(said)):
        return None
    name = (item or repo)[0]
    row = _row(tables["item" if item else "repo"], said.replace(name, " ", 1))
    if row is None:
        return None
    tool, *given = row.split("+")
    arguments: dict[str, object] = {key: value for key, _, value in (one.partition("=") for one in given)}
    arguments[_THINGS.get(tool, "item") if item else "repo"] = name
    call = _filled(tool, arguments, said, name)
    return call if call is not None and call.tool in tools else None


def _filled(tool: str, arguments: dict[str, object], said: str, name: str) -> Call | None:
    """With what stands behind the name; None where something has to be written and isn't there."""
    behind = said.partition(name)[2]
    if tool in _WRITES:
        cut = _SAYS.match(behind) or _SAYS.search(behind)
        words = behind[cut.end() :].strip(" \"“”'.") if cut else ""
        if words:
            arguments[_WRITES[tool]] = f"{words[:1].upper()}{words[1:]}"
        elif tool in _MUST:
            return None
    if tool == "search_github":
        label = _LABEL.search(said)
        about = None if label else _ABOUT.search(said.replace(name, "").replace(" in ?", "?"))
        arguments |= {"label": label["label"].strip()} if label else {}
        arguments |= {"words": re.sub(r"\s+(?:in|on|dans|sur)\s*\Z", "", about["words"].strip())} if about else {}
        state = next((state for state, words in _STATES if _says(words, said)), "")
        arguments |= {"state": state} if state else {}
    return Call(tool, arguments)


_THINGS: Mapping[str, str] = {"jira_get": "ticket", "jira_comment": "ticket", "read_file": "file"}
_WRITES: Mapping[str, str] = {
    "create_github_issue": "title",
    "comment_on_github": "text",
    "review_pull_request": "text",
    "jira_comment": "text",
}
_MUST = frozenset(("create_github_issue", "comment_on_github", "jira_comment"))


def _row(table: Sequence[tuple[str, str]], said: str) -> str | None:
    """The first row of which words stand in a text."""
    return next((name for name, words in table if _says(words, said)), None)


def _says(words: str, said: str) -> bool:
    spoken = f" {' '.join(_WORD.findall(said.casefold()))} "
    return any(f" {one} " in spoken for one in words.split(", "))


@cache
def _tables(file: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    read = tomllib.loads(Path(str(files("app.language.orders") / f"{file}.toml")).read_text(encoding="utf-8"))
    return {name: list(read.get(name, {}).items()) for name in ("item", "repo")}
