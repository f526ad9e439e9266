"""From a route to the agent that answers: one of twelve, a composed one, or the full one; and the one that words briefings. Nothing
else chooses an agent.

Agents are built when first needed and kept; composed ones in a small cache, since most combinations never come.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from pydantic_ai import Agent, FunctionToolset

from app.agent import build_agent
from app.deps import AgentDeps
from app.prompts.named import generation
from app.routing.domains import DOMAINS, Domain
from app.tools.catalogue import BESIDE_WORKERS, FOR_WORKERS, TOOLSETS
from app.tools.toolset import Tool, build_toolset

_COMPOSED_KEPT = 32
# What a briefing is made of.
_BRIEFING = ("memory", "utility", "email", "calendar", "web", "maps")
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
        self._single: dict[str, Agent[AgentDeps, str]] = {}
        self._texts = generation()

    def select(self, names: frozenset[str]) -> Agent[AgentDeps, str]:
        """{} → full; {utility} → utility; one other domain → its own; several → composed of just those."""
        self._drop_old()
        chosen = names or frozenset(self._domains)
        agent = self._kept.get(chosen) or self._build(chosen)
        self._kept[chosen] = agent
        self._kept.move_to_end(chosen)
        while len(self._kept) > _COMPOSED_KEPT + len(self._domains):
            self._kept.popitem(last=False)
        return agent

    def worker(self) -> Agent[AgentDeps, str]:
        """The agent of all workers: what they alone can call, and of the rest what the catalogue has for them."""
        return self._one("worker", self._build_worker)

    def voice(self) -> Agent[AgentDeps, str]:
        """The main agent with nothing to call: it puts into its own words what was found out for it."""
        return self._one("voice", lambda: build_agent("voice", [], domain_sections=()))

    def having(self, tool: str) -> Agent[AgentDeps, str]:
        """The one that can call that tool, for a call that its user has confirmed: the full one, or the workers'."""
        is_own = any(row.name == tool for row in self._rows.get("worker", ()))
        return self.worker() if is_own else self.select(frozenset())

    def briefing(self) -> Agent[AgentDeps, str]:
        """The one that words what goes out by itself. It reads whatever a day is made of, what a search shows too, and changes
        nothing; never for chat."""
        return self._one("briefing", self._build_briefing)

    def _one(self, name: str, build: Callable[[], Agent[AgentDeps, str]]) -> Agent[AgentDeps, str]:
        self._drop_old()
        if name not in self._single:
            self._single[name] = build()
        return self._single[name]

    def _drop_old(self) -> None:
        """Forget what was built from prompts that have changed since."""
        if self._texts != (now := generation()):
            self._kept.clear()
            self._single.clear()
            self._texts = now

    def _build_worker(self) -> Agent[AgentDeps, str]:
        own = self._rows.get("worker", ())
        lent = tuple(row for rows in self._rows.values() for row in rows if row.name in FOR_WORKERS)
        beside = [self._toolset(name) for name in BESIDE_WORKERS if name in self._rows]
        toolsets = [build_toolset("worker", (*own, *lent)), *beside]
        return build_agent("worker", toolsets, domain_sections=("worker",), room=_ROOM)

    def _build_briefing(self) -> Agent[AgentDeps, str]:
        names = dict.fromkeys(name if name in self._rows else "connections" for name in _BRIEFING)
        rows = [
            row
            for name in names
            for row in self._rows.get(name, ())
            if not row.risk.side_effect and (row.weigh is not None or not row.risk.egress)
        ]
        return build_agent(
            "briefing",
            [build_toolset("briefing", rows)],
            domain_sections=("briefings",),
            room=_ROOM + _ROOM_MORE,
        )

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
