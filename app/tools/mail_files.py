"""Files elsewhere that go with a mail: which are meant, pinned to their account and version, and their bytes when it is sent.

Invariant: what is attached is what its card named, in the version it had then. What a file and its name say taints the turn.
"""

from collections.abc import Sequence

from app.cards.literal import quoted
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.files.paths import kind_of
from app.integrations.mail.writing import File
from app.tools.drives import PIN, PORT, At, file_of, has_read_file, size
from app.tools.elsewhere import accounts_of

MOST_ATTACHED = 15_000_000  # bytes of files: most servers take 25 MB as they travel, a third more than they are
_PARTS = 3
_TOO_LARGE = "{name} is {size}, and a mail takes {most} of files at most. I can share it with them where it is instead."
_TOO_MUCH = "Together those files are {size}, and a mail takes {most} of files at most."
_FOLDER = "“{name}” is a folder; say which file of it."
_CHANGED = "“{name}” was changed since I showed you what goes out, so nothing was sent. Ask me again."


async def pinned_files(deps: AgentDeps, said: Sequence[str]) -> list[At]:
    """The files that are meant. Raises NotFound, and ToolProblem with those that one may be, and where they are too large together."""
    found = [await _meant(deps, one) for one in said if one.strip()]
    for one in found:
        await has_read_file(deps, one)  # its name stands on the card
        if one.info.is_folder:
            raise ToolProblem(_FOLDER.format(name=one.info.name))
        _check_size(one.info.name, one.info.size or 0)
    _check_sum([one.info.size or 0 for one in found])
    return found


def pin_of(one: At) -> str:
    """How a call names just this file, at its account and in its version."""
    return "\n".join((one.pinned, one.account.pinned, one.info.version))


def in_words(files: Sequence[At]) -> str:
    """ "“contract.pdf” (24 KB, work)"."""
    return ", ".join(
        f"{quoted(one.info.name)} ({', '.join(filter(None, (size(one.info.size or 0) if one.info.size else '', one.account.label)))})"
        for one in files
    )


async def bytes_of_files(deps: AgentDeps, pins: Sequence[str]) -> tuple[File, ...]:
    """What goes out. Raises as the places they are at do, and ToolProblem for what was changed or is too large."""
    files = list[File]()
    for pin in pins:
        found = await _meant(deps, pin)
        version = pin.split("\n")[-1] if _is_pin(pin) else ""
        if version and found.info.version != version:
            raise ToolProblem(_CHANGED.format(name=found.info.name))
        _check_size(found.info.name, found.info.size or 0)
        async with accounts_of(deps).drive(found.account) as drive:
            content = await drive.read(found.info)
        await has_read_file(deps, found)
        _check_size(content.info.name, len(content.data))
        name = content.info.name
        files.append(File(name, content.kind or kind_of(name), content.data))
    _check_sum([len(one.data) for one in files])
    return tuple(files)


def _is_pin(said: str) -> bool:
    return said.startswith(PIN) and said.count("\n") == _PARTS - 1


async def _meant(deps: AgentDeps, said: str) -> At:
    if not _is_pin(said):
        return await file_of(deps, said, "")
    id_, label, _ = said.split("\n")
    chosen = await accounts_of(deps).chosen(deps.user.id, label, PORT)
    if len(chosen) != 1:
        raise NotFound
    return await file_of(deps, id_, label)


def _check_size(name: str, count: int) -> None:
    if count > MOST_ATTACHED:
        raise ToolProblem(_TOO_LARGE.format(name=quoted(name), size=size(count), most=size(MOST_ATTACHED)))


def _check_sum(counts: Sequence[int]) -> None:
    if sum(counts) > MOST_ATTACHED:
        raise ToolProblem(_TOO_MUCH.format(size=size(sum(counts)), most=size(MOST_ATTACHED)))
