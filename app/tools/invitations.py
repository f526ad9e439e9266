"""Who tells the people in an event what was done to it, and the mails that do (iMIP, RFC 6047) where its calendar's server writes to nobody.

Invariant: a mail is put on its way once the calendar has what it tells, under a Message-ID of its own; a newer one takes the place of one about
the same that still waits, so that nobody is told the older last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.integrations.agenda import Entry
from app.integrations.calendar.event import Event, span
from app.integrations.calendar.itip import Notice
from app.integrations.mail import writing
from app.integrations.mail.writing import CalendarPart, Draft
from app.language.time import wording
from app.memory.records import Account
from app.tools.elsewhere import accounts_of
from app.tools.mail_sending import UNDO_SECONDS, put_on_its_way

_MOST_IN_ONE = 50  # recipients of a mail; servers take a hundred or so
_MOST_NOTES = 5_000
_NO_MAIL = "that calendar's server sends no invitations, and no mail account is connected"
_NOT_OURS = "that calendar's server sends no invitations, and {address} is no mail account of yours"
_NOT_OUR_EVENT = "{address} organizes it"
_CONNECT = " Say “connect my mail” and ask me again, or tell them yourself."
SAID = {"accept": "yes", "decline": "no", "maybe": "maybe"}
"""An answer as a card says it."""
_NOBODY = "Nobody was told: {why}.{offer}"
_SENT = {
    "REQUEST": "The invitation goes by mail from {address} in {seconds} seconds.",
    "CANCEL": "The cancellation goes by mail from {address} in {seconds} seconds.",
    "REPLY": "The answer goes by mail from {address} in {seconds} seconds.",
}
_CHANGE_SENT = "The change goes by mail from {address} in {seconds} seconds."
_NEVER_SENT = "The invitation had not gone out yet, so nobody is told."
_SUBJECTS = {"REQUEST": "Invitation: {title}", "CANCEL": "Cancelled: {title}"}
_HEADS = {"REQUEST": "You are invited:", "CANCEL": "This is cancelled:"}
_UPDATED = "This has changed:"
_ANSWERS = {"accepted": "Accepted", "declined": "Declined", "tentative": "Maybe"}
_ANSWER = {
    "accepted": "{address} comes to:",
    "declined": "{address} doesn't come to:",
    "tentative": "{address} may come to:",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells them: `account` by mail; nobody, and `why`; the calendar's server where there is neither."""

    account: Account | None = None
    why: str = ""

    @property
    def how(self) -> str:
        """As a card says it behind who is written to."""
        if self.account:
            return f" by mail from {self.account.identity}"
        return f"; nobody is told of it: {self.why}" if self.why else ""


SERVER = Teller()


async def teller(deps: AgentDeps, calendar: Account, *, tells_guests: bool, address: str = "") -> Teller:
    """Who tells people of what is done in that calendar; `address` is ours in the event, "" where we choose it."""
    if tells_guests:
        return SERVER
    every = await accounts_of(deps).every(deps.user.id, "mail")
    if not every:
        return Teller(why=_NO_MAIL)
    ours = address.casefold() if "@" in address else ""
    same = next((one for one in every if one.identity == (ours or calendar.identity)), None)
    if same is None and ours:
        return Teller(why=_NOT_OURS.format(address=ours))
    return Teller(same or every[0])


async def teller_in(deps: AgentDeps, account: Account) -> Teller:
    """Who tells the guests of a new event in that account."""
    async with accounts_of(deps).calendar(account) as reached:
        tells_guests = all(one.tells_guests for one in await reached.calendars())
    return await teller(deps, account, tells_guests=tells_guests)


async def teller_of_guests(deps: AgentDeps, entry: Entry) -> Teller:
    """Who tells the guests of an event that is changed or taken away."""
    organizer = entry.event.organizer.address if entry.event.organizer else ""
    if not (entry.tells_guests or entry.is_own):
        return Teller(why=_NOT_OUR_EVENT.format(address=organizer))
    return await teller(deps, entry.account, tells_guests=entry.tells_guests, address=organizer)


async def teller_of_host(deps: AgentDeps, entry: Entry) -> Teller:
    """Who tells whoever invited what we answer."""
    ours = {one.address.casefold() for one in entry.event.guests} & {*entry.own}
    mails = {one.identity for one in await accounts_of(deps).every(deps.user.id, "mail")}
    address = next(iter(sorted(ours & mails) or sorted(ours)), "")
    return await teller(deps, entry.account, tells_guests=entry.tells_guests, address=address)


