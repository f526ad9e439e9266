"""From a route to the agent that answers: its tools, its prompt, and no more of either."""

from itertools import combinations

import pytest
from pydantic_ai import Agent

from app.deps import AgentDeps
from app.prompts.named import get_prompt
from app.prompts.sections import static_prompt
from app.routing.agents import Agents
from app.routing.domains import DOMAIN_NAMES, DOMAINS, Domain
from app.tools.catalogue import BESIDE_WORKERS, FOR_WORKERS, TOOLSETS


def _tools(agent: Agent[AgentDeps, str]) -> set[str]:
    return {name for toolset in agent.toolsets for name in getattr(toolset, "tools", {})}


def _rows(*names: str) -> set[str]:
    return {row.name for name in names for row in TOOLSETS[name]}


def test_no_route_is_the_full_agent_with_every_tool_but_the_workers_own() -> None:
    agent = Agents().select(frozenset())
    assert agent.name == "full"
    assert _tools(agent) == _rows(*TOOLSETS) - _rows("worker")


def test_a_worker_asks_wakes_itself_reads_adds_and_calls_no_worker() -> None:
    agent = Agents().worker()
    tools = _tools(agent)
    assert _rows("worker", *BESIDE_WORKERS) | FOR_WORKERS == tools
    assert not tools & {"invoke_worker_agent", "dismiss_worker", "forget_fact", "delete_tasks"}
    assert agent is not Agents().worker()


def test_what_is_lent_to_workers_is_there_and_changes_nothing_for_good() -> None:
    lent = [row for rows in TOOLSETS.values() for row in rows if row.name in FOR_WORKERS]
    assert {row.name for row in lent} == FOR_WORKERS
    assert all(row.risk.reversible or not row.risk.side_effect for row in lent)


def test_a_confirmed_call_is_made_by_the_agent_that_has_it() -> None:
    agents = Agents()
    assert agents.having("wake_me") is agents.worker()
    assert agents.having("add_tasks") is agents.select(frozenset())


def test_the_voice_has_nothing_to_call() -> None:
    agents = Agents()
    assert _tools(agents.voice()) == set()
    assert agents.voice() is agents.voice()


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_a_domain_has_an_agent_of_its_own_with_the_utility_tools(domain: Domain) -> None:
    agent = Agents().select(frozenset({domain.name}))
    there = set(domain.toolsets) & set(TOOLSETS)
    stand_in = {"connections"} if set(domain.toolsets) - there else set[str]()
    assert agent.name == domain.name
    assert "utility" in there
    assert _tools(agent) == _rows(*there, *stand_in)


def test_several_domains_are_composed_of_just_those() -> None:
    agent = Agents().select(frozenset({"memory", "github"}))
    assert agent.name == "memory+github"
    assert _tools(agent) == _rows("memory", "clock", "lists", "todo", "contacts", "github", "connections", "utility")


def test_utility_beside_another_domain_adds_nothing_to_its_name() -> None:
    assert Agents().select(frozenset({"memory", "utility"})).name == "memory"


def test_every_domain_together_is_the_full_agent() -> None:
    assert Agents().select(DOMAIN_NAMES).name == "full"


def test_an_agent_is_built_once() -> None:
    agents = Agents()
    assert agents.select(frozenset({"memory"})) is agents.select(frozenset({"memory"}))


def test_compositions_that_were_long_not_asked_for_are_let_go() -> None:
    agents = Agents()
    kept = frozenset({"memory", "github"})
    first = agents.select(kept)
    for pair in map(frozenset, combinations(sorted(DOMAIN_NAMES), 2)):
        if pair != kept:
            agents.select(pair)
    assert agents.select(kept) is not first


@pytest.mark.parametrize(
    ("names", "room"),
    [
        ({"memory"}, 12_000),
        ({"utility", "email"}, 12_000),
        ({"memory", "email"}, 18_000),
        ({"memory", "email", "jira", "slack"}, 30_000),
        ({"memory", "email", "jira", "slack", "news"}, 32_000),
        (set(), 32_000),
    ],
)
def test_a_first_request_has_room_by_the_number_of_its_domains(names: set[str], room: int) -> None:
    assert dict(Agents().select(frozenset(names)).model_settings or {}) == {"room": room}  # type: ignore[arg-type]


def test_tools_that_are_yet_to_come_can_be_given() -> None:
    more = {**TOOLSETS, "email": TOOLSETS["connections"]}
    assert _tools(Agents(toolsets=more).select(frozenset({"email"}))) == _rows(
        "contacts", "connections", "invitations", "utility"
    )


def test_the_one_for_briefings_reads_and_changes_nothing() -> None:
    agents = Agents()
    tools = _tools(agents.briefing())
    kept = {row.name for rows in TOOLSETS.values() for row in rows if not row.risk.side_effect}
    outward = {row.name for rows in TOOLSETS.values() for row in rows if row.risk.egress and row.weigh is None}
    assert tools == (_rows("memory", "utility", "email", "calendar", "web", "maps") & kept) - outward
    assert {"list_tasks", "get_weather", "search_web", "summarize_url", "get_directions"} <= tools
    assert agents.briefing() is agents.briefing()


def test_its_prompt_is_the_fixed_one_and_the_five_templates() -> None:
    prompt, own = static_prompt(["briefings"]), get_prompt("briefings")
    assert prompt.startswith(static_prompt([]))
    assert prompt.endswith(own)
    opened = ("Morning briefing: ", "Evening recap: ", "Weekly recap: ", "Weekly prep: ", "Meeting prep, ")
    assert all(own.count(f"\n\n{start}") == 1 for start in opened)


def test_no_route_leads_to_it() -> None:
    agents = Agents()
    routed = [agents.select(frozenset()), *(agents.select(frozenset({domain.name})) for domain in DOMAINS)]
    assert agents.briefing() not in routed
