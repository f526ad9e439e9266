"""The last list of work once more, with less or more in it: "just the open ones", "closed ones too", "only mine", "and Ama's?", "in site too?". Pure.

`_STATES` says what a state is called by whom; a list keeps whatever else it was asked for.
"""

import re
from collections.abc import Callable, Mapping

from app.language.choosing import work_refs
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause

_LONGEST = 80
_LEAD = r"\W*(?:(?:and|ok|okay|so|now|then|um+|uh|show(?: me)?|give me|list|no|et|bon|alors|montre(?:-moi)?)\b[\s,]*)*+"
_ONLY = r"(?:(?:just|only|seulement|uniquement|juste|que)\s+)"
_ONES = r"(?:the |les |ceux |celles |that |those )*"
_END = r"(?:[\s,]+(?:please|pls|then|now|instead|stp|svp))*[\s?!.]*"
_TOO = r"(?:[\s,]+(?:too|as well|also|aussi|également|inclus(?:es)?|included))"
_ONE = r"(?: (?:ones?|tickets?|issues?|prs?|pull requests?|builds?|bugs?|things?))?"
_NAME = r"(?P<who>[^\W\d_][\w.-]{1,39})"
_STATE = (
    r"(?P<state>still open|open|closed|merged|drafts?|done|finished|resolved|in progress|to do|in review|blocked|failed|failing|red"
    r"|ouvert(?:e)?s?|fermée?s?|fusionnée?s?|terminée?s?|finie?s?|en cours|à faire|bloquée?s?|échoué(?:e)?s?|brouillons?)"
)
_STATES: Mapping[str, Mapping[str, str]] = {
    "search_github": {
        **dict.fromkeys(("open", "ouvert"), "open"),
        **dict.fromkeys(("clos", "ferm", "done", "finish", "resolv", "termin", "fini"), "closed"),
        **dict.fromkeys(("merg", "fusionn"), "merged"),
        **dict.fromkeys(("draft", "brouillon"), "draft"),
    },
    "jira_search": {
        **dict.fromkeys(("open", "ouvert"), "open"),
        **dict.fromkeys(("clos", "done", "finish", "resolv", "ferm", "termin", "fini"), "done"),
        **dict.fromkeys(("in progress", "en cours"), "in progress"),
        **dict.fromkeys(("to do", "à faire"), "to do"),
        "in review": "In Review",
        **dict.fromkeys(("block", "bloqu"), "Blocked"),
    },
}
_KEPT = ("failed", "failing", "red", "échou")  # of builds, whose list shows how each went
_BUILDS, _STATE_OF, _ANY = (
    "github_builds",
    {"search_github": "state", "jira_search": "status"},
    {"search_github": "", "jira_search": "any"},
)
_PLACES = {"search_github": "repo", "jira_search": "project", "github_builds": "repo"}
_PEOPLE = {"search_github": "by", "jira_search": "assignee"}
_WHOSE = ("whose", "assignee", "by", "assigned_to", "reviewer", "reviewed_by", "mentions")
_PINNED = frozenset(("account", "place", "person"))


def _changed(call: Call, **given: object) -> Call:
    kept = {name: one for name, one in call.arguments.items() if name not in _PINNED}
    return Call(call.tool, {**kept, **given})


def _of_state(call: Call, found: re.Match[str]) -> Call | None:
    said, more = found["state"].casefold(), bool(found["too"])
    if call.tool == _BUILDS:
        return call if said.startswith(_KEPT) else None
    state = next((state for word, state in _STATES.get(call.tool, {}).items() if word in said), None)
    return None if state is None else _changed(call, **{_STATE_OF[call.tool]: _ANY[call.tool] if more else state})


def _all(call: Call, _: re.Match[str]) -> Call | None:
    return _changed(call, **{_STATE_OF[call.tool]: _ANY[call.tool]}) if call.tool in _STATE_OF else None


def _mine(call: Call, found: re.Match[str]) -> Call | None:
    if call.tool not in _PEOPLE:
        return None
    assigned = call.tool == "search_github" and (found["assigned"] or call.arguments.get("kind") == "issue")
    return _changed(_of_all(call), whose="assigned" if assigned else "mine")


