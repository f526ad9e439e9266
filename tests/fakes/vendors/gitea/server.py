"""A loopback HTTP server of ours that speaks version 1 of Gitea's API, with two people and two repositories in memory. It is a fake: no Gitea runs here.

What it checks, writing down in `faults` what doesn't hold (a test that leaves one fails): every query parameter, status and body, asked or answered,
is one that Gitea's own description and types have (`description.py`). What it answers beside that (no labels by name, no assignee without the whole
list, a merge only of the head that is named, 409 and 405 with Gitea's own words) follows Gitea's source. It has no permissions but a token's
(`may_not`), no search index that lags, and its answers are of at most `page` rows whatever is asked for.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import unquote

from tests.fakes.vendors.gitea import description as held
from tests.fakes.vendors.gitea.world import TOKENS, Json, Thing, World, now, text
from tests.servers.json_server import JsonServer, Question, Status, json_server

_API = "/api/v1"
_VERDICTS = ("APPROVED", "REQUEST_CHANGES", "COMMENT")


@dataclass
class FakeGitea:
    """Where it listens, what it holds, what it was asked and what was wrong with that. `may_not`: how the paths begin that no token opens."""

    world: World
    http: JsonServer
    faults: list[str] = field(default_factory=list)
    may_not: tuple[str, ...] = ()
    page: int = 50

    @property
    def url(self) -> str:
        """Its address, as somebody types it."""
        return self.http.url

    def changes(self) -> list[Question]:
        """What it was asked to change."""
        return [one for one in self.http.asked if one.method != "GET"]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, who asks, and what its path names."""

    of: Question
    me: str
    repo: str
    number: int
    rest: str

    @property
    def body(self) -> Json:
        """What is sent with it."""
        assert isinstance(self.of.body, dict)
        return self.of.body


Answer = Callable[[FakeGitea, _Asked], object]


def _thing(gitea: FakeGitea, asked: _Asked) -> Thing:
    return gitea.world.things[asked.repo, asked.number]


def _page(gitea: FakeGitea, asked: _Asked, found: list[Json]) -> Status:
    size = min(int(asked.of.query.get("limit", "50")), gitea.page)
    first = size * (int(asked.of.query.get("page", "1")) - 1)
    return Status(200, found[first : first + size], {"x-total-count": str(len(found))})


def _search(gitea: FakeGitea, asked: _Asked) -> object:
    ask = asked.of.query
    ways: dict[str, Callable[[Thing], bool]] = {
        "created": lambda one: one.author == asked.me,
        "assigned": lambda one: asked.me in one.assignees,
        "mentioned": lambda one: asked.me in one.mentioned,
        "review_requested": lambda one: asked.me in one.wanted,
        "reviewed": lambda one: asked.me in [row["user"]["login"] for row in one.reviews],
    }
    wanted = [fits for name, fits in ways.items() if ask.get(name) == "true"]
    owners = {one.partition("/")[0] for one in gitea.world.repos}
    if ask.get("owner", next(iter(owners))) not in owners:
        return Status(400, {"message": "user does not exist", "url": "x"})
    there = [one for one in _asked_for(gitea, ask) if one.repo.startswith(f"{ask['owner']}/" if "owner" in ask else "")]
    return _page(gitea, asked, [gitea.world.issue(one) for one in there if all(fits(one) for fits in wanted)])


def _list(gitea: FakeGitea, asked: _Asked) -> object:
    ask = asked.of.query
    there = [one for one in _asked_for(gitea, ask) if one.repo == asked.repo]
    kept = [
        one
        for one in there
        if ask.get("created_by", one.author) == one.author
        and ("assigned_by" not in ask or ask["assigned_by"] in one.assignees)
        and ("mentioned_by" not in ask or ask["mentioned_by"] in one.mentioned)
    ]
    return _page(gitea, asked, [gitea.world.issue(one) for one in kept])


def _pulls(gitea: FakeGitea, asked: _Asked) -> object:
    there = [one for one in _asked_for(gitea, asked.of.query) if one.repo == asked.repo and one.head]
    return _page(gitea, asked, [gitea.world.pull(one) for one in there])


