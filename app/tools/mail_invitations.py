"""Invitations that came by mail (iMIP): told with their mail, put into a calendar that tells nobody, and answered to whoever invited.

An invitation that its calendar's server has and answers by itself is answered there. Invariant: what is written and to whom is what the mail
says, so all of it waits for an OK; who invites is the mail's claim, and that its sender is somebody else is pointed out.
"""

import asyncio
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.integrations import agenda
from app.integrations.agenda import Entry
from app.integrations.calendar import itip
from app.integrations.calendar.changing import Answer
from app.integrations.calendar.event import Event, Guest, span
from app.integrations.calendar.importing import with_origin
from app.integrations.calendar.received import Received, received, with_answer
from app.integrations.mail import writing
from app.integrations.mail.letter import Letter
from app.integrations.mail.mime import calendar_part
from app.integrations.ports import CalendarInfo
from app.memory.records import Account, MailHeading
from app.tools import events, invitations
from app.tools.elsewhere import accounts_of
from app.tools.invitations import Teller
from app.tools.mailboxes import GONE, account_of, bytes_of

_MAIL = re.compile(r"\s*mail #(\d{1,15})\s*", re.IGNORECASE)
_AROUND = timedelta(days=1)
_COPIES = uuid.UUID("5a8c3d1e-7f0b-4f39-9b64-2f1d7c9e0a35")
_HINT = "Say “accept”, “decline” or “maybe”."
_CHANGE_IT = "You have said {answer}. “Accept”, “decline” or “maybe” changes that."
_ANSWER = {"accepted": "yes", "declined": "no", "tentative": "maybe"}
_CONNECT = "Say “connect my calendar” and I can put it there and answer it."
_INTO = ", and put into your calendar"
_INSTEAD = ", and have it in your calendar instead of {event}"
_OUT = "Say “remove it from my calendar” to take it out."
_MORE = "The mail holds {more} more events; I show the first."
_OTHER_SENDER = "It names {who} as who invites, but this mail is from {sender}."
_OTHER_GUEST = "It answers for {who}, but this mail is from {sender}."
_OTHER_EVENT = "It has the UID of another event in your calendar, which its sender doesn't organize, so I leave that as it is: {line}"
_NOT_THEIRS = (
    "It says that an event of your calendar is cancelled, which its sender doesn't organize, so that stands: {line}"
)
_NO_HOST = "It doesn't say who invites, so it can't be answered."
_NONE = "That mail holds no invitation that can be answered."
_OWN = "You aren't invited to that one: it is your own."
_NO_CALENDAR = "No calendar that I may write in is connected, so it is in none."
_SAID = {"accepted": "accepts", "declined": "declines", "tentative": "may come"}


@dataclass(frozen=True, slots=True)
class Mailed:
    """One that came: in which mail of which account, what it says, and the event as a calendar has it already."""

    mail: MailHeading
    account: Account
    received: Received
    known: Entry | None
    has_calendar: bool = True

    @property
    def host(self) -> str:
        """Whoever invites, by their address; "" where it says nobody who can be written to."""
        organizer = self.received.event.organizer
        try:
            return writing.address(organizer.address) if organizer else ""
        except ToolProblem:
            return ""

    @property
    def is_answered_there(self) -> bool:
        """Whether the calendar that has it tells whoever invited."""
        return self.known is not None and self.known.tells_guests

    @property
    def is_of_another(self) -> bool:
        """Whether the event of its UID that a calendar has is one that whoever invites here has no say in."""
        if self.known is None:
            return False
        organizer = self.known.event.organizer
        return not self.host or organizer is None or organizer.address.casefold() != self.host.casefold()


async def told(deps: AgentDeps, mail: MailHeading, letter: Letter, data: bytes) -> list[str]:
    """What a mail says to calendars, as it is shown with it; nothing for a mail that says nothing to them."""
    found = await _received(deps, data)
    if found is None or found.method not in _LINES:
        return []
    known, calendars = await _known(deps, found.event), await accounts_of(deps).every(deps.user.id, "calendar")
    mailed = Mailed(mail, await account_of(deps, mail), found, known, has_calendar=bool(calendars))
    line = await _line_of(deps, mailed)
    sender = letter.sender.address
    odd = _odd(mailed, sender)
    more = _MORE.format(more=found.more) if found.more else ""
    return [one for one in (*_LINES[found.method](deps, mailed, line), odd, more) if one]


