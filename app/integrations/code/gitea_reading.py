"""Gitea's and Forgejo's answers as our own types. What they write as GitHub does is read by `github_reading`; here is what they write otherwise.
Whatever is missing or of another kind is empty; nothing here raises.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.integrations import answered
from app.integrations.answered import Row, moment, number, row, rows, table, text
from app.integrations.code import github_reading as github
from app.integrations.code.port import Build, BuildState, FileChange, Item, Notice, Release, Repository, Whole
from app.integrations.ports import Remark

_KINDS = {"Pull": "pull request"}
_VERDICTS = {"APPROVED": "approved", "REQUEST_CHANGES": "wants changes"}
_UNSENT = ("PENDING", "REQUEST_REVIEW")  # a draft of its user's own, and that somebody was asked
_STATUSES = {"changed": "modified", "deleted": "removed"}
_STATES: Mapping[str, BuildState] = {
    "success": "passed",
    "warning": "passed",
    "skipped": "passed",
    "pending": "running",
    "waiting": "running",
    "running": "running",
    "blocked": "running",
    "cancelled": "cancelled",
}
_DRAFTS = ("wip:", "[wip]")  # how the title of a draft begins, where nobody set it otherwise
_FILE, _HUNK = "diff --git ", "@@ "


def notice(of: Row) -> Notice:
    """Something it tells its user of; it gives no reason."""
    subject = table(of, "subject")
    kind = _KINDS.get(text(subject, "type"), text(subject, "type").lower())
    last = text(subject, "url").rpartition("/")[2]
    return Notice(
        id=str(of.get("id", "")),
        repo=text(table(of, "repository"), "full_name"),
        title=text(subject, "title"),
        kind=kind,
        reason="",
        at=moment(of, "updated_at"),
        number=int(last) if last.isdecimal() and len(last) < 12 and kind in ("issue", "pull request") else 0,
        is_unread=of.get("unread") is not False,
    )


def item(of: Row) -> Item:
    """An issue or a pull request of a list; older servers tell of a draft by its title alone."""
    found = github.item(of)
    is_draft = found.kind == "pull request" and found.state == "open" and found.title.casefold().startswith(_DRAFTS)
    return replace(found, state="draft") if is_draft else found


def was_sent(of: Row) -> bool:
    """Whether a review is one that somebody gave."""
    return text(of, "state") not in _UNSENT


def review(of: Row) -> Remark:
    """A review; one that only holds remarks in the diff says nothing itself."""
    verdict = "dismissed" if of.get("dismissed") is True else _VERDICTS.get(text(of, "state"), "")
    return Remark(text(table(of, "user"), "login"), moment(of, "submitted_at"), text(of, "body"), verdict)


def remark(of: Row) -> Remark:
    """A remark in a diff."""
    return github.remark({**of, "line": of.get("position"), "original_line": of.get("original_position")})


def status(of: Row) -> Build:
    """What some service says of a commit."""
    state = _STATES.get(text(of, "status"), "failed")
    at = None if state == "running" else moment(of, "updated_at", "created_at")
    name = " ".join(text(of, "context").split())
    return Build(name, state, url=text(of, "target_url"), ended_at=at, id=str(of.get("id", "")))


def task(of: Row) -> Build:
    """A job of a workflow."""
    state = _STATES.get(text(of, "status"), "failed")
    name = " ".join(text(of, "name").split()) or text(of, "display_title")
    at = None if state == "running" else moment(of, "updated_at")
    return Build(name, state, text(of, "head_branch"), text(of, "url"), at, str(of.get("id", "")))


def whole(
    of: Row, pull: Row, remarks: Sequence[Remark], builds: Sequence[Build], files: Sequence[FileChange] = ()
) -> Whole:
    """An item with all that belongs to it; `files` where an older server doesn't count them. A draft may never be merged, which says nothing
    of conflicts."""
    counted = {
        "changed_files": len(files),
        "additions": sum(one.added for one in files),
        "deletions": sum(one.removed for one in files),
    }
    is_draft = pull.get("draft") is True or table(of, "pull_request").get("draft") is True
    told = {**({} if is_counted(pull) else counted), **pull, **({"mergeable": None} if is_draft else {})}
    return github.whole(of, told if pull else {}, remarks, builds)


def is_counted(pull: Row) -> bool:
    """Whether a pull request says how large it is."""
    return "changed_files" in pull


def change(of: Row, patch: str = "") -> FileChange:
    """A file of a pull request."""
    said = text(of, "status")
    counts = number(of, "additions"), number(of, "deletions")
    return FileChange(text(of, "filename"), _STATUSES.get(said, said), *counts, patch)


def patches(diff: str) -> Mapping[str, str]:
    """A whole diff cut into what it says of each file, by the file's path, from its first hunk on."""
    found = dict[str, str]()
    for part in f"\n{diff}".split(f"\n{_FILE}")[1:]:
        head, hunk, rest = part.partition(f"\n{_HUNK}")
        if hunk and (path := _path(head.split("\n"))):
            found[path] = f"{_HUNK}{rest}".rstrip("\n")
    return found


def _path(head: Sequence[str]) -> str:
    """Which file the head of a part is of: its new path, or where it is gone its old one."""
    named = [line[4:].rstrip("\t\r") for mark in ("+++ ", "--- ") for line in head if line.startswith(mark)]
    return next((one.partition("/")[2] for one in named if one != "/dev/null"), "")


def repository(of: Row, commits: Sequence[Remark] = (), latest: Release | None = None, readme: str = "") -> Repository:
    """A repository; issues and pull requests are counted apart there."""
    counts = number(of, "open_issues_count") + number(of, "open_pr_counter")
    told = {**of, "stargazers_count": of.get("stars_count"), "open_issues_count": counts}
    return github.repository(told, commits, latest, readme)


def readme(listed: object) -> str:
    """The path of the readme among the files at the top; "" for none."""
    names = [text(one, "path") or text(one, "name") for one in rows(listed) if text(one, "type") == "file"]
    found = [one for one in names if one.casefold().partition(".")[0] == "readme"]
    return min(found, key=lambda one: (not one.casefold().endswith(".md"), one), default="")


def reason(answer: object) -> str:
    """Why something was refused, in the server's own words; what git said of a conflict is in none of them."""
    told = row(answer)
    return answered.reason(text(told, "message") or ("there are conflicts" if "StdErr" in told else ""))
