"""The tools that read on from a mail: what is attached to it, and the conversation it belongs to. All of it was written by others, and taints
the turn with who wrote it and in which file it stood."""

import asyncio
import re
from collections.abc import Sequence

from pydantic_ai import RunContext

from app.cards import sources
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.excerpt import excerpt
from app.integrations.mail.letter import Attachment, Letter
from app.integrations.mail.mime import attachment as part_of
from app.integrations.mail.mime import read_letter
from app.integrations.ports import MailQuery
from app.language.pointing import number, places
from app.memory.records import MailHeading
from app.models.reading.reader import File
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.mail_lookup import mail_of
from app.tools.mailboxes import account_of, bytes_of, named, seen

_MOST = 20_000
_MOST_MAILS = 30
_LARGEST = 2_000_000  # bytes of a mail of a conversation; what is longer is named and not read
_LARGEST_FILE = 20_000_000
_KINDS = {"picture": "image", "photo": "image", "ics": "calendar", "mail": "rfc822", "email": "rfc822"}
_NESTED = ("message/rfc822", "message/global")
_NONE = "Nothing is attached to that mail."
_WHICH = "Which one? Attached are: {names}."
_TOO_LARGE = "“{name}” is {size:,} bytes, which is more than I read of a file ({most:,})."
_NO_READER = "Files can't be read from here."
_NO_TEXT = "“{name}” has no words that I can read."
_FIRST_WORDS = "(its first {most:,} characters)"
_ALONE = "That mail stands alone: I found no other of its conversation."
_LEFT_OUT = "(What is later is too long to show here: {names}.)"
_TOO_LONG_TO_READ = "(too large to read here)"


async def read_attachment(ctx: RunContext[AgentDeps], mail: str, attachment: str = "") -> str:
    """What an attached file says: by name, kind (pdf) or number."""
    chosen, data = await attached(ctx.deps, mail, attachment)
    if chosen.media_type in _NESTED:
        return _nested(await asyncio.to_thread(read_letter, data), chosen)
    return await _file(ctx.deps, chosen, data)


async def attached(deps: AgentDeps, mail: str, said: str) -> tuple[Attachment, bytes]:
    """A file that is attached to a mail, by name, kind or number; its words taint the turn. Raises NotFound, ToolProblem."""
    heading = await mail_of(deps, mail)
    data = await bytes_of(deps, heading)
    letter = await asyncio.to_thread(read_letter, data)
    chosen = _chosen(letter.attachments, said)
    for source in heading.taint:
        deps.taint.add(sources.attached(source, chosen.name))
    if chosen.size > _LARGEST_FILE:
        raise ToolProblem(_TOO_LARGE.format(name=chosen.name, size=chosen.size, most=_LARGEST_FILE))
    found = await asyncio.to_thread(part_of, data, chosen.part)
    if found is None:
        raise NotFound(_NO_TEXT.format(name=chosen.name))
    return chosen, found[1]


def pinned(attachment: Attachment) -> str:
    """How one that is on a card is called when that is confirmed: by its place in its mail, as a name may be another's number or words."""
    return f"@{attachment.part}"


async def read_thread(ctx: RunContext[AgentDeps], mail: str) -> str:
    """All mails of a mail's conversation, oldest first."""
    deps = ctx.deps
    heading = await mail_of(deps, mail)
    first = await asyncio.to_thread(read_letter, await bytes_of(deps, heading), most_characters=1)
    ids = tuple(dict.fromkeys((first.message_id, first.in_reply_to, *reversed(first.references))))
    account = await account_of(deps, heading)
    async with accounts_of(deps).mailbox(account) as mailbox:
        query = MailQuery(thread=tuple(one for one in ids if one), folder="*")
        listed = await mailbox.search(query, _MOST_MAILS) if query.thread else ()
        single = {
            one.message_id or one.key.uid: one for one in reversed(listed)
        }  # a copy among the sent ones is no other mail
        if len(single) < 2:
            return _ALONE
        kept = sorted(single.values(), key=lambda one: one.received_at)
        rows = await deps.store.mails.seen(deps.user.id, [seen(account, one) for one in kept], deps.now)
        told, left, later = list[str](), _MOST, list[str]()
        for row, one in zip(rows, kept, strict=True):
            if left <= 0:
                later.append(named(row))
                continue
            data = await mailbox.fetch(one.key) if one.size <= _LARGEST else None
            text = (await asyncio.to_thread(read_letter, data, most_characters=left)).text if data else ""
            told.append(_said(row, text or _TOO_LONG_TO_READ, deps))
            left -= len(told[-1])
            for source in row.taint:
                deps.taint.add(source)
    return "\n\n".join((*told, *([_LEFT_OUT.format(names="; ".join(later))] if later else [])))


def _chosen(attached: Sequence[Attachment], said: str) -> Attachment:
    """The one that is meant. Raises NotFound, or ToolProblem where several fit."""
    if not attached:
        raise NotFound(_NONE)
    if exact := next((one for one in attached if said == pinned(one)), None):
        return exact
    counted = number(said)
    place = [counted - 1] if counted else places(said)
    if place and -len(attached) <= place[0] < len(attached):
        return attached[place[0]]
    words: list[str] = [_KINDS.get(str(word), str(word)) for word in re.findall(r"\w+", said.casefold())]
    fits = [one for one in attached if all(word in f"{one.name} {one.media_type}".casefold() for word in words)]
    if len(fits) == 1 or len(attached) == 1:
        return (fits or list(attached))[0]
    raise ToolProblem(_WHICH.format(names=", ".join(one.name for one in (fits or attached)[:20])))


async def _file(deps: AgentDeps, chosen: Attachment, data: bytes) -> str:
    if deps.reader is None:
        raise ToolProblem(_NO_READER)
    file = File(chosen.name, data, chosen.media_type)
    read = await deps.reader.read(file, deps.user.locale, sees=False, now=deps.local_now)
    text = excerpt(read.text, _MOST)
    cut = _FIRST_WORDS.format(most=_MOST) if read.truncated or len(read.text) > _MOST else ""
    said = [f"{chosen.name} {cut}".strip(), read.note, "", text or _NO_TEXT.format(name=chosen.name)]
    return "\n".join(one for one in said if one or text)


def _nested(letter: Letter, chosen: Attachment) -> str:
    """A mail within a mail."""
    head = [
        f"{chosen.name}, a mail:",
        f"From: {letter.sender.name} <{letter.sender.address}>",
        f"Subject: {letter.subject}",
    ]
    files = [f"Attached: {one.name} ({one.size:,} bytes)" for one in letter.attachments[:20]]
    return "\n".join((*head, *letter.notes, "", letter.text, *files))


def _said(row: MailHeading, text: str, deps: AgentDeps) -> str:
    who = row.sender_name or row.sender or "unknown"
    return f"{who}, {when.say(row.received_at, deps.local_now)} (#{row.id}): {row.subject}\n{text}"