def _theirs(call: Call, found: re.Match[str]) -> Call | None:
    who = found["who"]
    if call.tool not in _PEOPLE or who.casefold() in _NOBODY:
        return None
    return _changed(_of_all(call), **{_PEOPLE[call.tool]: who})


def _unassigned(call: Call, _: re.Match[str]) -> Call | None:
    return _changed(_of_all(call), assignee="nobody") if call.tool == "jira_search" else None


def _of_all(call: Call) -> Call:
    """The list without whose it was of."""
    return Call(call.tool, {name: one for name, one in call.arguments.items() if name not in _WHOSE})


def _there(call: Call, found: re.Match[str]) -> Call | None:
    name = _PLACES.get(call.tool)
    is_key = found["where"].isupper()
    if name is None or (name == "project" and not is_key) or (name == "repo" and is_key):
        return None
    return _changed(call, **{name: found["where"]})


def _of_kind(call: Call, found: re.Match[str]) -> Call | None:
    said = found["kind"].casefold()
    if call.tool == "jira_search":
        return None if said.startswith(("pr", "pull", "issue")) else _changed(call, kind=said.removesuffix("s"))
    kind = "pull request" if said.startswith(("pr", "pull")) else "issue" if said.startswith("issue") else ""
    return _changed(call, kind=kind) if kind and call.tool == "search_github" else None


_NOBODY = frozenset("it that what who today tomorrow here there he she let".split())
_ROWS: tuple[tuple[re.Pattern[str], Callable[[Call, re.Match[str]], Call | None]], ...] = tuple(
    (re.compile(_LEAD + shape + _END, re.IGNORECASE), make)
    for shape, make in (
        (rf"{_ONLY}{_ONES}(?:ones? |tickets? |issues? |prs? )?(?:that are |which are )?{_STATE}{_ONE}(?P<too>{_TOO})?", _of_state),
        (rf"{_ONES}{_STATE} ones?(?P<too>{_TOO})?", _of_state),
        (rf"(?:les|ceux|celles) {_STATE}(?P<too>{_TOO})?", _of_state),
        (rf"{_ONES}{_STATE}{_ONE}(?P<too>{_TOO})", _of_state),
        (r"(?:all of them|every one of them|whatever (?:their )?state|toutes?|tous)", _all),
        (rf"{_ONLY}(?:{_ONES}(?:ones? |tickets? |issues? |prs? )?(?P<assigned>assigned to me|à moi|assignée?s? à moi)|mine|my own|les miens|les miennes|my ones)", _mine),
        (rf"{_ONLY}?(?:{_ONES}unassigned{_ONE}|(?:the ones )?nobody has|(?:ceux |celles )?sans personne)", _unassigned),
        (rf"(?:{_ONLY}|what about |how about )?{_NAME}['’]s{_ONE}(?:{_TOO})?", _theirs),
        (rf"{_ONLY}?(?:ceux|celles|(?:the |those )?ones (?:of|by|from)) (?:de |d['’])?{_NAME}", _theirs),
        (rf"(?:what about |how about )?(?:in|on|for|dans|sur|pour) (?:the |le |la )?(?P<where>[\w./-]{{2,80}})(?: (?:repo|project))?(?:{_TOO})?", _there),
        (rf"{_ONLY}{_ONES}(?P<kind>pull requests?|prs?|issues?|bugs?|stor(?:y|ies)|epics?)", _of_kind),
    )
)  # fmt: skip


def read(clause: Clause, before: Before) -> Call | None:
    """The list with other things in it; None for any other message, and behind anything but a list."""
    said = clause.text.strip()
    talked = work_refs.talk(before) if len(said) <= _LONGEST and "\n" not in said else None
    last = talked.last if talked else None
    if last is None or (last.tool not in _STATE_OF and last.tool != _BUILDS):
        return None
    for shape, make in _ROWS:
        found = shape.fullmatch(said)
        if found is not None and (call := make(last, found)) is not None:
            return call
    return None
