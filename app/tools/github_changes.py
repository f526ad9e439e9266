"""The tools for GitHub and other code hosts that change something: all of them wait for their user's OK, pinned to the item that was meant.

What became of one that broke off is looked up there: an issue by its title and author, a comment by its words, a merge by the pull request.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from pydantic_ai import RunContext

from app.cards.literal import quoted
from app.deps import AgentDeps
from app.errors import ChangedElsewhere, OutcomeUnknown, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.code.meant import item_of, repository_of
from app.integrations.code.port import ME, CodeHost, Item, ItemChange, ItemQuery, Verdict, Whole
from app.memory.records import Account
from app.tools.code_hosts import has_read_repository, on_host, reversal, said_of
from app.tools.toolset import Tool

_WRITES = Risk(side_effect=True, egress=True, local=False)
_MOST = 60_000  # characters of a text, which all code hosts take
_CLOCKS = timedelta(minutes=2)  # that its clock may be behind ours
_NO_TITLE = "What should the issue be called?"
_NO_TEXT = "What should it say?"
_NO_CHANGE = "What should change: open or closed, labels, who it is assigned to, whose review is wanted?"
_NO_PULL = "{name} is an issue; only a pull request can be {done}."
_MERGED = "{name} is merged already."
_NO_HEAD = "I can't see at which commit {name} is, so I don't merge it."
_OPENED = "Opened {name}: {title}\n{url}"
_COMMENTED = "Commented on {name}.\n{url}"
_MADE_SO = "{name} is {said} now."
_REVIEWED = {
    "approve": "Approved {name}.",
    "request changes": "Asked for changes in {name}.",
    "comment": "Reviewed {name}.",
}
_VERDICTS: dict[Verdict, str] = {"approve": "approved", "request changes": "wants changes", "comment": ""}  # as read
_MERGES = "Merged {name}."


async def create_github_issue(
    ctx: RunContext[AgentDeps],
    repo: str,
    title: str,
    text: str = "",
    *,
    labels: Sequence[str] = (),
    assign: Sequence[str] = (),
    account: str = "",
) -> Done:
    """Open an issue. `assign`: handles, or @me for the user."""
    deps = ctx.deps

    async def make(at: Account, host: CodeHost) -> Done:
        name = await repository_of(host, repo)
        made = await host.create(name, _some(title, _NO_TITLE), text.strip()[:_MOST], labels=labels, assign=assign)
        undo = {"action": "put_item_back", "account": at.id, "item": made.name, "is_open": False}
        undo |= {"is_new": True}
        return Done(_OPENED.format(name=made.name, title=made.title, url=made.url), undo)

    return await on_host(deps, account, make)


async def comment_on_github(ctx: RunContext[AgentDeps], item: str, text: str, account: str = "") -> Done:
    """Write below an issue or pull request."""

    async def write(at: Account, host: CodeHost) -> Done:
        found = (await item_of(host, item)).item
        made = await host.comment(found.repo, found.number, _some(text, _NO_TEXT))
        undo = {"action": "delete_item_comment", "account": at.id, "item": found.name, "comment": made.id}
        return Done(_COMMENTED.format(name=found.name, url=made.url), undo if made.id else None)

    return await on_host(ctx.deps, account, write)


async def change_github_item(
    ctx: RunContext[AgentDeps],
    item: str,
    *,
    state: Literal["", "open", "closed"] = "",
    add_labels: Sequence[str] = (),
    remove_labels: Sequence[str] = (),
    assign: Sequence[str] = (),
    unassign: Sequence[str] = (),
    ask_review: Sequence[str] = (),
    account: str = "",
) -> Done:
    """Close, reopen, label, assign (handles, or @me), or ask people for a review."""
    wanted = ItemChange(
        is_open=None if not state else state == "open",
        add_labels=tuple(add_labels),
        remove_labels=tuple(remove_labels),
        assign=tuple(assign),
        unassign=tuple(unassign),
        ask_review=tuple(ask_review),
    )
    if wanted == ItemChange():
        raise ToolProblem(_NO_CHANGE)

    async def change(at: Account, host: CodeHost) -> Done:
        found = (await item_of(host, item)).item
        changed = await host.change(found.repo, found.number, wanted)
        back = reversal(found, changed)
        undo = {"action": "put_item_back", "account": at.id, "item": found.name, **back} if back else None
        return Done(_MADE_SO.format(name=found.name, said=said_of(changed)), undo)

    return await on_host(ctx.deps, account, change)


async def review_pull_request(
    ctx: RunContext[AgentDeps], item: str, verdict: Verdict, text: str = "", account: str = "", *, head: str = ""
) -> Done:
    """Review a pull request; a verdict other than approve needs a text. `head`: leave it out."""
    if verdict != "approve":
        _some(text, _NO_TEXT)

    async def review(_: Account, host: CodeHost) -> Done:
        found = _as_shown(_pull(await item_of(host, item), "reviewed"), head=head).item
        url = await host.review(found.repo, found.number, verdict, text.strip()[:_MOST], head=head)
        return Done(f"{_REVIEWED[verdict].format(name=found.name)}\n{url}".strip())

    return await on_host(ctx.deps, account, review)


async def merge_pull_request(
    ctx: RunContext[AgentDeps],
    item: str,
    method: Literal["merge", "squash", "rebase"] = "merge",
    *,
    head: str = "",
    into: str = "",
    account: str = "",
) -> Done:
    """Merge a pull request. `head`, `into`: leave them out."""

    async def merge(_: Account, host: CodeHost) -> Done:
        whole = _pull(await item_of(host, item), "merged")
        found = whole.item
        if found.state == "merged":
            raise ToolProblem(_MERGED.format(name=found.name))
        _as_shown(whole, head=head, base=into)
        await host.merge(found.repo, found.number, head=head or whole.head, method=method)
        return Done(_MERGES.format(name=found.name))

    return await on_host(ctx.deps, account, merge)


async def _prepare_issue(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    _some(str(arguments["title"]), _NO_TITLE)

    async def pin(account: Account, host: CodeHost) -> dict[str, Any]:
        repo = await repository_of(host, str(arguments["repo"]))
        await host.repository(repo)
        return {**arguments, "repo": repo, "account": account.pinned}

    pinned = await on_host(deps, str(arguments.get("account", "")), pin)
    return pinned, f"open an issue in {pinned['repo']}"


async def _prepare_item(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    pinned, whole = await _pinned(deps, arguments)
    return pinned, _about(whole.item)


async def _prepare_review(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Of the commit that stands there now, so that what is pushed later isn't approved unseen."""
    pinned, whole = await _pinned(deps, arguments)
    return {**pinned, "head": _pull(whole, "reviewed").head}, _about(whole.item)


