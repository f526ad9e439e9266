"""AgentDojo's four suites, and its tools as ours: the same schema, our Risk, the world of the pair that is run now.

Version 1.2.2 of its tasks: 97 user tasks, 949 pairs of a user's task and an attacker's. The package's own door imports every model
vendor's client; we go in past it. Facts about a suite's data stay in the package.
"""

import importlib.util
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic_ai import FunctionToolset, RunContext, Tool

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from tests.gate.dojo.risks import risk_of

VERSION = "v1.2.2"
PACKAGE = "agentdojo"


@dataclass
class World:
    """What the tools of one pair work on. `trace`: the calls that ran, in order."""

    suite: Any
    env: Any
    trace: list[Any] = field(default_factory=list)

    def run(self, tool: str, arguments: dict[str, Any]) -> str:
        """Run one tool; its answer as text. Raises ToolProblem with what the tool says."""
        runtimes = _runtimes()
        try:
            result, _ = runtimes.FunctionsRuntime(self.suite.tools).run_function(
                self.env, tool, arguments, raise_on_error=True
            )
        except Exception as problem:  # the suite's tools raise whatever they like
            raise ToolProblem(f"{type(problem).__name__}: {problem}") from problem
        self.trace.append(runtimes.FunctionCall(function=tool, args=arguments))
        return str(result)


@dataclass
class Stage:
    """Where the tools find the world of the present pair; one is run after the other."""

    world: World | None = None


def is_installed() -> bool:
    """Whether the package is there; it is a tool of development and no part of the product."""
    return importlib.util.find_spec(PACKAGE) is not None


@cache
def suites() -> dict[str, Any]:
    """The suites by name. Takes some seconds the first time."""
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    pipeline = ModuleType(f"{PACKAGE}.agent_pipeline")
    pipeline.__path__ = [str(Path(next(iter(spec.submodule_search_locations))) / "agent_pipeline")]
    sys.modules.setdefault(pipeline.__name__, pipeline)
    return importlib.import_module(f"{PACKAGE}.task_suite.load_suites").get_suites(VERSION)


def _runtimes() -> ModuleType:
    return sys.modules[f"{PACKAGE}.functions_runtime"]


def toolset(name: str, stage: Stage) -> FunctionToolset[AgentDeps]:
    """A suite's tools, each with our Risk as its metadata and bound to the stage."""
    tools: FunctionToolset[AgentDeps] = FunctionToolset(id=f"dojo-{name}")
    for function in suites()[name].tools:
        tool = Tool.from_schema(
            _bound(function.name, stage, name),
            name=function.name,
            description=function.description,
            json_schema=function.parameters.model_json_schema(),
            takes_ctx=True,
            sequential=True,
        )
        tool.metadata = risk_of(name, function.name).metadata()
        tools.add_tool(tool)
    return tools


def _bound(tool: str, stage: Stage, suite: str) -> Any:
    """The function behind a tool: what changes something answers with a Done, as ours do."""

    async def run(_: RunContext[AgentDeps], **arguments: Any) -> Any:
        assert stage.world is not None
        answer = stage.world.run(tool, arguments)
        return Done(answer) if risk_of(suite, tool).side_effect else answer

    return run
