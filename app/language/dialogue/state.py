"""What was done and shown before a message, and what was asked: what its words may point at.

Pure. Comes from the record of the calls that were made and what they answered, whoever made them; within one message, from the parts before.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.language.orders.plan import Call, Reading
from app.language.vocabulary import words_of

CHANGES = frozenset(
    "add_tasks complete_tasks edit_task delete_tasks clear_list rename_list save_note edit_note delete_note set_reminder change_reminder "
    "cancel_reminder remember_fact save_journal_entry save_to_read_later mark_read delete_read_later set_time_zone "
    "set_alert change_alert delete_alert follow_news unfollow_news set_leave_reminder "
    "schedule_task change_schedule delete_schedule set_quiet_hours add_event change_event delete_event".split()
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing that has numbers: the tools that show it, and how one is taken away, ticked off and changed (tool, its argument)."""

    name: str
    shows: frozenset[str]
    drop: tuple[str, str]
    done: tuple[str, str] | None = None
    change: tuple[str, str] | None = None


KINDS = (
    Kind(
        "task",
        frozenset("list_tasks add_tasks complete_tasks delete_tasks edit_task undo".split()),
        drop=("delete_tasks", "tasks"),
        done=("complete_tasks", "tasks"),
        change=("edit_task", "task"),
    ),
    Kind(
        "reminder",
        frozenset("list_reminders set_reminder change_reminder".split()),
        drop=("cancel_reminder", "reminder"),
        done=("cancel_reminder", "reminder"),
        change=("change_reminder", "reminder"),
    ),
    Kind("note", frozenset("find_notes save_note edit_note".split()), drop=("delete_note", "note"), change=("edit_note", "note")),
    Kind("fact", frozenset(("recall_facts",)), drop=("forget_fact", "what")),
    Kind(
        "read-later item",
        frozenset(("list_read_later", "save_to_read_later")),
        drop=("delete_read_later", "item"),
        done=("mark_read", "item"),
    ),
    Kind(
        "event",
        frozenset("list_events read_event add_event change_event".split()),
        drop=("delete_event", "event"),
        change=("change_event", "event"),
    ),
    Kind("mail", frozenset(("search_mail",)), drop=("delete_mail", "mail")),
    Kind(
        "schedule",
        frozenset("list_schedules schedule_task change_schedule".split()),
        drop=("delete_schedule", "schedule"),
        change=("change_schedule", "schedule"),
    ),
    Kind("alert", frozenset("list_alerts set_alert change_alert".split()), drop=("delete_alert", "alert")),
)  # fmt: skip
OF_TOOL: Mapping[str, Kind] = {
    tool: kind
    for kind in KINDS
    for tool in (*kind.shows, *(one[0] for one in (kind.drop, kind.done, kind.change) if one))
}
# How our tools write a thing and its number: "- milk, due Friday (#2)", "Added milk (#1), eggs (#2) and bread (#3)", "- #1 the article".
_BEFORE = re.compile(r"(?:- )?#(?P<number>\d{1,6}) (?P<title>.+)")
_NUMBER = re.compile(r"(?: ✓)? \(#(?P<number>\d{1,6})\)")
_LISTED = re.compile(r"#(?P<number>\d{1,6})(?P<title>[^#]*)")
_WHEN = re.compile(r", (?:due|every|next|today|tomorrow|yesterday|in|on|at|[A-Z][a-z]+day)\b.*\Z")
_SAID = re.compile(r"\A.*: |\A(?:Added|Removed|Done|and|,) ?")
_MOST_READ = 4_000  # characters of an answer
_BACK = 2  # messages before the last that words still point at


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing that was shown or made: its kind, its number, what it is called."""

    kind: Kind
    number: str
    title: str


@dataclass(frozen=True)
class Before:
    """What came before a message: what came of the last one (`asked`), of those before it (`past`, the latest first), and our last reply."""

    asked: Sequence[Reading] = ()
    past: Sequence[Sequence[Reading]] = ()
    reply: str = ""

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of the last message, in order; of the one before it where that came to nothing."""
        return calls_of(self.asked) or ([] if self.pending or not self.past else calls_of(self.past[0]))

    @cached_property
    def changed(self) -> list[Call]:
        """The calls of the last of these messages that changed anything."""
        ran = (calls_of(one) for one in (self.asked, *self.past[:2]))
        return next((calls for calls in ran if any(call.tool in CHANGES for call in calls)), [])

    @property
    def pending(self) -> Reading | None:
        """What our question was about."""
        return next((reading for reading in reversed(self.asked) if reading.question), None)

    @property
    def changes(self) -> bool:
        """Whether the last message asked for anything beside looking."""
        return any(call.tool in CHANGES for reading in self.asked for call in reading.calls)

    @cached_property
    def shown(self) -> list[Shown]:
        """What was shown last, in its order: by the last message, else by the one before it."""
        return next((found for one in (self.asked, *self.past[:1]) if (found := list(_all_shown(one)))), [])

    def shown_of(self, kind: str) -> list[Shown]:
        """What of a kind was shown last, in its order, whatever of other kinds was shown since."""
        of_kind = ([one for one in _all_shown(asked) if one.kind.name == kind] for asked in (self.asked, *self.past))
        return next(filter(None, of_kind), [])

    @property
    def place(self) -> str:
        """The list that was spoken of last."""
        spoken = (reading for one in (self.asked, *self.past[:2]) for reading in reversed(one))
        return next((reading.place for reading in spoken if reading.place), "")

    def names(self, title: str) -> bool:
        """Whether a thing of that name was shown lately."""
        words = {word.stem for word in words_of(title)}
        shown = (one for asked in (self.asked, *self.past) for one in _all_shown(asked))
        return any(words <= {word.stem for word in words_of(one.title)} for one in shown)

    def earlier(self, tools: Iterable[str]) -> Call | None:
        """The last call of one of these tools, a few messages back at most."""
        wanted = frozenset(tools)
        return next((call for call in self.lately if call.tool in wanted), None)

    @property
    def lately(self) -> Iterator[Call]:
        """The calls of the last message and a few before it, the latest first."""
        return (call for one in (self.asked, *self.past[:_BACK]) for call in reversed(calls_of(one)))

    def outcome(self, call: Call) -> str:
        """What the tool answered to a call of the last message."""
        ran = (reading for one in (self.asked, *self.past) for reading in reversed(one))
        return next((reading.outcome for reading in ran if call in reading.calls), "")


def calls_of(readings: Sequence[Reading]) -> list[Call]:
    """The calls of those that ask nothing, in order."""
    return [call for reading in readings if not reading.question for call in reading.calls]


def _all_shown(readings: Sequence[Reading]) -> Iterator[Shown]:
    seen = set[tuple[str, str]]()
    for reading in readings:
        kind = OF_TOOL.get(reading.calls[-1].tool) if reading.calls else None
        for number, title in numbered(reading.outcome[:_MOST_READ]) if kind else ():
            if kind and (kind.name, number) not in seen:
                seen.add((kind.name, number))
                yield Shown(kind, number, title)


def numbered(outcome: str) -> Iterator[tuple[str, str]]:
    """Numbers and what stands with them."""
    for line in outcome.split("\n"):
        if (first := _BEFORE.fullmatch(line)) is not None:
            yield first["number"], first["title"].strip()
            continue
        at, named = 0, list(_NUMBER.finditer(line))
        if not named:
            yield from ((found["number"], found["title"].strip(" ,.:")) for found in _LISTED.finditer(line))
        for found in named:
            title = line[at : found.start()].removeprefix("- ").strip(" ,.")
            yield found["number"], _SAID.sub("", _WHEN.sub("", title)).strip(" ,.")
            at = found.end()
