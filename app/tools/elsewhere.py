"""What tools share that reach accounts elsewhere."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem, VaultError
from app.integrations.accounts import Accounts
from app.integrations.providers import Port
from app.memory.records import Account

P = TypeVar("P")
T = TypeVar("T")
LOOKED = "I looked in your accounts themselves."  # where nothing is there of that name
_PATIENCE = 3.0  # seconds for what is only said beside an answer


def accounts_of(deps: AgentDeps) -> Accounts:
    """The house's accounts. Raises ToolProblem where a turn can't reach any."""
    if deps.accounts is None:
        raise ToolProblem("Accounts elsewhere can't be reached from here.")
    return deps.accounts


async def at_account(
    deps: AgentDeps,
    name: str,
    port: Port,
    reach: Callable[[Account], AbstractAsyncContextManager[P]],
    work: Callable[[Account, P], Awaitable[T]],
) -> T:
    """Do it at the account that is meant; where none is named, at the first that has what it needs. Raises NotFound where none has."""
    chosen = await accounts_of(deps).chosen(deps.user.id, name, port)
    for number, one in enumerate(chosen):
        try:
            async with reach(one) as reached:
                return await work(one, reached)
        except NotFound:
            if number == len(chosen) - 1:
                raise
    raise NotFound


async def with_list(deps: AgentDeps, is_named: Callable[[str], bool]) -> list[str]:
    """The labels of accounts that have a list of such a name, but for those that one of ours is synced with. One that doesn't answer soon has none."""
    if deps.accounts is None:
        return []
    synced = {(row.account_id, row.list_id) for row in await deps.store.synced_lists.every(deps.user.id)}
    accounts = await deps.accounts.every(deps.user.id, "tasks")
    found = await asyncio.gather(*(_has_list(deps.accounts, one, is_named, synced) for one in accounts))
    return [account.label for account, has in zip(accounts, found, strict=True) if has]


async def _has_list(
    accounts: Accounts, account: Account, is_named: Callable[[str], bool], synced: set[tuple[int, str]]
) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE), accounts.tasks(account) as reached:
            infos = await reached.lists()
    except (AccountError, NotFound, ToolProblem, VaultError, TimeoutError):
        return False
    return any(is_named(one.name) and (account.id, one.id) not in synced for one in infos)
