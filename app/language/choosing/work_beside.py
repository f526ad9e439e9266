"""What other words of a message say, by their shape, of what a call of a tool for work is given: kinds, drafts, whose, who. Pure."""

import re
from collections.abc import Callable, Mapping

from app.language.choosing.work_values import kind, person, with_sprint

_TICKETS = "jira_search"
# As whom somebody is looked for at a code host, where they didn't open what is looked for.
_ROLES = {
    "reviewed_by": re.compile(r"\breviewed\b", re.IGNORECASE),
    "reviewer": re.compile(r"\breview", re.IGNORECASE),
    "assigned_to": re.compile(
        r"\b(?:assign\w*|on (?:his|her|their) plate|owned by|working on|picked up)\b", re.IGNORECASE
    ),
    "mentions": re.compile(r"\bmention", re.IGNORECASE),
}
_KINDS = re.compile(
    r"\b(?:an?|new|une?|nouvelle?|nouveau) (bug|story|epic|task|sub-?task|spike|incident|tâche)\b", re.IGNORECASE
)
_ASSIGNED_TO = re.compile(
    r"\b(?:assigned|assignée?s?) (?:to|à) @?(?P<who>[^\W\d_][\w.-]{0,60}(?: [A-Z][\w-]{0,40})?)|\b(?:unassigned|non assignée?s?)\b",
    re.IGNORECASE,
)
_DUE = re.compile(r"\b(?:due|overdue|échéance)\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:mine|my|mes|à moi|il me reste|me reste-t-il)\b", re.IGNORECASE)
_PULLS = re.compile(r"\b(?:prs?|pull[ -]requests?|merge[ -]requests?|mrs)\b", re.IGNORECASE)
_DRAFT = re.compile(r"\b(?:drafts?|brouillons?)\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:i|i've|i have|j'ai|me)\b.{0,12}\b(?:reported|raised|filed|opened|logged|created|signalés?|créés?|ouverts?)\b"
    r"|\b(?:reported|raised|filed|opened|logged|created) by me\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:close|reopen|resolve|ferme[rz]?|clôture[rz]?|rouvr(?:e|ir|ez)|résou(?:s|dre|dez))\b", re.IGNORECASE
)
ASSIGNS_ME = re.compile(
    r"\b(?:assign|give|make|put|assigne|donne)\b.{0,40}\b(?:me|myself|mine|moi)\b"
    r"|\b(?:tu |de |à )?me (?:l['’]|la |le )(?:assign|attribu|confi|donn)\w+|\b(?:assigne|attribue|confie|donne|mets)\w?-?(?:le|la)?[- ]moi\b",
    re.IGNORECASE,
)

_TAKES_OFF = re.compile(
    r"\b(?:take|get)\b.{0,60}\b(?:off|from|away from)\b|\bunassign|\b(?:enlève|retire)\w*\b.{0,60}\bà\b|\bdésassign",
    re.IGNORECASE,
)


def beside(tool: str, given: Mapping[str, object], text: str) -> dict[str, object]:
    """The arguments with what other words of the message say of them, by their shape."""
    read_ = _BESIDE.get(tool)
    arguments = _with_assignee(tool, read_(dict(given), text) if read_ else dict(given), text)
    if "by" in arguments and (role := next((role for role, shape in _ROLES.items() if shape.search(text)), "")):
        arguments[role] = arguments.pop("by")
    return arguments


def _new_ticket(given: dict[str, object], text: str) -> dict[str, object]:
    of_kind = None if "kind" in given else _KINDS.search(text)
    return {**given, "kind": kind(of_kind[1])} if of_kind else given


def _items(given: dict[str, object], text: str) -> dict[str, object]:
    if _DRAFT.search(text):
        return {**given, "state": "draft", "kind": "pull request"}
    return {"kind": "pull request", **given} if _PULLS.search(text) else given


def _tickets(given: dict[str, object], text: str) -> dict[str, object]:
    """When it is due is no time since which it was changed."""
    if _DUE.search(text):
        given.pop("since", None)
    if _MINE.search(text) and not given.keys() & {"assignee", "whose"}:
        given["whose"] = "mine"
    if _REPORTED.search(text):
        given.pop("assignee", None)
        given["whose"] = "reported"
    return with_sprint(given, text)


def _ticket(given: dict[str, object], text: str) -> dict[str, object]:
    if not given and ASSIGNS_ME.search(text):
        return {"assignee": "me"}
    return {"assignee": "nobody"} if not given and _TAKES_OFF.search(text) else given


def _step(given: dict[str, object], text: str) -> dict[str, object]:
    ended = None if "to" in given else _ENDS.search(text)
    return {**given, "to": ended[0]} if ended else given


_BESIDE: Mapping[str, Callable[[dict[str, object], str], dict[str, object]]] = {
    "jira_create": _new_ticket,
    "search_github": _items,
    _TICKETS: _tickets,
    "jira_update": _ticket,
    "jira_transition": _step,
}


def _with_assignee(tool: str, arguments: dict[str, object], text: str) -> dict[str, object]:
    """With whom what is looked for is assigned to, where that stands there by its shape, which is no name of a project then."""
    name = {"search_github": "assigned_to", _TICKETS: "assignee"}.get(tool)
    match = _ASSIGNED_TO.search(text) if name else None
    if name is None or match is None or arguments.get("whose"):
        return arguments
    who = person("assignee", match["who"] or "nobody")
    kept = {key: one for key, one in arguments.items() if str(one).strip("@").casefold() != who.casefold()}
    return {**kept, name: who}
