"""Mails that somebody means by words alone ("the invoice", "what Ama wrote about the keys"): looked for in the mailboxes themselves.

Each telling word is asked for by itself, in all connected mailboxes, and those mails come first that have most of them: people remember a name
or a thing, seldom what a mail says. Bounded: so many words, so many mails of each.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.excerpt import excerpt
from app.integrations.mail.mime import read_letter
from app.integrations.ports import ListedMail, MailKey, MailQuery
from app.language.names import without_possessive, without_s
from app.language.statements.facts import words_of
from app.memory.records import Account, MailHeading
from app.memory.words import fold
from app.tools import events, when
from app.tools.elsewhere import accounts_of
from app.tools.mailboxes import account_of, named, seen, shelf
from app.tools.pick import pick
from app.tools.provenance import carry

_MOST_WORDS = 4
_OF_EACH = 10
_SHOWN = 5
_TOLD = 600  # characters of the one mail that is meant
_LARGEST = 1_000_000  # bytes of one that is read for that
NOTHING = "I find nothing about that in your mail or calendar."
# What tells no mail from another: the words that questions and orders are made of, in both languages.
_PLAIN = frozenset(
    "mr mrs ms miss dr sir madam m mme mlle a an the my our your his her their its this that these those it he she they we you i me us him them what whats who whos whom whose when where why how "
    "which is are was were be been am do does did done has have had can could would will shall should must may might please pls kindly abeg hey hi hello "
    "yo ok okay so and or but if then than too also just again exactly anything something nothing any some all new latest last next first one ones thing "
    "about abt on in at to from for with by of off up out into over mail mails email emails e-mail inbox message messages letter letters wrote write "
    "written writes said say says sent send sending ask asked asking tell told want wanted wants need needs get got give read show find look check know "
    "much many there here now today yesterday tomorrow morning week month day time date due go going come coming calendar appointment meeting event "
    "le la les l un une des du de d ce cette ces mon ma mes ton ta tes son sa ses notre nos votre vos je tu il elle on nous vous ils elles me te se m t s "
    "est sont était ai as a avons avez ont avoir être fait faire que qu quoi qui quand où comment pourquoi combien quel quelle quels quelles c'est cest "
    "y en et ou mais si pas ne n à au aux dans sur pour par avec chez déjà encore dit disait écrit envoyé reçu veut voulait demande lis dis "
    "courriel courriels mail mails message messages lettre agenda rendez-vous rdv réunion stp svp".split()
)
# By which of several the newest is meant.
_LATEST = frozenset("last latest newest recent dernier derniere".split())


async def find_in_accounts(ctx: RunContext[AgentDeps], about: str) -> str:
    """What the user's mails and calendar hold about something, in their own words."""
    deps = ctx.deps
    words = telling(about)
    if not words:
        return NOTHING
    mails, entries = await asyncio.gather(best(deps, words), _events(deps, words))
    lines = list[str]()
    if entries and len(words) > 1 and all(events.holds(entries[0].event, word) for word in words):
        mails = [one for one in mails if all(fold(word) in fold(f"{one.sender_name} {one.subject}") for word in words)]
    if entries:
        headings = await events.numbered(deps, entries[:_SHOWN])
        lines += events.by_day(entries[:_SHOWN], headings, deps)
    lines += [_line(one, deps) for one in mails[:_SHOWN]]
    if len(mails) == 1 or (mails and not entries):
        lines.append(await _beginning(deps, mails[0]))
    return "\n".join(filter(None, lines)) or NOTHING


async def mail_of(deps: AgentDeps, said: str, *, guesses: bool = True) -> MailHeading:
    """The one mail meant: of those that were listed, else of the mailboxes. Where nothing is named, the newest; without `guesses` only where
    that is said. Raises NotFound, and ToolProblem where several fit."""
    try:
        return await pick(shelf(deps), said)
    except NotFound:
        words, is_latest = telling(said), bool(_LATEST & {fold(word) for word in words_of(said)})
        if not (words or guesses or is_latest):
            raise
        found = await (best(deps, words) if words else _newest(deps))
        if not found:
            raise
    if len(found) == 1 or not words or is_latest or (guesses and _of_one_sender(found, words)):
        return found[0]
    names = ", ".join(f"#{one.id} {named(one)}" for one in found[:_SHOWN])
    raise ToolProblem(f"Which mail? {names}.")


async def best(deps: AgentDeps, words: Sequence[str]) -> list[MailHeading]:
    """Those that have most of the words, the newest first among equals; where none has any, of the words without the end of many."""
    found = await _having(deps, words)
    bare = [without_s(word) for word in words]
    return found if found or bare == list(words) else await _having(deps, bare)


