"""Mails on their way out: handed over once, and how that ended told where it is not as promised.

A row is taken before its mail is handed over. Where whoever took it came to nothing, or the server's answer was lost, the mail is looked for
by its Message-ID among those sent: found there it is sent, else nobody knows, and that is told and not tried again. Invariant: what may have
gone out is never handed over a second time.
"""

import logging
from datetime import datetime, timedelta

from app.conversation.outbox import EVERYWHERE
from app.errors import AccountAway, AccountError, AssistantError, SendRefused, SendUnknown
from app.integrations.ports import MailQuery
from app.loops.ground import Ground
from app.memory.records import Account, OutgoingMail
from app.messages import OutboundMessage

log = logging.getLogger(__name__)

_AT_ONCE = 20
_TAKEN = timedelta(minutes=3)  # longer than a server's slowest answer
_MOST_ATTEMPTS = 8
_FIRST_PAUSE = timedelta(minutes=1)
_NOT_SENT = "Your mail “{subject}” to {to} was not sent: {why}"
_NOT_KNOWN = (
    "I can't tell whether your mail “{subject}” to {to} went out: the connection broke just as it was handed over, and I don't find it "
    "among those sent. I don't send it again by myself. Look there, and tell me to send it again if it is missing."
)
_GONE = "the account it was to go out from is no longer connected"


async def send_due(ground: Ground) -> tuple[int, datetime | None]:
    """Hand over what waits no longer; how many, and when there is more to do."""
    now, done = ground.clock.now(), 0
    for mail in await ground.store.mail_outbox.due(now, _AT_ONCE):
        if await ground.store.mail_outbox.take(mail.id, mail.state, mail.attempts, now + _TAKEN):
            await _work(ground, mail)
            done += 1
    return done, await ground.store.mail_outbox.next_due()


async def _work(ground: Ground, mail: OutgoingMail) -> None:
    account = await ground.accounts.get(mail.user_id, mail.account_id)
    if account is None:
        await _end(ground, mail, "failed", _GONE)
    elif mail.state == "sending":
        await _look_for(ground, mail, account)
    else:
        await _hand_over(ground, mail, account)


async def _hand_over(ground: Ground, mail: OutgoingMail, account: Account) -> None:
    try:
        async with ground.accounts.mailbox(account) as mailbox:
            await mailbox.send(mail.mime, account.identity, mail.recipients)
    except SendUnknown:
        await _look_for(ground, mail, account)
    except SendRefused as problem:
        await _end(ground, mail, "failed", problem.sentence)
    except AccountAway as problem:
        await _later(ground, mail, problem)
    except AssistantError as problem:  # the account is closed, or the vault: it does not mend itself
        await _end(ground, mail, "failed", problem.sentence)
    else:
        await _end(ground, mail, "sent", "")


async def _look_for(ground: Ground, mail: OutgoingMail, account: Account) -> None:
    """Whether it is among those sent."""
    try:
        async with ground.accounts.mailbox(account) as mailbox:
            found = await mailbox.search(MailQuery(message_id=mail.message_id, folder="sent"), 1)
    except AccountError as problem:
        log.warning("sent mails not looked through", extra={"event": "mail.unseen", "problem": type(problem).__name__})
        found = ()
    await _end(ground, mail, "sent" if found else "unknown", "")


async def _later(ground: Ground, mail: OutgoingMail, problem: AccountAway) -> None:
    """Nothing went out: again after a while, each time longer."""
    if mail.attempts + 1 >= _MOST_ATTEMPTS:
        await _end(ground, mail, "failed", problem.sentence)
        return
    at = ground.clock.now() + _FIRST_PAUSE * 2**mail.attempts
    await ground.store.mail_outbox.later(mail.id, problem.sentence, at)
    log.info("mail waits", extra={"event": "mail.later", "mail": mail.id, "attempts": mail.attempts + 1})


async def _end(ground: Ground, mail: OutgoingMail, state: str, why: str) -> None:
    """Write how it ended and tell it, together, where it did not go out for certain."""
    now = ground.clock.now()
    said = {"failed": _NOT_SENT, "unknown": _NOT_KNOWN}.get(state, "")
    text = said.format(subject=mail.subject, to=", ".join(mail.recipients), why=why)
    async with ground.database.transaction():
        ended = await ground.store.mail_outbox.end(mail.id, state, why, now)
        if ended and text:
            message = OutboundMessage(mail.user_id, EVERYWHERE, f"mail:{mail.id}", text, kind="notice")
            await ground.conversation.mailroom.put(message, now)
    if ended and text:
        await ground.conversation.mailroom.announce(mail.user_id)
    log.info("mail ended", extra={"event": f"mail.{state}", "mail": mail.id})
