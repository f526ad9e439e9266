"""What all tools for mail stand on: the accounts they reach, the mails that were listed, and the sentences about one that is gone."""

from app.cards import sources
from app.deps import AgentDeps
from app.errors import NotFound
from app.integrations.mail.letter import Letter
from app.integrations.mail.mime import read_letter
from app.integrations.ports import ListedMail, MailKey
from app.memory.records import Account, MailHeading
from app.memory.repositories.mails import Seen
from app.tools.elsewhere import LOOKED, accounts_of
from app.tools.pick import Shelf
from app.tools.provenance import carry

GONE = "That mail is no longer where it was; it may have been moved or deleted."


async def account_of(deps: AgentDeps, heading: MailHeading) -> Account:
    """The account a mail lies in. Raises NotFound where it is no longer connected."""
    account = await accounts_of(deps).get(deps.user.id, heading.account_id)
    if account is None:
        raise NotFound(GONE)
    return account


async def letter_of(deps: AgentDeps, heading: MailHeading) -> Letter:
    """The whole mail, read."""
    return read_letter(await bytes_of(deps, heading))


async def bytes_of(deps: AgentDeps, heading: MailHeading) -> bytes:
    """The whole mail as it came; its words taint the turn. Raises NotFound where it is gone, AccountError."""
    carry(deps, [heading])
    async with accounts_of(deps).mailbox(await account_of(deps, heading)) as mailbox:
        data = await mailbox.fetch(MailKey(heading.folder, heading.uid))
    if data is None:
        await deps.store.mails.gone(deps.user.id, heading.id, deps.now)
        raise NotFound(GONE)
    return data


def seen(account: Account, mail: ListedMail) -> Seen:
    """A mail as its account lists it, to be written down with whose words it holds."""
    return Seen(
        account_id=account.id,
        folder=mail.key.folder,
        uid=mail.key.uid,
        message_id=mail.message_id,
        sender_name=mail.sender_name,
        sender=mail.sender,
        subject=mail.subject,
        received_at=mail.received_at,
        is_unread=mail.is_unread,
        size=mail.size,
        taint=(sources.mail(mail.sender, mail.subject),),
    )


def named(heading: MailHeading) -> str:
    """A mail in a line: who, and what about."""
    return f"{heading.sender_name or heading.sender or 'unknown'}: {heading.subject or '(no subject)'}"


def shelf(deps: AgentDeps) -> Shelf[MailHeading]:
    """How one of the mails that were listed is looked up."""
    return Shelf(
        noun="mail",
        deps=deps,
        get=lambda number: deps.store.mails.get(deps.user.id, number),
        find=lambda words: deps.store.mails.find(deps.user.id, words),
        all=lambda: deps.store.mails.latest(deps.user.id),
        name=named,
        newest_first=True,
        none=LOOKED,
    )
