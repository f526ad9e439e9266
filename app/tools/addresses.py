"""Addresses that a turn has shown: which of them may be opened without asking, and which its answer is made from.

A server learns that an address was opened, so one that others' words made up could carry away what was read before. What a search showed is
as it was before anything was read, letter by letter. An answer also repeats what it was asked: a query, a topic, the address of a call that
waits. That is the model's own, and counts for nothing.
"""

from collections.abc import Iterator

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import OutsideRefused
from app.gate.pending import WAITS
from app.integrations.fetching.addresses import checked
from app.memory.records import Json
from app.messages import Link

_READ = frozenset(("summarize_url", "browse_web", "browser_follow"))  # an answer is a page's words
_LISTED = frozenset(("search_web", "get_news"))  # each address is a line of its own; what was asked for never is
_TURNS = 4  # how far back what was shown counts
_MOST = 400
_MOST_LINKS, _LONGEST, _TITLE = 40, 2_000, 140


def addressed(said: str) -> str:
    """An address as people type it, with its scheme."""
    address = said.strip().strip("<>")
    return address if "://" in address else f"https://{address}"


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
    return any(_shows(wanted, part) for turn in messages.values() for message in turn for part in _results(message))


def _results(message: Json) -> Iterator[Json]:
    """What tools answered, in one stored message; nothing of calls that failed."""
    for part in message.get("parts", ()):
        if part.get("part_kind") == "tool-return" and part.get("outcome", "success") == "success":
            yield part


def _shows(url: str, part: Json) -> bool:
    """Whether an answer of a tool for the web shows that address as somebody else wrote it."""
    tool, answer = part.get("tool_name"), str(part.get("content", ""))
    if tool in _LISTED:
        return any(line.strip() == url for line in answer.split("\n"))
    return tool in _READ and not answer.startswith(WAITS) and _stands(url, answer)


def _stands(url: str, text: str) -> bool:
    """Whether it stands there whole, and not as the beginning of a longer one."""
    at = text.find(url)
    return at >= 0 and (at + len(url) == len(text) or text[at + len(url)] in " \n\t\r)>]}\"'”»,.;!?")
