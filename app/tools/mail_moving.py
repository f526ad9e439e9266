"""The tools that put a mail elsewhere or mark it, and what takes that back. A mail keeps its number where its server says where it lies now."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import NotFound
from app.gate.outcome import Done
from app.integrations.ports import MailKey
from app.memory.records import MailHeading
from app.tools.elsewhere import accounts_of
from app.tools.mail_lookup import mail_of
from app.tools.mailboxes import GONE, account_of, named


async def move_mail(ctx: RunContext[AgentDeps], mail: str, folder: str = "archive") -> Done:
    """Move a mail: archive, inbox, junk, or a folder's name."""
    heading = await mail_of(ctx.deps, mail, guesses=False)
    undo = await _moved(ctx.deps, heading, folder)
    return Done(f"Moved to {_place(folder)}: {named(heading)}.", undo=undo)


async def delete_mail(ctx: RunContext[AgentDeps], mail: str) -> Done:
    """Put a mail into its trash."""
    heading = await mail_of(ctx.deps, mail, guesses=False)
    undo = await _moved(ctx.deps, heading, "trash")
    return Done(f"Moved to the trash: {named(heading)}.", undo=undo)


async def mark_mail(ctx: RunContext[AgentDeps], mail: str, *, unread: bool = False) -> Done:
    """Mark a mail as read, or as unread."""
    heading = await mail_of(ctx.deps, mail, guesses=False)
    await _marked(ctx.deps, heading, unread=unread)
    undo = {"action": "mark_mail_back", "id": heading.id, "unread": not unread, "taint": heading.taint}
    return Done(f"Marked as {_word(unread)}: {named(heading)}.", undo=undo if heading.is_unread != unread else None)


async def prepare_deleting(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Which mail it is."""
    heading = await mail_of(deps, arguments["mail"], guesses=False)
    return {"mail": f"#{heading.id}"}, f"put into the trash: {named(heading)}"


async def prepare_moving(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Which mail it is, and where it goes."""
    heading = await mail_of(deps, arguments["mail"], guesses=False)
    place = _place(str(arguments.get("folder") or "archive"))
    return {**arguments, "mail": f"#{heading.id}"}, f"move to {place}: {named(heading)}"


async def prepare_marking(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Which mail it is, and as what."""
    heading = await mail_of(deps, arguments["mail"], guesses=False)
    word = _word(bool(arguments.get("unread")))
    return {**arguments, "mail": f"#{heading.id}"}, f"mark as {word}: {named(heading)}"


async def move_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of moving and deleting: into the folder it came from."""
    heading = await _heading(deps, given)
    await _moved(deps, heading, given["folder"])
    place = "inbox" if given["folder"].casefold() == "inbox" else given["folder"]
    return f"Back in {place}: {named(heading)}."


async def mark_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of marking."""
    heading = await _heading(deps, given)
    await _marked(deps, heading, unread=given["unread"])
    return f"Marked as {_word(given['unread'])} again: {named(heading)}."


async def _heading(deps: AgentDeps, given: Mapping[str, Any]) -> MailHeading:
    heading = await deps.store.mails.get(deps.user.id, given["id"])
    if heading is None or heading.deleted_at is not None:
        raise NotFound(GONE)
    return heading


async def _moved(deps: AgentDeps, heading: MailHeading, place: str) -> dict[str, Any] | None:
    """Move it; what takes that back, where it is known where it lies now."""
    async with accounts_of(deps).mailbox(await account_of(deps, heading)) as mailbox:
        lies = await mailbox.move(MailKey(heading.folder, heading.uid), place)
    if lies is None:
        await deps.store.mails.gone(deps.user.id, heading.id, deps.now)
        raise NotFound(GONE)
    if not lies.uid or not await deps.store.mails.moved(deps.user.id, heading.id, lies.folder, lies.uid):
        await deps.store.mails.gone(deps.user.id, heading.id, deps.now)
        return None
    return {"action": "move_mail_back", "id": heading.id, "folder": heading.folder, "taint": heading.taint}


async def _marked(deps: AgentDeps, heading: MailHeading, *, unread: bool) -> None:
    async with accounts_of(deps).mailbox(await account_of(deps, heading)) as mailbox:
        if not await mailbox.mark(MailKey(heading.folder, heading.uid), unread=unread):
            raise NotFound(GONE)
    await deps.store.mails.read(deps.user.id, [heading.id], unread=unread)


def _place(folder: str) -> str:
    named = folder.strip()
    return "the archive" if named.casefold() == "archive" else named


def _word(unread: bool) -> str:
    return "unread" if unread else "read"