async def _having(deps: AgentDeps, words: Sequence[str]) -> list[MailHeading]:
    accounts = await accounts_of(deps).every(deps.user.id, "mail")
    found = await asyncio.gather(*(_of(deps, one, words) for one in accounts))
    counted = Counter[tuple[int, MailKey]]()
    listed = dict[tuple[int, MailKey], tuple[Account, ListedMail]]()
    for account, mails in zip(accounts, found, strict=True):
        for mail in mails:
            key = (account.id, mail.key)
            counted[key] += 3 if _names(mail, words) else 1  # who and what about say more than the text
            listed[key] = (account, mail)
    most = max(counted.values(), default=0)
    kept = [listed[key] for key, count in counted.items() if count == most]
    kept.sort(key=lambda pair: pair[1].received_at, reverse=True)
    rows = await deps.store.mails.seen(deps.user.id, [seen(*one) for one in kept[:_OF_EACH]], deps.now)
    carry(deps, rows)
    return rows


def _of_one_sender(found: Sequence[MailHeading], words: Sequence[str]) -> bool:
    """Whether the words only say who wrote, so that the newest is meant where nothing is done to it that can't be seen before."""
    writers = {one.sender for one in found}
    return len(writers) == 1 and all(fold(word) in fold(f"{found[0].sender_name} {found[0].sender}") for word in words)


def telling(about: str) -> list[str]:
    """The words that tell one mail from another, the first few."""
    found = [without_possessive(word) for word in words_of(about) if fold(word) not in _PLAIN and len(word) > 1]
    return list(dict.fromkeys(found))[:_MOST_WORDS]


def _names(mail: ListedMail, words: Sequence[str]) -> bool:
    text = fold(f"{mail.sender_name} {mail.sender} {mail.subject}")
    return any(fold(word) in text for word in words)


async def wrote(deps: AgentDeps, name: str) -> list[MailHeading]:
    """The newest mails of senders who have that name, of all mailboxes that answer."""
    rows = list[MailHeading]()
    for account in await accounts_of(deps).every(deps.user.id, "mail"):
        try:
            async with accounts_of(deps).mailbox(account) as mailbox:
                found = await mailbox.search(MailQuery(sender=name, folder="*"), _OF_EACH)
        except AccountError:  # written at the account, whose owner is told of it
            continue
        rows += await deps.store.mails.seen(deps.user.id, [seen(account, one) for one in found], deps.now)
    return rows


async def _of(deps: AgentDeps, account: Account, words: Sequence[str]) -> list[ListedMail]:
    """What one mailbox has of each word; nothing where it doesn't answer, which is written at the account."""
    try:
        async with accounts_of(deps).mailbox(account) as mailbox:
            return [
                mail for word in words for mail in await mailbox.search(MailQuery(words=word, folder="*"), _OF_EACH)
            ]
    except AccountError:
        return []


async def _newest(deps: AgentDeps) -> list[MailHeading]:
    """The newest of all inboxes."""
    listed = list[tuple[Account, ListedMail]]()
    for account in await accounts_of(deps).every(deps.user.id, "mail"):
        async with accounts_of(deps).mailbox(account) as mailbox:
            listed += [(account, one) for one in await mailbox.search(MailQuery(), 1)]
    listed.sort(key=lambda pair: pair[1].received_at, reverse=True)
    return await deps.store.mails.seen(deps.user.id, [seen(*one) for one in listed[:1]], deps.now)


async def _events(deps: AgentDeps, words: Sequence[str]) -> list[events.Entry]:
    """What the calendars have of most of the words, soonest first, what is over last."""
    if not await accounts_of(deps).every(deps.user.id, "calendar"):
        return []
    start, end = events.stretch("", deps, is_search=True)
    try:
        found = await events.found(deps, start, end)
    except ToolProblem:
        return []
    scored = [(sum(events.holds(one.event, word) for word in words), one) for one in found.entries]
    most = max((count for count, _ in scored), default=0)
    kept = [one for count, one in scored if count == most and count]
    first = dict[tuple[int, str], events.Entry]()
    for one in sorted(kept, key=lambda entry: events.is_over(entry.event, deps)):
        first.setdefault((one.account.id, one.event.uid), one)
    return list(first.values())


async def _beginning(deps: AgentDeps, heading: MailHeading) -> str:
    """How a mail begins; "" where it can't be read."""
    if heading.size > _LARGEST:
        return ""
    try:
        async with accounts_of(deps).mailbox(await account_of(deps, heading)) as mailbox:
            data = await mailbox.fetch(MailKey(heading.folder, heading.uid))
    except AccountError:
        return ""
    text = (await asyncio.to_thread(read_letter, data)).text if data else ""
    return f"{heading.sender_name or heading.sender} wrote: “{excerpt(text, _TOLD)}”" if text.strip() else ""


def _line(heading: MailHeading, deps: AgentDeps) -> str:
    return f"- {named(heading)}, {when.say(heading.received_at, deps.local_now)} (#{heading.id})"
