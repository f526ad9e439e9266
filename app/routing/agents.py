"""From a route to the agent that answers: one of twelve, a composed one, or the full one. Nothing else chooses an agent.

Agents are built when first needed and kept; composed ones in a small cache, since most combinations never come.
"""

from collections import OrderedDict
from collections.abc import Iterable

from pydantic_ai import Agent, FunctionToolset

from app.agent import build_agent
from app.deps import AgentDeps
from app.routing.domains import DOMAINS, Domain
from app.tools.catalogue import TOOLSETS, toolset

_COMPOSED_KEPT = 32


class Agents:
    """Builds and keeps agents."""

    def __init__(self, domains: tuple[Domain, ...] = DOMAINS) -> None:
        """Nothing is built yet."""
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
            [self._toolset(name) for name in _in_order(rows)],
            domain_sections=("domain_utility", "domain_memory") if full else [row.prompt_section for row in rows],
        )

    def _toolset(self, name: str) -> FunctionToolset[AgentDeps]:
        if name not in self._toolsets:
            self._toolsets[name] = toolset(name)
        return self._toolsets[name]


def _in_order(rows: Iterable[Domain]) -> list[str]:
    """Toolset names, each once, in the table's order; a domain whose tools are not there gets `connections`, which says why."""
    names = (name for row in rows for name in row.toolsets)
    return list(dict.fromkeys(name if name in TOOLSETS else "connections" for name in names))
