"""What calendars and mailboxes bring to a briefing. With none connected nothing is asked and nothing is said of them."""

import logging
from datetime import timedelta

from app.briefings.days import AHEAD, day_section, near, plain_section
from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section, hour_of
from app.errors import AssistantError
from app.timetable.feeds import Letter, MailSource, Meeting, MeetingSource, WorkSource

log = logging.getLogger(__name__)
_DAY = timedelta(days=1)


async def meetings(occasion: Occasion) -> list[Section]:
    """Meetings from now to the end of the occasion's days; a calendar that doesn't answer is left out."""
    end = occasion.midnight(WEEK + 1 if occasion.routine == "weekly prep" else 2 if occasion.looks_on else 1)
    sections: list[Section] = []
    for source in occasion.feeds.meetings:
        try:
            found = await source.upcoming(occasion.user.id, occasion.now, end)
        except AssistantError as problem:
            _unread(source, problem)
            continue
        sections += [_meeting(meeting, source, occasion) for meeting in found]
    return sections


def _meeting(meeting: Meeting, source: MeetingSource, occasion: Occasion) -> Section:
    local = occasion.on_clock(meeting.start)
    hour = None if meeting.all_day else hour_of(local)
    item = Item(meeting.title, hour, meeting.place, (source.name,))
    day = max(local.date(), occasion.today)  # what lasts several days began before
    if occasion.routine == "weekly prep":
        return day_section(AHEAD, day, item, occasion)
    return plain_section(near(day, occasion), item)


async def letters(occasion: Occasion) -> list[Section]:
    """Mails of the last day that matter: who, what about, and why."""
    sections: list[Section] = []
    for source in occasion.feeds.mail:
        try:
            found = await source.matters(occasion.user.id, occasion.now - _DAY)
        except AssistantError as problem:
            _unread(source, problem)
            continue
        items = tuple(_letter(letter, source) for letter in found)
        sections += [Section("Mail that matters", items, (4,), "One mail matters: {}.")] if items else []
    return sections


def _letter(letter: Letter, source: MailSource) -> Item:
    return Item(f"{letter.sender}: {letter.subject}", aside=letter.why, taint=(source.name,))


async def work(occasion: Occasion) -> list[Section]:
    """What waits for its user at work."""
    sections: list[Section] = []
    for source in occasion.feeds.work:
        try:
            found = await source.waiting(occasion.user.id)
        except AssistantError as problem:
            _unread(source, problem)
            continue
        for where in dict.fromkeys(one.where or source.name for one in found):
            there = [one for one in found if where == (one.where or source.name)]
            items = tuple(Item(f"{one.title} ({one.name})", aside=one.why, taint=(one.source,)) for one in there)
            sections.append(Section(_WAITS.format(where=where), items, (5,), _ONE_WAITS.format(where=where)))
    return sections


_WAITS = "Waiting for you on {where}"
_ONE_WAITS = "One thing waits for you on {where}: {{}}."


def _unread(source: MeetingSource | MailSource | WorkSource, problem: AssistantError) -> None:
    fields = {"event": "briefing.source_failed", "source": source.name, "problem": type(problem).__name__}
    log.warning("left out of a briefing", extra=fields)
