#!/usr/bin/env python3
"""Kill -9 at every step of what is done at GitHub, Jira, Slack and a place for files after the OK: is anything lost, or done twice?

    python -m scripts.prove.work_kills [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0] [--only WORD]… [--most N]

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
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cache, partial
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
from tests.servers.emulate_github import API, SITE
from tests.servers.webdav import webdav

NOW = datetime.now(UTC).replace(microsecond=0)  # the servers' own clock is the machine's
AT_DRIVE = datetime(2026, 5, 4, 12, tzinfo=UTC)  # where the fake's clock begins
_REMARKS = 60  # more than are read at once
TITLE, TEXT = "The login page is blank", "It is looked at"
KOFI = "kofi@example.org"
_WORDS = ((httpx.AsyncClient, "send", "http"), (AsyncHTTP11Connection, "_receive_response_headers", "http answer"))


# ------------------------------------------------------------------------------------------------ the vendors


class Vendor:
    """What all of them have: `clear` before anything is prepared, `fresh` before each kill, `keep` in between."""

    def clear(self) -> None:
        """As it is before anything is prepared."""
        self.fresh()

    def fresh(self) -> None:
        """As it was before anything was done: nothing of it is there."""
        raise NotImplementedError

    def keep(self) -> None:
        """What was prepared is there in any case."""


class AtGitHub(Vendor):
    """`item`, `busy` and `pull`: an issue, one with many comments, and a pull request, another for each kill."""

    def __init__(self, stack: ExitStack) -> None:
        self.github = stack.enter_context(emulate_github.emulated_github())
        self.item, self.busy = self.github.opens(API, "Rotate the keys"), self.github.opens(API, "Choose a colour")
        for number in range(_REMARKS):
            said = {"body": f"Number {number}"}
            self.github.asks("POST", f"repos/{API}/issues/{self.busy}/comments", said)
        self.numbers, self.pull = itertools.count(1), 0

    async def connect(self, house: Services) -> None:
        """Ana's account."""
        await _connected(house, TokenLogin("github", SecretStr(emulate_github.ANA_TOKEN), url=self.github.url))

    def fresh(self) -> None:
        """As of all."""
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

    def merged(self) -> int:
        """Whether the pull request is."""
        return int(self.github.asks("GET", f"repos/{SITE}/pulls/{self.pull}")["merged"])


class AtSlack(Vendor):
    """`root`: a message that is there."""

    def __init__(self, stack: ExitStack) -> None:
        self.slack = stack.enter_context(emulate_slack.emulated_slack())
        self.root = self.slack.says(self.slack.channel, token=emulate_slack.BEN_TOKEN, text="Who waters the beans?")

    async def connect(self, house: Services) -> None:
        """Ana's account."""
        await _connected(house, TokenLogin("slack", SecretStr(emulate_slack.ANA_TOKEN), url=self.slack.api))

    def fresh(self) -> None:
        """As of all."""
        for one in (*self._posts(), *self._replies()):
            self.slack.seen_by().chat_delete(channel=self.slack.channel, ts=one["ts"])

    def _posts(self) -> list[dict[str, Any]]:
        return [one for one in self.slack.messages(self.slack.channel) if one["text"] == TEXT]

    def _replies(self) -> list[dict[str, Any]]:
        return self.slack.thread(self.slack.channel, self.root)[1:]

    def posts(self) -> int:
        """How often it stands in the channel."""
        return len(self._posts())

    def replies(self) -> int:
        """How many stand in the thread."""
        return len(self._replies())


class AtJira(Vendor):
    """With one ticket."""

    def __init__(self, stack: ExitStack) -> None:
        self.jira = stack.enter_context(jira.jira_cloud())

    async def connect(self, house: Services) -> None:
        """Ana's account."""
        await _connected(house, TokenLogin("jira", SecretStr(jira.TOKEN), url=self.jira.url, user=jira.EMAIL))

    def fresh(self) -> None:
        """As of all."""
        self.jira.world, self.jira.http.asked[:] = World(now=NOW), []
        self.jira.world.add("Slow export")

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


