"""Addresses that a turn has shown: which of them may be opened without asking, and which its answer is made from.

A server learns that an address was opened, so one that others' words made up could carry away what was read before. What a search showed is
as it was before anything was read, letter by letter.
"""

from collections.abc import Iterator

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import OutsideRefused
from app.integrations.fetching.addresses import checked
from app.memory.records import Json
from app.messages import Link

_SHOW = frozenset(("search_web", "summarize_url", "get_news", "browse_web", "browser_follow"))
_TURNS = 4  # how far back what was shown counts
_MOST = 400
_MOST_LINKS, _LONGEST, _TITLE = 40, 2_000, 140


def remember(deps: AgentDeps, *urls: str) -> None:
    """What was shown in this turn."""
    if len(deps.books.addresses) < _MOST:
        deps.books.addresses.update(urls)


def cite(deps: AgentDeps, url: str, title: str, *, opened: bool = False) -> None:
    """Its answer may be made from that page. An address that I wouldn't open myself is no link for anybody."""
    links = deps.books.links
    if len(links) >= _MOST_LINKS or len(url) > _LONGEST:
        return
    try:
        host = checked(url).host.removeprefix("www.")
    except OutsideRefused:
        return
    links.append(Link(url, host, one_line(" ".join(title.split()), _TITLE), opened))


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
