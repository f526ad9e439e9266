"""Mails that somebody means by words alone ("the invoice", "what Ama wrote about the keys"): looked for in the mailboxes themselves.

Each telling word is asked for by itself, in all connected mailboxes, and those mails come first that have most of them: people remember a name
or a thing, seldom what a mail says. Bounded: so many words, so many mails of each.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.integrations.ports import ListedMail, Mailbox, MailKey, MailQuery
from app.language import vocabulary
from app.language.names import without_possessive, without_s
from app.language.statements.facts import words_of
from app.memory.records import Account, MailHeading
from app.memory.words import fold
from app.tools.elsewhere import accounts_of
from app.tools.mailboxes import named, seen, shelf
from app.tools.pick import numbered, pick
from app.tools.provenance import carry

_MOST_WORDS = 5
_OF_EACH = 10
_SHOWN = 5
_IN_HEAD = 3  # what a word counts that stands in the sender or the subject
_NEARLY = 0.6  # of what the best has
# What tells no mail from another: the words that questions and orders are made of, in both languages.
_PLAIN = frozenset(
    "mr mrs ms miss dr sir madam m mme mlle a an the my our your his her their its this that these those it he she they we you i me us him them what whats who whos whom whose when where why how "
    "which is are was were be been am do does did done has have had can could would will shall should must may might please pls kindly abeg hey hi hello "
    "yo ok okay so and or but if then than too also just again exactly anything something nothing any some all new latest last next first one ones thing "
    "about abt on in at to from for with by of off up out into over mail mails email emails e-mail inbox message messages letter letters wrote write "
    "written writes said say says sent send sending ask asked asking tell told want wanted wants need needs get got give read show find look check know "
    "think thought mean meant like remember believe friend actually real quick quickly really ever even bothered "
    "much many there here now today yesterday tomorrow morning week month day time date due go going come coming calendar appointment meeting event "
    "le la les l un une des du de d ce cette ces mon ma mes ton ta tes son sa ses notre nos votre vos je tu il elle on nous vous ils elles me te se m t s "
    "est sont était ai as a avons avez ont avoir être fait faire que qu quoi qui quand où comment pourquoi combien quel quelle quels quelles c'est cest "
    "y en et ou mais si pas ne n à au aux dans sur pour par avec chez déjà encore dit disait écrit envoyé reçu veut voulait demande lis dis "
    "courriel courriels mail mails message messages lettre agenda rendez-vous rdv réunion stp svp".split()
)
# By which of several the newest is meant.
_LATEST = frozenset("last latest newest recent dernier derniere".split())


async def mail_of(deps: AgentDeps, said: str, *, guesses: bool = True, newest: bool = True) -> MailHeading:
    """The one mail meant: of those that were listed, else of the mailboxes. Where nothing is named, the newest; without `guesses`, or `newest`,
    only where that is said. Raises NotFound, and ToolProblem where several fit."""
    try:
        return await pick(shelf(deps), said)
    except NotFound:
        words, is_latest = telling(said), bool(_LATEST & {fold(word) for word in words_of(said)})
        if numbered(said, "mail") or not (words or (guesses and newest) or is_latest):
            raise
        found = await (best(deps, words) if words else _newest(deps))
        if not found:
            raise
    if len(found) == 1 or not words or is_latest or (guesses and _of_one_sender(found, words)):
        return found[0]
    names = ", ".join(f"#{one.id} {named(one)}" for one in found[:_SHOWN])
    raise ToolProblem(f"Which mail? {names}.")


async def best(deps: AgentDeps, words: Sequence[str], *, nearly: bool = False) -> list[MailHeading]:
    """Those that have most of the words, rare ones counting for more, the newest first among equals; `nearly`: also those that have nearly as
    much."""
    least = _NEARLY if nearly else 1.0
    accounts = await accounts_of(deps).every(deps.user.id, "mail")
    found = await asyncio.gather(*(_of(deps, one, words) for one in accounts))
    listed = dict[tuple[int, MailKey], tuple[Account, ListedMail]]()
    has = dict[str, set[tuple[int, MailKey]]]()
    for account, by_word in zip(accounts, found, strict=True):
        for word, mails in by_word.items():
            keys = {(account.id, mail.key): (account, mail) for mail in mails}
            has.setdefault(word, set()).update(keys)
            listed.update(keys)
    counted = Counter[tuple[int, MailKey]]()
    for word, keys in has.items():
        for (
            key
        ) in keys:  # who and what about say more than the text, and a word that few have more than one that many have
            counted[key] += (_IN_HEAD if _names(listed[key][1], word) else 1) / len(keys) ** 0.5
    most = max(counted.values(), default=0)
    kept = [key for key, count in counted.items() if count >= least * most]
    kept.sort(key=lambda key: (counted[key], listed[key][1].received_at), reverse=True)
    rows = await deps.store.mails.seen(deps.user.id, [seen(*listed[key]) for key in kept[:_OF_EACH]], deps.now)
    carry(deps, rows)
    return rows


def _of_one_sender(found: Sequence[MailHeading], words: Sequence[str]) -> bool:
    """Whether the words only say who wrote, so that the newest is meant where nothing is done to it that can't be seen before."""
    writers = {one.sender for one in found}
    return len(writers) == 1 and all(fold(word) in fold(f"{found[0].sender_name} {found[0].sender}") for word in words)


def telling(about: str) -> list[str]:
    """The words that tell one mail from another, the first few; names and numbers before the others."""
    said = words_of(about)
    empty = {word.folded for word in vocabulary.words_of(about) if vocabulary.lexicon().has("empty", word)}
    kept = [word for word in said if fold(word) not in _PLAIN and fold(word) not in empty and len(word) > 1]
    found = [without_possessive(word) for word in kept]
    names = [word for word in found if word != said[0] and (word[0].isupper() or any(map(str.isdigit, word)))]
    return list(dict.fromkeys((*names, *found)))[:_MOST_WORDS]


def _names(mail: ListedMail, word: str) -> bool:
    return fold(word) in fold(f"{mail.sender_name} {mail.sender} {mail.subject}")


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


async def _of(deps: AgentDeps, account: Account, words: Sequence[str]) -> dict[str, list[ListedMail]]:
    """What one mailbox has of each word; nothing where it doesn't answer, which is written at the account."""
    try:
        async with accounts_of(deps).mailbox(account) as mailbox:
            return {word: await _with_word(mailbox, word) for word in words}
    except AccountError:
        return {}


async def _with_word(mailbox: Mailbox, word: str) -> list[ListedMail]:
    """Those that have a word; where none has it, without the end of many: "selorms application"."""
    for said in dict.fromkeys((word, without_s(word))):
        if found := await mailbox.search(MailQuery(words=said, folder="*"), _OF_EACH):
            return list(found)
    return []


async def _newest(deps: AgentDeps) -> list[MailHeading]:
    """The newest of all inboxes."""
    listed = list[tuple[Account, ListedMail]]()
    for account in await accounts_of(deps).every(deps.user.id, "mail"):
        async with accounts_of(deps).mailbox(account) as mailbox:
            listed += [(account, one) for one in await mailbox.search(MailQuery(), 1)]
    listed.sort(key=lambda pair: pair[1].received_at, reverse=True)
    return await deps.store.mails.seen(deps.user.id, [seen(*one) for one in listed[:1]], deps.now)
