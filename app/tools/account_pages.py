"""Pages of what is connected: the address of an issue, pull request or ticket on an account's own site is read with that account, for from outside
it may be nobody's to see."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.integrations.code.naming import page_item
from app.integrations.providers import Port
from app.integrations.tokens import TOKEN_VENDORS
from app.integrations.tracker.naming import page_ticket
from app.memory.records import Account
from app.tools.github import read_github_item
from app.tools.jira import jira_get

_PORTS = {"https": 443, "http": 80}
_API = "api."  # what stands before a site's own name where its API has a host of its own


@dataclass(frozen=True, slots=True)
class _Kind:
    """What such accounts offer, the thing that an address names ("" for any other), and what reads it at an account."""

    port: Port
    named: Callable[[str], str]
    read: Callable[[RunContext[AgentDeps], str, str], Awaitable[str]]


_KINDS = (_Kind("code", page_item, read_github_item), _Kind("issues", page_ticket, jira_get))


def may_be_of_account(url: str) -> bool:
    """Whether an address is written as one of an account's pages is."""
    return any(kind.named(url) for kind in _KINDS)


async def read_with_account(ctx: RunContext[AgentDeps], url: str) -> str | None:
    """What an account says of the thing at that address; None where it is no such thing, or on no site of theirs. Raises as its tool does."""
    accounts, site = ctx.deps.accounts, _site(url)
    for kind in _KINDS:
        thing = kind.named(url)
        for account in await accounts.every(ctx.deps.user.id, kind.port) if accounts and thing and site else ():
            if _site(_base(account)) == site:
                return await kind.read(ctx, thing, account.pinned)
    return None


def _base(account: Account) -> str:
    vendor = TOKEN_VENDORS.get(account.provider)
    return str(account.settings.get("api") or (vendor.base if vendor else ""))


def _site(url: str) -> str:
    """Where the pages of an address are, or those beside an API: its host and port; "" for what is no address."""
    try:
        parts = urlsplit(url)
        return f"{(parts.hostname or '').removeprefix(_API)}:{parts.port or _PORTS[parts.scheme]}"
    except (ValueError, KeyError):
        return ""
