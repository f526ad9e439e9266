"""Everything of a person to be read: Markdown, one file a subject, one a note, one a day of talk. A row a file in SUBJECTS."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

from app.learning.export.pieces import Piece, Source, file_name, text
from app.memory.holdings import BY_TABLE
from app.memory.ports import Row
from app.memory.repositories.health_rows import HealthRows

Subject = Callable[[Source], AsyncIterator[Piece]]


async def reading(source: Source) -> AsyncIterator[Piece]:
    """All subjects, after a page that says what there is."""
    yield text(
        "README.md", f"# What Kwasi keeps of {source.user.name or 'you'}", "", f"As of {_day(source, source.at)}.", ""
    )
    for table, where in _WHERE.items():
        count = await source.holdings.count(source.user.id, BY_TABLE[table])
        yield text("README.md", f"- {where}: {count:,}")
    measured = await HealthRows(source.database).count(source.user.id)
    yield text(
        "README.md",
        f"- `measurements/`, one table a metric: {measured:,}",
        "- `everything.json`: all of it as data, and what else is on the books",
        "- `files/`: files you sent",
    )
    for subject in SUBJECTS:
        async for piece in subject(source):
            yield piece


async def _profile(source: Source) -> AsyncIterator[Piece]:
    profile = await source.store.contexts.get(source.user.id, "profile")
    yield text("profile.md", "# How I see you", "", profile.content if profile else "Nothing is summed up yet.")
    summary = await source.store.summaries.get(source.user.id)
    for name, lines in summary.sections.items() if summary else ():
        yield text("profile.md", "", f"## {name.capitalize()}", "", *(f"- {line.get('text', '')}" for line in lines))
    yield text("profile.md", "", "## How to treat you", "")
    async for row in source.rows(BY_TABLE["agent_learnings"]):
        yield text("profile.md", f"- {row['content']} ({row['status']})")


async def _facts(source: Source) -> AsyncIterator[Piece]:
    """What holds, with where it is from; then what held before."""
    yield text("facts.md", "# Facts", "")
    before: list[str] = []
    async for row in source.rows(BY_TABLE["facts"]):
        over = row["ended_at"] is not None or row["superseded_by"] is not None
        line = f"- #{row['id']} {row['statement']} — {_origin(source, row)}"
        if over:
            before.append(line)
        else:
            yield text("facts.md", line if row["confirmed"] else f"{line}; waits for your word")
    yield text("facts.md", "", "## What was so before", "", *before)


def _origin(source: Source, row: Row) -> str:
    read = f", read in {', '.join(row['taint'])}" if row["taint"] else ""
    quote = f", from “{' '.join(str(row['quote']).split())}”" if row["quote"] else ""
    return f"{_day(source, row['created_at'])}, by {row['source']}{read}{quote}"


async def _notes(source: Source) -> AsyncIterator[Piece]:
    async for row in source.rows(BY_TABLE["notes"]):
        thrown = [f"In the trash since {_day(source, row['deleted_at'])}."] if row["deleted_at"] else []
        tags = [f"Tags: {', '.join(map(str, row['tags']))}"] if row["tags"] else []
        head = (f"# {row['title'] or 'Note'}", "", _day(source, row["updated_at"]), *tags, *thrown, "")
        yield text(f"notes/{file_name(row['id'], row['title'], '.md')}", *head, row["content"])


async def _tasks(source: Source) -> AsyncIterator[Piece]:
    """By list, lists in the order in which they were begun."""
    lists: dict[str, list[str]] = {}
    async for row in source.rows(BY_TABLE["tasks"]):
        if row["deleted_at"] is None:
            due = f" (due {_time(source, row['due_at'])})" if row["due_at"] else ""
            lists.setdefault(row["list_name"], []).append(f"- [{'x' if row['done_at'] else ' '}] {row['title']}{due}")
    yield text("tasks.md", "# Tasks")
    for name, lines in lists.items():
        yield text("tasks.md", "", f"## {name}", "", *lines)


async def _reminders(source: Source) -> AsyncIterator[Piece]:
    yield text("reminders.md", "# Reminders", "")
    async for row in source.rows(BY_TABLE["reminders"]):
        again = f", again by {row['rule']}" if row["rule"] else ""
        yield text("reminders.md", f"- {_time(source, row['due_at'])}: {row['text']} ({row['status']}{again})")


async def _journal(source: Source) -> AsyncIterator[Piece]:
    yield text("journal.md", "# Journal")
    days: dict[str, list[str]] = {}
    async for row in source.rows(BY_TABLE["journal_entries"]):
        if row["deleted_at"] is None:
            mood = f" _({row['mood']})_" if row["mood"] else ""
            days.setdefault(row["entry_date"], []).append(f"{row['content']}{mood}")
    for day in sorted(days):
        yield text("journal.md", "", f"## {day}", "", "\n\n".join(days[day]))


async def _read_later(source: Source) -> AsyncIterator[Piece]:
    yield text("reading-list.md", "# Reading list", "")
    there = set[int]()
    async for row in source.rows(BY_TABLE["read_later"]):
        if row["deleted_at"] is None:
            there.add(row["id"])
            yield text("reading-list.md", f"- [{'x' if row['read_at'] else ' '}] {row['title']} {row['url']}".rstrip())
    async for row in source.rows(BY_TABLE["kept_pages"]):
        if row["text"] and row["item_id"] in there:
            yield text(
                f"reading-list/{file_name(row['item_id'], row['title'], '.md')}", f"# {row['title']}", "", row["text"]
            )


async def _talk(source: Source) -> AsyncIterator[Piece]:
    """A file a day, on the user's own calendar."""
    told = ""
    async for row in source.rows(BY_TABLE["turns"]):
        local = source.local(row["started_at"])
        name = f"conversations/{local:%Y-%m-%d}.md"
        if name != told:
            yield text(name, f"# {local:%A} {local.day} {local:%B %Y}")
            told = name
        yield text(name, "", f"**You** ({local:%H:%M}): {row['text']}", "", f"**Kwasi**: {row['reply']}")


def _day(source: Source, at: datetime) -> str:
    local = source.local(at)
    return f"{local.day} {local:%B %Y}"


def _time(source: Source, at: Any) -> str:
    return f"{source.local(at):%Y-%m-%d %H:%M}"


SUBJECTS: tuple[Subject, ...] = (_profile, _facts, _notes, _tasks, _reminders, _journal, _read_later, _talk)
_WHERE = {
    "facts": "`facts.md`, with where each is from",
    "notes": "`notes/`, one file a note",
    "tasks": "`tasks.md`, by list",
    "reminders": "`reminders.md`",
    "journal_entries": "`journal.md`, by day",
    "read_later": "`reading-list.md`",
    "turns": "`conversations/`, one file a day; what was said",
}
