"""The two tools that look through everything: what was said before, and whatever the user keeps about a thing."""

from datetime import datetime

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.risk import READS
from app.memory.records import Hit, TurnRecord
from app.tools import when
from app.tools.facts import to_you
from app.tools.provenance import Sourced, carry, carry_hits, rows_of
from app.tools.toolset import Tool

LIMIT = 8
SEARCHED = 40
MOST_TALK = 3
HISTORY_LIMIT = 200
SHOWN_LENGTH = 240
# In the order they are shown, with their headings.
KINDS: tuple[tuple[str, str], ...] = (
    ("fact", "What you told me"),
    ("note", "From your notes"),
    ("task", "On your lists"),
    ("reminder", "Reminders"),
    ("journal", "From your journal"),
    ("read_later", "To read later"),
    ("turn", "From our conversations"),
)
_EMPTY_HANDED = ("I have nothing about", "I find nothing about", "I find no ", "No note mentions")


async def search_history(ctx: RunContext[AgentDeps], about: str, *, since: str = "", until: str = "") -> str:
    """Past talk; about may be empty."""
    deps = ctx.deps
    first, end = when.stretch(since, until, deps.local_now)
    if not about.strip():
        return await _told(deps, first, end)
    found = await deps.search.search(deps.user.id, about, kinds=("turn",), limit=SEARCHED)
    hits = [hit for hit in found.hits if _within(hit.created_at, first, end)][:LIMIT]
    if not hits:
        return f'I find no conversation about "{about.strip()}"{" in that time" if first or end else ""}.'
    await carry_hits(deps, hits)
    lines = [f"- {when.say(hit.created_at, deps.local_now)}: {_short(_once(hit))}" for hit in hits]
    return "\n".join((f'What we said about "{about.strip()}":', *lines))


async def find_everything(ctx: RunContext[AgentDeps], about: str) -> str:
    """Search all the user keeps."""
    deps = ctx.deps
    if not about.strip():
        raise ToolProblem("What should I look for?")
    found = await deps.search.search(deps.user.id, about, kinds=tuple(kind for kind, _ in KINDS), limit=SEARCHED)
    telling = _telling(await rows_of(deps, found.hits))
    if not telling:
        return f'I find nothing about "{about.strip()}" in what you keep with me.'
    carry(deps, [row for _, row in telling])
    hits = [hit for hit, _ in telling]
    if len(hits) == 1:
        return f"{dict(KINDS)[hits[0].kind]}: {_short(_once(hits[0]))}"
    return "\n".join(block for kind, heading in KINDS if (block := _block(kind, heading, hits)))


def _telling(found: list[tuple[Hit, Sourced]]) -> list[tuple[Hit, Sourced]]:
    """Without the talk that made or repeated what is shown anyway, or that found nothing either."""
    kept = [(hit, row) for hit, row in found if hit.kind != "turn"]
    made_in = {getattr(row, "turn_id", None) for _, row in kept}
    shown = [_once(hit).casefold() for hit, _ in kept]
    return [(hit, row) for hit, row in found if not isinstance(row, TurnRecord) or _adds(row, made_in, shown)]


def _adds(turn: TurnRecord, made_in: set[str | None], shown: list[str]) -> bool:
    """Whether a conversation says more than the things beside it."""
    if turn.id in made_in or turn.reply.startswith(_EMPTY_HANDED):
        return False
    return not any(text and text in turn.reply.casefold() for text in shown)


async def _told(deps: AgentDeps, first: datetime | None, end: datetime | None) -> str:
    """The turns of a stretch of time, in order."""
    turns = await deps.store.turns.recent(deps.user.id, HISTORY_LIMIT)
    said = [turn for turn in turns if _within(turn.started_at, first, end)][-LIMIT * 2 :]
    if not said:
        return "We didn't talk in that time."
    carry(deps, said)
    return "\n".join(("What we talked about:", *(f"- {_line(turn, deps)}" for turn in said)))


def _line(turn: TurnRecord, deps: AgentDeps) -> str:
    at = when.say(turn.started_at, deps.local_now)
    return f"{at}: you: {_short(turn.text, 100)} · me: {_short(turn.reply, 100)}"


def _within(moment: datetime, first: datetime | None, end: datetime | None) -> bool:
    return (first is None or moment >= first) and (end is None or moment < end)


def _block(kind: str, heading: str, hits: list[Hit]) -> str:
    limit = MOST_TALK if kind == "turn" and any(hit.kind != "turn" for hit in hits) else LIMIT
    lines = [f"- {_numbered(hit)}{_short(_once(hit))}" for hit in hits if hit.kind == kind][:limit]
    return "\n".join((f"{heading}:", *lines)) if lines else ""


def _numbered(hit: Hit) -> str:
    """A turn's id says nothing to anybody; the other kinds have numbers."""
    return "" if hit.kind == "turn" else f"#{hit.owner_id} "


def _once(hit: Hit) -> str:
    """A note's title is often its first words; they are not said twice. A conversation reads as one, a fact as said to its user."""
    text = to_you(hit.text) if hit.kind == "fact" else hit.text
    title, _, rest = text.partition("\n")
    if rest and rest.lstrip().startswith(title.rstrip("…").rstrip()):
        return rest
    return text.replace("user: ", "you: ", 1).replace("\nassistant: ", " · me: ", 1)


def _short(text: str, length: int = SHOWN_LENGTH) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"


TOOLS: tuple[Tool, ...] = (Tool(search_history, READS), Tool(find_everything, READS))
