"""Connecting a mailbox by its address and a password: signed in to first, kept then."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed, ToolProblem
from app.integrations.accounts import PASSWORD, Accounts
from app.integrations.mail import discovery
from app.integrations.mail.imap import ImapMailbox
from app.integrations.mail.server import Server
from app.integrations.mail.smtp import Login
from app.memory.records import Account

_NO_PLACE = "“{address}” is no mail address."
_OPEN = "Without TLS your password could be read on the way, so “none” is for a server on this machine only. Take tls or starttls."
_NOT_LET_IN = "{host} doesn't let {user} in. Check the password ({wanted}) and the address."
_WANTED = "many providers want an app password"
_NOT_FOUND = "I found no mail server for {address}: {hosts} don't answer. Give its servers (in a terminal: --imap HOST --smtp HOST)."
_NOTHING_TYPED = "No password was given, so I tried nothing."


@dataclass(frozen=True, slots=True)
class MailLogin:
    """What somebody gives to connect a mailbox; servers that aren't named are looked for by the address."""

    address: str
    password: SecretStr
    user: str = ""
    label: str = ""
    imap: Server | None = None
    smtp: Server | None = None


async def connect_mail(accounts: Accounts, user_id: str, given: MailLogin) -> Account:
    """Connect a mailbox, or mend one that is there.

    Raises AccountAway or AccountClosed where no server lets us in, InputRefused or ToolProblem for what can't be one, TooMany."""
    mailbox = await _first_that_opens(given)
    settings = {
        "imap": mailbox.imap.as_json(),
        "smtp": mailbox.smtp.as_json(),
        "user": mailbox.login.user,
        "keeps_sent": mailbox.keeps_sent,
    }
    secrets = {PASSWORD: given.password}
    return await accounts.keep(user_id, "imap", given.address, secrets=secrets, settings=settings, label=given.label)


async def _first_that_opens(given: MailLogin) -> ImapMailbox:
    """The first of the likely servers that lets us in; the last problem where none does."""
    if not given.password.get_secret_value().strip():
        raise ToolProblem(_NOTHING_TYPED)
    problem: AccountAway | None = None
    places = _places(given)
    for place in places:
        login = Login(given.user or given.address.strip(), given.password)
        mailbox = ImapMailbox(place.imap, place.smtp, login, place.keeps_sent)
        try:
            await mailbox.check()
        except AccountAway as away:
            problem = away
            continue
        except AccountClosed as closed:
            wanted, host = place.password or _WANTED, place.imap.host
            raise AccountClosed(_NOT_LET_IN.format(host=host, user=login.user, wanted=wanted)) from closed
        return mailbox
    hosts = dict.fromkeys(place.imap.host for place in places)
    if problem is not None and len(hosts) == 1:
        raise problem
    raise AccountAway(_NOT_FOUND.format(address=given.address.strip()[:80], hosts=" and ".join(hosts))) from problem


def _places(given: MailLogin) -> Sequence[discovery.Place]:
    """Where to try to sign in. Raises ToolProblem for an address that is none, or whose provider takes no password."""
    if any(one is not None and one.is_open for one in (given.imap, given.smtp)):
        raise ToolProblem(_OPEN)
    found = discovery.places(given.address)
    if not found and not (given.imap and given.smtp):
        raise ToolProblem(_NO_PLACE.format(address=given.address.strip()[:80]))
    if given.imap is not None and given.smtp is not None:
        return (discovery.Place(given.imap, given.smtp),)
    if found[0].only:
        raise ToolProblem(found[0].only)
    return tuple(
        discovery.Place(given.imap or one.imap, given.smtp or one.smtp, one.keeps_sent, one.password) for one in found
    )
