"""The tools for files that change something: what goes out waits for its user's OK, pinned to the very place and version; a file of the folder on
this machine is saved at once and can be taken back.

What became of one that broke off is looked up there: a file by the place that was pinned, or its name and time; a share by who may see it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from pydantic_ai import RunContext

from app.cards import sources
from app.cards.literal import quoted
from app.deps import AgentDeps
from app.errors import ChangedElsewhere, NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.files.folder import FolderDrive
from app.integrations.files.paths import file_name, kind_of
from app.integrations.files.port import MOST_BYTES, FileDrive, FileInfo, FileQuery, FileTaken, NewFile
from app.memory.records import Account, StoredAttachment
from app.memory.words import fold
from app.models.reading.wording import called
from app.tools.drives import PORT, file_of, has_read_file, size
from app.tools.elsewhere import accounts_of
from app.tools.people import addresses_of
from app.tools.toolset import Tool

FOLDER = "folder"
_WRITES = Risk(side_effect=True, egress=True, local=False)
_OWN = Risk(side_effect=True, reversible=True, local=False)
_CLOCKS = timedelta(minutes=2)  # that its clock may be behind ours
_LOOKED_AT = 20
_LAST = "last"
_NOTHING = "What should be in the file? Say its text, or send me the file here first."
_NOT_SENT = "Which file? Send it to me here first, then say where it should go."
_TOO_LARGE = "That file is larger than I can save there."
_TAKEN = "There is a file “{name}” there already. Say whether I should put a new version in its place."
_NO_FORMER = "There is no file “{name}” there to put a new version of."
_NO_ADDRESS = "Share it with whom? I need a mail address."
_SAVED, _RENEWED = "Saved {name} ({account}).", "Saved a new version of {name} ({account})."
_SHARED, _SHARED_ALL = "Shared {name} with {who}.", "Everybody who has the link can see {name} now."
_MAY_CHANGE = "They can change it."
_TAKEN_AWAY, _PUT_BACK = "Taken back: {name} is gone from the folder.", "{name} is as it was."
_CHANGED = "That file was changed since, so I left it."


async def save_file(
    ctx: RunContext[AgentDeps],
    name: str,
    text: str = "",
    *,
    sent: str = "",
    folder: str = "",
    new_version: bool = False,
    account: str = "",
    place: str = "",
) -> Done:
    """Save a file: `text`, or what the user sent here (`sent`: its name, "last"). `new_version`: over the one of that name. `place`: leave it out."""
    deps = ctx.deps
    place = place if deps.approved else ""  # only what its card was made with
    chosen = await accounts_of(deps).one(deps.user.id, account, PORT)
    data, kind, title = await _what(deps, {"name": name, "text": text, "sent": sent})
    async with accounts_of(deps).drive(chosen) as drive:
        if new_version:
            former = await _former(drive, place, title, folder)
            made = await drive.replace(former, data, kind)
        else:
            former, id_ = None, place or await _place(drive, title, folder)
            made = await drive.create(NewFile(id_, title, data, kind, folder))
    return _saved(chosen, made, former)


async def share_file(
    ctx: RunContext[AgentDeps], file: str, with_whom: str = "", *, may_change: bool = False, account: str = ""
) -> Done:
    """Share a file with somebody (an address, a contact), or by a link that anybody can open."""
    deps = ctx.deps
    found = await file_of(deps, file, account)
    address = await _address(deps, with_whom)
    async with accounts_of(deps).drive(found.account) as drive:
        link = await drive.share(found.info, address=address, may_write=may_change)
    return _shared(found.info, address, link, may_change=may_change)


async def take_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo a file that was saved in the folder on this machine."""
    del at  # its own time is nothing to a file
    account = await accounts_of(deps).get(deps.user.id, int(given["account"]))
    if account is None:
        raise NotFound("The folder that it is in is no longer connected.")
    former = str(given["former"])
    async with accounts_of(deps).drive(account) as drive:
        if not isinstance(drive, FolderDrive):
            raise ToolProblem("That one can't be taken back.")
        try:
            await drive.take_back(str(given["file"]), str(given["version"]), former)
        except (ChangedElsewhere, NotFound) as problem:
            raise ToolProblem(_CHANGED) from problem
    return (_PUT_BACK if former else _TAKEN_AWAY).format(name=given["name"])


