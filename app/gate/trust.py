"""Which of a turn's sources its user does not trust: trust is looked up when a call is decided, so taking it back counts at once."""

from collections.abc import Collection

from app.deps import AgentDeps

# What bears such a name is known to be itself. A forwarder's name can be anybody's, and what a search finds anybody has written.
_CERTAIN = ("file ",)


def may_be_trusted(source: str) -> bool:
    """Whether a source is always the same: a file is, by its contents."""
    return source.startswith(_CERTAIN)


async def untrusted(deps: AgentDeps, sources: Collection[str]) -> list[str]:
    """Those of `sources` whose words may not act without leave."""
    if not sources:
        return []
    trusted = await deps.store.sources.trusted(deps.user.id)
    return [source for source in sources if source not in trusted]
