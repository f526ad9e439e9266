"""What all tools for code hosts stand on: the account that is meant, whose words were read, and an item in a line."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.cards import sources
from app.cards.quoting import bracketed, within
from app.deps import AgentDeps
from app.integrations.code.port import CodeHost, Item
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of, at_account
from app.tools.provenance import has_read

T = TypeVar("T")


async def on_host(deps: AgentDeps, account: str, work: Callable[[Account, CodeHost], Awaitable[T]]) -> T:
    """Do it at the account that is meant (`elsewhere.at_account`)."""
    return await at_account(deps, account, "code", accounts_of(deps).code_host, work)


async def has_read_repository(deps: AgentDeps, *repos: str) -> None:
    """The turn shows what people wrote in these repositories."""
    await has_read(deps, *dict.fromkeys(sources.repository(repo) for repo in repos if repo))


def line(item: Item, deps: AgentDeps) -> str:
    """An item in a list."""
    about = [item.kind, item.state, f"by {item.author}", when.say(item.updated_at, deps.local_now)]
    about += [f"for {', '.join(item.assignees)}"] if item.assignees else []
    about += [f"labels: {bracketed(', '.join(item.labels))}"] if item.labels else []
    return f"- {item.name} {within(item.title)} ({', '.join(about)})"
