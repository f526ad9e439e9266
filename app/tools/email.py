"""The tools for mail: find, read, answer, send, put away. What is read was written by others, and taints the turn with who wrote it.

Sending only puts a mail among those on their way out, in the transaction of its ledger row; a loop hands it over (`tools/mail_sending.py`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import AccountError, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.mail import writing
from app.integrations.mail.letter import Attachment, Letter
from app.integrations.mail.lookalike import warnings
from app.integrations.mail.mime import attachment, read_letter
from app.integrations.mail.writing import Draft, File
from app.integrations.ports import MailQuery
from app.memory.records import Account, MailHeading, OutgoingMail
from app.tools import mail_invitations, when
from app.tools.account_search import find_in_accounts
from app.tools.elsewhere import accounts_of
from app.tools.mail_files import MOST_ATTACHED, bytes_of_files, in_words, pin_of, pinned_files
from app.tools.mail_lookup import mail_of
from app.tools.mail_moving import delete_mail, mark_mail, move_mail, prepare_deleting, prepare_marking, prepare_moving
from app.tools.mail_reading import read_attachment, read_thread
from app.tools.mail_sending import UNDO_SECONDS, message_id_of, put_on_its_way
from app.tools.mailboxes import account_of, bytes_of, letter_of, named, seen
from app.tools.people import addresses_of
from app.tools.provenance import carry
from app.tools.toolset import Tool

SHOWN = 15
_MOST_BODY = 50_000
_READS = Risk(reads_private=True, reads_untrusted=True)
_MARKS = Risk(side_effect=True, reversible=True, local=False)
_SENDS = Risk(side_effect=True, egress=True, reads_private=True)
# Its files are read elsewhere first, and nothing waits for that inside a transaction.
_SENDS_FILES = Risk(side_effect=True, egress=True, reads_private=True, local=False)
_DELETES = Risk(side_effect=True, local=False)
_MORE = "There are more. Name somebody, a word or a day."
_NOTHING = "No mail fits that."
_NO_MAIL = "There is no mail."
_NO_UNREAD = "There is no unread mail."
_QUOTES = str.maketrans(dict.fromkeys('“”"', "'"))
_EMPTY = "What should the mail say?"
_ENCLOSED = "Attached: {names}."  # what a mail says where only its files were named


async def search_mail(
    ctx: RunContext[AgentDeps],
    words: str = "",
    *,
    sender: str = "",
    to: str = "",
    subject: str = "",
    since: str = "",
    until: str = "",
    unread: bool = False,
    has_attachment: bool = False,
    folder: str = "",
    account: str = "",
) -> str:
    """Mails that fit, newest first; without anything, the newest in the inbox. `folder`: inbox, sent, drafts, archive, trash, junk, a name, or * for all."""
    deps = ctx.deps
    first, last = (_past(day, deps) for day in when.days(since, until, deps.local_now))
    query = MailQuery(
        words=words.strip(),
        sender=sender.strip(),
        recipient=to.strip(),
        subject=subject.strip(),
        since=date.fromisoformat(first) if first else None,
        until=date.fromisoformat(last) if last else None,
        unread=True if unread else None,
        has_files=has_attachment,
        folder=folder.strip(),
        zone=deps.user.time_zone,
    )
    accounts = await accounts_of(deps).chosen(deps.user.id, account, "mail")
    found, problems = await _listed(deps, accounts, query)
    if not found and problems:
        raise ToolProblem("\n".join(problems))
    several = len(accounts) > 1
    names = {one.id: one.label for one in accounts}
    lines = [_line(one, deps, names[one.account_id] if several else "") for one in found]
    return "\n".join((*(lines or [_none(query)]), *problems))


def _none(query: MailQuery) -> str:
    """That there is none, by what was asked for."""
    asked = replace(query, folder="", zone=MailQuery().zone)
    return {MailQuery(): _NO_MAIL, MailQuery(unread=True): _NO_UNREAD}.get(asked, _NOTHING)


async def read_mail(ctx: RunContext[AgentDeps], mail: str) -> str:
    """The text of one mail, and what is attached."""
    deps = ctx.deps
    heading = await mail_of(deps, mail)
    data = await bytes_of(deps, heading)
    letter = await asyncio.to_thread(read_letter, data)
    await deps.store.mails.read(deps.user.id, [heading.id], unread=False)
    invited = await mail_invitations.told(deps, heading, letter, data)
    own = {one.identity for one in await accounts_of(deps).every(deps.user.id, "mail")}
    known = own | await deps.store.mail_outbox.recipients(deps.user.id)
    return _told(letter, heading, deps, (*invited, *warnings(letter.sender, known)))


async def send_mail(
    ctx: RunContext[AgentDeps],
    to: list[str],
    subject: str,
    body: str,
    *,
    cc: Sequence[str] = (),
    files: Sequence[str] = (),
    account: str = "",
) -> Done:
    """Write a new mail. `files`: names of stored files (Drive …) to attach."""
    deps = ctx.deps
    sender = await accounts_of(deps).one(deps.user.id, account, "mail")
    attached = await bytes_of_files(deps, files)
    subject, body = _or_files(subject, body, [one.name for one in attached])
    draft = Draft(
        await addresses_of(deps, to), subject.strip(), _body(body), await addresses_of(deps, cc), files=attached
    )
    return await _on_its_way(deps, sender, draft, pins=files)


async def reply_to_mail(ctx: RunContext[AgentDeps], mail: str, body: str, *, everyone: bool = False) -> Done:
    """Answer a mail; `everyone`: all others it went to as well."""
    deps = ctx.deps
    heading, account, draft = await _answer(deps, mail, body, everyone=everyone)
    return await _on_its_way(deps, account, draft, answers=f"#{heading.id}")


async def forward_mail(ctx: RunContext[AgentDeps], mail: str, to: list[str], body: str = "") -> Done:
    """Pass a mail on, with what is attached."""
    deps = ctx.deps
    heading = await mail_of(deps, mail, guesses=False)
    data = await bytes_of(deps, heading)
    letter = await asyncio.to_thread(read_letter, data)
    files = await asyncio.to_thread(_passed_on, data, letter)
    draft = writing.forward(letter, await addresses_of(deps, to), body.strip(), files)
    return await _on_its_way(deps, await account_of(deps, heading), draft)


async def save_draft(ctx: RunContext[AgentDeps], to: list[str], subject: str, body: str, *, account: str = "") -> Done:
    """Put a mail among the drafts, unsent."""
    deps = ctx.deps
    sender = await accounts_of(deps).one(deps.user.id, account, "mail")
    draft = Draft(await addresses_of(deps, to), subject.strip(), _body(body))
    message = writing.as_message(
        draft, sender.identity, message_id=message_id_of(deps, draft, sender), at=deps.local_now
    )
    async with accounts_of(deps).mailbox(sender) as mailbox:
        await mailbox.draft(message)
    return Done(f"Put among your drafts: “{draft.subject}”, to {', '.join(draft.to)}.")


async def _prepare_sending(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """To whose addresses, which of them never had a mail of ours, and which files go with it."""
    sender = await accounts_of(deps).one(deps.user.id, str(arguments.get("account", "")), "mail")
    files = await pinned_files(deps, arguments.get("files") or ())
    to, cc = await addresses_of(deps, arguments["to"]), await addresses_of(deps, arguments.get("cc") or ())
    pinned = {**arguments, "to": list(to), "account": sender.pinned, **({"cc": list(cc)} if cc else {})}
    if files:
        subject, body = _or_files(str(arguments["subject"]), str(arguments["body"]), [one.info.name for one in files])
        pinned |= {"files": [pin_of(one) for one in files], "subject": subject, "body": body}
    attached = f" with {in_words(files)} attached" if files else ""
    return pinned, f"send from {sender.identity}{attached}{await _first_times(deps, (*to, *cc))}"


async def _weigh_sending(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """One with files reads them elsewhere before it is put among those on their way."""
    return _SENDS_FILES if arguments.get("files") else _SENDS


async def _look_for_sent(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By its Message-ID among those on their way."""
    sender = await accounts_of(deps).one(deps.user.id, str(arguments.get("account", "")), "mail")
    to, cc = await addresses_of(deps, arguments["to"]), await addresses_of(deps, arguments.get("cc") or ())
    draft = Draft(to, str(arguments["subject"]).strip(), str(arguments["body"]).strip(), cc)
    message_id = message_id_of(deps, draft, sender, pins=arguments.get("files") or ())
    row = await deps.store.mail_outbox.of_message(deps.user.id, message_id)
    return _told_on_its_way(row) if row is not None else None


