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
    """Whether the user's own words of this turn ask for that call, whatever else its model is shown: rules made it of them, or read the
    same call in them and find every text of its arguments there."""
    if deps.by_rules:
        return True
    said, texts = f" {_plain(deps.said)} ", [plain for text in _texts(arguments) if (plain := _plain(text))]
    named = bool(texts) or not deps.asked_for.get(
        tool, False
    )  # "clear my shopping list" asks for no other list to be cleared
    return tool in deps.asked_for and named and all(f" {text} " in said for text in texts)


def names_something(arguments: Mapping[str, Any]) -> bool:
    """Whether a call says in words what it is about."""
    return any(map(_plain, _texts(arguments)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
