#!/usr/bin/env python3
"""Kill -9 at every step of what is done at GitHub, Jira, Slack and a place for files after the OK: is anything lost, or done twice?

    python -m scripts.prove.work_kills [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0] [--only WORD] [--most N]

Real processes, real SIGKILLs; `emulate` as GitHub and as Slack, a real WsgiDAV, and our fakes of Jira Cloud and Google Drive. What is held for an
OK is prepared once (a merge for each kill); each kill falls on a copy of it, at the n-th step from the tap on Confirm to the last word with the
vendor: each use of the database, each HTTP call before it goes out, when it is out and unanswered, and after. Then the program starts as the server
does, in half of all cases within seconds, and in a third it is killed again; time passes, its user confirms what still waits. At the end the
issue, the comment, the post or the file is there once, or it was told that it wasn't done, or that nobody knows. Exit code 1 when anything was lost,
done twice, told as not done though it was, left open, or unknown without a word.
"""

import copy
import itertools
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import httpx
from httpcore._async.http11 import AsyncHTTP11Connection
from pydantic import SecretStr
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.integrations.oauth.tokens import TOKEN, KeptToken
from app.integrations.tokens import TokenLogin, connect_token
from scripts.prove.crash_storm import say
from scripts.prove.killing import Scenario, confirm, options_of, proven, warm
from tests.fakes.vendors import google_api as google
from tests.fakes.vendors import jira
from tests.fakes.vendors.google_api.drive import Drive
from tests.fakes.vendors.jira.world import World
from tests.house import calls, done_calls, says, scripted
from tests.servers import emulate_github, emulate_slack
from tests.servers.emulate_github import API, SITE, EmulatedGitHub
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.webdav import WebDavServer, webdav

NOW = datetime.now(UTC).replace(microsecond=0)  # the servers' own clock is the machine's
AT_DRIVE = datetime(2026, 5, 4, 12, tzinfo=UTC)  # where the fake's clock begins
_REMARKS = 60  # more than are read at once
TITLE, TEXT = "The login page is blank", "It is looked at"
KOFI = "kofi@example.org"
_WORDS = ((httpx.AsyncClient, "send", "http"), (AsyncHTTP11Connection, "_receive_response_headers", "http answer"))


# ------------------------------------------------------------------------------------------------ the vendors


