"""Where what was said in meetings comes from: THE table of sources. A new one is a row.

A source lists the meetings that it knows of and gives the words of one; whose words these are taints the turn. One that can't be reached is said
beside what the others have. The calendar has no words: it tells who was there, and which meetings have no transcript.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.cards import sources
from app.deps import AgentDeps
from app.errors import AccountError, AssistantError, NotFound, ToolProblem
from app.integrations.agenda import Entry
from app.integrations.calendar.event import moment_of
from app.integrations.files.port import FileDrive, FileInfo, FileQuery
from app.language.meetings import is_transcript, is_unnamed, meeting_title
from app.memory.records import StoredAttachment
from app.memory.words import fold
from app.models.reading.kinds import sniff
from app.models.reading.reader import File
from app.models.reading.wording import called
from app.tools import events
from app.tools.drives import PIN, PORT, At, file_of, has_read_names
from app.tools.elsewhere import accounts_of
from app.tools.files import text_of

MOST_BACK = timedelta(days=60)
_CALENDAR_BACK = timedelta(days=7)
_WRITTEN_UP = timedelta(hours=3)  # after a meeting's end, in which its transcript is made
_LOOKED_AT, _SENT = 100, 20
_MOST = 400_000  # characters
_WORDS = "transcript"
_STAMP = re.compile(r"(?<!\d)(20\d\d)[/\-_.](\d\d)[/\-_.](\d\d)(?:[ T_-]{1,3}(\d\d)[:_.h](\d\d))?")
_WORD = re.compile(r"\w+")
_NO_READER = "Files can't be read from here."
_NO_WORDS = (
    "There is no transcript of “{title}”. Send me one here (VTT, SRT, text or a recording), or keep it in your files."
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One that was. `source` is its row, `ref` what that calls it, `where` as its user reads it; without `has_words` nobody wrote it down."""

    title: str
    at: datetime
    source: str
    ref: str
    where: str
    people: tuple[str, ...] = ()
    url: str = ""
    has_words: bool = True
    read: tuple[str, ...] = ()  # whose words its title and its people are, by the calendar


@dataclass(frozen=True, slots=True)
class Source:
    """One row: what it lists, and the words of one of these. Both raise as accounts and tools do; without what it needs it lists nothing."""

    name: str
    listed: Callable[[AgentDeps], Awaitable[Sequence[Meeting]]]
    words: Callable[[AgentDeps, Meeting], Awaitable[str]]


async def meetings(deps: AgentDeps, back: timedelta = _CALENDAR_BACK) -> tuple[list[Meeting], list[str]]:
    """Those that all sources know of, the last first, with who was there; and what of it can't be had just now. `back`: how far the calendar is read,
    at most `MOST_BACK`."""
    found, problems = list[Meeting](), list[str]()
    for row in SOURCES.values():
        try:
            found += await row.listed(deps)
        except (AccountError, ToolProblem) as problem:
            problems.append(problem.sentence)
    past = await _past_events(deps, min(back, MOST_BACK))
    known = [(one, _event_of(one, past)) for one in found]
    told = [one if entry is None else _with_event(one, entry) for one, entry in known]
    for source in (source for one in told for source in one.read):
        deps.taint.add(source)
    written = [entry for _, entry in known if entry is not None]
    told += [_of_event(entry, deps) for entry in past if entry not in written]
    return sorted(told, key=lambda one: one.at, reverse=True), problems


async def named_in_files(deps: AgentDeps, said: str, account: str) -> Meeting:
    """A file that somebody calls the transcript. Raises as `file_of`."""
    return _of_file(await file_of(deps, said, account), deps)


async def words_of(deps: AgentDeps, meeting: Meeting) -> str:
    """What was said. Raises ToolProblem where nobody wrote it down."""
    if not meeting.has_words:
        raise ToolProblem(_NO_WORDS.format(title=meeting.title))
    return await SOURCES[meeting.source].words(deps, meeting)


async def _in_files(deps: AgentDeps) -> Sequence[Meeting]:
    """Transcripts that programs keep in their user's files: Google Meet's, and captions of any program."""
    accounts, found = accounts_of(deps), dict[str, Meeting]()
    for one in await accounts.every(deps.user.id, PORT):
        async with accounts.drive(one) as drive:
            for info in await _transcripts(drive, deps.now - MOST_BACK):
                found.setdefault(f"{one.id} {info.id}", _of_file(At(one, info), deps))
    if found:
        await has_read_names(deps)
    return list(found.values())


async def _transcripts(drive: FileDrive, since: datetime) -> list[FileInfo]:
    recent = [one for one in (await drive.recent(_LOOKED_AT)).files if one.changed_at >= since]
    named = (await drive.search(FileQuery(words=_WORDS, since=since), _LOOKED_AT)).files
    return [one for one in (*recent, *named) if not one.is_folder and is_transcript(one.name)]


def _of_file(at: At, deps: AgentDeps) -> Meeting:
    info = at.info
    when = _stamped(info.name, deps) or info.changed_at
    return Meeting(
        meeting_title(info.name), when, "files", f"{at.account.pinned}\n{info.id}", at.account.label, url=info.url
    )


