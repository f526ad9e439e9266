"""The tools for files that were shared in a team's chat: which there are, and what one says. Both are others' words."""

from pydantic_ai import RunContext

from app.cards import sources
from app.cards.quoting import block, bracketed, within
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.risk import Risk
from app.integrations.team.port import TeamChat, TeamFile
from app.memory.records import Account
from app.models.reading.reader import File
from app.tools import when
from app.tools.drives import size
from app.tools.provenance import has_read
from app.tools.slack import on_team, within_of
from app.tools.toolset import Tool

_READS = Risk(reads_private=True, reads_untrusted=True)
_SHOWN, _LOOKED_AT, _PART, _MOST = 20, 100, 12_000, 400_000
_NONE = "I find no such file on Slack."
_WHICH = "{count} files on Slack fit “{said}”. Which one? {names}"
_NO_READER = "Files can't be read from here."
_NO_PART = "{name} has {parts} parts."
_EMPTY = "I can't read any words in {name}."


async def slack_files(
    ctx: RunContext[AgentDeps],
    words: str = "",
    channel: str = "",
    account: str = "",
    *,
    sender: str = "",
    since: str = "",
) -> str:
    """Files that were shared, by words of their name or sharer, in a channel or anywhere. `since`: a day or time."""
    deps = ctx.deps

    async def read(_: Account, team: TeamChat) -> str:
        found = await team.files(words, _SHOWN, await within_of(deps, team, sender, channel, since))
        await has_read(deps, *(sources.channel(one.place or "files") for one in found))
        return "\n".join(_line(one, deps) for one in found) or _NONE

    return await on_team(deps, account, read)


async def read_slack_file(ctx: RunContext[AgentDeps], file: str, part: int = 1, account: str = "") -> str:
    """What a shared file says, in parts. `file`: its name or id as shown, or words of it."""
    deps = ctx.deps
    if deps.reader is None:
        raise ToolProblem(_NO_READER)

    async def read(_: Account, team: TeamChat) -> tuple[TeamFile, bytes]:
        found, data = await team.file((await _meant(team, file)).id)
        await has_read(deps, sources.channel(found.place or "files"))
        return found, data

    found, data = await on_team(deps, account, read)
    named = File(found.name, data, found.kind, _MOST)
    opened = await deps.reader.read(named, deps.user.locale, sees=False, now=deps.local_now)
    text = opened.text.strip()
    parts = max(1, -(-len(text) // _PART))
    if not 0 < part <= parts:
        raise ToolProblem(_NO_PART.format(name=within(found.name), parts=parts))
    of = f" Part {part} of {parts}." if parts > 1 else ""
    said = text[(part - 1) * _PART : part * _PART]
    head = f"{_line(found, deps).removeprefix('- ')}.{of}"
    shown = block(said) if said else _EMPTY.format(name=within(found.name))
    return "\n".join(filter(None, (head, opened.note, "", shown)))


async def _meant(team: TeamChat, said: str) -> TeamFile:
    """The file of that id or name, or the only one whose name holds the words. Raises NotFound, ToolProblem with those it may be."""
    wanted = said.strip().strip("“”\"'")
    recent = await team.files("", _LOOKED_AT)
    exact = [one for one in recent if wanted in (one.id, one.name)]
    words = wanted.casefold().split()
    found = exact or [one for one in recent if words and all(word in one.name.casefold() for word in words)]
    if not found:
        raise NotFound(_NONE)
    if len(found) > 1:
        names = "; ".join(f"{within(one.name)} [{one.id}]" for one in found[:8])
        raise ToolProblem(_WHICH.format(count=len(found), said=wanted[:60], names=names))
    return found[0]


def _line(one: TeamFile, deps: AgentDeps) -> str:
    about = [bracketed(one.author), when.say(one.at, deps.local_now)]
    about += [size(one.size)] if one.size else []
    about += [f"#{bracketed(one.place)}"] if one.place else []
    return f"- {within(one.name)} [{one.id}] ({', '.join(about)})"


TOOLS: tuple[Tool, ...] = (Tool(slack_files, _READS), Tool(read_slack_file, _READS))