async def tell(deps: AgentDeps, by: Teller, notices: Sequence[Notice]) -> str:
    """Put the mails on their way, all or none; the sentence about it, "" where the calendar's server does it or nobody is to be told who could be
    written to."""
    if not notices or (by.account is None and not by.why):
        return ""
    if by.account is None:
        return _NOBODY.format(why=by.why, offer=_CONNECT if by.why == _NO_MAIL else "")
    if not any(_recipients(notice, by.account) for notice in notices):
        return ""
    sent = 0
    async with deps.database.transaction():
        for notice in notices:
            sent += await _put(deps, by.account, notice)
    if not sent:
        return _NEVER_SENT
    said = _CHANGE_SENT if _is_change(notices[0]) else _SENT[notices[0].method]
    return said.format(address=by.account.identity, seconds=UNDO_SECONDS)


def _is_change(notice: Notice) -> bool:
    return notice.method == "REQUEST" and notice.sequence > 0


async def _put(deps: AgentDeps, account: Account, notice: Notice) -> int:
    """How many mails tell of it: none of the end of what nobody has heard of yet."""
    about = f"event:{notice.event.key}"
    waited = await deps.store.mail_outbox.supersede(deps.user.id, about, deps.clock.now())
    if waited and notice.method == "CANCEL" and notice.sequence <= 1:
        return 0
    calendar = CalendarPart(notice.method, notice.file(account.identity))
    meant = _recipients(notice, account)
    parts = [tuple(meant[at : at + _MOST_IN_ONE]) for at in range(0, len(meant), _MOST_IN_ONE)]
    for part in parts:
        draft = Draft(part, _subject(notice), _body(notice, account, deps), calendar=calendar)
        await put_on_its_way(deps, account, draft, answers=about)
    return len(parts)


def _recipients(notice: Notice, account: Account) -> list[str]:
    """Whoever invited, for an answer; else all guests but ourselves. Who has no mail address hears nothing."""
    organizer = notice.event.organizer.address if notice.event.organizer else ""
    meant = [organizer] if notice.method == "REPLY" else notice.guests
    found = dict[str, str]()
    for one in meant:
        try:
            found.setdefault(one.casefold(), writing.address(one))
        except ToolProblem:
            continue
    own = {account.identity, organizer.casefold()} if notice.method != "REPLY" else {account.identity}
    return [address for folded, address in found.items() if folded not in own]


def _subject(notice: Notice) -> str:
    title = notice.event.title or "(no title)"
    if notice.method == "REPLY":
        return f"{_ANSWERS[notice.answer]}: {title}"
    return _SUBJECTS[notice.method].format(title=title)


def _body(notice: Notice, account: Account, deps: AgentDeps) -> str:
    """The same in words, for who reads without a calendar."""
    event = notice.event
    if notice.method == "REPLY":
        head = _ANSWER[notice.answer].format(address=account.identity)
    else:
        head = _UPDATED if _is_change(notice) else _HEADS[notice.method]
    rows = {
        "When": _when(event, deps),
        "Where": event.place,
        "Guests": ", ".join(notice.guests[:20]) if notice.method != "REPLY" else "",
        "Link": event.url,
    }
    lines = [f"{name}: {value}" for name, value in rows.items() if value]
    notes = ["", event.notes[:_MOST_NOTES]] if event.notes and notice.method == "REQUEST" else []
    return "\n".join((head, "", event.title or "(no title)", *lines, *notes))


def _when(event: Event, deps: AgentDeps) -> str:
    """Day, hours and zone, for who may be in another: "Thursday 11 March 2027, 14:00–15:00 (Europe/Paris)"; the first time of what repeats."""
    start, end = (one.astimezone(deps.zone) for one in span(event, deps.zone))
    repeats = f", {wording.say_rule(event.rule, start)}" if event.rule else ""
    if event.all_day:
        return f"{_day(start)}{repeats}"
    until = f"{end:%H:%M}" if end.date() == start.date() else f"{_day(end)}, {end:%H:%M}"
    return f"{_day(start)}, {start:%H:%M}–{until} ({deps.zone.key}){repeats}"


def _day(moment: datetime) -> str:
    return f"{moment:%A} {moment.day} {moment:%B %Y}"
