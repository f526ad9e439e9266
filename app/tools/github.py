"""The tools for GitHub and other code hosts that read: what waits, issues and pull requests, their diffs and builds, repositories. All of it was written by others,
and taints the turn with the repositories it stands in."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic_ai import RunContext

from app.cards.quoting import block, within
from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.excerpt import excerpt
from app.gate.risk import Risk
from app.integrations.code.meant import NO_ITEM, item_of, repository_of
from app.integrations.code.port import ME, Build, CodeHost, Item, ItemQuery, Repository, Whole
from app.integrations.ports import Remark
from app.integrations.tokens import place
from app.memory.records import Account
from app.tools import when
from app.tools.code_hosts import handle_of, has_read_repository, line, on_host
from app.tools.elsewhere import accounts_of
from app.tools.github_changes import CHANGES
from app.tools.toolset import Tool

Whose = Literal["", "mine", "assigned", "review", "involved"]
_READS = Risk(reads_private=True, reads_untrusted=True)
_SHOWN, _MOST_TEXT, _MOST_REMARK, _DIFF_PART = 20, 8_000, 2_000, 12_000
_FIELDS: Mapping[str, Callable[[ItemQuery], ItemQuery]] = {
    "mine": lambda query: replace(query, author=ME),
    "assigned": lambda query: replace(query, assignee=ME),
    "review": lambda query: replace(query, reviewer=ME),
    "involved": lambda query: replace(query, involves=ME),
}
_TWICE = "Say once whose it is: “{whose}” says that already."
_RELEASE = "Release "
_NOTHING = "I find no {what}."
_WHOSE = {
    "mine": " written by you",
    "assigned": " assigned to you",
    "review": " that waits for your review",
    "involved": " that has to do with you",
}
_NONE_WITH = "I find none that fits, with {people}."
_NOTHING_NEW = "Nothing new on {places}."
_MORE = "There are more. Name a repository, a word or a label."
_NO_DIFF = "{name} is an issue, so it has no diff."
_NO_FILES = "{name}: {title}. I am shown no changed files of it."
_NO_PART = "{name} has {parts} parts of a diff."
_NO_BUILDS = "No build has run in {repo}."


async def github_notifications(ctx: RunContext[AgentDeps], account: str = "", repo: str = "") -> str:
    """What GitHub (or another code host) tells the user of and they haven't read, of all or of one `repo`."""
    deps, lines, problems, about = ctx.deps, list[str](), list[str](), list[str]()
    accounts = accounts_of(deps)
    for one in await accounts.chosen(deps.user.id, account, "code"):
        try:
            async with accounts.code_host(one) as host:
                name = await repository_of(host, repo) if repo.strip() else ""
                notices = await host.notices(_SHOWN, name)
        except (AccountError, ToolProblem, NotFound) as problem:
            problems.append(f"{one.label}: {problem.sentence}")
            continue
        about.append(name or place(one))
        await has_read_repository(deps, one, *(notice.repo for notice in notices))
        for notice in notices:
            name = f"{notice.repo}#{notice.number}" if notice.number else notice.repo
            more = filter(None, (notice.kind, notice.reason, when.say(notice.at, deps.local_now)))
            lines.append(f"- {name} {within(notice.title)} ({'; '.join(more)})")
    if not lines and problems:
        raise ToolProblem("\n".join(problems))
    places = ", ".join(dict.fromkeys(about))
    return "\n".join((*(lines or [_NOTHING_NEW.format(places=places)]), *problems))


async def search_github(
    ctx: RunContext[AgentDeps],
    words: str = "",
    *,
    whose: Whose = "",
    kind: Literal["", "issue", "pull request"] = "",
    state: Literal["", "open", "draft", "closed", "merged"] = "open",
    repo: str = "",
    label: str = "",
    by: str = "",
    assigned_to: str = "",
    mentions: str = "",
    reviewer: str = "",
    reviewed_by: str = "",
    since: str = "",
    account: str = "",
) -> str:
    """Issues and pull requests. `whose`: mine (written by the user), assigned to them, waiting for their review, or involved. Of somebody else, by
    handle: `by` (who opened it), `assigned_to`, `mentions`, `reviewer` (whose review it waits for), `reviewed_by`. `since`: changed since then."""
    deps, problems, found = ctx.deps, list[str](), list[tuple[Item, Account]]()
    accounts = accounts_of(deps)
    said = {
        "author": by,
        "assignee": assigned_to,
        "mentions": mentions,
        "reviewer": reviewer,
        "reviewed_by": reviewed_by,
    }
    people = {name: handle_of(who) for name, who in said.items() if who.strip()}
    asked = _asked(whose, people)
    asked = replace(asked, state=state or None, since=when.stretch(since, "", deps.local_now)[0])
    chosen = await accounts.chosen(deps.user.id, account, "code")
    for one in chosen:
        try:
            async with accounts.code_host(one) as host:
                query = replace(
                    asked,
                    words=words.strip(),
                    repo=await repository_of(host, repo) if repo else "",
                    kind=kind or None,
                    label=label.strip(),
                )
                items = await host.items(query, _SHOWN + 1)
                found += [(item, one) for item in items]
        except (AccountError, NotFound, ToolProblem) as problem:
            if isinstance(problem, ToolProblem) and len(chosen) == 1:
                raise
            problems.append(f"{one.label}: {problem.sentence}")
    if not found and problems:
        raise ToolProblem("\n".join(problems))
    newest = sorted(found, key=lambda pair: pair[0].updated_at, reverse=True)[:_SHOWN]
    for item, at in newest:
        await has_read_repository(deps, at, item.repo)
    lines = [line(item, deps) for item, _ in newest] or [_nothing(whose, kind, state, people.values())]
    return "\n".join((*lines, *([_MORE] if len(found) > _SHOWN else []), *problems))


