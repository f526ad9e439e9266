"""What people say about tasks that are there: done, changed, not needed any more."""

import re
from typing import Any

from app.models.offline import speech, times
from app.models.offline.intents.lists import TODO, list_name
from app.models.offline.items import is_doing, joined, split_items
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_MOST_WORDS = 6
_PRONOUNS = frozenset(("it", "that", "them", "this", "those", "these", "both", "that one"))
_REFERENCE = re.compile(
    r"\A(?:(?:the |my )?(?:task|item|to-?do)s? (?:about |called |named |to |for |of |saying )?|number )", re.IGNORECASE
)
_REFERENCE_END = re.compile(r"\s+(?:task|item|to-?do|one|thing)s?\Z", re.IGNORECASE)


def complete(match: re.Match[str], clause: Clause) -> Reading | None:
    """Tick items off."""
    return _with_references("complete_tasks", match, clause)


def complete_few(match: re.Match[str], clause: Clause) -> Reading | None:
    """The same, told and not ordered: "I bought the milk", but not a story."""
    return complete(match, clause) if len(said(match, "items").split()) <= _MOST_WORDS else None


def remove(match: re.Match[str], clause: Clause) -> Reading | None:
    """Take items off, undone."""
    return _with_references("delete_tasks", match, clause)


def rename(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another title."""
    title = speech.unquoted(said(match, "title"))
    return _edit(match, clause, {"title": title}) if title else None


def set_due_or_rename(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "change task 3 to Friday" is a day, "change task 3 to buy oat milk" a title."""
    if times.is_only_time(said(match, "title"), clause.now):
        return _edit(match, clause, {"due": said(match, "title")})
    return rename(match, clause)


def move(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another list."""
    return _edit(match, clause, {"list_name": list_name(match["where"], clause) or TODO})


def set_due(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another due time; only words that name one."""
    due = said(match, "due")
    if re.fullmatch(r"none|nothing|no date", due, re.IGNORECASE):
        return _edit(match, clause, {"due": "none"})
    return _edit(match, clause, {"due": due}) if times.has_time(due, clause.now) else None


def remove_number(match: re.Match[str], clause: Clause) -> Reading | None:
    """A number alone: every kind of thing has its own, so which kind is asked."""
    number = f"#{match['number']}"
    question = f"Is {number} a task, a note, a reminder or something to read later?"
    return Reading((Call("delete_tasks", {"tasks": [number]}),), question=question, missing="kind")


def _with_references(tool: str, match: re.Match[str], clause: Clause) -> Reading | None:
    groups = match.groupdict()
    place = list_name(groups["where"], clause) if groups.get("where") else ""
    references = _references(said(match, "items"), clause)
    if not references:
        return None
    arguments: dict[str, Any] = {"tasks": references} | ({"list_name": place} if place else {})
    return Reading((Call(tool, arguments),), place=place, thing=joined(references))


def _references(text: str, clause: Clause) -> list[str]:
    """How the items are called: numbers and words, without "the task about"."""
    if text.casefold() in _PRONOUNS and clause.thing:
        text = clause.thing
    if text.casefold() in _PRONOUNS:
        return [text]
    if re.fullmatch(
        r"(?:all|everything|all of (?:it|them)|(?:all|every) (?:of )?(?:my |the )?(?:tasks?|items?|things?))",
        text,
        re.I,
    ):
        return ["everything"]
    parts = split_items(text, things=not is_doing(text))
    return [bare for part in parts if (bare := _reference(part))]


def _reference(text: str) -> str:
    bare = _REFERENCE_END.sub("", _REFERENCE.sub("", text)).strip(" \"'")
    return speech.without_article(bare) or text


def _edit(match: re.Match[str], clause: Clause, changes: dict[str, Any]) -> Reading | None:
    reference = speech.unquoted(said(match, "items"))
    if reference.casefold() in _PRONOUNS and clause.thing:
        reference = clause.thing
    reference = _reference(reference)
    return Reading((Call("edit_task", {"task": reference} | changes),), thing=reference) if reference else None


ROWS: tuple[Row, ...] = (
    # complete
    Row(
        r"(?:just )?(?:got|bought|picked up|finished(?: with)?|completed) (?P<items>(?:the |my |all the )?(?:task )?.+?)(?: already| now| today)?",
        complete_few,
    ),
    Row(
        r"(?:mark|set|check|tick|cross|flag|count)(?: off)? (?P<items>.+?) (?:as )?{done}(?: (?:on|from|off|of|in) {list})?",
        complete,
    ),
    Row(r"(?:tick|check|cross|mark|strike) off (?P<items>.+?)(?: (?:on|from|off|of|in) {list})?", complete),
    Row(r"(?:tick|check|cross|mark|strike) (?P<items>.+?) (?:off|from|out)(?: of)?(?: {list})?", complete),
    Row(
        r"(?:complete|finish|close|check|tick) (?P<items>(?:(?:the |my )?(?:task|item|to-?do) .+|#?\d+|.+? (?:task|item|to-?do)))",
        complete,
    ),
    Row(
        r"{i}(?:'ve| have)?(?: just| now| already| finally)* (?:bought|picked up|purchased|finished(?: with)?|completed|ticked off|(?:got|did|done)(?= (?:the|my|all|some|task|#?\d)))"
        r" (?P<items>(?!reading|a lot|well|it again|not ).+?)(?: (?:already|now|today|on {list}))?",
        complete_few,
    ),
    Row(r"{i}(?:'m| am|'re| are)(?: all| now)? (?:done|finished) with (?P<items>.+)", complete),
    Row(r"(?:all )?(?:done|finished) with (?P<items>.+)", complete),
    Row(
        r"(?P<items>(?:(?:the |my )?(?:task|item|to-?do) )?#?\d+|(?:the|my) [\w' -]{2,60}?|[\w' -]{2,60}? task)(?: (?:is|are|has been|have been)|'s)(?: all| now| already)* (?:done|complete|completed|finished|sorted|taken care of|paid|bought)",
        complete,
    ),
    Row(r"(?:done|finished|completed)[:,]? (?P<items>#?\d+|the .+)", complete),
    # edit
    Row(
        r"call (?P<items>(?:the |my )?(?:task|item|to-?do) .+?|#\d+) (?P<title>\"[^\"]+\"|'[^']+')(?: instead| now)?",
        rename,
    ),
    Row(r"(?:change|set|update) the (?:name|title|wording) of (?P<items>.+?) to (?P<title>.+)", rename),
    Row(r"(?:rename|retitle|reword) (?P<items>.+?) (?:to|as|into) (?P<title>.+)", rename),
    Row(
        r"(?:change|edit|update|correct) (?P<items>\"[^\"]+\"|'[^']+'|(?:the |my )?(?:task|item|to-?do) .+?|.+? task)(?: to say| to read| to| into) (?P<title>.+)",
        lambda match, clause: set_due_or_rename(match, clause),
    ),
    Row(
        r"(?:move|transfer|shift|switch) (?P<items>.+?) (?:from .+? )?(?:to|onto|over to|into) (?:(?:my|the|our) )?(?P<where>[\w' -]+? list|to[ -]?dos?)",
        move,
    ),
    Row(
        r"(?:set|change|make|move|put|update) (?:the )?(?:due date|deadline|due day|due time)(?: (?:of|for|on))? (?P<items>.+?) (?:to|for|as|on) (?P<due>.+)",
        set_due,
    ),
    Row(r"(?:set|make|mark) (?P<items>.+?) (?:as )?due(?: (?:on|by|at|to))? (?P<due>.+)", set_due),
    Row(
        r"(?P<items>(?:the |my |task |item |#).+?) (?:is|are|was|needs to be done|has to be done|should be) (?:now )?(?:due|by)(?: (?:on|by|at))? (?P<due>.+)",
        set_due,
    ),
    Row(
        r"(?:move|reschedule|postpone|push|shift|change) (?P<items>(?:the |my )?(?:task|item|to-?do) .+?) (?:to|until|till|for) (?P<due>.+)",
        set_due,
    ),
    Row(
        r"(?:remove|clear) the (?:due date|deadline) (?:of|from|for|on) (?P<items>.+?)(?P<due>)",
        lambda match, clause: _edit(match, clause, {"due": "none"}),
    ),
    # remove
    Row(r"{drop} {number}", remove_number),
    Row(
        r"(?:take|knock|get|strike|scratch|wipe|pull) (?P<items>.+?) (?:off|from|out of|off of)(?: of)? {list}", remove
    ),
    Row(r"{drop} (?P<items>.+?) (?:off|from|out of|in|on)(?: of)? {list}", remove),
    Row(r"{drop} (?P<items>(?:the |my )?(?:tasks?|items?|to-?dos?) .+)", remove),
    Row(r"{drop} (?P<items>.+?) (?:task|item|to-?do)", remove),
    Row(
        r"{i} (?:don't|no longer|do not) need (?:to )?(?P<items>(?!the reminder|a reminder|any reminder|to be).+?)(?: (?:anymore|any more|any longer|now))?(?: on {list})?",
        remove,
    ),
    # said of a thing: done
    Row(
        r"(?P<items>(?:the |my )?(?!well\b|all\b|job\b|i\b|we\b|not\b|just\b|get\b|almost\b)[\w'-]+(?: (?!(?:is|are|was|were|been|be|get|getting)\b)[\w'-]+){0,3}) (?:bought|paid|done|finished|sorted|completed)",
        complete_few,
    ),
    Row(
        r"(?:all (?:of )?)?(?P<items>[\w' -]{2,40}?)(?: (?:is|are|has been|have been|was|were))(?: all| now| already)* (?:done|complete|completed|finished|sorted|taken care of|paid|bought|ticked off)",
        complete,
    ),
)
