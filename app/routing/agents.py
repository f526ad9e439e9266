"""From a route to the agent that answers: one of twelve, a composed one, or the full one. Nothing else chooses an agent.

Agents are built when first needed and kept; composed ones in a small cache, since most combinations never come.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from pydantic_ai import Agent, FunctionToolset

from app.agent import build_agent
from app.deps import AgentDeps
from app.routing.domains import DOMAINS, Domain
from app.tools.catalogue import TOOLSETS
from app.tools.toolset import Tool, build_toolset

_COMPOSED_KEPT = 32
# Bytes of a first request: of one domain, of each further one, of all of them.
_ROOM, _ROOM_MORE, _ROOM_FULL = 12_000, 6_000, 32_000


class Agents:
    """Builds and keeps agents."""

    def __init__(
        self, domains: tuple[Domain, ...] = DOMAINS, toolsets: Mapping[str, tuple[Tool, ...]] = TOOLSETS
    ) -> None:
        """Nothing is built yet."""
        self._rows = toolsets
        self._domains = {domain.name: domain for domain in domains}
        self._toolsets: dict[str, FunctionToolset[AgentDeps]] = {}
        self._kept: OrderedDict[frozenset[str], Agent[AgentDeps, str]] = OrderedDict()

    def select(self, names: frozenset[str]) -> Agent[AgentDeps, str]:
        """{} → full; {utility} → utility; one other domain → its own; several → composed of just those."""
        chosen = names or frozenset(self._domains)
        agent = self._kept.get(chosen) or self._build(chosen)
        self._kept[chosen] = agent
        self._kept.move_to_end(chosen)
        while len(self._kept) > _COMPOSED_KEPT + len(self._domains):
            self._kept.popitem(last=False)
        return agent

    def _build(self, names: frozenset[str]) -> Agent[AgentDeps, str]:
        rows = [domain for name, domain in self._domains.items() if name in names]
        full = len(rows) == len(self._domains)
        named = [row.name for row in rows if row.name != "utility"] or ["utility"]
        return build_agent(
            "full" if full else "+".join(named),
            [self._toolset(name) for name in self._in_order(rows)],
            domain_sections=("domain_utility", "domain_memory") if full else [row.prompt_section for row in rows],
            room=_ROOM_FULL if full else min(_ROOM + _ROOM_MORE * (len(named) - 1), _ROOM_FULL),
        )

    def _toolset(self, name: str) -> FunctionToolset[AgentDeps]:
        if name not in self._toolsets:
            self._toolsets[name] = build_toolset(name, self._rows[name])
        return self._toolsets[name]

    def _in_order(self, rows: Iterable[Domain]) -> list[str]:
        """Toolset names, each once, in the table's order; a domain whose tools are not there gets `connections`, which says why."""
        names = (name for row in rows for name in row.toolsets)
        return list(dict.fromkeys(name if name in self._rows else "connections" for name in names))
