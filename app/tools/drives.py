"""What all tools for files stand on: the account and the file that is meant, and whose words were read."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.cards import sources
from app.cards.quoting import bracketed, within
from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.integrations.files.naming import named_file
from app.integrations.files.paths import parts_of
from app.integrations.files.port import FileDrive, FileInfo, FileQuery
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.provenance import has_read

PORT = "files"
PIN = "id:"
_LOOKED_AT, _CHOICES = 12, 8
_UNITS = ("bytes", "KB", "MB", "GB")
NOTHING = "I find no file “{said}”."
WHICH = "{count} files fit “{said}”. Which one? {names}"
_NO_NAME = "Which file? Say its name, or words of it."


@dataclass(frozen=True, slots=True)
class At:
    """A file, and the account that it is at."""

    account: Account
    info: FileInfo

    @property
    def pinned(self) -> str:
        """How a call names just this one."""
        return f"{PIN}{self.info.id}"


async def file_of(deps: AgentDeps, said: str, account: str) -> At:
    """The file that is meant: by its address, its path, its name, or words of it. Raises NotFound, ToolProblem with those that it may be, and
    what an account raised where none of the others has it."""
    wanted = said.strip().strip("“”\"'")
    if not wanted:
        raise ToolProblem(_NO_NAME)
    accounts, found, problems = accounts_of(deps), list[At](), list[Exception]()
    for one in await accounts.chosen(deps.user.id, account, PORT):
        try:
            async with accounts.drive(one) as drive:
                found += [At(one, info) for info in await _fitting(drive, wanted)]
        except (AccountError, ToolProblem) as problem:
            problems.append(problem)
    best = _best(found, wanted)
    if len(best) == 1:
        return best[0]
    if not best:
        others = [problem for problem in problems if not isinstance(problem, NotFound)]
        raise others[0] if others else NotFound(NOTHING.format(said=wanted[:60]))
    names = "; ".join(line(one, deps).removeprefix("- ") for one in best[:_CHOICES])
    raise ToolProblem(WHICH.format(count=len(best), said=wanted[:60], names=names))


async def _fitting(drive: FileDrive, wanted: str) -> Sequence[FileInfo]:
    """Those of a place that may be meant. Raises as the port does."""
    id_ = wanted.removeprefix(PIN) if wanted.startswith(PIN) else named_file(wanted)
    if id_:
        return [await drive.info(id_)]
    if "://" in wanted:
        raise NotFound(NOTHING.format(said=wanted[:60]))
    *folders, name = parts_of(wanted) or [""]
    if folders:
        return (await drive.search(FileQuery(name=name, folder="/".join(folders)), _LOOKED_AT)).files
    return (await drive.search(FileQuery(name=wanted), _LOOKED_AT)).files or (
        await drive.search(FileQuery(words=wanted), _LOOKED_AT)
    ).files


def _best(found: Sequence[At], wanted: str) -> Sequence[At]:
    """Those whose name is the one that was said, with or without its ending; else those that have its words; else all."""
    if wanted.startswith(PIN) or "://" in wanted:
        return found
    name, words = wanted.rpartition("/")[2].casefold(), wanted.casefold().split()
    ways = (
        [one for one in found if one.info.name.casefold() == name],
        [one for one in found if one.info.name.casefold().rpartition(".")[0] == name],
        [one for one in found if all(word in one.info.name.casefold() for word in words)],
        found,
    )
    return next(filter(None, ways), [])


async def has_read_file(deps: AgentDeps, one: At) -> None:
    """The turn shows what is in that file."""
    await has_read(deps, sources.stored_file(one.info.name, one.account.label))


async def has_read_names(deps: AgentDeps) -> None:
    """The turn shows what files are called."""
    await has_read(deps, sources.FILE_NAMES)


def line(one: At, deps: AgentDeps, *, is_alone: bool = True) -> str:
    """A file in a list; `is_alone`: no other in it has its name."""
    info = one.info
    about = ["folder"] if info.is_folder else []
    about += [f"in {bracketed(info.folder)}"] if info.folder else []
    about += [f"of {bracketed(info.owner)}"] if info.owner else []
    about += [when.say(info.changed_at, deps.local_now)] if info.changed_at.year > _NO_YEAR else []
    about += [size(info.size)] if info.size else []
    about += [one.account.label] + ([] if is_alone or not info.url else [info.url])
    return f"- {within(info.name)} ({', '.join(about)})"


_NO_YEAR = 1970
_MOST_SIZE = 10**15  # bytes that are told


def size(count: int) -> str:
    """ "2.4 MB"."""
    number, unit = float(max(0, min(count, _MOST_SIZE))), 0
    while number >= 1000 and unit < len(_UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return f"{number:.0f} {_UNITS[unit]}" if number >= 10 or unit == 0 else f"{number:.1f} {_UNITS[unit]}"
