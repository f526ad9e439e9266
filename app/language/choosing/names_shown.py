"""The names of things at work that a tool's answer shows, each with its title: what its user may call it by from then on. Pure, bounded."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice

from app.language.choosing.work_services import SERVICES
from app.language.choosing.work_shown import tools_of
from app.language.orders.names import Name

_MOST, _MOST_READ = 60, 8_000
# Of a list ("- PAY-1 Slow export (Task, To Do)"), and over a thing that was read ("PAY-1: Slow export").
_ROWS = (
    re.compile(r"(?m)^- (?P<name>\S{3,200}) (?P<title>[^\n]{2,200}?) \((?:[^()\n]|\([^()\n]{0,80}\)){0,600}\)$"),
    re.compile(r"(?m)^(?P<name>[^\s:]{3,200}): (?P<title>[^\n]{2,200})$"),
)
_MEETING = re.compile(r"(?m)^- (?P<title>[^\n]{2,120}?) \([^\n]*\)$")


def shown(tool: str, outcome: str) -> list[Name]:
    """What a tool of a service of work showed; [] for any other tool."""
    service = next((one for one in SERVICES if tool in tools_of(one)), None)
    found = _SHOWN.get(service.file) if service is not None else None
    if found is _meetings and tool not in _LISTS_MEETINGS:
        return []  # the rows of one meeting are what was said there
    return list(islice(found(outcome[:_MOST_READ]), _MOST)) if found is not None else []


def _titled(kind: str, named: re.Pattern[str], outcome: str) -> Iterator[Name]:
    for row in chain.from_iterable(shape.finditer(outcome) for shape in _ROWS):
        if named.fullmatch(row["name"]):
            yield Name(kind, row["name"], (row["title"],))
            if kind == "item":
                yield Name("repo", row["name"].partition("#")[0])


def _meetings(outcome: str) -> Iterator[Name]:
    return (Name("meeting", row["title"]) for row in _MEETING.finditer(outcome))


_LISTS_MEETINGS = frozenset(("list_recent_meetings",))
_NAMED = {one.file: one.named for one in SERVICES}
_SHOWN: Mapping[str, Callable[[str], Iterator[Name]]] = {
    "github": partial(_titled, "item", _NAMED["github"]),
    "jira": partial(_titled, "ticket", _NAMED["jira"]),
    "meetings": _meetings,
}