def _asked_for(gitea: FakeGitea, ask: dict[str, str]) -> list[Thing]:
    """By what both lists know, the newest first. Labels that nobody has are passed over."""
    known = {
        name for labels in (*gitea.world.labels.values(), *gitea.world.shared.values()) for name in labels.values()
    }
    labels = [one for one in ask.get("labels", "").split(",") if one in known]
    since = datetime.fromisoformat(ask["since"]) if "since" in ask else None
    words, states = ask.get("q", "").casefold(), {"closed": (False,), "all": (True, False)}
    kinds = {"issues": (False,), "pulls": (True,)}
    found = [
        one
        for one in gitea.world.things.values()
        if one.is_open in states.get(ask.get("state", ""), (True,))
        and bool(one.head) in kinds.get(ask.get("type", ""), (True, False))
        and words in f"{one.title} {one.body}".casefold()
        and (since is None or one.changed.replace(microsecond=0) >= since)
        and (not labels or {gitea.world.label(one.repo, id_)["name"] for id_ in one.labels} & set(labels))
    ]
    return sorted(found, key=lambda one: one.at, reverse=True)


def _create(gitea: FakeGitea, asked: _Asked) -> object:
    made = gitea.world.opens(asked.repo, asked.body["title"], asked.body.get("body", ""), author=asked.me)
    made.labels, made.assignees = list(asked.body.get("labels") or ()), list(asked.body.get("assignees") or ())
    return Status(201, gitea.world.issue(made))


def _edit(gitea: FakeGitea, asked: _Asked) -> object:
    thing = _thing(gitea, asked)
    if "assignees" in asked.body:
        thing.assignees = list(asked.body["assignees"])
    if "state" in asked.body:
        if thing.merged:
            return Status(
                412, {"message": "cannot change state of this pull request, it was already merged", "url": "x"}
            )
        thing.is_open = asked.body["state"] == "open"
    thing.changed = now()
    return Status(201, gitea.world.issue(thing))


def _comment(gitea: FakeGitea, asked: _Asked) -> object:
    thing, id_ = _thing(gitea, asked), gitea.world.new_id()
    page = f"{gitea.url}/{asked.repo}/issues/{asked.number}#issuecomment-{id_}"
    row = {"id": id_, "body": asked.body["body"], "user": gitea.world.person(asked.me), "html_url": page}
    thing.comments.append({**row, "created_at": text(now()), "updated_at": text(now())})
    thing.changed = now()
    return Status(201, thing.comments[-1])


def _delete_comment(gitea: FakeGitea, asked: _Asked) -> object:
    for thing in gitea.world.things.values():
        kept = [one for one in thing.comments if str(one["id"]) != asked.rest or thing.repo != asked.repo]
        if len(kept) < len(thing.comments):
            thing.comments = kept
            return Status(204, b"")
    return Status(404, {"message": "The target couldn't be found.", "url": "x"})


def _labels(gitea: FakeGitea, asked: _Asked) -> object:
    thing = _thing(gitea, asked)
    assert all(isinstance(one, int) for one in asked.body["labels"])  # names are taken by newer servers alone
    thing.labels = list(dict.fromkeys([*thing.labels, *asked.body["labels"]]))
    thing.changed = now()
    return [gitea.world.label(asked.repo, one) for one in thing.labels]


def _unlabel(gitea: FakeGitea, asked: _Asked) -> object:
    thing = _thing(gitea, asked)
    thing.labels = [one for one in thing.labels if one != int(asked.rest)]
    return Status(204, b"")


def _files(gitea: FakeGitea, asked: _Asked) -> object:
    paths = _thing(gitea, asked).files
    return _page(gitea, asked, [{"filename": one, "status": "added", "additions": 1, "deletions": 0} for one in paths])


def _review(gitea: FakeGitea, asked: _Asked) -> object:
    thing, event = _thing(gitea, asked), asked.body.get("event", "PENDING")
    if event not in _VERDICTS or (event != "APPROVED" and not asked.body.get("body")):
        return Status(422, {"message": f"review event {event} requires a body", "url": "x"})
    if thing.author == asked.me and event != "COMMENT":
        return Status(422, {"message": "approve your own pull is not allowed", "url": "x"})
    page = f"{gitea.url}/{asked.repo}/pulls/{asked.number}#issuecomment-1"
    row = {"id": gitea.world.new_id(), "state": event, "body": asked.body.get("body", ""), "comments_count": 0}
    thing.reviews.append(
        {**row, "user": gitea.world.person(asked.me), "submitted_at": text(now()), "html_url": page, "dismissed": False}
    )
    thing.changed = now()
    return thing.reviews[-1]


def _ask_review(gitea: FakeGitea, asked: _Asked) -> object:
    thing = _thing(gitea, asked)
    thing.wanted += [one for one in asked.body["reviewers"] if one not in thing.wanted]
    return Status(201, [])


