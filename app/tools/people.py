"""From what somebody calls a person ("Ama", "Ama Owusu", "ama@example.org") to a mail address.

Invariant: exactly one address or a sentence that says which there are; nobody is guessed between. Looked for in the address books that are
connected, then among those who wrote: whose mails were seen, else in the mailboxes.
"""

import asyncio
from collections.abc import Sequence

from app.deps import AgentDeps
from app.errors import AccountError, ToolProblem
from app.integrations.mail import writing
from app.integrations.ports import Contact
from app.memory.records import Account, MailHeading
from app.memory.words import fold
from app.tools.elsewhere import accounts_of
from app.tools.mail_lookup import wrote
from app.tools.provenance import carry

_SOURCE = "address book"
_FOUND = 8
_SHOWN = 5
_WHOSE = "I know no mail address of {name}. Give me the address, like {name} <name@example.org>."
_SEVERAL = "Which address of {name}? I know {addresses}."


async def addresses_of(deps: AgentDeps, said: Sequence[str]) -> tuple[str, ...]:
    """Each person's address, in their order, each once. Raises ToolProblem for one who has none, or several."""
    return tuple(dict.fromkeys([await address_of(deps, one) for one in said if one.strip()]))


async def address_of(deps: AgentDeps, said: str) -> str:
    """The address that is written, or the one that a name has. Raises ToolProblem for none, and for several."""
    if "@" in said:
        return writing.address(said)
    name = said.strip()
    named = _exactly(name, await contacts(deps, name))
    if len(named) > 1:  # their names are about to be shown, and who shares a card writes its name
        deps.taint.add(_SOURCE)
    known = dict.fromkeys(f"{one.name} <{address}>" for one in named for address in one.addresses[:2])
    if len(named) == 1 and named[0].addresses:
        return named[0].addresses[0]
    if not known:
        seen = [one for one in await deps.store.mails.find(deps.user.id, name) if _is_called(name, one)]
        senders = seen or [one for one in await wrote(deps, name) if _is_called(name, one)]
        known = dict.fromkeys(one.sender for one in senders)
        carry(deps, senders)  # a sender writes their own name
        if len(known) == 1:
            return next(iter(known))
    if not known:
        raise ToolProblem(_WHOSE.format(name=name[:60]))
    raise ToolProblem(_SEVERAL.format(name=name[:60], addresses=", ".join(list(known)[:_SHOWN])))


async def contacts(deps: AgentDeps, words: str) -> list[Contact]:
    """Who in all connected address books fits; one that doesn't answer is left out."""
    if deps.accounts is None:
        return []
    every = await deps.accounts.every(deps.user.id, "contacts")
    found = await asyncio.gather(*(_in_one(deps, one, words) for one in every))
    seen = dict[tuple[str, tuple[str, ...]], Contact]()
    for contact in (one for book in found for one in book):
        seen.setdefault((fold(contact.name), tuple(map(str.casefold, contact.addresses))), contact)
    return list(seen.values())


async def _in_one(deps: AgentDeps, account: Account, words: str) -> Sequence[Contact]:
    try:
        async with accounts_of(deps).contacts(account) as book:
            return await book.find(words, _FOUND)
    except AccountError:  # written at the account, whose owner is told of it
        return ()


def _is_called(name: str, mail: MailHeading) -> bool:
    """Whether a mail's sender has that name; what it is about says nothing of who they are."""
    return all(fold(word) in fold(f"{mail.sender_name} {mail.sender}") for word in name.split())


def _exactly(name: str, found: Sequence[Contact]) -> list[Contact]:
    """Those with an address; of them those who are called just that, where there are any."""
    reachable = [one for one in found if one.addresses]
    exact = [one for one in reachable if fold(name) in map(fold, (one.name, *one.nicknames))]
    return exact or reachable