def _odd(mailed: Mailed, sender: str) -> str:
    """What is pointed out where a mail is from somebody else than it says; "" else."""
    guests = mailed.received.event.guests
    claimed = mailed.host if mailed.received.method != "REPLY" else guests[0].address if guests else ""
    if not claimed or claimed.casefold() == sender.casefold():
        return ""
    said = _OTHER_GUEST if mailed.received.method == "REPLY" else _OTHER_SENDER
    return said.format(who=claimed, sender=sender or "nobody")


async def meant(deps: AgentDeps, said: str) -> Mailed | None:
    """The invitation in the mail that is named ("mail #12"); None for other words. Raises NotFound, ToolProblem where that mail has none."""
    named = _MAIL.fullmatch(said)
    if named is None:
        return None
    mail = await deps.store.mails.get(deps.user.id, int(named[1]))
    if mail is None:
        raise NotFound(GONE)
    found = await _received(deps, await bytes_of(deps, mail))
    if found is None or found.method != "REQUEST":
        raise ToolProblem(_NONE)
    mailed = Mailed(mail, await account_of(deps, mail), found, await _known(deps, found.event))
    if not mailed.host:
        raise ToolProblem(_NO_HOST)
    if mailed.host.casefold() in await accounts_of(deps).addresses(deps.user.id):
        raise ToolProblem(_OWN)
    if mailed.is_of_another and not mailed.is_answered_there:
        raise ToolProblem(_OTHER_EVENT.format(line=await _line_of(deps, mailed)))
    return mailed


async def _line_of(deps: AgentDeps, mailed: Mailed) -> str:
    """The event as a calendar has it, with its number; "" where none has."""
    if mailed.known is None:
        return ""
    [heading] = await events.numbered(deps, [mailed.known])
    return events.line(mailed.known.event, heading, deps)


def card(deps: AgentDeps, mailed: Mailed, answer: str) -> str:
    """What is asked for, as its card says it."""
    event, known = mailed.received.event, mailed.known
    how = f"{invitations.SAID[answer]} to {mailed.host} by mail from {mailed.account.identity}"
    into = _INSTEAD.format(event=events.unnumbered(known.event, deps)) if known else _INTO
    return f"say {how}{'' if answer == 'decline' else into}: {_said(deps, event)}"


async def answered(deps: AgentDeps, mailed: Mailed, answer: str, status: Answer) -> Done:
    """Into the calendar, but for one that is declined and in none; then the answer on its way."""
    own = await accounts_of(deps).addresses(deps.user.id)
    guests = (one.address.casefold() for one in mailed.received.event.guests)
    guest = Guest("", next((one for one in guests if one in own), mailed.account.identity), status)
    done = f"Answered “{answer}”: {_said(deps, mailed.received.event)}."
    lines = [done] if status == "declined" and mailed.known is None else [done, await _put(deps, mailed, guest, own)]
    notices = await asyncio.to_thread(partial(itip.reply, mailed.received.file, guest, zone=deps.zone, at=deps.now))
    lines.append(await invitations.tell(deps, Teller(mailed.account), notices))
    return Done("\n".join(filter(None, lines)))


async def _put(deps: AgentDeps, mailed: Mailed, guest: Guest, own: Sequence[str]) -> str:
    """Into the calendar that has it, else the first that tells nobody, else as a private event into the first of all."""
    account = mailed.known.account if mailed.known else await _place(deps)
    if account is None:
        return _NO_CALENDAR
    answered = await asyncio.to_thread(with_answer, mailed.received, guest)
    async with accounts_of(deps).calendar(account) as reached:
        infos = await reached.calendars()
        if _tells(infos):
            stored = await reached.create(_private(mailed), zone=deps.zone, at=deps.now)
        else:
            event = replace(answered.event, calendar=mailed.known.event.calendar if mailed.known else "")
            stored = await reached.create(event, zone=deps.zone, at=deps.now, invited=answered.file)
    [heading] = await events.numbered(deps, [agenda.entry_of(stored, account, infos, own)])
    return f"In your calendar: {events.line(stored, heading, deps)}."


