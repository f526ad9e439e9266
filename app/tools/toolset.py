"""From a domain file's rows to the toolset a model sees.

A domain file in this folder is a list of plain async functions (their docstrings are product text) and one TOOLS tuple that
names each with its Risk. Nothing is built at import. Schemas are kept small: every byte here is sent with every request.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue
from pydantic_ai import FunctionToolset, RunContext
from pydantic_ai.tools import GenerateToolJsonSchema, ToolDefinition
from pydantic_core import CoreSchema

from app.deps import AgentDeps
from app.gate.risk import LOOK_KEY, PREPARE_KEY, WEIGH_KEY, Look, Risk
from app.integrations.accounts import offers
from app.integrations.providers import Port
from app.models.folding import OFTEN_KEY

# What most days need: where a request has no room for every schema, these keep theirs.
OFTEN = frozenset(
    ("add_tasks", "list_tasks", "complete_tasks", "set_reminder", "save_note", "remember_fact", "find_everything")
)
ToolFunction = Callable[..., Awaitable[Any]]
WebPort = Literal["weather", "search", "pages", "maps", "news", "browser"]
OwnPort = Literal["traces"]
_OF_WEB = frozenset(get_args(WebPort))
Weigh = Callable[[AgentDeps, dict[str, Any]], Awaitable[Risk]]
Prepare = Callable[[AgentDeps, dict[str, Any]], Awaitable[tuple[dict[str, Any], str]]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One row: the function the model calls and what it may do to the world.

    `prepare` is for calls that wait for approval: it pins the arguments down to what their words mean now ("#12" for "my old
    address") and says the card's sentence, so that what runs later is what was shown. `weigh` is for tools of which some calls do less
    than others: an appointment of one's own is nobody's business, one with guests writes to them. `look` asks the vendor what became of a
    call that broke off: what it found is told, and what isn't there is told as not done. `needs` is what has to be connected: without
    it nobody is shown the tool.
    """

    function: ToolFunction
    risk: Risk
    prepare: Prepare | None = None
    weigh: Weigh | None = None
    look: Look | None = None
    needs: Port | WebPort | OwnPort | None = None

    @property
    def name(self) -> str:
        """What the model calls it."""
        return self.function.__name__

    def metadata(self) -> dict[str, Any]:
        """What the gate reads and no model ever sees."""
        prepare = {PREPARE_KEY: self.prepare} if self.prepare else {}
        weigh = {WEIGH_KEY: self.weigh} if self.weigh else {}
        look = {LOOK_KEY: self.look} if self.look else {}
        return {**self.risk.metadata(), **prepare, **weigh, **look, OFTEN_KEY: self.name in OFTEN}


class TerseSchema(GenerateToolJsonSchema):
    """A tool's parameters without what no model needs.

    `additionalProperties` and defaults cost a quarter of the bytes; what is left out of a call is still filled in,
    and what is unknown is still refused, by the function's own validator.
    """

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        """The schema as usual, then pruned."""
        made = super().generate(schema, mode=mode)
        made.pop("additionalProperties", None)
        for field in made.get("properties", {}).values():
            field.pop("default", None)
        return made


def build_toolset(name: str, rows: Sequence[Tool]) -> FunctionToolset[AgentDeps]:
    """The toolset called `name`, one tool a row, each with its risk as metadata."""
    toolset: FunctionToolset[AgentDeps] = FunctionToolset(
        id=name, docstring_format="google", schema_generator=TerseSchema
    )
    for row in rows:
        # What changes something runs in the order it was asked for: "add milk, then show the list" shows the milk.
        toolset.add_function(
            row.function,
            takes_ctx=True,
            prepare=partial(_shown, row.needs) if row.needs else None,
            metadata=row.metadata(),
            sequential=row.risk.side_effect,
        )
    return toolset


async def _shown(
    needs: Port | WebPort | OwnPort, ctx: RunContext[AgentDeps], tool: ToolDefinition
) -> ToolDefinition | None:
    """The tool, where what it needs is connected; a call that its user has confirmed runs, and says itself what is missing."""
    deps = ctx.deps
    if needs == "traces":
        return tool if deps.traces is not None else None
    if needs in _OF_WEB:
        return tool if getattr(deps.web, needs) is not None else None
    if deps.books.ports is None:
        accounts = await deps.accounts.every(deps.user.id) if deps.accounts else []
        deps.books.ports = frozenset(port for one in accounts for port in offers(one))
    return tool if deps.approved or needs in deps.books.ports else None
