"""Jira's answers as our own types, Cloud's and Server's. Whatever is missing or of another kind is empty; nothing here raises."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from app.integrations import answered
from app.integrations.answered import Row, moment, number, row, rows, table, text
from app.integrations.ports import Remark
from app.integrations.tracker import adf
from app.integrations.tracker.port import Board, Person, Project, Related, Sprint, Stage, Ticket, Whole

_MOST_NAMES, _MOST_RELATED, _MOST_FIELDS, _MOST_VALUE = 20, 40, 20, 300
_STAGES: Mapping[str, Stage] = {"new": "to do", "indeterminate": "in progress", "done": "done"}
_OLD_SPRINT = re.compile(r"\[.*?\bstate=(?P<state>\w+).*?\bname=(?P<name>[^,\]]{1,200})")  # as older servers write it
_NO_WORDS = re.compile(r"\A(?:\{|0\|)")  # a state or a rank that only programs read
_SAID = ("value", "displayName", "name", "key")


def ticket(of: Row, base: str) -> Ticket:
    """A ticket; `base` is the address of its site."""
    fields, key = table(of, "fields"), line(text(of, "key"))
    status, assignee, reporter = table(fields, "status"), table(fields, "assignee"), table(fields, "reporter")
    return Ticket(
        key=key,
        title=line(text(fields, "summary")),
        kind=line(text(table(fields, "issuetype"), "name")),
        status=line(text(status, "name")),
        stage=_STAGES.get(text(table(status, "statusCategory"), "key"), "open"),
        updated_at=moment(fields, "updated", "created"),
        created_at=moment(fields, "created"),
        url=f"{base}/browse/{key}",
        assignee=called(assignee),
        assignee_id=named(assignee),
        reporter=called(reporter),
        reporter_id=named(reporter),
        priority=line(text(table(fields, "priority"), "name")),
        labels=labels(fields),
        due=day(fields, "duedate"),
    )


def whole(of: Row, remarks: Sequence[Remark], base: str) -> Whole:
    """A ticket with all that belongs to it."""
    fields = table(of, "fields")
    parent = [_related("parent", table(fields, "parent"))] if table(fields, "parent") else []
    subtasks = [_related("subtask", one) for one in rows(fields, "subtasks")]
    links = [_link(one) for one in rows(fields, "issuelinks")]
    related = [one for one in (*parent, *subtasks, *links) if one.key]
    return Whole(
        ticket=ticket(of, base),
        text=adf.read(fields.get("description")),
        remarks=tuple(remarks),
        related=tuple(related[:_MOST_RELATED]),
        sprint=_sprint(fields),
        fields=_own_fields(fields, table(of, "names")),
    )


def remark(of: Row) -> Remark:
    """A comment."""
    author = table(of, "author")
    return Remark(called(author), moment(of, "created"), adf.read(of.get("body")), author_id=named(author))


def person(of: Row) -> Person:
    """Somebody."""
    return Person(named(of), called(of), text(of, "emailAddress"))


def is_person(of: Row) -> bool:
    """Whether that is somebody who can be named, and no program."""
    return bool(named(of)) and of.get("active") is not False and text(of, "accountType") in ("", "atlassian")


def named(of: Row) -> str:
    """How the tracker names somebody: by their account at Cloud, by their login at a server."""
    return text(of, "accountId") or text(of, "name") or text(of, "key")


def called(of: Row) -> str:
    """What somebody is called."""
    return line(text(of, "displayName")) or line(text(of, "name"))


def project(of: Row) -> Project:
    """A project."""
    return Project(line(text(of, "key")), line(text(of, "name")))


def board(of: Row) -> Board:
    """A board."""
    where = table(of, "location")
    return Board(str(number(of, "id")), line(text(of, "name")), text(of, "type"), line(text(where, "projectKey")))


def sprint(of: Row) -> Sprint:
    """A sprint of a board."""
    starts = moment(of, "startDate") if text(of, "startDate") else None
    ends = moment(of, "endDate") if text(of, "endDate") else None
    state = text(of, "state").lower()
    return Sprint(str(number(of, "id")), line(text(of, "name")), state, line(text(of, "goal")), starts, ends)


def labels(fields: Row) -> tuple[str, ...]:
    """A ticket's labels."""
    found = fields.get("labels")
    return tuple(one for one in found if isinstance(one, str))[:_MOST_NAMES] if isinstance(found, list) else ()