@dataclass
class Work:
    """All that is outside. `item`, `busy`, `pull` and `root`: an issue, one with many comments, a pull request and a message that are there."""

    github: EmulatedGitHub
    slack: EmulatedSlack
    jira: jira.JiraCloud
    dav: WebDavServer
    drive: google.GoogleApi
    item: int = 0
    busy: int = 0
    pull: int = 0
    root: str = ""
    kept: Drive | None = None
    numbers: Iterator[int] = field(default_factory=partial(itertools.count, 1))

    def clear(self) -> None:
        """As they are before anything is prepared."""
        self.kept = None
        self.fresh()

    def fresh(self) -> None:
        """As they were before anything was done: nothing of it is there; another pull request."""
        self._fresh_github()
        for one in (*self._posts(), *self._replies()):
            self.slack.seen_by().chat_delete(channel=self.slack.channel, ts=one["ts"])
        self.jira.world, self.jira.http.asked[:] = World(now=NOW), []
        self.jira.world.add("Slow export")
        for path in self.dav.folder.iterdir():
            if path.name != "plan.txt":
                path.unlink()
        plan = self.dav.put("plan.txt", b"Buy oats")
        os.utime(plan, (NOW.timestamp(), NOW.timestamp()))  # the version that was pinned, which came only just before
        if self.kept is None:
            self.kept = Drive(google.server.ANA)
            self.kept.add("plan.txt", b"Buy oats")
        self.drive.drive = copy.deepcopy(self.kept)

    def keep(self) -> None:
        """Ids that Drive gave out stay given."""
        self.kept = copy.deepcopy(self.drive.drive)

    def _fresh_github(self) -> None:
        if not self.item:
            self.item, self.busy = self.github.opens(API, "Rotate the keys"), self.github.opens(API, "Choose a colour")
            for number in range(_REMARKS):
                said = {"body": f"Number {number}"}
                self.github.asks("POST", f"repos/{API}/issues/{self.busy}/comments", said)
        self.root = self.root or self.slack.says(
            self.slack.channel, token=emulate_slack.BEN_TOKEN, text="Who waters the beans?"
        )
        own = emulate_github.ANA_TOKEN
        for one in self._issues():
            self.github.asks("PATCH", f"repos/{API}/issues/{one['number']}", {"title": "An old one"}, token=own)
        for one in self._comments():
            self.github.asks("DELETE", f"repos/{API}/issues/comments/{one['id']}", token=own)
        calm: dict[str, Any] = {"state": "open", "labels": [], "assignees": []}
        self.github.asks("PATCH", f"repos/{API}/issues/{self.item}", calm, token=own)
        number = next(self.numbers)
        self.pull = self.github.proposes(SITE, f"Footer {number}", files={f"{number}.html": "x"}, branch=f"b{number}")

    def _issues(self) -> list[dict[str, Any]]:
        found = self.github.asks("GET", f"repos/{API}/issues?state=all&per_page=100")
        return [one for one in found if one["title"] == TITLE]

    def _comments(self) -> list[dict[str, Any]]:
        below = (f"repos/{API}/issues/{number}/comments?per_page=100" for number in (self.item, self.busy))
        return [one for path in below for one in self.github.asks("GET", path) if one["body"] == TEXT]

    def _posts(self) -> list[dict[str, Any]]:
        return [one for one in self.slack.messages(self.slack.channel) if one["text"] == TEXT]

    def _replies(self) -> list[dict[str, Any]]:
        return self.slack.thread(self.slack.channel, self.root)[1:] if self.root else []

    def issues(self) -> int:
        """How many there are of that title."""
        return len(self._issues())

    def comments(self) -> int:
        """How many there are of those words."""
        return len(self._comments())

    def changes(self) -> int:
        """How much of a change is made: a label, a person, closed."""
        found = self.github.asks("GET", f"repos/{API}/issues/{self.item}")
        return len(found["labels"]) + len(found["assignees"]) + (found["state"] == "closed")

    def approvals(self) -> int:
        """How often the pull request is approved."""
        return len(self.github.asks("GET", f"repos/{SITE}/pulls/{self.pull}/reviews"))

    def wishes(self) -> int:
        """How many are asked for a review."""
        return len(self.github.asks("GET", f"repos/{SITE}/pulls/{self.pull}/requested_reviewers")["users"])

    def merged(self) -> int:
        """Whether the pull request is."""
        return int(self.github.asks("GET", f"repos/{SITE}/pulls/{self.pull}")["merged"])

    def posts(self) -> int:
        """How often it stands in the channel."""
        return len(self._posts())

    def replies(self) -> int:
        """How many stand in the thread."""
        return len(self._replies())

    def tickets(self) -> int:
        """How many there are of that title."""
        return sum(one["summary"] == TITLE for one in self.jira.world.tickets.values())

    def remarks(self) -> int:
        """How many stand below the ticket."""
        return len(self.jira.world.comments["PROJ-1"])

    def moves(self) -> int:
        """How often the ticket was moved, where it stands where it was wanted."""
        is_there = self.jira.world.tickets["PROJ-1"]["status"]["name"] == "In Progress"
        return len(self.jira.changes()) if is_there else 0

    def uploads(self) -> int:
        """How many files have the name and what was to be in it."""
        return sum(one.read_bytes() == b"Buy rice" for one in self.dav.folder.glob("notes*"))

    def versions(self) -> int:
        """Whether the file is what was wanted; 2 where there is another beside it."""
        files = [one.read_bytes() for one in self.dav.folder.iterdir()]
        return len(files) if b"Buy figs" in files else 0

    def in_drive(self) -> int:
        """How many files have the name."""
        return sum(one["name"] == "notes.txt" for one in self.drive.drive.files.values())

    def shares(self) -> int:
        """How often the file is shared."""
        given = [one for many in self.drive.drive.permissions.values() for one in many]
        return sum(one.get("emailAddress") == KOFI for one in given)


@contextmanager
def vendors() -> Iterator[Work]:
    """They, running."""
    with ExitStack() as stack:
        github = stack.enter_context(emulate_github.emulated_github())
        slack = stack.enter_context(emulate_slack.emulated_slack())
        cloud, dav = stack.enter_context(jira.jira_cloud()), stack.enter_context(webdav())
        yield Work(github, slack, cloud, dav, stack.enter_context(google.google_api()))


# ------------------------------------------------------------------------------------------------ what is done


async def at_github(house: Services, outside: Work) -> None:
    await _connected(house, TokenLogin("github", SecretStr(emulate_github.ANA_TOKEN), url=outside.github.url))


async def at_slack(house: Services, outside: Work) -> None:
    await _connected(house, TokenLogin("slack", SecretStr(emulate_slack.ANA_TOKEN), url=outside.slack.api))


async def at_jira(house: Services, outside: Work) -> None:
    await _connected(house, TokenLogin("jira", SecretStr(jira.TOKEN), url=outside.jira.url, user=jira.EMAIL))


async def at_webdav(house: Services, outside: Work) -> None:
    dav = outside.dav
    await _connected(house, TokenLogin("webdav", SecretStr(dav.password), url=dav.url, user=dav.user, label="cloud"))


async def at_drive(house: Services, outside: Work) -> None:
    kept = KeptToken(google.TOKEN, "refresh", house.clock.now().timestamp() + 100_000, "client")
    await house.accounts.keep(
        house.owner.id,
        "google",
        google.server.ANA,
        secrets={TOKEN: kept.sealed()},
        settings={"api": outside.drive.url, "offers": ["files"]},
        label="work",
    )