class AtWebDav(Vendor):
    """With one file, which was written just now."""

    def __init__(self, stack: ExitStack) -> None:
        self.dav = stack.enter_context(webdav())

    async def connect(self, house: Services) -> None:
        """Ana's account."""
        login = TokenLogin("webdav", SecretStr(self.dav.password), url=self.dav.url, user=self.dav.user, label="cloud")
        await _connected(house, login)

    def fresh(self) -> None:
        """As of all."""
        for path in self.dav.folder.iterdir():
            if path.name != "plan.txt":
                path.unlink()
        plan = self.dav.put("plan.txt", b"Buy oats")
        os.utime(plan, (NOW.timestamp(), NOW.timestamp()))  # the version that was pinned

    def uploads(self) -> int:
        """How many files have the name and what was to be in it."""
        return sum(one.read_bytes() == b"Buy rice" for one in self.dav.folder.glob("notes*"))

    def versions(self) -> int:
        """Whether the file is what was wanted; 2 where there is another beside it."""
        files = [one.read_bytes() for one in self.dav.folder.iterdir()]
        return len(files) if b"Buy figs" in files else 0


class AtDrive(Vendor):
    """With one file. Ids that it gave out stay given."""

    def __init__(self, stack: ExitStack) -> None:
        self.drive, self.kept = stack.enter_context(google.google_api()), Drive(google.server.ANA)

    async def connect(self, house: Services) -> None:
        """Ana's account."""
        kept = KeptToken(google.TOKEN, "refresh", house.clock.now().timestamp() + 100_000, "client")
        await house.accounts.keep(
            house.owner.id,
            "google",
            google.server.ANA,
            secrets={TOKEN: kept.sealed()},
            settings={"api": self.drive.url, "offers": ["files"]},
            label="work",
        )

    def clear(self) -> None:
        """As of all."""
        self.kept = Drive(google.server.ANA)
        self.kept.add("plan.txt", b"Buy oats")
        self.fresh()

    def fresh(self) -> None:
        """As of all."""
        self.drive.drive = copy.deepcopy(self.kept)

    def keep(self) -> None:
        """As of all."""
        self.kept = copy.deepcopy(self.drive.drive)

    def files(self) -> int:
        """How many files have the name."""
        return sum(one["name"] == "notes.txt" for one in self.drive.drive.files.values())

    def shares(self) -> int:
        """How often the file is shared."""
        given = [one for many in self.drive.drive.permissions.values() for one in many]
        return sum(one.get("emailAddress") == KOFI for one in given)


# ------------------------------------------------------------------------------------------------ what is done


async def _connected(house: Services, login: TokenLogin) -> None:
    await connect_token(house.accounts, house.owner.id, login)


async def asked(house: Services, outside: Any, words: str) -> None:
    """With the account, its owner says those words (with `{pull}` and its like of what is there), and it waits for their OK."""
    await outside.connect(house)
    await say(house, words.format_map(vars(outside)))
    if len(await house.store.pending.waiting(house.owner.id, house.clock.now())) != 1:
        raise RuntimeError(f"nothing waits for an OK after “{words}”")


def calling(tool: str, **arguments: Any) -> Model:
    """A model that calls that once."""

    def script(messages: list[ModelMessage]) -> ModelResponse:
        return says("It waits.") if done_calls(messages) else calls(tool, **arguments)

    return scripted(script)


def scenario(name: str, words: str, tool: str, count: Callable[[Any], int], **more: Any) -> Scenario:
    """One, whose vendor its name begins with."""
    fixed: dict[str, Any] = {"act": confirm, "soon": 1 / 2, "dies": 1 / 3, "begins": NOW, **more}
    return Scenario(name, partial(asked, words=words), tool=tool, count=count, **fixed)