def _merge(gitea: FakeGitea, asked: _Asked) -> object:
    thing = _thing(gitea, asked)
    if thing.is_draft:
        return Status(405, {"message": "Work in progress PRs cannot be merged", "url": "x"})
    if asked.body.get("head_commit_id") != thing.head:
        return Status(409, {"message": "head out of date", "url": "x"})
    if thing.has_conflicts:  # git's own words, in a body that no description has
        return Status(409, b'{"Style": "merge", "StdOut": "CONFLICT (content)", "StdErr": "", "Err": {}}')
    thing.merged, thing.is_open, thing.changed = f"{gitea.world.new_id():040x}", False, now()
    return Status(200, b"")


def _status(gitea: FakeGitea, asked: _Asked) -> object:
    return {"sha": asked.rest, "state": "pending", "statuses": gitea.world.statuses.get(asked.rest) or None}


def _commits(gitea: FakeGitea, asked: _Asked) -> object:
    if asked.repo not in gitea.world.readmes:
        return Status(409, {"message": "Git Repository is empty.", "url": "x"})
    who = {"name": "Ana Mensah", "email": "ana@example.org", "date": "2026-05-04T09:00:00Z"}
    row = {
        "sha": "c" * 40,
        "author": gitea.world.person("ana"),
        "commit": {"message": "Paint\n\nGreen.", "author": who},
    }
    return _page(gitea, asked, [row])


def _contents(gitea: FakeGitea, asked: _Asked) -> object:
    if asked.repo not in gitea.world.readmes:
        return Status(404, {"message": "The target couldn't be found.", "url": "x"})
    rows = [("docs", "dir"), ("README", "file"), ("Readme.md", "file")]
    return [{"name": name, "path": name, "type": kind} for name, kind in rows]


def _tasks(gitea: FakeGitea, asked: _Asked) -> object:
    if asked.repo not in gitea.world.tasks:  # it has no actions
        return Status(404, {"message": "The target couldn't be found.", "url": "x"})
    found = gitea.world.tasks[asked.repo]
    return {"total_count": len(found), "workflow_runs": found}


def _known(of: dict[str, dict[int, str]], name: str) -> list[Json]:
    return [{"id": id_, "name": label, "color": "ee0701"} for id_, label in of.get(name, {}).items()]


def _org_labels(gitea: FakeGitea, asked: _Asked) -> object:
    if asked.rest not in gitea.world.shared:
        return Status(404, {"message": "The target couldn't be found.", "url": "x"})
    return _page(gitea, asked, _known(gitea.world.shared, asked.rest))


def _comments_of_review(gitea: FakeGitea, asked: _Asked) -> object:
    return _thing(gitea, asked).remarks.get(int(asked.rest), [])


_REPO = r"/repos/(?P<repo>[^/]+/[^/]+)"
_ISSUE, _PULL = rf"{_REPO}/issues/(?P<number>\d+)", rf"{_REPO}/pulls/(?P<number>\d+)"
_R = "/repos/{owner}/{repo}"
_I, _P = f"{_R}/issues/{{index}}", f"{_R}/pulls/{{index}}"
_ROUTES: tuple[tuple[str, str, str, Answer], ...] = (
    ("GET", "/user", "/user", lambda g, a: g.world.person(a.me)),
    ("GET", "/notifications", "/notifications", lambda g, a: [one for one in g.world.notices if one["unread"]]),
    (
        "GET",
        f"{_REPO}/notifications",
        f"{_R}/notifications",
        lambda g, a: [one for one in g.world.notices if one["unread"] and one["repository"]["full_name"] == a.repo],
    ),
    ("GET", f"{_REPO}/pulls", f"{_R}/pulls", _pulls),
    ("GET", "/repos/issues/search", "/repos/issues/search", _search),
    (
        "GET",
        "/repos/search",
        "/repos/search",
        lambda g, a: {"ok": True, "data": [g.world.repository(one) for one in g.world.repos]},
    ),
    ("GET", "/orgs/(?P<rest>[^/]+)/labels", "/orgs/{org}/labels", _org_labels),
    ("GET", _REPO, _R, lambda g, a: g.world.repository(a.repo)),
    ("GET", f"{_REPO}/issues", f"{_R}/issues", _list),
    ("POST", f"{_REPO}/issues", f"{_R}/issues", _create),
    ("GET", f"{_REPO}/labels", f"{_R}/labels", lambda g, a: _page(g, a, _known(g.world.labels, a.repo))),
    ("GET", f"{_REPO}/commits", f"{_R}/commits", _commits),
    ("GET", rf"{_REPO}/commits/(?P<rest>\w+)/status", f"{_R}/commits/{{ref}}/status", _status),
    ("GET", f"{_REPO}/contents", f"{_R}/contents", _contents),
    (
        "GET",
        f"{_REPO}/raw/Readme.md",
        f"{_R}/raw/{{filepath}}",
        lambda g, a: Status(200, g.world.readmes[a.repo].encode(), kind="text/plain"),
    ),
    ("GET", f"{_REPO}/releases", f"{_R}/releases", lambda g, a: _page(g, a, g.world.releases.get(a.repo, []))),
    ("GET", f"{_REPO}/actions/tasks", f"{_R}/actions/tasks", _tasks),
    ("DELETE", rf"{_REPO}/issues/comments/(?P<rest>\w+)", f"{_R}/issues/comments/{{id}}", _delete_comment),
    ("GET", _ISSUE, _I, lambda g, a: g.world.issue(_thing(g, a))),
    ("PATCH", _ISSUE, _I, _edit),
    ("GET", f"{_ISSUE}/comments", f"{_I}/comments", lambda g, a: _thing(g, a).comments),
    ("POST", f"{_ISSUE}/comments", f"{_I}/comments", _comment),
    ("POST", f"{_ISSUE}/labels", f"{_I}/labels", _labels),
    ("DELETE", rf"{_ISSUE}/labels/(?P<rest>\d+)", f"{_I}/labels/{{id}}", _unlabel),
    ("GET", _PULL, _P, lambda g, a: g.world.pull(_thing(g, a))),
    (
        "GET",
        rf"{_PULL}\.diff",
        f"{_P}.{{diffType}}",
        lambda g, a: Status(200, g.world.diff(_thing(g, a)).encode(), kind="text/plain"),
    ),
    ("GET", f"{_PULL}/files", f"{_P}/files", _files),
    ("POST", f"{_PULL}/merge", f"{_P}/merge", _merge),
    ("POST", f"{_PULL}/requested_reviewers", f"{_P}/requested_reviewers", _ask_review),
    ("GET", f"{_PULL}/reviews", f"{_P}/reviews", lambda g, a: _page(g, a, _thing(g, a).reviews)),
    ("POST", f"{_PULL}/reviews", f"{_P}/reviews", _review),
    ("GET", rf"{_PULL}/reviews/(?P<rest>\d+)/comments", f"{_P}/reviews/{{id}}/comments", _comments_of_review),
)