async def _weigh_saving(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """In a folder of this machine it goes out to nobody."""
    chosen = await accounts_of(deps).one(deps.user.id, str(arguments.get("account", "")), PORT)
    return _OWN if chosen.provider == FOLDER else _WRITES


async def _prepare_saving(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    chosen = await accounts_of(deps).one(deps.user.id, str(arguments.get("account", "")), PORT)
    data, _, title = await _what(deps, arguments)
    folder, is_new = str(arguments.get("folder", "")), not arguments.get("new_version")
    async with accounts_of(deps).drive(chosen) as drive:
        if is_new:
            place, over = await _place(drive, title, folder), ""
        else:
            former = await _former(drive, "", title, folder)
            place, over = f"{former.id}\n{former.version}", f" over the one of {size(former.size or 0)}"
    sent = await _sent(deps, str(arguments["sent"])) if arguments.get("sent") else None
    pinned = {
        **arguments,
        "name": title,
        "account": chosen.pinned,
        "place": place,
        **({"sent": f"#{sent.id}"} if sent else {}),
    }
    where = f" in {quoted(folder)}" if folder else ""
    return pinned, f"save {quoted(title)} ({size(len(data))}){where} at {chosen.label}{over}"


async def _prepare_sharing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    found = await file_of(deps, str(arguments["file"]), str(arguments.get("account", "")))
    await has_read_file(deps, found)  # its name stands on the card
    address = await _address(deps, str(arguments.get("with_whom", "")))
    may = "change" if arguments.get("may_change") else "see"
    who = f"let {address} {may}" if address else f"let everybody who has the link {may}"
    pinned = {**arguments, "file": found.pinned, "with_whom": address, "account": found.account.pinned}
    return pinned, f"{who} {quoted(found.info.name)} ({found.account.label})"


async def _look_for_saved(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its place, or by its name among what was changed since; and by all that is in it: what was there before may be as long."""
    chosen = await accounts_of(deps).one(deps.user.id, str(arguments.get("account", "")), PORT)
    data, _, title = await _what(deps, arguments)
    is_new, place = not arguments.get("new_version"), str(arguments.get("place", "")).partition("\n")[0]
    async with accounts_of(deps).drive(chosen) as drive:
        try:
            there = [await drive.info(place)] if place else []
        except NotFound:
            return None
        if not place:
            found = await drive.search(FileQuery(name=title, since=since - _CLOCKS), _LOOKED_AT)
            there = [one for one in found.files if one.changed_at >= since - _CLOCKS]
        for one in there:
            if one.size in (None, len(data)) and (await drive.read(one)).data == data:
                return _saved(chosen, one, None if is_new else one)
    return None


async def _look_for_share(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By who may see it."""
    found = await file_of(deps, str(arguments["file"]), str(arguments.get("account", "")))
    address, may_change = str(arguments.get("with_whom", "")), bool(arguments.get("may_change"))
    async with accounts_of(deps).drive(found.account) as drive:
        is_so = await drive.is_shared(found.info, address=address, may_write=may_change)
    return _shared(found.info, address, found.info.url, may_change=may_change) if is_so else None


async def _what(deps: AgentDeps, arguments: Mapping[str, Any]) -> tuple[bytes, str, str]:
    """What is to be in the file, its media type and its name. Raises ToolProblem where nothing is."""
    text, named = str(arguments.get("text", "")), str(arguments.get("sent", ""))
    if named.strip():
        sent = await _sent(deps, named)
        name = file_name(str(arguments["name"]).strip() or sent.name)
        return sent.data, sent.media_type or kind_of(name), name
    if not text.strip():
        raise ToolProblem(_NOTHING)
    name = file_name(str(arguments["name"]))
    name = name if "." in name.strip(".") else f"{name}.txt"
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise ToolProblem(_TOO_LARGE)
    return data, kind_of(name), name


async def _sent(deps: AgentDeps, named: str) -> StoredAttachment:
    """A file that was sent here: of that number or name, else the last. It is somebody else's words. Raises NotFound."""
    plain = named.strip()
    if plain.startswith("#") and plain[1:].isdecimal():
        found = await deps.store.inbox.sent_file(deps.user.id, int(plain[1:10]))
    else:
        latest = await deps.store.inbox.sent_files(deps.user.id, _LOOKED_AT)
        words = "" if plain == _LAST else fold(plain)
        found = next((one for one in latest if words in fold(one.name)), None)
    if found is None or not found.data:
        raise NotFound(_NOT_SENT)
    deps.taint.add(sources.file(called(found.name)))
    return found


async def _place(drive: FileDrive, title: str, folder: str) -> str:
    """Where a new file goes. Raises FileTaken where one of that name is there: some vendors would keep both."""
    if any(not one.is_folder for one in (await drive.search(FileQuery(name=title, folder=folder), 1)).files):
        raise FileTaken(_TAKEN.format(name=title))
    return await drive.place(title, folder)


async def _former(drive: FileDrive, place: str, title: str, folder: str) -> FileInfo:
    """The file that gets a new version: the pinned one as it was then, else the one of that name. Raises NotFound, ToolProblem for several."""
    id_, _, version = place.partition("\n")
    if id_:
        found = await drive.info(id_)
        if version and found.version != version:
            raise ChangedElsewhere
        return found
    there = [one for one in (await drive.search(FileQuery(name=title, folder=folder), 5)).files if not one.is_folder]
    if not there:
        raise NotFound(_NO_FORMER.format(name=title))
    if len(there) > 1:
        raise ToolProblem(f"There are several files “{title}”. Say which folder it is in.")
    return there[0]


async def _address(deps: AgentDeps, whom: str) -> str:
    """One mail address; "" for everybody. Raises ToolProblem."""
    if not whom.strip():
        return ""
    found = await addresses_of(deps, [whom])
    if len(found) != 1:
        raise ToolProblem(_NO_ADDRESS)
    return found[0]


def _saved(account: Account, made: FileInfo, former: FileInfo | None) -> Done:
    told = (_RENEWED if former else _SAVED).format(name=made.name, account=account.label)
    undo = None
    if account.provider == FOLDER:
        undo = {"action": "take_file_back", "account": account.id, "file": made.id, "name": made.name}
        undo |= {"version": made.version, "former": former.version if former else ""}
    return Done(f"{told}\n{made.url}".strip(), undo=undo)


def _shared(info: FileInfo, address: str, link: str, *, may_change: bool) -> Done:
    told = _SHARED.format(name=info.name, who=address) if address else _SHARED_ALL.format(name=info.name)
    return Done("\n".join(filter(None, (" ".join((told, *([_MAY_CHANGE] if may_change else []))), link))))


CHANGES: tuple[Tool, ...] = (
    Tool(save_file, _WRITES, _prepare_saving, _weigh_saving, look=_look_for_saved),
    Tool(share_file, _WRITES, _prepare_sharing, look=_look_for_share),
)
