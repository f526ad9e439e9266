"""The tools for files that read: found, listed, read in parts. Names and contents were written by others and taint the turn."""

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime

from pydantic_ai import RunContext

from app.cards.quoting import block, within
from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.gate.risk import Risk
from app.integrations.files.port import NEVER, FileDrive, FileQuery, Found
from app.models.reading.reader import File
from app.tools import when
from app.tools.drives import PORT, At, file_of, has_read_file, has_read_names, line
from app.tools.elsewhere import accounts_of
from app.tools.files_changes import CHANGES
from app.tools.toolset import Tool

_READS = Risk(reads_private=True, reads_untrusted=True)
_SHOWN, _PART = 20, 12_000
_MOST = 240_000  # characters of a file
_NOTHING = "I find no file for that."
_EMPTY = "There are no files there yet."
_MORE = "There are more. Say more words of its name, or a folder."
_NO_PART = "“{name}” has {parts} parts."
_NO_READER = "Files can't be read from here."
_NO_TEXT = "There are no words in “{name}” that I can read."
_IS_FOLDER = "“{name}” is a folder. In it:"


async def search_files(
    ctx: RunContext[AgentDeps], words: str = "", *, folder: str = "", since: str = "", account: str = ""
) -> str:
    """Files by words of their name or text; a folder alone lists it. `since`: changed since that day or time. `account`: the place meant, as said."""
    query = FileQuery(words=words.strip(), folder=folder.strip(), since=_began(ctx.deps, since))

    async def look(drive: FileDrive) -> Found:
        return await drive.search(query, _SHOWN + 1)

    return await _listed(ctx.deps, account, look, _NOTHING)


async def list_recent_files(ctx: RunContext[AgentDeps], account: str = "", *, folder: str = "", since: str = "") -> str:
    """The files changed last, in a folder and below it, or `since` a day or time ("monday", "this week"). `account`: the place meant, as said."""
    began = _began(ctx.deps, since)
    query = FileQuery(folder=folder.strip(), since=began or NEVER)

    async def look(drive: FileDrive) -> Found:
        return await drive.search(query, _SHOWN + 1) if began or query.folder else await drive.recent(_SHOWN)

    return await _listed(ctx.deps, account, look, _NOTHING if began or query.folder else _EMPTY, is_by_time=True)


async def read_file(ctx: RunContext[AgentDeps], file: str, part: int = 1, account: str = "") -> str:
    """What a file says, in parts. `file`: its name, path, address, or words of it."""
    deps = ctx.deps
    found = await file_of(deps, file, account)
    if found.info.is_folder:
        head = _IS_FOLDER.format(name=within(found.info.name))
        inside = "/".join(filter(None, (found.info.folder, found.info.name)))
        return f"{head}\n{await search_files(ctx, folder=inside, account=found.account.pinned)}"
    text, note = await text_of(deps, found)
    parts = max(1, -(-len(text) // _PART))
    if not 0 < part <= parts:
        raise ToolProblem(_NO_PART.format(name=found.info.name, parts=parts))
    of = f" Part {part} of {parts}." if parts > 1 else ""
    said = text[(part - 1) * _PART : part * _PART]
    shown = block(said) if said else _NO_TEXT.format(name=within(found.info.name))
    head = f"{line(found, deps).removeprefix('- ')}.{of}"
    return "\n".join(filter(None, (head, note, "", shown, found.info.url)))


async def text_of(deps: AgentDeps, found: At, *, most: int = _MOST) -> tuple[str, str]:
    """What a file says, so many characters at most, and what of it couldn't be read. Its words taint the turn."""
    if deps.reader is None:
        raise ToolProblem(_NO_READER)
    async with accounts_of(deps).drive(found.account) as drive:
        content = await drive.read(found.info)
    await has_read_file(deps, found)
    file = File(content.info.name, content.data, content.kind, most)
    read = await deps.reader.read(file, deps.user.locale, sees=False, now=deps.local_now)
    return read.text.strip(), read.note


def _began(deps: AgentDeps, since: str) -> datetime | None:
    """When what is called so began; None where nothing is said."""
    return when.stretch(since, "", deps.local_now)[0]


async def _listed(
    deps: AgentDeps,
    account: str,
    look: Callable[[FileDrive], Awaitable[Found]],
    nothing: str,
    *,
    is_by_time: bool = False,
) -> str:
    """What all accounts that are meant find, the last changed first where it is asked for by time; what one can't say is said beside it."""
    accounts, found, problems, is_all = accounts_of(deps), list[At](), list[str](), True
    chosen = await accounts.chosen(deps.user.id, account, PORT)
    for one in chosen:
        try:
            async with accounts.drive(one) as drive:
                there = await look(drive)
        except (AccountError, NotFound, ToolProblem) as problem:
            problems.append(f"{one.label}: {problem.sentence}")
            continue
        found += [At(one, info) for info in there.files]
        is_all = is_all and there.is_all
    if not found and len(problems) == len(chosen):
        raise ToolProblem("\n".join(problems))
    if found:
        await has_read_names(deps)
    if is_by_time:
        found.sort(key=lambda one: one.info.changed_at, reverse=True)
    names = Counter(one.info.name for one in found)
    lines = [line(one, deps, is_alone=names[one.info.name] == 1) for one in found[:_SHOWN]] or [nothing]
    more = [_MORE] if len(found) > _SHOWN or not is_all else []
    return "\n".join((*lines, *more, *problems))


TOOLS: tuple[Tool, ...] = (
    *(Tool(function, _READS) for function in (search_files, list_recent_files, read_file)),
    *CHANGES,
)
