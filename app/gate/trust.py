"""Which of a turn's sources its user does not trust, and what they ask for whatever those say.

Trust is looked up when a call is decided, so that taking it back counts at once.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.deps import AgentDeps

# What bears such a name is known to be itself. A forwarder's name can be anybody's, and what a search finds anybody has written.
_CERTAIN = ("file ",)
_WORD = re.compile(r"\w+")
_TODO = {"todo", "to do"}


def may_be_trusted(source: str) -> bool:
    """Whether a source is always the same: a file is, by its contents."""
    return source.startswith(_CERTAIN)


async def untrusted(deps: AgentDeps, sources: Collection[str]) -> list[str]:
    """Those of `sources` whose words may not act without leave."""
    if not sources:
        return []
    trusted = await deps.store.sources.trusted(deps.user.id)
    return [source for source in sources if source not in trusted]


def asked_for(deps: AgentDeps, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the user's own words of this turn ask for that very call, whatever else its model is shown: rules made it of them, or read a
    call of the same tool about the same in them. Each that they read counts for one call."""
    if deps.by_rules:
        return True
    used = deps.books.asked_for
    for number, call in enumerate(deps.asked_for):
        if number not in used and call.tool == tool and _about(arguments) == _about(call.arguments):
            used.append(number)
            return True
    return False


def _about(arguments: Mapping[str, Any]) -> set[str]:
    """What a call is about: its texts and numbers in one spelling. The to-do list is meant where none is named."""
    return {plain for one in _values(arguments) if (plain := _plain(str(one)))} - _TODO


def _values(value: Any) -> Iterator[str | int | float]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _values(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _values(one)
    elif isinstance(value, str | int | float) and value is not False:
        yield value


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
