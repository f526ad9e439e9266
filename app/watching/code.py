"""Repositories: a build that ends, a review that is wanted, an issue or pull request that moves, a new release. What was there before the rule is
not told, and each thing once.

A look asks with the tag of the last answer, so that a host where nothing happened counts nothing (`integrations/code/conditional.py`).
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from app.cards import sources
from app.cards.literal import quoted
from app.errors import AccountError, NotFound, ToolProblem, VaultError
from app.integrations.accounts import offers
from app.integrations.code.meant import item_of, repository_of
from app.integrations.code.port import ME, Build, CodeHost, ItemQuery, Whole
from app.integrations.tokens import own_host
from app.language.orders.alerts import work_condition
from app.memory.repositories import Repositories
from app.watching.watch import Condition, Finding, Look

log = logging.getLogger(__name__)

SOURCE = "code"
_MOST, _REPOSITORIES, _SHOWN = 20, 5, 100
_NOTHING = "What of it? “the build of my site fails”, “my review is wanted” or “acme/site#12 is merged” is what I can watch for."
_SAID: Mapping[str, str] = {
    "failed": "fails",
    "passed": "passes",
    "ended": "ends",
    "merged": "is merged",
    "closed": "is closed",
    "approved": "is approved",
    "commented": "gets a comment",
    "moves": "moves",
}


def read(words: str, _: datetime) -> Condition:
    """What is watched, and what of it."""
    kind, fields = work_condition(words)
    if not kind:
        raise ToolProblem(_NOTHING)
    return {"what": kind, **{name: value[:100] for name, value in fields.items()}}


def say(condition: Condition) -> str:
    """ "a build of site fails"."""
    what, on = condition["what"], _SAID.get(str(condition.get("on", "")), "")
    if what == "review":
        return "your review is wanted"
    if what == "item":
        return f"{condition['item']} {on}"
    of = f" of {condition['repo']}" if condition.get("repo") else ""
    return f"there is a new release{of}" if what == "release" else f"a build{of} {on}"


async def has(store: Repositories, user_id: str) -> bool:
    """Whether a code host is connected."""
    return any("code" in offers(one) for one in await store.accounts.every(user_id))


async def find(look: Look) -> Sequence[Finding]:
    """What came true since the rule stands; nothing of a host that doesn't answer."""
    found: list[Finding] = []
    if look.accounts is None:
        return ()
    for account in await look.accounts.every(look.user.id, "code"):
        try:
            async with look.accounts.code_host(account) as host:
                found += await _LOOKS[str(look.rule.condition["what"])](look, host, own_host(account))
        except (AccountError, VaultError, NotFound, ToolProblem) as problem:
            told = {"event": "alert.not_looked", "source": SOURCE, "problem": type(problem).__name__}
            log.info("a rule could not be looked at", extra=told)
    return found


async def _builds(look: Look, host: CodeHost, at: str) -> list[Finding]:
    wanted, found = look.rule.condition["on"], list[Finding]()
    for repo in await _repositories(look, host):
        for one in await host.builds(repo, _MOST):
            if one.ended_at is not None and one.ended_at > look.rule.updated_at and wanted in ("ended", one.state):
                found.append(_ended(repo, one, at))
    return found[::-1]


def _ended(repo: str, build: Build, at: str) -> Finding:
    branch = f" on {quoted(build.branch, _SHOWN)}" if build.branch else ""
    told = f"the build {quoted(build.name, _SHOWN)} of {repo}{branch} {build.state}, {build.url}"
    return Finding(f"build:{at}{repo}:{build.id}", told, (sources.repository(repo, at),))


async def _repositories(look: Look, host: CodeHost) -> list[str]:
    """The one that is named; else those that were worked on last."""
    if said := str(look.rule.condition.get("repo", "")):
        return [await repository_of(host, said)]
    return [one.name for one in await host.repositories("", _REPOSITORIES)]


async def _reviews(look: Look, host: CodeHost, at: str) -> list[Finding]:
    query = ItemQuery(kind="pull request", reviewer=ME, state="open", since=look.rule.updated_at)
    return [
        Finding(
            f"review:{at}{one.name}",
            f"{one.author} wants your review of {one.name} {quoted(one.title, _SHOWN)}, {one.url}",
            (sources.repository(one.repo, at),),
        )
        for one in await host.items(query, _MOST)
    ]


async def _item(look: Look, host: CodeHost, at: str) -> list[Finding]:
    whole = await item_of(host, str(look.rule.condition["item"]))
    item, since, on = whole.item, look.rule.updated_at, str(look.rule.condition["on"])
    moved = _MOVED[on](whole, since) if item.updated_at > since else ""
    if not moved:
        return []
    told = f"{item.kind} {item.name} {quoted(item.title, _SHOWN)} {moved}, {item.url}"
    key = f"item:{at}{item.name}:{on}:{item.updated_at.isoformat()}"
    return [Finding(key, told, (sources.repository(item.repo, at),))]


def _commented(whole: Whole, since: datetime) -> str:
    new = [one for one in whole.remarks if one.at > since]
    return f"has a comment by {new[-1].author}" if new else ""


def _approved(whole: Whole, since: datetime) -> str:
    new = [one for one in whole.remarks if one.at > since and one.verdict == "approved"]
    return f"was approved by {new[-1].author}" if new else ""


_MOVED: Mapping[str, Callable[[Whole, datetime], str]] = {
    "merged": lambda whole, _: "is merged" if whole.item.state == "merged" else "",
    "closed": lambda whole, _: f"is {whole.item.state}" if whole.item.state in ("closed", "merged") else "",
    "commented": _commented,
    "approved": _approved,
    "moves": lambda whole, since: _commented(whole, since) or f"is {whole.item.state}",
}


async def _releases(look: Look, host: CodeHost, at: str) -> list[Finding]:
    found = list[Finding]()
    for repo in await _repositories(look, host):
        for one in await host.releases(repo, 3):
            if one.at > look.rule.updated_at:
                told = f"{repo} has a new release: {quoted(one.name, _SHOWN)}, {one.url}"
                found.append(Finding(f"release:{at}{repo}:{one.tag}", told, (sources.repository(repo, at),)))
    return found


# Each is given the host where the account is, "" for GitHub: a name is another's there.
_LOOKS: Mapping[str, Callable[[Look, CodeHost, str], Awaitable[list[Finding]]]] = {
    "build": _builds,
    "review": _reviews,
    "item": _item,
    "release": _releases,
}