async def _prepare_merge(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """To the commit that stands there now, and into the branch: what is pushed later isn't merged unseen, nor elsewhere than was shown."""
    pinned, whole = await _pinned(deps, arguments)
    if _pull(whole, "merged").item.state == "merged":
        raise ToolProblem(_MERGED.format(name=whole.item.name))
    if not (whole.head and whole.base):
        raise ToolProblem(_NO_HEAD.format(name=whole.item.name))
    failed = [quoted(one.name) for one in whole.builds if one.state == "failed"]
    bad = f"; failed: {', '.join(failed[:5])}" if failed else ""
    told = f"{_about(whole.item)}, {quoted(whole.branch)} into {quoted(whole.base)} at {whole.head[:7]} (+{whole.added} −{whole.removed}){bad}"
    return {**pinned, "head": whole.head, "into": whole.base}, told


async def _pinned(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], Whole]:
    async def pin(account: Account, host: CodeHost) -> tuple[dict[str, Any], Whole]:
        whole = await item_of(host, str(arguments["item"]))
        await has_read_repository(deps, account, whole.item.repo)  # its title stands on the card
        return {**arguments, "item": whole.item.name, "account": account.pinned}, whole

    return await on_host(deps, str(arguments.get("account", "")), pin)


async def _look_for_issue(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its title, among what its user opened there since."""
    repo, title = str(arguments["repo"]), " ".join(str(arguments["title"]).split())

    async def look(_: Account, host: CodeHost) -> Done | None:
        found = await host.items(ItemQuery(repo=repo, kind="issue", author=ME, since=since - _CLOCKS), 50)
        made = next((one for one in found if one.title == title), None)
        return Done(_OPENED.format(name=made.name, title=made.title, url=made.url)) if made else None

    return await on_host(deps, str(arguments.get("account", "")), look)


async def _look_for_remark(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its words, below the item, since."""
    text, item = str(arguments.get("text", "")).strip()[:_MOST], str(arguments["item"])

    async def look(_: Account, host: CodeHost) -> Done | None:
        own, whole = (await host.me()).handle, await item_of(host, item)
        found = [one for one in whole.remarks if one.author == own and one.at >= since - _CLOCKS]
        return (
            Done(_COMMENTED.format(name=whole.item.name, url=whole.item.url))
            if any(one.text.strip() == text for one in found)
            else None
        )

    return await on_host(deps, str(arguments.get("account", "")), look)


async def _look_for_review(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its words and its verdict, below the pull request, since."""
    text, verdict = str(arguments.get("text", "")).strip()[:_MOST], cast("Verdict", arguments["verdict"])

    async def look(_: Account, host: CodeHost) -> Done | None:
        own, whole = (await host.me()).handle, await item_of(host, str(arguments["item"]))
        found = [one for one in whole.remarks if one.author == own and one.at >= since - _CLOCKS]
        is_there = any(one.text.strip() == text and one.verdict == _VERDICTS[verdict] for one in found)
        return Done(f"{_REVIEWED[verdict].format(name=whole.item.name)}\n{whole.item.url}") if is_there else None

    return await on_host(deps, str(arguments.get("account", "")), look)


async def _look_for_merge(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By the pull request itself."""

    async def look(_: Account, host: CodeHost) -> Done | None:
        whole = await item_of(host, str(arguments["item"]))
        return Done(_MERGES.format(name=whole.item.name)) if whole.item.state == "merged" else None

    return await on_host(deps, str(arguments.get("account", "")), look)


async def _look_for_change(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By whether the item is as it was wanted: all of it, or not even what is done first. Raises OutcomeUnknown else."""

    async def look(_: Account, host: CodeHost) -> Done | None:
        found = (await item_of(host, str(arguments["item"]))).item
        parts = await _parts(host, found, arguments)
        if all(parts):
            return Done(_MADE_SO.format(name=found.name, said=said_of(found)))
        if parts[0] is False:
            return None
        raise OutcomeUnknown

    return await on_host(deps, str(arguments.get("account", "")), look)


async def _parts(host: CodeHost, item: Item, arguments: dict[str, Any]) -> list[bool | None]:
    """Of each part of a change, in the order in which they are made, whether it is so; None for what can't be seen."""
    own = (await host.me()).handle.casefold()

    def named(name: str) -> set[str]:
        return {str(one).casefold() for one in arguments.get(name) or ()}

    def people(name: str) -> set[str]:
        return {own if one == ME else one.removeprefix("@") for one in named(name)}

    labels, assigned = ({one.casefold() for one in there} for there in (item.labels, item.assignees))
    state, now = str(arguments.get("state", "")), "open" if item.state in ("open", "draft") else "closed"
    return [
        *([named("add_labels") <= labels] if named("add_labels") else []),
        *(one not in labels for one in sorted(named("remove_labels"))),
        *([people("assign") <= assigned] if named("assign") else []),
        *([not people("unassign") & assigned] if named("unassign") else []),
        *([None] if arguments.get("ask_review") else []),
        *([state == now] if state else []),
    ]


def _as_shown(whole: Whole, *, head: str = "", base: str = "") -> Whole:
    """A pull request that still has the commit and the branch of its card. Raises ChangedElsewhere."""
    if (head and head != whole.head) or (base and base != whole.base):
        raise ChangedElsewhere
    return whole


def _pull(whole: Whole, done: str) -> Whole:
    """Raises ToolProblem for an issue."""
    if whole.item.kind == "issue":
        raise ToolProblem(_NO_PULL.format(name=whole.item.name, done=done))
    return whole


def _some(text: str, problem: str) -> str:
    """Raises ToolProblem for nothing."""
    if not text.strip():
        raise ToolProblem(problem)
    return text.strip()[:_MOST]


def _about(item: Item) -> str:
    return f"{item.name} {quoted(item.title)} by {item.author}"


CHANGES: tuple[Tool, ...] = (
    Tool(create_github_issue, _WRITES, _prepare_issue, look=_look_for_issue),
    Tool(comment_on_github, _WRITES, _prepare_item, look=_look_for_remark),
    Tool(change_github_item, _WRITES, _prepare_item, look=_look_for_change),
    Tool(review_pull_request, _WRITES, _prepare_review, look=_look_for_review),
    Tool(merge_pull_request, _WRITES, _prepare_merge, look=_look_for_merge),
)