async def _place(deps: AgentDeps) -> Account | None:
    found = list[tuple[bool, Account]]()
    for account in await accounts_of(deps).every(deps.user.id, "calendar"):
        async with accounts_of(deps).calendar(account) as reached:
            infos = await reached.calendars()
        if any(one.is_writable and one.is_default for one in infos):
            found.append((_tells(infos), account))
    return min(found, key=lambda one: one[0])[1] if found else None


def _tells(infos: Sequence[CalendarInfo]) -> bool:
    return all(one.tells_guests for one in infos)


def _private(mailed: Mailed) -> Event:
    """The event without anybody in it: a server that tells guests would write to all of them as if it were ours. Its notes say whose words
    it holds."""
    event, uid = mailed.received.event, str(uuid.uuid5(_COPIES, mailed.received.event.key))
    notes = with_origin(event.notes, "invitation of", mailed.host)
    return replace(event, uid=uid, key=uid, guests=(), organizer=None, notes=notes, reminders=(), calendar="")


async def _received(deps: AgentDeps, data: bytes) -> Received | None:
    part = await asyncio.to_thread(calendar_part, data)
    return await asyncio.to_thread(partial(received, part, zone=deps.zone)) if part else None


async def _known(deps: AgentDeps, event: Event) -> Entry | None:
    """As one of the calendars that answer has it."""
    chosen = await accounts_of(deps).every(deps.user.id, "calendar")
    start, end = span(event, deps.zone)
    found = await agenda.between(accounts_of(deps), chosen, start - _AROUND, end + _AROUND, zone=deps.zone)
    same = [one for one in found.entries if one.event.uid == event.uid]
    return next((one for one in same if one.event.key == event.key), same[0] if same else None)


def _said(deps: AgentDeps, event: Event) -> str:
    title, place = (" ".join(text.split()) for text in (event.title, event.place))
    return f"{title or '(no title)'}, {events.when_said(event, deps)}{f', {place}' if place else ''}"


def _request(deps: AgentDeps, mailed: Mailed, line: str) -> list[str]:
    """One to answer: by its number where the calendar has this version, else by its mail's."""
    event, known = mailed.received.event, mailed.known
    if mailed.is_of_another and not mailed.is_answered_there:
        return [
            f"Invitation (mail #{mailed.mail.id}): {_said(deps, event)}",
            _by(mailed),
            _OTHER_EVENT.format(line=line),
        ]
    if known and (known.tells_guests or known.event.sequence >= event.sequence):
        return [f"Invitation: {line}", _answered_already(known) or (_HINT if not known.is_own else "")]
    changed = f"Changes: {line}" if line else ""
    rows = [f"Invitation (mail #{mailed.mail.id}): {_said(deps, event)}", _by(mailed), changed]
    return [*rows, (_HINT if mailed.has_calendar else _CONNECT) if mailed.host else _NO_HOST]


def _answered_already(known: Entry) -> str:
    """What its user has said already; "" where they haven't."""
    ours = next((one.status for one in known.event.guests if one.address.casefold() in known.own), "")
    return _CHANGE_IT.format(answer=_ANSWER[ours]) if ours in _ANSWER and not known.is_own else ""


def _by(mailed: Mailed) -> str:
    return f"Invited by: {mailed.host}" if mailed.host else ""


def _cancel(deps: AgentDeps, mailed: Mailed, line: str) -> list[str]:
    if not line:
        return [f"Cancelled: {_said(deps, mailed.received.event)}; it isn't in your calendar."]
    if mailed.is_of_another:
        return [_NOT_THEIRS.format(line=line)]
    return [f"Cancelled: {line}", _OUT]


def _reply(deps: AgentDeps, mailed: Mailed, line: str) -> list[str]:
    said = [f"{one.address} {_SAID[one.status]}" for one in mailed.received.event.guests if one.status in _SAID]
    return [f"Answer: {', '.join(said[:3])}: {line or _said(deps, mailed.received.event)}"] if said else []


_LINES = {"REQUEST": _request, "CANCEL": _cancel, "REPLY": _reply}
