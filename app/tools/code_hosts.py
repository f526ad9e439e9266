"""What all tools for code hosts stand on: the account that is meant, whose words were read, and an item in a line."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from app.cards import sources
from app.cards.quoting import bracketed, within
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.integrations.code.port import ME, CodeHost, Item
from app.integrations.tokens import own_host
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of, at_account
from app.tools.provenance import has_read

T = TypeVar("T")
_SELF = ("me", "myself")
_HANDLE = re.compile(r"[A-Za-z0-9][\w.\[\]/-]{0,99}", re.ASCII)
NO_HANDLE = "“{said}” is no name at a code host. Say it as it stands there, such as @kofi."


async def on_host(deps: AgentDeps, account: str, work: Callable[[Account, CodeHost], Awaitable[T]]) -> T:
    """Do it at the account that is meant (`elsewhere.at_account`)."""
    return await at_account(deps, account, "code", accounts_of(deps).code_host, work)


async def has_read_repository(deps: AgentDeps, account: Account, *repos: str) -> None:
    """The turn shows what people wrote in these repositories of an account."""
    at = own_host(account)
    await has_read(deps, *dict.fromkeys(sources.repository(repo, at) for repo in repos if repo))


def handle_of(said: str) -> str:
    """Somebody as code hosts name them; ME for whoever speaks. Raises ToolProblem for words that can't be such a name."""
    name = said.strip().removeprefix("@")
    if name.casefold() in _SELF:
        return ME
    if not _HANDLE.fullmatch(name):
        raise ToolProblem(NO_HANDLE.format(said=name[:60]))
    return name


def said_of(item: Item) -> str:
    """ "closed, labelled bug, assigned to ana"."""
    labels = f"labelled {', '.join(item.labels)}" if item.labels else ""
    people = f"assigned to {', '.join(item.assignees)}" if item.assignees else ""
    return ", ".join(filter(None, (item.state, labels, people)))


def reversal(before: Item, after: Item) -> dict[str, Any]:
    """What turns `after` into `before` again, by the names of `ItemChange`; {} where nothing can or need be."""
    changed = {
        "add_labels": _without(before.labels, after.labels),
        "remove_labels": _without(after.labels, before.labels),
        "assign": _without(before.assignees, after.assignees),
        "unassign": _without(after.assignees, before.assignees),
    }
    back: dict[str, Any] = {name: people for name, people in changed.items() if people}
    was_open, is_open = (one.state in ("open", "draft") for one in (before, after))
    return {**back, "is_open": was_open} if was_open != is_open and after.state != "merged" else back


def _without(these: Sequence[str], those: Sequence[str]) -> list[str]:
    return [one for one in these if one not in those]


def line(item: Item, deps: AgentDeps) -> str:
    """An item in a list."""
    about = [item.kind, item.state, f"by {item.author}", when.say(item.updated_at, deps.local_now)]
    about += [f"for {', '.join(item.assignees)}"] if item.assignees else []
    about += [f"labels: {bracketed(', '.join(item.labels))}"] if item.labels else []
    return f"- {item.name} {within(item.title)} ({', '.join(about)})"
