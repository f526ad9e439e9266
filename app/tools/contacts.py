"""The tool for contacts: what the user's own address books say of somebody.

Invariant: of more than a few who fit, each is named and none is told of; what is told stands in an address book of the user's own.
"""

import asyncio
import re
from collections.abc import Sequence

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.risk import READS
from app.integrations.mail.characters import one_line
from app.integrations.ports import Contact
from app.language.names import without_possessive, without_s
from app.memory.words import fold
from app.tools.elsewhere import accounts_of
from app.tools.people import contacts
from app.tools.toolset import Tool

_SHOWN = 8
_SHORTEST = 3  # letters of a name without its "s"
_FEW = 3  # of whom all is told that is known
_LONGEST = 200  # characters of one thing
_NOBODY = "I find nobody called “{name}” in your contacts."
_WHICH = "Which one? {names}."


async def find_contact(ctx: RunContext[AgentDeps], name: str) -> str:
    """Somebody's phone, mail address, organisation, birthday, from the address books."""
    deps, wanted = ctx.deps, without_possessive(name.strip())
    await accounts_of(deps).chosen(deps.user.id, "", "contacts")
    found = _meant(wanted, await contacts(deps, wanted) if wanted else [])
    if not found and (bare := without_s(wanted)) != wanted:  # "kofis number"
        found = _meant(bare, await contacts(deps, bare))
    if not found:
        raise NotFound(_NOBODY.format(name=wanted[:60]))
    if len(found) > _FEW:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise ToolProblem(_WHICH.format(names="; ".join(map(_named, found[:_SHOWN])) + more))
    return "\n\n".join(map(_told, found))


async def known(deps: AgentDeps, words: Sequence[str]) -> str:
    """What the address books say of the few whom these words name; "" where they name nobody, or too many."""
    each = await asyncio.gather(*(_called(deps, word) for word in words))
    found = [_meant(word, people) for word, people in zip(words, each, strict=True)]
    fewest = min(filter(None, found), key=len, default=())
    return "\n\n".join(map(_told, fewest)) if 0 < len(fewest) <= _FEW else ""


async def _called(deps: AgentDeps, word: str) -> Sequence[Contact]:
    """Whom a word names; "abenas" is Abena's where nobody is called that."""
    found = await contacts(deps, word)
    bare = word.removesuffix("s")
    return found if found or bare == word or len(bare) < _SHORTEST else await contacts(deps, bare)


def _meant(name: str, found: Sequence[Contact]) -> Sequence[Contact]:
    """Those who are called just that, by their whole name, else one word of it; else all who fit. One person in two books is one."""
    exact = [one for one in found if fold(name) in map(fold, (one.name, *one.nicknames))]
    by_word = [one for one in found if set(fold(name).split()) <= set(fold(one.name).split())]
    return _merged(exact or by_word or found)


def _merged(found: Sequence[Contact]) -> Sequence[Contact]:
    """Those of one name who share an address or a number, or of whom one has neither, as one."""
    people: list[Contact] = []
    for one in found:
        same = next((at for at, other in enumerate(people) if _is_same(one, other)), None)
        if same is None:
            people.append(one)
        else:
            people[same] = _joined(people[same], one)
    return people


def _is_same(one: Contact, other: Contact) -> bool:
    ways, others = ({*map(str.casefold, it.addresses), *map(_digits, it.phones)} for it in (one, other))
    return fold(one.name) == fold(other.name) and (bool(ways & others) or not ways or not others)


def _joined(one: Contact, other: Contact) -> Contact:
    return Contact(
        one.id,
        one.name,
        tuple(dict.fromkeys((*one.addresses, *other.addresses))),
        tuple({_digits(number): number for number in (*other.phones, *one.phones)}.values()),
        one.organisation or other.organisation,
        one.birthday or other.birthday,
        tuple(dict.fromkeys((*one.nicknames, *other.nicknames))),
    )


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number) or number


def _named(one: Contact) -> str:
    about = one.organisation or next(iter((*one.addresses, *one.phones)), "")
    return one_line(f"{one.name} ({about})" if about else one.name, _LONGEST)


def _told(one: Contact) -> str:
    rows = (
        ("Phone", ", ".join(one.phones)),
        ("Mail", ", ".join(one.addresses)),
        ("Organisation", one.organisation),
        ("Birthday", one.birthday),
        ("Also called", ", ".join(one.nicknames)),
    )
    said = [f"{label}: {one_line(words, _LONGEST)}" for label, words in rows if words]
    return "\n".join((one_line(one.name, _LONGEST), *(f"- {row}" for row in said or ["nothing but the name"])))


TOOLS: tuple[Tool, ...] = (Tool(find_contact, READS),)
