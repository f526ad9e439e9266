"""Reading what came from other people's text taints the turn again: rows remember their sources, and so does the turn.

Invariant: no stored text made from an untrusted source reaches a model without its sources in the turn's taint.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol

from app.cards import sources
from app.deps import AgentDeps
from app.integrations.fetching.addresses import host_of
from app.memory.records import Hit
from app.memory.words import fold


class Sourced(Protocol):
    """A row that knows what it was made from."""

    @property
    def taint(self) -> list[str]:
        """Untrusted sources; empty for the user's own words."""
        ...


Lookup = Callable[[AgentDeps, str], Awaitable[Sourced | None]]

_LOOKUPS: Mapping[str, Lookup] = {
    "fact": lambda deps, owner: deps.store.facts.get(deps.user.id, int(owner)),
    "note": lambda deps, owner: deps.store.notes.get(deps.user.id, int(owner)),
    "task": lambda deps, owner: deps.store.tasks.get(deps.user.id, int(owner)),
    "reminder": lambda deps, owner: deps.store.reminders.get(deps.user.id, int(owner)),
    "journal": lambda deps, owner: deps.store.journal.get(deps.user.id, int(owner)),
    "read_later": lambda deps, owner: deps.store.read_later.get(deps.user.id, int(owner)),
    "page": lambda deps, owner: deps.store.kept_pages.get(deps.user.id, int(owner)),
    "turn": lambda deps, owner: deps.store.turns.get(deps.user.id, owner),
}


async def has_read(deps: AgentDeps, *read: str) -> None:
    """The turn shows words of these sources: they taint it, and its user finds them among those it was read from."""
    for source in read:
        deps.taint.add(source)
        await deps.store.sources.seen(deps.user.id, source, "", deps.clock.now())


async def has_read_site(deps: AgentDeps, url: str) -> None:
    """The same of a site, by an address of it."""
    await has_read(deps, sources.site(host_of(url) or "nowhere"))


def carry(deps: AgentDeps, rows: Iterable[Sourced]) -> None:
    """Add the sources of rows about to be shown."""
    for row in rows:
        for source in row.taint:
            deps.taint.add(source)


def with_sources(row: Sourced, deps: AgentDeps) -> list[str]:
    """Whose words a row holds once this turn has changed it."""
    return list(dict.fromkeys((*row.taint, *deps.taint.all)))


def sources_of(deps: AgentDeps, *texts: str) -> list[str]:
    """Whose words a row made of these texts holds: nobody else's where its user typed each of them in this turn, word for word."""
    said = f" {fold(deps.said)} "
    is_theirs = all(f" {fold(text)} " in said for text in texts if text.strip())
    return [] if is_theirs else deps.taint.all


async def rows_of(deps: AgentDeps, hits: Iterable[Hit]) -> list[tuple[Hit, Sourced]]:
    """Search hits with the rows they name; those that are gone are left out."""
    found = [(hit, await _LOOKUPS[hit.kind](deps, hit.owner_id)) for hit in hits]
    return [(hit, row) for hit, row in found if row is not None]


async def carry_hits(deps: AgentDeps, hits: Iterable[Hit]) -> None:
    """The same as `carry` for search hits."""
    carry(deps, [row for _, row in await rows_of(deps, hits)])
