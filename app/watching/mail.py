"""New mail: from whom, and about what. What came is told once a mail, with who sent it; who only looks like somebody known is pointed out.

A rule's sender is a name or an address: all its words stand in the sender's name or address. What it is about stands in the subject.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.errors import ToolProblem
from app.integrations.accounts import offers
from app.integrations.mail.letter import Address
from app.integrations.mail.lookalike import warnings
from app.integrations.ports import ListedMail
from app.language.orders.alerts import mail_condition, named_in
from app.memory.records import MailHeading
from app.memory.repositories import Repositories
from app.memory.words import fold
from app.watching.watch import Condition, Finding, Look

SOURCE = "mail"
_FRESH = timedelta(days=2)
_MOST = 200  # as many as a rule remembers to have told
_SHOWN = 100
_NEITHER = "Mail from whom, or about what? “Mail from Ama about the invoice” is one I can watch for."
_WORD = re.compile(r"[\w.@+-]+")


def read(words: str, _: datetime) -> Condition:
    """From whom, and with which words."""
    sender, about = mail_condition(words)
    if not sender and not about:
        sender, about = named_in(words)
    if not sender and not about:
        raise ToolProblem(_NEITHER)
    return {"from": sender[:60], "words": about[:80]}


def say(condition: Condition) -> str:
    """ "mail comes from Ama about “the invoice”"."""
    sender = f" from {condition['from']}" if condition.get("from") else ""
    about = f" about “{condition['words']}”" if condition.get("words") else ""
    return f"mail comes{sender}{about}"


async def has(store: Repositories, user_id: str) -> bool:
    """Whether a mailbox is connected whose new mails are heard of."""
    return any("mail watch" in offers(one) for one in await store.accounts.every(user_id))


def fits(condition: Condition, mail: ListedMail | MailHeading) -> bool:
    """Whether a mail is what a rule waits for."""
    sender, subject = fold(f"{mail.sender_name} {mail.sender}"), fold(mail.subject)
    asked = [fold(word) for word in _WORD.findall(str(condition.get("from", "")))]
    about = [fold(word) for word in _WORD.findall(str(condition.get("words", "")))]
    return all(word in sender for word in asked) and all(word in subject or word in sender for word in about)


async def find(look: Look) -> Sequence[Finding]:
    """The mails that came since the rule stands, newest last; those of the last two days."""
    since = max(look.rule.updated_at, look.now - _FRESH)
    came = [
        one for one in await look.store.mails.that_came(look.user.id, since, _MOST) if fits(look.rule.condition, one)
    ]
    if not came:
        return ()
    accounts = await look.store.accounts.every(look.user.id)
    known = {one.identity for one in accounts} | await look.store.mail_outbox.recipients(look.user.id)
    return [_finding(one, known) for one in reversed(came)]


def _finding(mail: MailHeading, known: set[str]) -> Finding:
    who = f"{mail.sender_name} <{mail.sender}>" if mail.sender_name else mail.sender or "nobody who is named"
    odd = " ".join(warnings(Address(mail.sender_name, mail.sender), known))
    subject = mail.subject[:_SHOWN] or "(no subject)"
    told = f"mail from {who[:_SHOWN]}: “{subject}” (#{mail.id})"
    key = mail.message_id or f"{mail.account_id}/{mail.folder}/{mail.uid}"
    return Finding(f"mail:{key}", f"{told}. {odd.rstrip('.')}" if odd else told, tuple(mail.taint))