async def _connected(house: Services, login: TokenLogin) -> None:
    await connect_token(house.accounts, house.owner.id, login)


def asked(
    connect: Callable[[Services, Work], Awaitable[None]], words: str
) -> Callable[[Services, Work], Awaitable[None]]:
    """With that account, its owner says those words (with `{pull}` and its like of what is there), and it waits for their OK."""

    async def prepare(house: Services, outside: Work) -> None:
        await connect(house, outside)
        await say(house, words.format(item=outside.item, busy=outside.busy, pull=outside.pull, root=outside.root))
        if len(await house.store.pending.waiting(house.owner.id, house.clock.now())) != 1:
            raise RuntimeError(f"nothing waits for an OK after “{words}”")

    return prepare


def calling(tool: str, **arguments: Any) -> Model:
    """A model that calls that once."""

    def script(messages: list[ModelMessage]) -> ModelResponse:
        return says("It waits.") if done_calls(messages) else calls(tool, **arguments)

    return scripted(script)


_scenario = partial(Scenario, act=confirm, soon=1 / 2, dies=1 / 3, begins=NOW)
_TICKET = calling("jira_create", project="PROJ", summary=TITLE, kind="Bug", fields=["Severity: Low"])
_FILE, _VERSION = (
    calling("save_file", name="notes.txt", text="Buy rice"),
    calling("save_file", name="plan.txt", text="Buy figs", new_version=True),
)
_CHANGE = calling("change_github_item", item=f"{API}#1", state="closed", add_labels=["urgent"], assign=["@me"])
_IN_FILES = "Please do it with my files."
SCENARIOS: tuple[Scenario, ...] = (
    _scenario(
        "github: an issue",
        asked(at_github, f"open an issue in api: {TITLE}"),
        tool="create_github_issue",
        count=Work.issues,
    ),
    _scenario(
        "github: a comment",
        asked(at_github, f"comment on {API}#{{item}} saying {TEXT}"),
        tool="comment_on_github",
        count=Work.comments,
    ),
    _scenario(
        "github: the 61st comment",
        asked(at_github, f"comment on {API}#{{busy}} saying {TEXT}"),
        tool="comment_on_github",
        count=Work.comments,
    ),
    _scenario(
        "github: a change in parts",
        asked(at_github, "on github: change that issue"),
        tool="change_github_item",
        count=Work.changes,
        wanted=3,
        model=_CHANGE,
    ),
    _scenario(
        "github: an approval",
        asked(at_github, f"approve {SITE}#{{pull}}"),
        tool="review_pull_request",
        count=Work.approvals,
        anew=True,
    ),
    _scenario(
        "github: a merge",
        asked(at_github, f"merge {SITE}#{{pull}}"),
        tool="merge_pull_request",
        count=Work.merged,
        anew=True,
    ),
    _scenario(
        "jira: a ticket",
        asked(at_jira, "in jira: please do that with the tickets"),
        tool="jira_create",
        count=Work.tickets,
        model=_TICKET,
    ),
    _scenario("jira: a move", asked(at_jira, "move PROJ-1 to In Progress"), tool="jira_transition", count=Work.moves),
    _scenario(
        "jira: a comment", asked(at_jira, f"comment on PROJ-1 saying {TEXT}"), tool="jira_comment", count=Work.remarks
    ),
    _scenario("slack: a post", asked(at_slack, f"post in #garden that {TEXT}"), tool="slack_post", count=Work.posts),
    _scenario(
        "slack: a reply",
        asked(at_slack, f"reply to #garden/{{root}} saying {TEXT}"),
        tool="slack_reply",
        count=Work.replies,
    ),
    _scenario("webdav: a file", asked(at_webdav, _IN_FILES), tool="save_file", count=Work.uploads, model=_FILE),
    _scenario(
        "webdav: a new version", asked(at_webdav, _IN_FILES), tool="save_file", count=Work.versions, model=_VERSION
    ),
    _scenario(
        "drive: a file",
        asked(at_drive, _IN_FILES),
        tool="save_file",
        count=Work.in_drive,
        model=_FILE,
        begins=AT_DRIVE,
    ),
    _scenario(
        "drive: a share",
        asked(at_drive, f"share the file plan with {KOFI}"),
        tool="share_file",
        count=Work.shares,
        begins=AT_DRIVE,
    ),
)


def main() -> int:
    """0 when nothing was lost, done twice, told wrongly, left open or kept quiet."""
    options = options_of(__doc__ or "")
    with vendors() as outside:
        outside.clear()
        warm(partial(SCENARIOS[0].prepare, outside=outside), confirm, at=NOW)
        return proven(SCENARIOS, _WORDS, outside, options)


if __name__ == "__main__":
    sys.exit(main())