_TICKET = calling("jira_create", project="PROJ", summary=TITLE, kind="Bug", fields=["Severity: Low"])
_CHANGE = calling("change_github_item", item=f"{API}#1", state="closed", add_labels=["urgent"], assign=["@me"])
_FILE = calling("save_file", name="notes.txt", text="Buy rice")
_VERSION = calling("save_file", name="plan.txt", text="Buy figs", new_version=True)
_IN_FILES = "Please do it with my files."
_VENDORS: dict[str, Callable[[ExitStack], Vendor]] = {
    "github": AtGitHub,
    "jira": AtJira,
    "slack": AtSlack,
    "webdav": AtWebDav,
    "drive": AtDrive,
}
_COUNTING = (
    "github",
)  # whose stand-in takes 5,000 requests an hour of an account, as GitHub does: all scenarios ask more than that
SCENARIOS: tuple[Scenario, ...] = (
    scenario("github: an issue", f"open an issue in api: {TITLE}", "create_github_issue", AtGitHub.issues),
    scenario("github: a comment", f"comment on {API}#{{item}} saying {TEXT}", "comment_on_github", AtGitHub.comments),
    scenario(
        "github: the 61st comment", f"comment on {API}#{{busy}} saying {TEXT}", "comment_on_github", AtGitHub.comments
    ),
    scenario(
        "github: a change in parts",
        "on github: change that issue",
        "change_github_item",
        AtGitHub.changes,
        wanted=3,
        model=_CHANGE,
    ),
    scenario("github: an approval", f"approve {SITE}#{{pull}}", "review_pull_request", AtGitHub.approvals, anew=True),
    scenario("github: a merge", f"merge {SITE}#{{pull}}", "merge_pull_request", AtGitHub.merged, anew=True),
    scenario(
        "jira: a ticket", "in jira: please do that with the tickets", "jira_create", AtJira.tickets, model=_TICKET
    ),
    scenario("jira: a move", "move PROJ-1 to In Progress", "jira_transition", AtJira.moves),
    scenario("jira: a comment", f"comment on PROJ-1 saying {TEXT}", "jira_comment", AtJira.remarks),
    scenario("slack: a post", f"post in #garden that {TEXT}", "slack_post", AtSlack.posts),
    scenario("slack: a reply", f"reply to #garden/{{root}} saying {TEXT}", "slack_reply", AtSlack.replies),
    scenario("webdav: a file", _IN_FILES, "save_file", AtWebDav.uploads, model=_FILE),
    scenario("webdav: a new version", _IN_FILES, "save_file", AtWebDav.versions, model=_VERSION),
    scenario("drive: a file", _IN_FILES, "save_file", AtDrive.files, model=_FILE, begins=AT_DRIVE),
    scenario("drive: a share", f"share the file plan with {KOFI}", "share_file", AtDrive.shares, begins=AT_DRIVE),
)


def main() -> int:
    """0 when nothing was lost, done twice, told wrongly, left open or kept quiet."""
    options = options_of(__doc__ or "")
    with ExitStack() as stack:
        counted = stack.enter_context(ExitStack())

        @cache
        def kept(vendor: str) -> Vendor:
            return _started(vendor, stack)

        def served(one: Scenario) -> Vendor:
            """Started where it is first wanted; one that counts requests, for each scenario."""
            vendor = one.name.partition(":")[0]
            if vendor not in _COUNTING:
                return kept(vendor)
            counted.close()
            return _started(vendor, counted)

        return proven(SCENARIOS, _WORDS, served, options)


def _started(vendor: str, stack: ExitStack) -> Vendor:
    """With what each life at it would load again."""
    made = _VENDORS[vendor](stack)
    made.clear()
    one = next(one for one in SCENARIOS if one.name.startswith(vendor))
    warm(partial(one.prepare, outside=made), confirm, at=one.begins, model=one.model)
    return made


if __name__ == "__main__":
    sys.exit(main())
