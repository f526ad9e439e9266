"""The sentence of a mail, of a file attached to it, or of an event that answers a question: quoted word for word, with where it stands.

A few likely mails are read, and a few events beside them; files only where those don't answer. Which sentence answers is weighed as it is for
what a user told (`language/answers`). Nothing is made up. Whatever is read taints the turn.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.cards import sources
from app.deps import AgentDeps
from app.errors import AssistantError
from app.integrations.agenda import Entry
from app.integrations.calendar.event import Event
from app.integrations.mail.letter import Attachment, Letter
from app.integrations.mail.mime import attachment as part_of
from app.integrations.mail.mime import read_letter
from app.integrations.ports import MailKey
from app.language.answers import ENOUGH, MAYBE, Answer, Told, sentences
from app.language.cues import says
from app.learning.answering import best_of, ranked
from app.memory.records import MailHeading
from app.models.reading.reader import File
from app.tools import events
from app.tools.elsewhere import accounts_of
from app.tools.mailboxes import account_of

_READ, _WITH_FILES, _FILES = 4, 2, 2  # mails, mails whose files are read, files of each
_LARGEST = 1_000_000  # bytes of a mail that is read for this
_READ_OF_EACH = 8_000  # characters
_COMPARED = 32  # sentences
_WRAPPED = 50  # characters from which on a line was broken by a program and not by its writer
_FEWEST, _GREETING = 3, 8  # words of a sentence that has no number, and of a greeting at most
_ENDS = re.compile(r"[.!?:;…,]\s*\Z")
_ANSWERS = {
    "accepted": "{who} has accepted and comes",
    "declined": "{who} has declined and doesn't come",
    "tentative": "{who} has answered maybe",
    "needs-action": "{who} has not answered yet",
}


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence that answers, and the mail or the event it stands in."""

    sentence: str
    of: MailHeading | Entry


@dataclass(frozen=True, slots=True)
class _Opened:
    """A mail with its text; without where it is too large or can't be read."""

    heading: MailHeading
    letter: Letter | None = None
    data: bytes = b""


async def quoted(
    deps: AgentDeps, question: str, mails: Sequence[MailHeading], entries: Sequence[Entry]
) -> list[Quoted]:
    """The sentences that answer, best first, of the likeliest mails and of events; none where nothing does well enough."""
    opened = await asyncio.gather(*(_opened(deps, one) for one in mails[:_READ]))
    sources: list[MailHeading | Entry] = [*mails[:_READ], *entries]
    told = _turn_about(
        [
            *([*_of_mail(one, place)] for place, one in enumerate(opened)),
            *([*_of_event(one.event, deps, len(opened) + place)] for place, one in enumerate(entries)),
        ]
    )
    found = await _best(deps, question, told)
    if not found or found[0].score < ENOUGH:
        files = await asyncio.gather(*(_of_files(deps, one, at) for at, one in enumerate(opened[:_WITH_FILES])))
        found = await _best(deps, question, [*_turn_about(files), *told]) if any(files) else found
    return [Quoted(one.told.text, sources[one.told.key]) for one in found]


async def text_of(deps: AgentDeps, heading: MailHeading) -> str:
    """What a mail says; "" where it is too large or can't be read."""
    letter = (await _opened(deps, heading)).letter
    return letter.text if letter else ""


async def _best(deps: AgentDeps, question: str, told: Sequence[Told]) -> list[Answer]:
    answers = await ranked(deps.search, question, told, range(len(told)), most=_COMPARED) if told else []
    return [one for one in best_of(answers) if one.score >= MAYBE]


async def _opened(deps: AgentDeps, heading: MailHeading) -> _Opened:
    if heading.size > _LARGEST:
        return _Opened(heading)
    try:
        async with accounts_of(deps).mailbox(await account_of(deps, heading)) as mailbox:
            data = await mailbox.fetch(MailKey(heading.folder, heading.uid))
    except AssistantError:  # of an account it is written there, and its owner is told
        return _Opened(heading)
    return _Opened(heading, await asyncio.to_thread(read_letter, data), data) if data else _Opened(heading)


def _of_mail(opened: _Opened, key: int) -> Iterator[Told]:
    heading = opened.heading
    for one in _sentences(opened.letter.text if opened.letter else ""):
        yield _told(one, heading, key)


async def _of_files(deps: AgentDeps, opened: _Opened, key: int) -> list[Told]:
    """The sentences of the first files of a mail."""
    reader, letter = deps.reader, opened.letter
    if reader is None or letter is None:
        return []
    found = list[Told]()
    for one in [file for file in letter.attachments if file.size <= _LARGEST][:_FILES]:
        text = await _file_text(deps, opened, one)
        found += [_told(said, opened.heading, key) for said in _sentences(text)]
    return found


async def _file_text(deps: AgentDeps, opened: _Opened, chosen: Attachment) -> str:
    part = await asyncio.to_thread(part_of, opened.data, chosen.part)
    if part is None or deps.reader is None:
        return ""
    for source in opened.heading.taint:
        deps.taint.add(sources.attached(source, chosen.name))
    file = File(chosen.name, part[1], chosen.media_type)
    read = await deps.reader.read(file, deps.user.locale, sees=False, now=deps.local_now)
    return read.text


def _told(text: str, heading: MailHeading, key: int) -> Told:
    beside = f"{heading.sender_name} {heading.subject}"
    return Told(text, key, beside, named=f"{beside}: {text}")


def _of_event(event: Event, deps: AgentDeps, key: int) -> Iterator[Told]:
    parts = (event.title, events.when_said(event, deps), event.place, event.notes)
    yield Told(". ".join(filter(None, parts)), key, event.title, has_time=True)
    for guest in event.guests[:20]:
        said = _ANSWERS.get(guest.status, "").format(who=guest.name or guest.address)
        if said:
            yield Told(said, key, event.title)


def _sentences(text: str) -> list[str]:
    """What a text says, without greeting and names below."""
    said = sentences(_unwrapped(text[:_READ_OF_EACH]))
    return [one for one in said if _tells(one)]


def _tells(sentence: str) -> bool:
    """Whether it may tell something: no greeting, no name below, no question."""
    words = len(sentence.split())
    greets = words <= _GREETING and says("greets_in_letter", sentence)
    return (words >= _FEWEST or re.search(r"\d", sentence) is not None) and not greets and not sentence.endswith("?")


def _turn_about(groups: Sequence[Sequence[Told]]) -> list[Told]:
    """One of each in turn: not all that is compared is of the first mail."""
    longest = max(map(len, groups), default=0)
    return [group[place] for place in range(longest) for group in groups if place < len(group)]


def _unwrapped(text: str) -> str:
    """Lines that a program broke are one again; those that their writer ended stay."""
    lines = list[str]()
    for line in text.split("\n"):
        last = lines[-1] if lines else ""
        goes_on = len(last) >= _WRAPPED and line.strip() and not _ENDS.search(last) and line.strip()[0].islower()
        if goes_on:
            lines[-1] = f"{last.rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)
