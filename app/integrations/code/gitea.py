"""Gitea and Forgejo (Codeberg too), by version 1 of their API (https://docs.gitea.com/api, https://codeberg.org/api/swagger).

Their search knows of people only whose token it is, that of one repository also who wrote, was assigned or was mentioned, and both give what was opened
last first: what they can't tell apart is told apart here, among the last of it. Builds are the jobs of their own actions; where there are none, what other services say of a branch's last commit.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlsplit

from app.errors import AccountError, ChangedElsewhere, ToolProblem
from app.integrations.access import Access
from app.integrations.answered import Row, number, row, rows, table, text
from app.integrations.calls import Calls, Reply, segment
from app.integrations.code import gitea_reading as reading
from app.integrations.code import github_reading as github
from app.integrations.code.asking import PEOPLE, path_of, stands, together
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

_HEADERS = {"accept": "application/json"}
_PAGE, _MOST_PAGES = 50, 4  # rows of one answer, which servers may cut to fewer; answers to one question
_MOST_REMARKS, _MOST_FILES, _MOST_COMMENTED = 50, 100, 10
_MOST_DIGITS = 10  # of a count
_MOST_LABELS = 20  # that are named where one isn't there
_NO_NOTICES = "{host} shows notifications to a token that may read “notification” only; this one may not see them."
_NOT_MERGED = "{host} won't merge that: {why}"
_NOT_DONE = "{host} didn't take that: {why}"
_NO_LABEL = "There is no label “{label}” in {repo}. There are: {labels}."
_NOT_SEARCHED = (
    "{host} can't be searched for what others are asked to review or have to do with, only for what you are."
)
_IN_ONE = " Name a repository, and I look there."
_NOT_REVIEWED = "{host} can't be searched for what others have reviewed, only for what you have."
_REFUSALS = (400, 409, 410, 412, 422, 423)  # each with a reason; 423: the repository is only kept, not worked on
_EVENTS: Mapping[Verdict, str] = {
    "approve": "APPROVED",
    "request changes": "REQUEST_CHANGES",
    "comment": "COMMENT",
}
_INVOLVED = ("created", "assigned", "mentioned", "review_requested")
_STATES = {"open": "open", "draft": "open", "closed": "closed", "merged": "closed"}
_PULLS = ("merged", "draft")
_OUT_OF_DATE = "out of date"
Params = dict[str, str | int]


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["Gitea"]:
    """One account, over connections that end with it."""
    settings = access.account.settings
    api = str(settings.get("api", ""))
    async with Calls(access, api) as calls:
        yield Gitea(calls, access.account.id, urlsplit(api).hostname or "", str(settings.get("handle", "")))


class Gitea:
    """As `port.CodeHost` says."""

    def __init__(self, calls: Calls, account: int, host: str, handle: str = "") -> None:
        """`account` is its number, 0 for one that isn't kept yet; `host` where it is; `handle` how its user is called there, once that was
        asked."""
        self._calls = calls
        self._account = account
        self._host = host
        self._handle = handle

    async def me(self) -> Me:
        """As the port says."""
        found = await self._read("user")
        return Me(text(found, "login"), text(found, "full_name"))

    async def notices(self, limit: int, repo: str = "") -> Sequence[Notice]:
        """As the port says."""
        path = f"repos/{path_of(repo)}/notifications" if repo else "notifications"
        reply = await self._get(path, {"status-types": "unread", "limit": min(limit, _PAGE)}, may=(403,))
        if reply.status == 403:
            raise ToolProblem(_NO_NOTICES.format(host=self._host))
        return [reading.notice(one) for one in rows(reply.json())[:limit]]

    async def items(self, query: ItemQuery, limit: int) -> Sequence[Item]:
        """As the port says; the last changed of the last 200 that were opened."""
        own = replace(query, **{name: await self._own(getattr(query, name)) for name in PEOPLE})
        me = await self._own(ME) if any(getattr(own, name) for name in PEOPLE) else ""
        if own.repo and own.reviewer not in ("", me):
            every = {one.name: one for one in await self._waiting(own)}
        else:
            questions = self._questions(own, me)
            answers = await together(*(self._pages(path, asked, none=(400, 404)) for path, asked in questions))
            every = {one.name: one for found in answers for one in map(reading.item, found)}
        fitting = [one for one in every.values() if _fits(one, own)]
        return sorted(fitting, key=lambda one: one.updated_at, reverse=True)[:limit]

    async def repositories(self, words: str, limit: int) -> Sequence[Repository]:
        """As the port says."""
        mine = number(await self._read("user"), "id")
        reply = await self._get("repos/search", {"uid": mine, "sort": "updated", "order": "desc", "limit": _PAGE})
        wanted = words.casefold().split()
        found = [reading.repository(one) for one in rows(reply.json(), "data")]
        return [one for one in found if all(word in one.name.casefold() for word in wanted)][:limit]

    async def item(self, repo: str, number: int) -> Whole:
        """As the port says."""
        path = f"repos/{path_of(repo)}"
        found = await self._read(f"{path}/issues/{number}")
        if not isinstance(found.get("pull_request"), Mapping):
            return reading.whole(found, {}, await self._remarks(repo, number), ())
        pull, remarks, reviews = await together(
            self._read(f"{path}/pulls/{number}"), self._remarks(repo, number), self._reviews(repo, number)
        )
        kept = sorted((one for one in (*remarks, *reviews) if one.text or one.verdict), key=lambda one: one.at)
        files = () if reading.is_counted(pull) else [reading.change(one) for one in await self._files(repo, number)]
        checks = await self._checks(repo, text(table(pull, "head"), "sha"))
        return reading.whole(found, pull, kept, checks, files)

    async def changes(self, repo: str, number: int) -> Sequence[FileChange]:
        """As the port says."""
        files, diff = await together(
            self._files(repo, number), self._get(f"repos/{path_of(repo)}/pulls/{number}.diff", headers={})
        )
        patches = reading.patches(diff.body.decode("utf-8", "replace"))
        return [reading.change(one, patches.get(text(one, "filename"), "")) for one in files]

    async def repository(self, repo: str) -> Repository:
        """As the port says."""
        path = f"repos/{path_of(repo)}"
        found, commits, releases, listed = await together(
            self._read(path),
            self._get(f"{path}/commits", {"limit": 5, "stat": "false"}, may=(404, 409)),  # 409: nothing is in it yet
            self.releases(repo, 1),
            self._get(f"{path}/contents", may=(404,)),
        )
        told = [github.commit(one) for one in rows(commits.json())] if commits.status == 200 else []
        readme = reading.readme(listed.json()) if listed.status == 200 else ""
        words = await self._get(f"{path}/raw/{quote(readme)}", headers={}, may=(404,)) if readme else None
        shown = words.body.decode("utf-8", "replace") if words is not None and words.status == 200 else ""
        return reading.repository(found, told, next(iter(releases), None), shown)

    async def releases(self, repo: str, limit: int) -> Sequence[Release]:
        """As the port says."""
        reply = await self._get(f"repos/{path_of(repo)}/releases", {"draft": "false", "limit": min(limit, _PAGE)})
        return [github.release(one) for one in rows(reply.json())[:limit] if not one.get("draft")]

    async def builds(self, repo: str, limit: int, *, branch: str = "") -> Sequence[Build]:
        """As the port says."""
        path = f"repos/{path_of(repo)}"
        reply = await self._get(f"{path}/actions/tasks", {"limit": _PAGE}, may=(403, 404))  # 404: it has none
        tasks = [reading.task(one) for one in rows(reply.json(), "workflow_runs")] if reply.status == 200 else []
        if found := [one for one in tasks if branch in ("", one.branch)][:limit]:
            return found
        asked: Params = {"limit": 1, "stat": "false", **({"sha": branch} if branch else {})}
        last = await self._get(f"{path}/commits", asked, may=(409,))
        commit = next(iter(rows(last.json())), {}) if last.status == 200 else {}
        return [replace(one, branch=branch) for one in await self._statuses(repo, text(commit, "sha"))][:limit]

    async def create(self, repo: str, title: str, text: str, *, labels: Sequence[str], assign: Sequence[str]) -> Item:
        """As the port says. Raises ToolProblem for a label that isn't there."""
        ids = await self._labels(repo, labels)
        people = [await self._own(one) for one in assign]
        body = {"title": title, "body": text, "labels": ids, "assignees": people}
        return github.item(await self._send("POST", f"repos/{path_of(repo)}/issues", body))

    async def comment(self, repo: str, number: int, text: str) -> Written:
        """As the port says."""
        made = await self._send("POST", f"repos/{path_of(repo)}/issues/{number}/comments", {"body": text})
        return Written(str(made.get("id", "")), str(made.get("html_url", "")))

    async def delete_comment(self, repo: str, comment: str) -> None:
        """As the port says."""
        path = f"repos/{path_of(repo)}/issues/comments/{segment(comment)}"
        await self._calls.call("DELETE", path, headers=_HEADERS)

    async def change(self, repo: str, number: int, wanted: ItemChange) -> Item:
        """As the port says. Raises ToolProblem for a label that isn't there, before anything is changed."""
        path = f"repos/{path_of(repo)}/issues/{number}"
        before = github.item(await self._read(path))
        there = [one for one in before.labels if one.casefold() in {name.casefold() for name in wanted.remove_labels}]
        added, removed = await self._labels(repo, wanted.add_labels), await self._labels(repo, there)
        if added:
            await self._send("POST", f"{path}/labels", {"labels": added}, repeatable=True)
        for label in removed:
            await self._calls.call("DELETE", f"{path}/labels/{label}", headers=_HEADERS, may=(404,), repeatable=True)
        if wanted.assign or wanted.unassign:
            gone = [await self._own(one) for one in wanted.unassign]
            people = dict.fromkeys((*before.assignees, *[await self._own(one) for one in wanted.assign]))
            body = {"assignees": [one for one in people if one not in gone]}
            await self._send("PATCH", path, body, repeatable=True)
        if wanted.ask_review:
            reviewers = {"reviewers": [await self._own(one) for one in wanted.ask_review]}
            asked = f"repos/{path_of(repo)}/pulls/{number}/requested_reviewers"
            await self._send("POST", asked, reviewers, repeatable=True)
        if wanted.is_open is not None:
            state = {"state": "open" if wanted.is_open else "closed"}
            await self._send("PATCH", path, state, repeatable=True)
        return github.item(await self._read(path))

    async def review(self, repo: str, number: int, verdict: Verdict, text: str, *, head: str = "") -> str:
        """As the port says."""
        body = {"event": _EVENTS[verdict], **({"body": text} if text else {}), **({"commit_id": head} if head else {})}
        made = await self._send("POST", f"repos/{path_of(repo)}/pulls/{number}/reviews", body)
        return str(made.get("html_url", ""))

    async def merge(self, repo: str, number: int, *, head: str, method: str) -> str:
        """As the port says."""
        path = f"repos/{path_of(repo)}/pulls/{number}"
        body = {"Do": method, "head_commit_id": head}
        reply = await self._calls.call("POST", f"{path}/merge", headers=_HEADERS, body=body, may=(405, *_REFUSALS))
        if reply.status >= 400:
            why = reading.reason(reply.json())
            if reply.status == 409 and _OUT_OF_DATE in why:
                raise ChangedElsewhere
            raise ToolProblem(_NOT_MERGED.format(host=self._host, why=why))
        try:
            return text(await self._read(path), "merge_commit_sha")
        except (AccountError, ToolProblem):  # it is merged all the same
            return ""

    async def _waiting(self, query: ItemQuery) -> list[Item]:
        """The last pull requests of a repository that wait for the review of somebody, whose handle that is: they say so themselves. Raises
        ToolProblem for what can't be asked beside that."""
        if query.reviewed_by or query.mentions or query.involves:
            raise ToolProblem(_NOT_SEARCHED.format(host=self._host))
        asked: Params = {"state": _STATES.get(query.state or "", "all")}
        found = await self._pages(f"repos/{path_of(query.repo)}/pulls", asked)
        wanted, words = query.reviewer.casefold(), query.words.casefold().split()
        return [
            replace(reading.item(one), repo=query.repo)
            for one in found
            if wanted in (text(person, "login").casefold() for person in rows(one.get("requested_reviewers")))
            and all(word in f"{text(one, 'title')} {text(one, 'body')}".casefold() for word in words)
        ]

    def _questions(self, query: ItemQuery, own: str) -> list[tuple[str, Params]]:
        """The path and what is asked there, one or more, of which each answer may fit. People are handles, `own` is whose account it is. Raises
        ToolProblem for what can't be asked."""
        asked: Params = {"state": _STATES.get(query.state or "", "all")}
        is_pull = query.reviewer or query.reviewed_by or query.state in _PULLS
        kind = "pull request" if is_pull else query.kind
        asked |= {"type": "pulls" if kind == "pull request" else "issues"} if kind else {}
        asked |= {"q": query.words} if query.words else {}
        asked |= {"labels": query.label} if query.label and "," not in query.label else {}
        asked |= {"since": f"{query.since:%Y-%m-%dT%H:%M:%SZ}"} if query.since else {}
        if query.repo and not (query.reviewer or query.reviewed_by or query.involves):
            people = {"created_by": query.author, "assigned_by": query.assignee, "mentioned_by": query.mentions}
            asked |= {name: person for name, person in people.items() if person}
            return [(f"repos/{path_of(query.repo)}/issues", asked)]
        self._refuse(query, own)
        asked |= {"owner": query.repo.partition("/")[0]} if query.repo else {}
        mine = {
            "created": query.author,
            "assigned": query.assignee,
            "review_requested": query.reviewer,
            "reviewed": query.reviewed_by,
            "mentioned": query.mentions,
        }
        asked |= {name: "true" for name, person in mine.items() if person and person == own}
        ways: list[Params] = [{name: "true"} for name in _INVOLVED] if query.involves else [{}]
        return [("repos/issues/search", {**asked, **way}) for way in ways]

    def _refuse(self, query: ItemQuery, own: str) -> None:
        """Raises ToolProblem for what all of it can't be searched for: it knows only of its user."""
        others = {name for name in PEOPLE if getattr(query, name) not in ("", own)}
        if "reviewed_by" in others:
            raise ToolProblem(_NOT_REVIEWED.format(host=self._host))
        if "involves" in others or (query.repo and others & {"mentions", "reviewer"}):
            raise ToolProblem(_NOT_SEARCHED.format(host=self._host))
        if others & {"mentions", "reviewer"}:
            raise ToolProblem(_NOT_SEARCHED.format(host=self._host) + _IN_ONE)

    async def _remarks(self, repo: str, number: int) -> list[Remark]:
        """The last ones; all of them come at once."""
        reply = await self._get(f"repos/{path_of(repo)}/issues/{number}/comments")
        return [github.remark(one) for one in rows(reply.json())[-_MOST_REMARKS:]]

    async def _reviews(self, repo: str, number: int) -> list[Remark]:
        """The last ones, with the remarks in the diff that belong to them."""
        path = f"repos/{path_of(repo)}/pulls/{number}/reviews"
        sent = [one for one in await self._pages(path, {}) if reading.was_sent(one)][-_MOST_REMARKS:]
        full = [one for one in sent if one.get("comments_count")][-_MOST_COMMENTED:]
        answers = await together(*(self._get(f"{path}/{one.get('id')}/comments") for one in full))
        lines = [reading.remark(one) for reply in answers for one in rows(reply.json())]
        return [*(reading.review(one) for one in sent), *lines]

    async def _files(self, repo: str, number: int) -> list[Row]:
        return (await self._pages(f"repos/{path_of(repo)}/pulls/{number}/files", {}))[:_MOST_FILES]

    async def _checks(self, repo: str, commit: str) -> list[Build]:
        """What was checked of a commit; [] where the token may not see it."""
        try:
            return await self._statuses(repo, commit)
        except (ToolProblem, AccountError):
            return []

    async def _statuses(self, repo: str, commit: str) -> list[Build]:
        """What services said last of a commit; [] for ""."""
        if not commit:
            return []
        found = await self._read(f"repos/{path_of(repo)}/commits/{segment(commit)}/status")
        return [reading.status(one) for one in rows(found, "statuses")]

    async def _labels(self, repo: str, names: Sequence[str]) -> list[int]:
        """Their numbers: a repository has labels of its own, and its organisation's. Raises ToolProblem for one that isn't there."""
        if not names:
            return []
        path = path_of(repo)
        own, shared = await together(
            self._pages(f"repos/{path}/labels", {}, none=()),
            self._pages(f"orgs/{path.partition('/')[0]}/labels", {}, none=(403, 404)),  # of a person there are none
        )
        known = {text(one, "name"): number(one, "id") for one in (*shared, *own)}
        ids = {name.casefold(): id_ for name, id_ in known.items()}
        for name in names:
            if name.casefold() not in ids:
                listed = ", ".join(sorted(known)[:_MOST_LABELS]) or "none"
                raise ToolProblem(_NO_LABEL.format(label=name[:60], repo=repo, labels=listed))
        return [ids[name.casefold()] for name in names]

    async def _own(self, name: str) -> str:
        """A handle; ME by its own."""
        if name == ME and not self._handle:
            self._handle = (await self.me()).handle
        return self._handle if name == ME else name.removeprefix("@")

    async def _pages(self, path: str, asked: Params, *, none: tuple[int, ...] = (404,)) -> list[Row]:
        """The rows of the first few answers; none after a status that says so."""
        found = list[Row]()
        for page in range(1, _MOST_PAGES + 1):
            reply = await self._get(path, {**asked, "page": page, "limit": _PAGE}, may=none)
            new = rows(reply.json()) if reply.status == 200 else []
            found += new
            total = reply.headers.get("x-total-count", "")
            if not new or len(found) >= (int(total) if total.isdecimal() and len(total) < _MOST_DIGITS else 0):
                break
        return found

    async def _read(self, path: str) -> Row:
        return row((await self._get(path)).json())

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
        """A change. Raises ToolProblem with the server's own reason where it refuses."""
        reply = await self._calls.call(method, path, headers=_HEADERS, body=body, may=_REFUSALS, repeatable=repeatable)
        if reply.status >= 400:
            raise ToolProblem(_NOT_DONE.format(host=self._host, why=reading.reason(reply.json())))
        return row(reply.json())


def _fits(one: Item, query: ItemQuery) -> bool:
    """Whether an item is one of those that are asked for, as far as a list shows it. People are handles."""
    repo, author, assignee, label = (
        said.casefold() for said in (query.repo, query.author, query.assignee, query.label)
    )
    return (
        stands(one, query)
        and repo in ("", one.repo.casefold())
        and query.kind in (None, one.kind)
        and author in ("", one.author.casefold())
        and assignee in ("", *(name.casefold() for name in one.assignees))
        and label in ("", *(name.casefold() for name in one.labels))
    )