async def _words_of_file(deps: AgentDeps, meeting: Meeting) -> str:
    account, _, id_ = meeting.ref.partition("\n")
    found = await file_of(deps, f"{PIN}{id_}", account)
    if (found.info.kind or "").startswith(("audio/", "video/")):
        async with accounts_of(deps).drive(found.account) as drive:
            data = (await drive.read(found.info)).data
        deps.taint.add(sources.stored_file(found.info.name, found.account.label))
        return await _heard(deps, data)
    return (await text_of(deps, found, most=_MOST))[0]


async def _in_chat(deps: AgentDeps) -> Sequence[Meeting]:
    """Files that its user sent here, and recordings with a name."""
    found = await deps.store.inbox.sent_files(deps.user.id, _SENT)
    return [_of_sent(one, deps) for one in found if one.data and (is_transcript(one.name) or _is_sound(one))]


def _of_sent(one: StoredAttachment, deps: AgentDeps) -> Meeting:
    when = _stamped(one.name, deps) or deps.now
    return Meeting(meeting_title(one.name), when, "chat", str(one.id), "sent here")


async def _words_sent(deps: AgentDeps, meeting: Meeting) -> str:
    found = await deps.store.inbox.sent_file(deps.user.id, int(meeting.ref))
    if found is None:
        raise NotFound(_NO_WORDS.format(title=meeting.title))
    deps.taint.add(sources.file(called(found.name)))
    if _is_sound(found):
        return await _heard(deps, found.data)
    if deps.reader is None:
        raise ToolProblem(_NO_READER)
    file = File(found.name, found.data, found.media_type, _MOST)
    return (await deps.reader.read(file, deps.user.locale, sees=False, now=deps.local_now)).text


def _is_sound(one: StoredAttachment) -> bool:
    return sniff(one.data, one.media_type).kind == "sound"


async def _heard(deps: AgentDeps, data: bytes) -> str:
    """What is said in a recording, by the engine that hears voice notes. Raises ToolProblem with why it can't be told."""
    if deps.reader is None:
        raise ToolProblem(_NO_READER)
    heard = await deps.reader.transcribe(data, deps.user.locale)
    if heard.status != "ok":
        raise ToolProblem(heard.note)
    return heard.text


SOURCES: Mapping[str, Source] = {
    row.name: row
    for row in (
        Source("files", _in_files, _words_of_file),
        Source("chat", _in_chat, _words_sent),
    )
}


async def _past_events(deps: AgentDeps, back: timedelta) -> list[Entry]:
    """Meetings of the last days (`back`) in the calendars, those that were with others; none where no calendar answers."""
    if deps.accounts is None or not await deps.accounts.every(deps.user.id, "calendar"):
        return []
    try:
        listed = await events.found(deps, deps.now - back, deps.now)
    except AssistantError:
        return []
    return [
        one
        for one in listed.entries
        if one.others
        and not one.event.all_day
        and one.event.status != "cancelled"
        and moment_of(one.event.end, deps.zone) <= deps.now
    ]


def _event_of(meeting: Meeting, past: Sequence[Entry]) -> Entry | None:
    """The one of the calendar that a meeting was: what is called the same, the nearest of these; else the only one at its time, where the titles
    don't contradict. Another one at that time has another name, and keeps it."""
    near = [entry for entry in past if _is_near(entry, meeting.at)]
    title = fold(meeting.title)
    same = [entry for entry in near if fold(entry.event.title) == title]
    if same:
        return min(same, key=lambda entry: abs(_start(entry, meeting) - meeting.at))
    if len(near) != 1:
        return None
    if is_unnamed(meeting.title):
        return near[0] if meeting.source == "files" else None
    words, others = (set(_WORD.findall(one)) for one in (title, fold(near[0].event.title)))
    return near[0] if words <= others else None


def _is_near(entry: Entry, at: datetime) -> bool:
    start, end = entry.event.start, entry.event.end
    is_timed = isinstance(start, datetime) and isinstance(end, datetime)
    return is_timed and start - _WRITTEN_UP <= at <= end + _WRITTEN_UP


def _start(entry: Entry, meeting: Meeting) -> datetime:
    return entry.event.start if isinstance(entry.event.start, datetime) else meeting.at


def _with_event(meeting: Meeting, entry: Entry) -> Meeting:
    """With the title, the time and the people of the calendar."""
    title = entry.event.title.strip() or meeting.title
    return replace(meeting, title=title, at=_start(entry, meeting), people=_people(entry), read=tuple(entry.taint))


def _of_event(entry: Entry, deps: AgentDeps) -> Meeting:
    for source in entry.taint:
        deps.taint.add(source)
    start = moment_of(entry.event.start, deps.zone)
    return Meeting(entry.event.title, start, "calendar", "", "no transcript", _people(entry), has_words=False)


def _people(entry: Entry) -> tuple[str, ...]:
    host = [entry.event.organizer] if entry.event.organizer else []
    others = [one for one in (*host, *entry.event.guests) if one.address.casefold() not in entry.own]
    return tuple(dict.fromkeys(one.name or one.address for one in others))


def _stamped(name: str, deps: AgentDeps) -> datetime | None:
    """The time that a file's name says, on its user's clock."""
    found = _STAMP.search(name[:200])
    if found is None:
        return None
    year, month, day, hour, minute = (int(part or 0) for part in found.groups())
    try:
        return datetime(year, month, day, hour, minute, tzinfo=deps.zone)
    except ValueError:
        return None