def _asked(whose: Whose, people: Mapping[str, str]) -> ItemQuery:
    """Whom it has to do with. Raises ToolProblem where that is said twice, and not alike."""
    mine = _FIELDS[whose](ItemQuery()) if whose else ItemQuery()
    for name, handle in people.items():
        if getattr(mine, name) not in ("", handle):
            raise ToolProblem(_TWICE.format(whose=whose))
    return replace(mine, **people)


def _nothing(whose: str, kind: str, state: str, people: Collection[str]) -> str:
    if people:
        return _NONE_WITH.format(people=", ".join(dict.fromkeys(people)))
    return _NOTHING.format(
        what=f"{f'{state} ' if state else ''}{kind or 'issue or pull request'}{_WHOSE.get(whose, '')}"
    )


async def read_github_item(ctx: RunContext[AgentDeps], item: str, account: str = "") -> str:
    """An issue or pull request with its comments, reviews and checks. `item`: "owner/repo#12", a number, its address, or words of its title."""
    deps = ctx.deps
    whole = await _whole(deps, item, account)
    head = whole.item
    lines = [f"{head.name}: {within(head.title)}", _about(whole, deps)]
    lines += [f"Labels: {within(', '.join(head.labels))}."] if head.labels else []
    lines += [f"Assigned to {', '.join(head.assignees)}."] if head.assignees else []
    lines += [_checks(whole.builds)] if whole.builds else []
    if whole.mergeable is False and head.state in ("open", "draft"):
        lines.append("It can't be merged as it is: there are conflicts.")
    lines += ["", _text(whole.text, _MOST_TEXT) or "(no description)", *_told(whole.remarks, deps), head.url]
    return "\n".join(lines)


