"""Which addresses may be opened without asking: those that their user typed, or was shown by a search or a page.

A server learns that an address was opened, so one that others' words made up could carry away what was read before. What a search showed is
as it was before anything was read, letter by letter.
"""

from collections.abc import Iterator

from app.deps import AgentDeps
from app.memory.records import Json

_SHOW = frozenset(("search_web", "summarize_url", "get_news"))
_TURNS = 4  # how far back what was shown counts
_MOST = 400


def remember(deps: AgentDeps, *urls: str) -> None:
    """What was shown in this turn."""
    if len(deps.books.addresses) < _MOST:
        deps.books.addresses.update(urls)


async def is_shown(deps: AgentDeps, url: str) -> bool:
    """Whether its user typed that very address, or a tool for the web showed it in this turn or in one of the last. An
    answer's own words don't count: a model may have been led to write them."""
    wanted = url.strip().strip("<>")
    if not wanted:
        return False
    if wanted in deps.books.addresses or _stands(wanted, deps.said):
        return True
    turns = await deps.store.turns.recent(deps.user.id, _TURNS)
    messages = await deps.store.turns.messages(deps.user.id, [turn.id for turn in turns])
    return any(_stands(wanted, shown) for turn in messages.values() for message in turn for shown in _results(message))


def _results(message: Json) -> Iterator[str]:
    """What the tools for the web answered, in one stored message."""
    for part in message.get("parts", ()):
        if part.get("part_kind") == "tool-return" and part.get("tool_name") in _SHOW:
            yield str(part.get("content", ""))


def _stands(url: str, text: str) -> bool:
    """Whether it stands there whole, and not as the beginning of a longer one."""
    at = text.find(url)
    return at >= 0 and (at + len(url) == len(text) or text[at + len(url)] in " \n\t\r)>]}\"'”»,.;!?")