def _answer(gitea: FakeGitea, asked: Question) -> object:
    scheme, _, token = asked.headers.get("authorization", "").partition(" ")
    if scheme not in ("Bearer", "token") or token not in TOKENS:
        return Status(401, {"message": "invalid username, password or token", "url": "x"})
    path = unquote(asked.path).removeprefix(_API)
    if asked.path == path or path.startswith(gitea.may_not or "-"):
        needs = "token does not have at least one of required scope(s)"
        return Status(403 if asked.path != path else 404, {"message": needs, "url": "x"})
    for method, pattern, template, answer in _ROUTES:
        if asked.method == method and (found := re.fullmatch(pattern, path)):
            named = {"repo": "", "number": "0", "rest": "", **found.groupdict()}
            whole = _Asked(asked, TOKENS[token], named["repo"], int(named["number"]), named["rest"])
            return _held(gitea, whole, template, answer)
    return Status(404, {"message": "The target couldn't be found.", "url": "x"})


def _held(gitea: FakeGitea, asked: _Asked, template: str, answer: Answer) -> object:
    method = asked.of.method.lower()
    name = f"{method} {template}"
    gitea.faults += [f"{name}: {one}" for one in held.query_faults(template, method, asked.of.query)]
    gitea.faults += [f"{name}: {one}" for one in held.body_faults(template, method, asked.of.body)]
    is_there = not asked.number or (asked.repo, asked.number) in gitea.world.things
    is_of = not asked.repo or asked.repo in gitea.world.repos
    is_pull = "/pulls/" not in template or not is_there or bool(_thing(gitea, asked).head)
    found = is_there and is_of and is_pull
    said = answer(gitea, asked) if found else Status(404, {"message": "The target couldn't be found.", "url": "x"})
    told = said if isinstance(said, Status) else Status(200, said)
    faults = held.answer_faults(template, method, told.code, told.body)
    gitea.faults += [f"answer to {name}: {one}" for one in faults]
    return told


@contextmanager
def fake_gitea(world: World | None = None) -> Iterator[FakeGitea]:
    """One that runs. Fails at the end when it was asked what Gitea doesn't describe, or answered so itself."""
    holder = list[FakeGitea]()
    with json_server({"/*": lambda asked: _answer(holder[0], asked)}) as http:
        holder.append(FakeGitea(world or World(), http))
        holder[0].world.url = http.url
        yield holder[0]
    assert holder[0].faults == [], "\n".join(dict.fromkeys(holder[0].faults))