def _or_files(subject: str, body: str, names: Sequence[str]) -> tuple[str, str]:
    """What a mail is about and says; where that wasn't said, its files."""
    listed = ", ".join(names)
    return (subject.strip() or listed, body.strip() or _ENCLOSED.format(names=listed)) if names else (subject, body)


async def _prepare_reply(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    everyone = bool(arguments.get("everyone"))
    heading, account, draft = await _answer(deps, arguments["mail"], str(arguments["body"]), everyone=everyone)
    also = f" (copy to {', '.join(draft.cc)})" if draft.cc else ""
    told = f"reply from {account.identity} to {', '.join(draft.to)}, about {_titled(heading.subject)}{also}"
    return {**arguments, "mail": f"#{heading.id}"}, told + await _first_times(deps, draft.recipients)


async def _prepare_forward(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    heading = await mail_of(deps, arguments["mail"], guesses=False)
    to = await addresses_of(deps, arguments["to"])
    letter = await letter_of(deps, heading)
    files = ", ".join(one.name for one in _that_fit(letter))
    attached = f" (with {files})" if files else ""
    told = f"forward {_titled(named(heading))} to {', '.join(to)}{attached}{await _first_times(deps, to)}"
    return {**arguments, "mail": f"#{heading.id}", "to": list(to)}, told


async def _listed(
    deps: AgentDeps, accounts: Sequence[Account], query: MailQuery
) -> tuple[list[MailHeading], list[str]]:
    """What fits in all accounts, newest first, each with its number; and the sentences of accounts that didn't answer."""
    found, problems = list[MailHeading](), list[str]()
    for account in accounts:
        try:
            async with accounts_of(deps).mailbox(account) as mailbox:
                listed = await mailbox.search(query, SHOWN + 1)  # one more tells that there are more
        except AccountError as problem:
            problems.append(f"{account.label}: {problem.sentence}")
            continue
        found += await deps.store.mails.seen(deps.user.id, [seen(account, one) for one in listed], deps.now)
    newest = sorted(found, key=lambda one: one.received_at, reverse=True)[:SHOWN]
    carry(deps, newest)
    return newest, [*([_MORE] if len(found) > SHOWN else []), *problems]


async def _answer(deps: AgentDeps, mail: str, body: str, *, everyone: bool) -> tuple[MailHeading, Account, Draft]:
    heading = await mail_of(deps, mail, newest=False)
    account = await account_of(deps, heading)
    letter = await letter_of(deps, heading)
    own = [one.identity for one in await accounts_of(deps).every(deps.user.id, "mail")]
    return heading, account, writing.answer(letter, _body(body), own, everyone=everyone)


async def _on_its_way(
    deps: AgentDeps, account: Account, draft: Draft, *, answers: str = "", pins: Sequence[str] = ()
) -> Done:
    return _told_on_its_way(await put_on_its_way(deps, account, draft, answers=answers, pins=pins))


def _told_on_its_way(row: OutgoingMail) -> Done:
    text = f"On its way to {', '.join(row.recipients)} in {UNDO_SECONDS} seconds: “{row.subject}”."
    return Done(text, undo={"action": "keep_mail_unsent", "id": row.id})


def _that_fit(letter: Letter) -> list[Attachment]:
    """The attached files that are passed on: in their order, as many as fit into a mail that servers take."""
    found, size = list[Attachment](), 0
    for one in letter.attachments:
        if size + one.size <= MOST_ATTACHED:
            found.append(one)
            size += one.size
    return found


def _passed_on(data: bytes, letter: Letter) -> list[File]:
    """Their bytes."""
    parts = ((one, attachment(data, one.part)) for one in _that_fit(letter))
    return [File(one.name, one.media_type, part[1]) for one, part in parts if part is not None]


async def _first_times(deps: AgentDeps, recipients: Sequence[str]) -> str:
    """The recipients who neither wrote nor were written to before."""
    written_to = await deps.store.mail_outbox.recipients(deps.user.id)
    new = [
        one
        for one in recipients
        if one.casefold() not in written_to and not await deps.store.mails.knows(deps.user.id, one)
    ]
    return f" (first mail to {', '.join(new)})" if new else ""


def _titled(subject: str) -> str:
    """Theirs in our quotes, of which it closes none."""
    return f"“{subject.translate(_QUOTES)}”"


def _past(day: str | None, deps: AgentDeps) -> str | None:
    """ "Monday" is the last one: no mail comes from days ahead."""
    if not day:
        return day
    ahead = (date.fromisoformat(day) - deps.local_now.date()).days
    return (date.fromisoformat(day) - timedelta(days=-(-ahead // 7) * 7)).isoformat() if ahead > 0 else day


def _body(text: str) -> str:
    if not text.strip():
        raise ToolProblem(_EMPTY)
    if len(text) > _MOST_BODY:
        raise ToolProblem(f"That is longer than {_MOST_BODY:,} characters, which is too long for a mail.")
    return text.strip()


def _line(heading: MailHeading, deps: AgentDeps, label: str) -> str:
    at = when.say(heading.received_at, deps.local_now)
    marks = ", ".join(filter(None, (at, "unread" if heading.is_unread else "", label)))
    return f"- {named(heading)}, {marks} (#{heading.id})"


def _told(letter: Letter, heading: MailHeading, deps: AgentDeps, odd: Sequence[str]) -> str:
    """A mail as it is read: who, when, what about; then what it says."""
    who = f"{letter.sender.name} <{letter.sender.address}>" if letter.sender.name else letter.sender.address
    head = [
        f"From: {who} (#{heading.id})",
        f"Subject: {letter.subject}",
        f"Received: {when.say(heading.received_at, deps.local_now)}",
    ]
    head += [f"To: {', '.join(one.address for one in letter.to[:10])}"] if letter.to else []
    files = [f"Attached: {one.name} ({one.size:,} bytes)" for one in letter.attachments[:20]]
    return "\n".join((*head, *odd, *letter.notes, "", letter.text or "(no text)", *(["", *files] if files else [])))


TOOLS: tuple[Tool, ...] = (
    Tool(search_mail, _READS),
    Tool(read_mail, _READS),
    Tool(find_in_accounts, Risk(reads_private=True)),
    Tool(read_attachment, _READS),
    Tool(read_thread, _READS),
    Tool(send_mail, _SENDS_FILES, _prepare_sending, _weigh_sending, look=_look_for_sent),
    Tool(reply_to_mail, _SENDS, _prepare_reply),
    Tool(forward_mail, _SENDS, _prepare_forward),
    Tool(save_draft, _MARKS),
    Tool(move_mail, _MARKS, prepare_moving),
    Tool(mark_mail, _MARKS, prepare_marking),
    Tool(delete_mail, _DELETES, prepare_deleting),
)