async def read_github_diff(ctx: RunContext[AgentDeps], item: str, part: int = 1, account: str = "") -> str:
    """What a pull request changes, file by file, in parts."""
    deps = ctx.deps

    async def read(at: Account, host: CodeHost) -> tuple[Whole, list[str]]:
        whole = await item_of(host, item)
        if whole.item.kind == "issue":
            raise ToolProblem(_NO_DIFF.format(name=whole.item.name))
        changes = await host.changes(whole.item.repo, whole.item.number)
        await has_read_repository(deps, at, whole.item.repo)
        return whole, [
            f"{within(one.path)} ({one.status}, +{one.added} −{one.removed})\n{block(one.patch)}" for one in changes
        ]

    whole, files = await on_host(deps, account, read)
    if not files:
        return _NO_FILES.format(name=whole.item.name, title=within(whole.item.title))
    text = "\n\n".join(files)
    parts = max(1, -(-len(text) // _DIFF_PART))
    if not 0 < part <= parts:
        raise ToolProblem(_NO_PART.format(name=whole.item.name, parts=parts))
    shown = text[(part - 1) * _DIFF_PART : part * _DIFF_PART]
    return f"{whole.item.name}: {within(whole.item.title)} (part {part} of {parts})\n\n{shown}"


async def github_repository(ctx: RunContext[AgentDeps], repo: str = "", account: str = "") -> str:
    """What a repository is: its readme, last commits and release; without a name, the user's repositories."""
    deps = ctx.deps

    async def read(at: Account, host: CodeHost) -> Repository | Sequence[Repository]:
        if repo:
            one = await host.repository(await repository_of(host, repo))
            await has_read_repository(deps, at, one.name)
            return one
        mine = await host.repositories("", _SHOWN)
        await has_read_repository(deps, at, *(one.name for one in mine))
        return mine

    found = await on_host(deps, account, read)
    if not isinstance(found, Repository):
        return "\n".join(f"- {one.name}{f': {within(one.about)}' if one.about else ''}" for one in found) or _NOTHING
    about = [
        found.language,
        "private" if found.is_private else "public",
        f"{found.open_items} open",
        f"{found.stars} stars",
    ]
    lines = [
        f"{found.name}: {within(found.about)}" if found.about else found.name,
        f"({', '.join(filter(None, about))})",
    ]
    lines += [
        f"- {one.place} {within(one.text)} ({within(one.author)}, {when.say(one.at, deps.local_now)})"
        for one in found.commits
    ]
    if found.release is not None:
        lines.append(f"Latest release: {within(found.release.name)}, {when.say(found.release.at, deps.local_now)}.")
    lines += ["", _text(found.readme, _MOST_TEXT)] if found.readme.strip() else []
    return "\n".join((*lines, found.url))


async def github_releases(ctx: RunContext[AgentDeps], repo: str, account: str = "") -> str:
    """The last published versions of a repository, with their notes."""
    deps = ctx.deps

    async def read(at: Account, host: CodeHost) -> str:
        name = await repository_of(host, repo)
        found = await host.releases(name, 5)
        await has_read_repository(deps, at, name)
        told = [
            f"{_RELEASE}{within(one.name)} ({within(one.tag)}, {when.say(one.at, deps.local_now)})\n{_text(one.text, _MOST_REMARK)}".rstrip()
            for one in found
        ]
        return "\n\n".join(told) or f"{name} has no release yet."

    return await on_host(deps, account, read)


async def github_builds(ctx: RunContext[AgentDeps], repo: str = "", branch: str = "", account: str = "") -> str:
    """The last builds (workflow runs) of a repository: passed, failed or running."""
    deps = ctx.deps

    async def read(at: Account, host: CodeHost) -> str:
        name = await repository_of(host, repo)
        found = await host.builds(name, 10, branch=branch.strip())
        await has_read_repository(deps, at, name)
        return "\n".join(_build(one, deps) for one in found) or _NO_BUILDS.format(repo=name)

    return await on_host(deps, account, read)


async def _whole(deps: AgentDeps, said: str, account: str) -> Whole:
    async def read(at: Account, host: CodeHost) -> Whole:
        whole = await item_of(host, said)
        await has_read_repository(deps, at, whole.item.repo)
        return whole

    try:
        return await on_host(deps, account, read)
    except NotFound as problem:
        raise NotFound(problem.sentence if problem.args else NO_ITEM.format(name=said[:60])) from problem


def _about(whole: Whole, deps: AgentDeps) -> str:
    head = whole.item
    about = [
        head.kind.capitalize(),
        head.state,
        f"by {head.author}",
        f"updated {when.say(head.updated_at, deps.local_now)}",
    ]
    if whole.branch:
        about += [f"{within(whole.branch)} → {within(whole.base)}"]
        about += [f"{whole.files} files, +{whole.added} −{whole.removed}"] if whole.files else []
    return f"{', '.join(about)}."


def _checks(builds: Sequence[Build]) -> str:
    """ "Checks: 3 passed, 1 failed (lint)." """
    told = list[str]()
    for state in ("passed", "failed", "running", "cancelled"):
        names = [within(one.name) for one in builds if one.state == state]
        if names:
            which = f" ({', '.join(names[:6])})" if state != "passed" else ""
            told.append(f"{len(names)} {state}{which}")
    return f"Checks: {', '.join(told)}."


def _told(remarks: Sequence[Remark], deps: AgentDeps) -> list[str]:
    lines = list[str]()
    for one in remarks:
        about = [one.author, when.say(one.at, deps.local_now), *filter(None, (one.verdict, within(one.place)))]
        lines += ["", f"{', '.join(about)}:", _text(one.text, _MOST_REMARK)]
    return lines


def _text(text: str, most: int) -> str:
    """A longer text of others; "" for none."""
    return block(excerpt(text.strip(), most)) if text.strip() else ""


def _build(build: Build, deps: AgentDeps) -> str:
    ended = f", {when.say(build.ended_at, deps.local_now)}" if build.ended_at else ""
    return f"- {within(build.name)}{f' on {within(build.branch)}' if build.branch else ''}: {build.state}{ended}"


READS: tuple[Tool, ...] = tuple(
    Tool(function, _READS)
    for function in (
        github_notifications,
        search_github,
        read_github_item,
        read_github_diff,
        github_repository,
        github_releases,
        github_builds,
    )
)
TOOLS: tuple[Tool, ...] = (*READS, *CHANGES)
