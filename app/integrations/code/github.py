"""GitHub, on its own site or as an Enterprise server, by its REST API (https://docs.github.com/rest, version 2022-11-28).

Lists come by its search, which follows a change after some seconds; one item is always read as it is. Reading requests carry the tag of the
last answer, so that asking again after nothing has changed is not counted (`conditional.py`).
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from app.errors import AccountError, ChangedElsewhere, ToolProblem
from app.integrations.access import Access
from app.integrations.calls import Calls, Reply, segment
from app.integrations.code import github_reading as reading
from app.integrations.code.asking import PEOPLE, stands
from app.integrations.code.asking import path_of as _of
from app.integrations.code.asking import together as _together
from app.integrations.code.conditional import get
from app.integrations.code.port import (
    ME,
    Build,
    FileChange,
    Item,
    ItemChange,
    ItemQuery,
    Notice,
    Release,
    Repository,
    Verdict,
    Whole,
)
from app.integrations.ports import Me, Remark, Written

API = "https://api.github.com"
_HEADERS = {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"}
_RAW = {**_HEADERS, "accept": "application/vnd.github.raw+json"}
_MOST_REMARKS, _MOST_FILES, _MOST_BUILDS = 50, 100, 50
_PAGES_BEHIND = 3  # that are looked at behind the last one that is known
_NO_NOTICES = (
    "GitHub shows notifications to a classic token with the scope “notifications” only; this one may not see them."
)
_NOT_MERGED = "GitHub won't merge that: {why}"
_NOT_DONE = "GitHub didn't take that: {why}"
_EVENTS: Mapping[Verdict, str] = {
    "approve": "APPROVE",
    "request changes": "REQUEST_CHANGES",
    "comment": "COMMENT",
}


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["GitHub"]:
    """One account, over connections that end with it."""
    settings = access.account.settings
    async with Calls(access, str(settings.get("api") or API)) as calls:
        yield GitHub(calls, access.account.id, str(settings.get("handle", "")))


class GitHub:
    """As `port.CodeHost` says."""

    def __init__(self, calls: Calls, account: int, handle: str = "") -> None:
        """`account` is its number, 0 for one that isn't kept yet; `handle` how its user is called there, once that was asked."""
        self._calls = calls
        self._account = account
        self._handle = handle

    async def me(self) -> Me:
        """As the port says."""
        row = await self._read("user")
        return Me(reading.text(row, "login"), reading.text(row, "name"))

    async def notices(self, limit: int, repo: str = "") -> Sequence[Notice]:
        """As the port says."""
        path = f"repos/{_of(repo)}/notifications" if repo else "notifications"
        reply = await self._get(path, {"per_page": min(limit, 50)}, may=(403,) if repo else (403, 404))
        if reply.status in (403, 404):
            raise ToolProblem(_NO_NOTICES)
        return [reading.notice(row) for row in reading.rows(reply.json())[:limit]]

    async def items(self, query: ItemQuery, limit: int) -> Sequence[Item]:
        """As the port says."""
        own = replace(query, **{name: await self._own(getattr(query, name)) for name in PEOPLE})
        asked = {"q": _search(own), "sort": "updated", "order": "desc", "per_page": min(limit, 100)}
        reply = await self._get("search/issues", asked, may=(422,))
        if reply.status == 422:  # it knows no such repository, person or label
            return []
        found = map(reading.item, reading.rows(reply.json(), "items"))
        return [one for one in found if stands(one, query)][:limit]

    async def repositories(self, words: str, limit: int) -> Sequence[Repository]:
        """As the port says."""
        reply = await self._get("user/repos", {"sort": "pushed", "per_page": 100})
        wanted = words.casefold().split()
        found = [reading.repository(row) for row in reading.rows(reply.json())]
        return [one for one in found if all(word in one.name.casefold() for word in wanted)][:limit]

    async def item(self, repo: str, number: int) -> Whole:
        """As the port says. Where servers like it have pull requests by themselves alone, they are read there."""
        reply = await self._get(f"repos/{_of(repo)}/issues/{number}", may=(404,))
        row = reading.row(reply.json()) if reply.status == 200 else {}
        if row and "pull_request" not in row:
            return reading.whole(row, {}, await self._remarks(repo, number), ())
        pull, remarks, reviews, lines = await _together(
            self._read(f"repos/{_of(repo)}/pulls/{number}"),
            self._remarks(repo, number),
            self._last(f"repos/{_of(repo)}/pulls/{number}/reviews"),
            self._last(f"repos/{_of(repo)}/pulls/{number}/comments"),
        )
        told = [*remarks, *(reading.review(one) for one in reviews), *(reading.remark(one) for one in lines)]
        kept = sorted((one for one in told if one.text or one.verdict), key=lambda one: one.at)
        head = reading.text(reading.table(pull, "head"), "sha")
        return reading.whole(row or pull, pull, kept, await self._checks(repo, head))

    async def changes(self, repo: str, number: int) -> Sequence[FileChange]:
        """As the port says."""
        rows = await self._list(f"repos/{_of(repo)}/pulls/{number}/files", _MOST_FILES)
        return [reading.change(row) for row in rows]

    async def repository(self, repo: str) -> Repository:
        """As the port says."""
        path = f"repos/{_of(repo)}"
        row, commits, releases, readme = await _together(
            self._read(path),
            self._get(f"{path}/commits", {"per_page": 5}, may=(404, 409)),  # 409: nothing is in it yet
            self.releases(repo, 1),
            self._get(f"{path}/readme", headers=_RAW, may=(404,)),
        )
        told = [reading.commit(one) for one in reading.rows(commits.json())] if commits.status == 200 else []
        words = readme.body.decode("utf-8", "replace") if readme.status == 200 else ""
        return reading.repository(row, told, next(iter(releases), None), words)

    async def releases(self, repo: str, limit: int) -> Sequence[Release]:
        """As the port says."""
        rows = await self._list(f"repos/{_of(repo)}/releases", limit)
        return [reading.release(row) for row in rows if not row.get("draft")]

    async def builds(self, repo: str, limit: int, *, branch: str = "") -> Sequence[Build]:
        """As the port says."""
        asked: dict[str, str | int] = {"per_page": min(limit, 100), **({"branch": branch} if branch else {})}
        reply = await self._get(f"repos/{_of(repo)}/actions/runs", asked)
        return [reading.run(row) for row in reading.rows(reply.json(), "workflow_runs")[:limit]]

    async def create(self, repo: str, title: str, text: str, *, labels: Sequence[str], assign: Sequence[str]) -> Item:
        """As the port says."""
        body = {"title": title, "body": text, "labels": list(labels), "assignees": await self._handles(assign)}
        return reading.item(await self._send("POST", f"repos/{_of(repo)}/issues", body))

    async def comment(self, repo: str, number: int, text: str) -> Written:
        """As the port says."""
        row = await self._send("POST", f"repos/{_of(repo)}/issues/{number}/comments", {"body": text})
        return Written(str(row.get("id", "")), reading.text(row, "html_url"))

    async def delete_comment(self, repo: str, comment: str) -> None:
        """As the port says."""
        path = f"repos/{_of(repo)}/issues/comments/{segment(comment)}"
        await self._calls.call("DELETE", path, headers=_HEADERS)

    async def change(self, repo: str, number: int, wanted: ItemChange) -> Item:
        """As the port says."""
        path = f"repos/{_of(repo)}/issues/{number}"
        if wanted.add_labels:
            await self._send("POST", f"{path}/labels", {"labels": list(wanted.add_labels)}, repeatable=True)
        for label in wanted.remove_labels:
            await self._calls.call(
                "DELETE", f"{path}/labels/{segment(label)}", headers=_HEADERS, may=(404,), repeatable=True
            )
        for method, people in (("POST", wanted.assign), ("DELETE", wanted.unassign)):
            if people:
                body = {"assignees": await self._handles(people)}
                await self._send(method, f"{path}/assignees", body, repeatable=True)
        if wanted.ask_review:
            reviewers = {"reviewers": await self._handles(wanted.ask_review)}
            await self._send(
                "POST", f"repos/{_of(repo)}/pulls/{number}/requested_reviewers", reviewers, repeatable=True
            )
        if wanted.is_open is not None:
            state = {"state": "open" if wanted.is_open else "closed"}
            return reading.item(await self._send("PATCH", path, state, repeatable=True))
        return reading.item(await self._read(path))

    async def review(self, repo: str, number: int, verdict: Verdict, text: str, *, head: str = "") -> str:
        """As the port says."""
        body = {"event": _EVENTS[verdict], **({"body": text} if text else {}), **({"commit_id": head} if head else {})}
        row = await self._send("POST", f"repos/{_of(repo)}/pulls/{number}/reviews", body)
        return reading.text(row, "html_url")

    async def merge(self, repo: str, number: int, *, head: str, method: str) -> str:
        """As the port says."""
        body = {"sha": head, "merge_method": method}
        path = f"repos/{_of(repo)}/pulls/{number}/merge"
        reply = await self._calls.call("PUT", path, headers=_HEADERS, body=body, may=(405, 409, 422))
        if reply.status == 409:
            raise ChangedElsewhere
        if reply.status in (405, 422):
            raise ToolProblem(_NOT_MERGED.format(why=reading.reason(reply.json())))
        return reading.text(reading.row(reply.json()), "sha")

    async def _remarks(self, repo: str, number: int) -> list[Remark]:
        return [reading.remark(row) for row in await self._last(f"repos/{_of(repo)}/issues/{number}/comments")]

    async def _checks(self, repo: str, commit: str) -> list[Build]:
        """What was checked of a commit; [] where the token may not see it."""
        if not commit:
            return []
        try:
            reply = await self._get(f"repos/{_of(repo)}/commits/{commit}/check-runs", {"per_page": _MOST_BUILDS})
        except (ToolProblem, AccountError):
            return []
        return [reading.run(row) for row in reading.rows(reply.json(), "check_runs")]

    async def _handles(self, people: Sequence[str]) -> list[str]:
        return [await self._own(one) for one in people]

    async def _own(self, name: str) -> str:
        """A handle; ME by its own."""
        if name == ME and not self._handle:
            self._handle = (await self.me()).handle
        return self._handle if name == ME else name.removeprefix("@")

    async def _last(self, path: str) -> list[Mapping[str, Any]]:
        """The last ones of what was said, in its order: GitHub lists it with the oldest first. Of a first page that is as it was, the header that
        counts the pages may be too, so behind a full page the next one is looked at."""
        reply = await self._get(path, {"per_page": _MOST_REMARKS})
        before, last = list[Mapping[str, Any]](), reading.rows(reply.json())
        number = reading.pages(reply.headers.get("link", ""))
        if number > 1:
            before = last if number == 2 else await self._page(path, number - 1)
            last = await self._page(path, number)
        for further in range(number + 1, number + 1 + _PAGES_BEHIND):
            if len(last) < _MOST_REMARKS:
                break
            before, last = last, await self._page(path, further)
        return [*before, *last][-_MOST_REMARKS:]

    async def _page(self, path: str, number: int) -> list[Mapping[str, Any]]:
        reply = await self._get(path, {"per_page": _MOST_REMARKS, "page": number})
        return reading.rows(reply.json())

    async def _list(self, path: str, limit: int) -> list[Mapping[str, Any]]:
        reply = await self._get(path, {"per_page": min(limit, 100)})
        return reading.rows(reply.json())[:limit]

    async def _read(self, path: str) -> Mapping[str, Any]:
        return reading.row((await self._get(path)).json())

    async def _get(
        self,
        path: str,
        params: Mapping[str, str | int] | None = None,
        *,
        headers: Mapping[str, str] = _HEADERS,
        may: tuple[int, ...] = (),
    ) -> Reply:
        return await get(self._calls, self._account, path, params=params, headers=headers, may=may)

    async def _send(self, method: str, path: str, body: object, *, repeatable: bool = False) -> Mapping[str, Any]:
        """A change. Raises ToolProblem with GitHub's own reason where it refuses."""
        reply = await self._calls.call(method, path, headers=_HEADERS, body=body, may=(410, 422), repeatable=repeatable)
        if reply.status >= 400:
            raise ToolProblem(_NOT_DONE.format(why=reading.reason(reply.json())))
        return reading.row(reply.json())


def _search(query: ItemQuery) -> str:
    """As GitHub's search writes it; words are only words (https://docs.github.com/search-github)."""
    parts = [" ".join(f'"{word}"' if ":" in word else word for word in query.words.replace('"', " ").split()[:12])]
    parts += {"issue": ["is:issue"], "pull request": ["is:pr"]}.get(query.kind or "", [])
    parts += (
        {"draft": ["is:pr", "is:open", "draft:true"]}.get(query.state, [f"is:{query.state}"]) if query.state else []
    )
    for name, value in (
        ("repo", query.repo),
        ("author", query.author),
        ("assignee", query.assignee),
        ("review-requested", query.reviewer),
        ("reviewed-by", query.reviewed_by),
        ("mentions", query.mentions),
        ("involves", query.involves),
        ("label", query.label),
    ):
        if value:
            parts.append(f"{name}:{_quoted(value)}")
    parts += [f"updated:>={query.since:%Y-%m-%dT%H:%M:%SZ}"] if query.since else []
    return " ".join(filter(None, parts))


def _quoted(value: str) -> str:
    clean = value.replace('"', "")
    return f'"{clean}"' if " " in clean else clean
