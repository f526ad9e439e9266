"""What a Gitea of ours holds: people, repositories, items with what belongs to them, in memory, and each as Gitea writes it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
NAMES = {"ana": "Ana Mensah", "kofi": "Kofi Boateng"}
TOKENS = {"gitea-token-of-ana": "ana", "gitea-token-of-kofi": "kofi"}


@dataclass
class Thing:
    """An issue; with a `head` a pull request. `labels` are numbers, `files` the paths and texts that it adds."""

    repo: str
    number: int
    title: str
    body: str
    author: str
    at: datetime
    changed: datetime
    assignees: list[str] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    comments: list[Json] = field(default_factory=list)
    is_open: bool = True
    head: str = ""
    branch: str = ""
    base: str = "main"
    merged: str = ""
    is_draft: bool = False
    has_conflicts: bool = False
    files: dict[str, str] = field(default_factory=dict)
    wanted: list[str] = field(default_factory=list)
    reviews: list[Json] = field(default_factory=list)
    remarks: dict[int, list[Json]] = field(default_factory=dict)
    mentioned: list[str] = field(default_factory=list)


@dataclass
class World:
    """All of it. `counts`: whether pull requests say how large they are, as newer servers do. `statuses` are by commit, `tasks`, `labels`, `releases`
    and `readmes` by repository, `shared` the labels of organisations."""

    url: str = ""
    counts: bool = True
    repos: dict[str, str] = field(default_factory=lambda: {"ana/garden": "The gate and the beds", "tools/spade": ""})
    things: dict[tuple[str, int], Thing] = field(default_factory=dict)
    labels: dict[str, dict[int, str]] = field(default_factory=lambda: {"ana/garden": {1: "bug", 2: "Docs"}})
    shared: dict[str, dict[int, str]] = field(default_factory=lambda: {"tools": {9: "urgent"}})
    notices: list[Json] = field(default_factory=list)
    statuses: dict[str, list[Json]] = field(default_factory=dict)
    tasks: dict[str, list[Json]] = field(default_factory=dict)
    releases: dict[str, list[Json]] = field(default_factory=dict)
    readmes: dict[str, str] = field(default_factory=lambda: {"ana/garden": "# Garden\n"})
    last: int = 0

    def new_id(self) -> int:
        """A number that nothing has yet."""
        self.last += 1
        return self.last

    def opens(self, repo: str, title: str, body: str = "", *, author: str = "kofi", **more: Any) -> Thing:
        """Somebody opens an issue, or with `files` a pull request."""
        number = 1 + max((one.number for one in self.things.values() if one.repo == repo), default=0)
        made = Thing(repo, number, title, body, author, now(), now(), **more)
        if made.files:
            made.head, made.branch = f"{self.new_id():040x}", made.branch or f"change-{number}"
        self.things[repo, number] = made
        return made

    def tells(self, thing: Thing, *, is_unread: bool = True) -> None:
        """Ana is told of it."""
        kind, place = ("Pull", "pulls") if thing.head else ("Issue", "issues")
        subject = {"title": thing.title, "type": kind, "state": "open", "url": self._api(thing, place)}
        row = {"id": self.new_id(), "unread": is_unread, "updated_at": text(now()), "subject": subject}
        self.notices.append({**row, "repository": self.repository(thing.repo), "pinned": False})

    def says(self, commit: str, context: str, state: str) -> None:
        """A service says how a check of a commit ended."""
        row = {"id": self.new_id(), "status": state, "context": context, "target_url": f"{self.url}/ci"}
        self.statuses.setdefault(commit, []).append({**row, "updated_at": text(now()), "created_at": text(now())})

    def ran(self, repo: str, name: str, state: str, branch: str = "main") -> None:
        """A job of a workflow ended, or runs."""
        row = {"id": self.new_id(), "name": name, "status": state, "head_branch": branch, "updated_at": text(now())}
        self.tasks.setdefault(repo, []).insert(0, {**row, "url": f"{self.url}/{repo}/actions/runs/1"})

    def person(self, login: str) -> Json:
        """Somebody."""
        return {"id": 1 + list(NAMES).index(login), "login": login, "full_name": NAMES[login]}

    def repository(self, repo: str) -> Json:
        """A repository."""
        there = [one for one in self.things.values() if one.repo == repo and one.is_open]
        return {
            "id": 1 + list(self.repos).index(repo),
            "full_name": repo,
            "name": repo.partition("/")[2],
            "description": self.repos[repo],
            "language": "Go",
            "stars_count": 3,
            "open_issues_count": sum(not one.head for one in there),
            "open_pr_counter": sum(bool(one.head) for one in there),
            "default_branch": "main",
            "html_url": f"{self.url}/{repo}",
            "private": True,
        }

    def issue(self, of: Thing) -> Json:
        """An item as a list and a single answer have it."""
        merged = {"merged": bool(of.merged), "merged_at": text(of.changed) if of.merged else None, "draft": of.is_draft}
        return {
            **self._both(of),
            "url": self._api(of, "issues"),
            "repository": {"id": 1, "full_name": of.repo, "name": of.repo.partition("/")[2], "owner": "x"},
            "pull_request": merged if of.head else None,
        }

    def pull(self, of: Thing) -> Json:
        """A pull request as its own question has it."""
        size = {"changed_files": len(of.files), "additions": len(of.files), "deletions": 0} if self.counts else {}
        return {
            **self._both(of),
            **size,
            "url": f"{self.url}/{of.repo}/pulls/{of.number}",
            "head": {"ref": of.branch, "sha": of.head, "label": of.branch},
            "base": {"ref": of.base, "sha": f"{0:040x}", "label": of.base},
            "requested_reviewers": [self.person(one) for one in of.wanted] or None,
            "mergeable": not (of.has_conflicts or of.is_draft),
            "merged": bool(of.merged),
            "merge_commit_sha": of.merged or None,
            **({"draft": of.is_draft} if self.counts else {}),
        }

    def label(self, repo: str, id_: int) -> Json:
        """A label of a repository, or of its organisation."""
        name = self.labels.get(repo, {}).get(id_) or self.shared.get(repo.partition("/")[0], {})[id_]
        return {"id": id_, "name": name, "color": "ee0701"}

    def diff(self, of: Thing) -> str:
        """What a pull request changes: a line each."""
        return "".join(
            f"diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{words}\n"
            for path, words in of.files.items()
        )

    def _both(self, of: Thing) -> Json:
        people = [self.person(one) for one in of.assignees] or None
        return {
            "id": 1000 + of.number,
            "number": of.number,
            "title": of.title,
            "body": of.body,
            "user": self.person(of.author),
            "assignees": people,
            "assignee": people[0] if people else None,
            "labels": [self.label(of.repo, one) for one in of.labels],
            "state": "open" if of.is_open else "closed",
            "comments": len(of.comments),
            "created_at": text(of.at),
            "updated_at": text(of.changed),
            "closed_at": None,
            "html_url": f"{self.url}/{of.repo}/{'pulls' if of.head else 'issues'}/{of.number}",
        }

    def _api(self, of: Thing, place: str) -> str:
        return f"{self.url}/api/v1/repos/{of.repo}/{place}/{of.number}"


def now() -> datetime:
    """The server's own clock is the machine's."""
    return datetime.now(UTC)


def text(at: datetime) -> str:
    """A time as Go writes it: to the second."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