def day(of: Row, key: str) -> date | None:
    """The day under a key."""
    try:
        return date.fromisoformat(text(of, key)[:10])
    except ValueError:
        return None


def line(said: str) -> str:
    """Words on one line."""
    return " ".join(said.split())


def reason(answer: object, names: Mapping[str, str]) -> str:
    """Why something was refused, in Jira's own words; `names` are those of fields."""
    told = row(answer)
    messages = told.get("errorMessages")
    said = [one for one in messages if isinstance(one, str)] if isinstance(messages, list) else []
    said += [f"{names.get(key, key)}: {why}" for key, why in table(told, "errors").items() if isinstance(why, str)]
    return answered.reason("; ".join(said) or text(told, "message"))


def shown(value: object) -> str:
    """A field's value in words; "" for one that says nothing to people."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e12 else str(value)
    if isinstance(value, str):
        return "" if _NO_WORDS.match(value) else line(value)[:_MOST_VALUE]
    if isinstance(value, list):
        return ", ".join(filter(None, (shown(one) for one in value[:_MOST_NAMES] if not isinstance(one, list))))
    if text(row(value), "type") == "doc":
        return line(adf.read(value))[:_MOST_VALUE]
    said = (_called(row(value)), _called(table(row(value), "child")))
    return " / ".join(filter(None, said))


def _called(value: Row) -> str:
    return line(next((text(value, key) for key in _SAID if text(value, key)), ""))[:_MOST_VALUE]


def _related(how: str, of: Row) -> Related:
    fields = table(of, "fields")
    status = line(text(table(fields, "status"), "name"))
    return Related(how, line(text(of, "key")), line(text(fields, "summary")), status)


def _link(of: Row) -> Related:
    kind = table(of, "type")
    if table(of, "outwardIssue"):
        return _related(line(text(kind, "outward")) or "linked", table(of, "outwardIssue"))
    return _related(line(text(kind, "inward")) or "linked", table(of, "inwardIssue"))


def _sprint(fields: Row) -> str:
    """The sprint that a ticket is in: the one that runs, else the last it was put into; whichever field the site keeps it in."""
    found = list[tuple[str, str]]()
    for key, value in fields.items():
        if key.startswith("customfield_") and isinstance(value, list):
            found += [known for one in value[:_MOST_NAMES] if (known := _one_sprint(one)) is not None]
    running = [name for name, state in found if state == "active"]
    return next(iter(running), found[-1][0] if found else "")


def _one_sprint(value: object) -> tuple[str, str] | None:
    if isinstance(value, str):
        old = _OLD_SPRINT.search(value[:2_000]) if "Sprint" in value[:200] else None
        return (line(old["name"]), old["state"].lower()) if old else None
    of = row(value)
    is_one = text(of, "state").lower() in ("active", "future", "closed") and ("boardId" in of or "goal" in of)
    return (line(text(of, "name")), text(of, "state").lower()) if is_one else None


def _own_fields(fields: Row, names: Row) -> tuple[tuple[str, str], ...]:
    """Those that the site's owners made and that say something, by name."""
    found = list[tuple[str, str]]()
    for key, value in fields.items():
        name = line(text(names, key))
        is_sprint = isinstance(value, list) and any(_one_sprint(one) for one in value[:_MOST_NAMES])
        said = "" if is_sprint or not (name and key.startswith("customfield_")) else shown(value)
        found += [(name, said)] if said else []
    return tuple(found[:_MOST_FIELDS])
