"""What to know minutes before a meeting: what it is, who comes, what is known of them, their last mails, and what its user's own notes and
tasks hold about it. A mailbox that doesn't answer is left out."""

import logging
from collections.abc import Iterable

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Material, Section, capital, clipped
from app.errors import AssistantError
from app.language.time.wording import say_date, say_duration
from app.timetable.feeds import Letter, MailSource, Meeting, MeetingSource

log = logging.getLogger(__name__)
_PEOPLE = 6
_LOOKED_UP = 3
_FOUND = 4
_MAILS = 2  # of each


async def prepare(occasion: Occasion, source: MeetingSource, meeting: Meeting) -> Material:
    """One line of the meeting, then what is kept about it. The meeting's words are other people's."""
    store, user_id = occasion.store, occasion.user.id
    notes: dict[int, Item] = {}
    tasks: dict[int, Item] = {}
    for words in filter(str.strip, (meeting.title, *meeting.people[:_LOOKED_UP])):
        found = await store.notes.find(user_id, words)
        notes |= {note.id: Item(note.title or note.content, taint=tuple(note.taint)) for note in found}
        tasks |= {task.id: Item(task.title, taint=tuple(task.taint)) for task in await store.tasks.find(user_id, words)}
    kept = (
        *_section("What you told me", await _facts(occasion, meeting), 1),
        *_section("Last mails", await _mails(occasion, meeting), 2),
        *_section("Your notes", notes.values(), 3),
        *_section("Your open tasks", tasks.values(), 4),
    )
    return Material(_line(occasion, meeting), (*_people(meeting, source), *kept), also=(source.name,))


async def _facts(occasion: Occasion, meeting: Meeting) -> list[Item]:
    """What is known of its people, by their names."""
    found: dict[int, Item] = {}
    names = [one.split()[0] for one in meeting.people[:_LOOKED_UP] if one.strip() and "@" not in one]
    for name in dict.fromkeys(names):  # "Kofi is my landlord" says it with the first name alone
        for fact in await occasion.store.facts.find(occasion.user.id, name):
            found[fact.id] = Item(fact.statement, taint=tuple(fact.taint))
    return [*found.values()]


async def _mails(occasion: Occasion, meeting: Meeting) -> list[Item]:
    """What its people wrote last."""
    found: list[Item] = []
    for address in meeting.addresses[:_LOOKED_UP]:
        for source in occasion.feeds.mail:
            try:
                letters = await source.between_us(occasion.user.id, address, _MAILS)
            except AssistantError as problem:
                fields = {"event": "briefing.source_failed", "source": source.name, "problem": type(problem).__name__}
                log.warning("left out of a briefing", extra=fields)
                continue
            found += [_mail(letter, source, occasion) for letter in letters]
    return found


def _mail(letter: Letter, source: MailSource, occasion: Occasion) -> Item:
    day = say_date(occasion.on_clock(letter.received_at).date(), occasion.local)
    return Item(f"{letter.sender}: {letter.subject}", aside=day, taint=(source.name,))


def _people(meeting: Meeting, source: MeetingSource) -> list[Section]:
    named = [clipped(name, 60) for name in meeting.people[:_PEOPLE] if name.strip()]
    if not named:
        return []
    more = len(meeting.people) - len(named)
    said = f"{', '.join(named)}{f' and {more} more' if more else ''}"
    return [Section("With", (Item(said, taint=(source.name,)),), (0,))]


def _section(title: str, items: Iterable[Item], rank: int) -> list[Section]:
    found = tuple(items)
    return [Section(title, found[:_FOUND], (rank,), more=max(0, len(found) - _FOUND))] if found else []


def _line(occasion: Occasion, meeting: Meeting) -> str:
    """ "In 15 minutes: Standup, 09:30–10:00, Room 3."."""
    start, end = occasion.on_clock(meeting.start), occasion.on_clock(meeting.end)
    ahead = meeting.start - occasion.now
    begins = f"In {say_duration(ahead)}" if ahead.total_seconds() >= 60 else "Now"
    place = f", {clipped(meeting.place, 80)}" if meeting.place.strip() else ""
    return f"{begins}: {capital(clipped(meeting.title))}, {start:%H:%M}–{end:%H:%M}{place}."
