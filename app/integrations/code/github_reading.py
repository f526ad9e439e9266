"""GitHub's answers as our own types. Whatever is missing or of another kind is empty; nothing here raises."""

from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlsplit

from app.integrations import answered
from app.integrations.answered import Row, moment, number, row, rows, table, text
from app.integrations.code.port import (
    Build,
    BuildState,
    FileChange,
    Item,
    Notice,
    Release,
    Repository,
    State,
    Whole,
)
from app.integrations.ports import Remark

_MOST_NAMES = 20
_MOST_DIGITS = 7  # of a page's number
_REASONS = {
    "assign": "you were assigned",
    "author": "you wrote it",
    "comment": "you commented on it",
    "ci_activity": "a build ended",
    "invitation": "you were invited",
    "manual": "you follow it",
    "mention": "you were mentioned",
    "review_requested": "your review is wanted",
    "security_alert": "a vulnerability was found",
    "state_change": "you changed it",
    "subscribed": "you watch it",
    "team_mention": "your team was mentioned",
}
_VERDICTS = {"APPROVED": "approved", "CHANGES_REQUESTED": "wants changes", "COMMENTED": "", "DISMISSED": "dismissed"}
_CONCLUSIONS: Mapping[str, BuildState] = {
    "success": "passed",
    "neutral": "passed",
    "skipped": "passed",
    "failure": "failed",
    "timed_out": "failed",
    "startup_failure": "failed",
    "action_required": "failed",
    "cancelled": "cancelled",
    "stale": "cancelled",
}


def pages(link: str) -> int:
    """How many pages a list has, by the header of its first one (RFC 8288)."""
    last = next((part for part in link.split(",") if 'rel="last"' in part), "")
    address = last.partition("<")[2].partition(">")[0]
    said = dict(parse_qsl(urlsplit(address).query)).get("page", "")
    return max(1, int(said)) if said.isdecimal() and len(said) < _MOST_DIGITS else 1


def item(of: Row) -> Item:
    """An issue or a pull request."""
    pull = table(of, "pull_request") if isinstance(of.get("pull_request"), Mapping) else None
    is_pull = pull is not None or "head" in of
    return Item(
        repo=_repo(of),
        number=number(of, "number"),
        kind="pull request" if is_pull else "issue",
        title=" ".join(text(of, "title").split()),
        state=_state(of, pull or {}),
        author=text(table(of, "user"), "login"),
        updated_at=moment(of, "updated_at", "created_at"),
        url=text(of, "html_url"),
        assignees=tuple(text(one, "login") for one in rows(of.get("assignees")))[:_MOST_NAMES],
        labels=tuple(text(one, "name") for one in rows(of.get("labels")))[:_MOST_NAMES],
        comments=number(of, "comments"),
    )


def _repo(of: Row) -> str:
    """ "owner/name", from whichever address an answer has."""
    for address in (text(of, "repository_url"), text(of, "url")):
        owner, _, name = address.partition("/repos/")[2].partition("/")
        if owner and name:
            return f"{owner}/{name.partition('/')[0]}"
    return text(table(of, "repository"), "full_name")


def _state(of: Row, pull: Row) -> State:
    if text(of, "merged_at") or text(pull, "merged_at") or of.get("merged") is True:
        return "merged"
    if text(of, "state") == "closed":
        return "closed"
    return "draft" if of.get("draft") is True or pull.get("draft") is True else "open"


def remark(of: Row) -> Remark:
    """A comment, below an item or in its diff."""
    path, line = text(of, "path"), number(of, "line") or number(of, "original_line")
    place = f"{path}:{line}" if path and line else path
    return Remark(text(table(of, "user"), "login"), moment(of, "created_at"), text(of, "body"), place=place)


def review(of: Row) -> Remark:
    """A review; one that only holds remarks in the diff says nothing itself."""
    verdict = _VERDICTS.get(text(of, "state"), "")
    return Remark(text(table(of, "user"), "login"), moment(of, "submitted_at"), text(of, "body"), verdict)


def commit(of: Row) -> Remark:
    """A commit: who, when, and the first line of its message."""
    made = table(of, "commit")
    by = table(made, "author")
    who = text(table(of, "author"), "login") or text(by, "name")
    return Remark(who, moment(by, "date"), text(made, "message").partition("\n")[0], place=text(of, "sha")[:7])


def run(of: Row) -> Build:
    """A run of a workflow, or a check."""
    done = text(of, "status") == "completed"
    state: BuildState = _CONCLUSIONS.get(text(of, "conclusion"), "failed") if done else "running"
    name = " ".join(text(of, "name").split()) or text(of, "display_title")
    ended = moment(of, "completed_at", "updated_at") if done else None
    return Build(name, state, text(of, "head_branch"), text(of, "html_url"), ended, str(of.get("id", "")))


def whole(of: Row, pull: Row, remarks: Sequence[Remark], builds: Sequence[Build]) -> Whole:
    """An item with all that belongs to it; `pull` is {} for an issue."""
    head, base = table(pull, "head"), table(pull, "base")
    mergeable = pull.get("mergeable")
    return Whole(
        item=item({**of, **({"draft": pull.get("draft"), "merged": pull.get("merged")} if pull else {})}),
        text=text(of, "body"),
        remarks=tuple(remarks),
        builds=tuple(builds),
        branch=text(head, "ref"),
        base=text(base, "ref"),
        head=text(head, "sha"),
        files=number(pull, "changed_files"),
        added=number(pull, "additions"),
        removed=number(pull, "deletions"),
        mergeable=mergeable if isinstance(mergeable, bool) else None,
    )


def change(of: Row) -> FileChange:
    """A file of a pull request."""
    return FileChange(
        text(of, "filename"), text(of, "status"), number(of, "additions"), number(of, "deletions"), text(of, "patch")
    )


def release(of: Row) -> Release:
    """A published version."""
    tag = text(of, "tag_name")
    at = moment(of, "published_at", "created_at")
    return Release(tag, text(of, "name") or tag, text(of, "body"), at, text(of, "html_url"))


def repository(of: Row, commits: Sequence[Remark] = (), latest: Release | None = None, readme: str = "") -> Repository:
    """A repository."""
    return Repository(
        name=text(of, "full_name"),
        about=text(of, "description"),
        language=text(of, "language"),
        stars=number(of, "stargazers_count"),
        open_items=number(of, "open_issues_count"),
        branch=text(of, "default_branch"),
        url=text(of, "html_url"),
        is_private=of.get("private") is True,
        commits=tuple(commits),
        release=latest,
        readme=readme,
    )


def notice(of: Row) -> Notice:
    """Something GitHub tells its user of."""
    subject = table(of, "subject")
    last = text(subject, "url").rpartition("/")[2]
    kind = {"PullRequest": "pull request", "CheckSuite": "build"}.get(
        text(subject, "type"), text(subject, "type").lower()
    )
    return Notice(
        id=text(of, "id"),
        repo=text(table(of, "repository"), "full_name"),
        title=text(subject, "title"),
        kind=kind,
        reason=_REASONS.get(text(of, "reason"), text(of, "reason").replace("_", " ")),
        at=moment(of, "updated_at"),
        number=int(last) if last.isdecimal() and len(last) < 12 and kind in ("issue", "pull request") else 0,
        is_unread=of.get("unread") is not False,
    )


def reason(answer: object) -> str:
    """Why something was refused, in GitHub's own words."""
    told = row(answer)
    more = [text(one, "message") or text(one, "code") for one in rows(told.get("errors"))]
    return answered.reason(": ".join(filter(None, (text(told, "message"), ", ".join(filter(None, more))))))
