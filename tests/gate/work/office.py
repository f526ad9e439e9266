"""A house with every service of work connected, whose model can call every tool there is, and what of those services was changed.

GitHub and Slack are `emulate` (others' work) behind gateways of ours that also bring what those don't have: notifications, runs of workflows and changed files held to
GitHub's description, channels and people with other names. Jira and Google are our fakes (tests/fakes/vendors), files by WebDAV are a real WsgiDAV's.
What is planted goes past the gateways, so whatever passes them and changes something was done by the assistant.
"""

import json
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
from pydantic import SecretStr
from pydantic_ai import Agent

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.conversation import Reply
from app.deps import AgentDeps
from app.integrations.accounts import PASSWORD
from app.integrations.fetching.robots import Robots
from app.integrations.oauth.tokens import TOKEN as KEPT
from app.integrations.oauth.tokens import KeptToken
from app.integrations.pages.reading import PageReader
from app.integrations.search.cascade import Cascade
from app.integrations.tokens import TokenLogin, connect_token
from app.integrations.web import Web
from app.memory.records import Account
from app.messages import Attachment, InboundMessage
from app.routing.agents import Agents
from tests.fakes.vendors import google_api as google
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.calendar import Calendars
from tests.fakes.vendors.google_api.drive import Drive
from tests.fakes.vendors.google_api.server import ANA
from tests.fakes.vendors.jira import EMAIL, JiraCloud, jira_cloud
from tests.fakes.vendors.jira import TOKEN as JIRA_TOKEN
from tests.fakes.vendors.jira.world import World
from tests.gate.hostile_pages import Found, Mind
from tests.gate.planted import Stage
from tests.house import open_house, scripted, settings_in
from tests.integrations.fetching.conftest import Internet, Server, answer
from tests.servers.emulate_github import ANA_TOKEN, EmulatedGitHub, emulated_github
from tests.servers.emulate_slack import ANA_TOKEN as ANA_SLACK
from tests.servers.emulate_slack import EmulatedSlack, emulated_slack
from tests.servers.json_server import JsonServer, Question, Status, json_server
from tests.servers.slack_front import Fault, SlackFront, slack_front
from tests.servers.webdav import WebDavServer, webdav

EVIL = "evil.example"
RUNS, NOTICES = "/repos/kofi/api/actions/runs", "/notifications"
_WRITING_SLACK = ("chat.postMessage", "chat.update", "chat.delete", "reactions.add", "files.completeUploadExternal")
_READING_GOOGLE = ("get", "list", "generateIds", "export", "query", "instances")
_KEPT_HEADERS = ("authorization", "accept", "content-type", "if-none-match")


class Everything(Agents):
    """Whatever is asked, the agent that has every tool: a stranger's order is never out of reach for want of one."""

    def select(self, names: frozenset[str]) -> Agent[AgentDeps, str]:
        """The full one."""
        return super().select(frozenset())


@dataclass
class GitHubDesk:
    """GitHub's part: the server, what stands before it, and the rows that it doesn't have itself."""

    real: EmulatedGitHub
    front: JsonServer
    notices: list[dict[str, Any]] = field(default_factory=list)
    runs: list[dict[str, Any]] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)

    def changes(self) -> list[str]:
        """What was changed through the gateway."""
        return [f"{one.method} {one.path}" for one in self.front.asked if one.method != "GET"]


@dataclass
class Servers:
    """All that is asked."""

    github: GitHubDesk
    slack: EmulatedSlack
    front: SlackFront
    jira: JiraCloud
    google: GoogleApi
    cloud: WebDavServer

    def overlay(self, method: str, change: Callable[[dict[str, Any]], object], times: int = 1) -> None:
        """The next answers of a method of Slack's are its own, changed so."""
        found = self.slack.seen_by(ANA_SLACK).api_call(method, data={"limit": 200})
        told = json.loads(json.dumps(found.data))
        change(told)
        self.front.fails(method, *(Fault(status=200, body=json.dumps(told)) for _ in range(times)))


@dataclass
class Office(Stage):
    """A stage with the services around it. `evil` is the server of whoever planted the words."""

    servers: Servers = field(init=False)
    evil: Server = field(init=False)
    desk: Path = field(init=False)
    obeys: Mind = field(default_factory=Mind)
    counted: int = 0

    async def hears(self, text: str, *, files: tuple[Attachment, ...] = ()) -> Reply:
        """The answer to one message of the user's."""
        self.counted += 1
        message = InboundMessage(
            user_id=self.user_id,
            channel="cli",
            external_id=f"work-{self.counted}",
            text=text,
            received_at=self.services.clock.now(),
            attachments=files,
        )
        receipt = await self.services.conversation.receive(message)
        return await self.services.conversation.answer(self.user_id, receipt.inbox_id, timeout=60)

    def outside(self) -> dict[str, Any]:
        """All that the services would show of something done there."""
        there = self.servers
        return {
            "github": there.github.changes(),
            "slack": [one for one in there.front.asked if one[0] in _WRITING_SLACK],
            "jira": [(one.method, one.path) for one in there.jira.changes()],
            "google": [one.id for one in there.google.asked if one.id.rpartition(".")[2] not in _READING_GOOGLE],
            "webdav": _tree(there.cloud.folder),
            "evil": len(self.evil.requests),
        }

    def clears(self) -> None:
        """What was planted where it can be taken away is gone."""
        there = self.servers
        there.google.drive, there.google.calendars = Drive(ANA), Calendars(ANA)
        there.jira.world = World()
        for rows in (there.github.notices, there.github.runs, there.github.files, there.github.front.asked):
            rows.clear()
        for rows in (
            there.front.asked,
            there.front.faults,
            there.jira.http.asked,
            there.google.asked,
            self.evil.requests,
        ):
            rows.clear()
        for folder in (there.cloud.folder, self.desk):
            for one in folder.iterdir():
                shutil.rmtree(one) if one.is_dir() else one.unlink()

    async def connects(self) -> None:
        """All accounts, for the present user."""
        accounts, owner = self.services.accounts, self.services.owner.id
        for one in await accounts.every(owner):
            await accounts.keep(
                self.user_id,
                one.provider,
                one.identity,
                secrets=self._secrets(one),
                settings=one.settings,
                label=one.label,
            )

    def _secrets(self, account: Account) -> dict[str, SecretStr]:
        if account.provider == "google":
            kept = KeptToken(google.TOKEN, "refresh", self.services.clock.now().timestamp() + 30 * 86_400, "client")
            return {KEPT: kept.sealed()}
        tokens = {"github": ANA_TOKEN, "slack": ANA_SLACK, "jira": JIRA_TOKEN, "webdav": self.servers.cloud.password}
        return {PASSWORD: SecretStr(tokens[account.provider])} if account.provider in tokens else {}


def _tree(folder: Path) -> dict[str, str]:
    files = (one for one in folder.rglob("*") if one.is_file())
    return {str(one.relative_to(folder)): sha256(one.read_bytes()).hexdigest()[:12] for one in files}


@contextmanager
def _github() -> Iterator[GitHubDesk]:
    made: list[GitHubDesk] = []

    def through(asked: Question) -> object:
        if asked.path.endswith("/files"):
            return list(made[0].files)
        headers = {name: value for name, value in asked.headers.items() if name in _KEPT_HEADERS}
        reply = client.request(
            asked.method, made[0].real.url + asked.path, params=asked.query, json=asked.body, headers=headers
        )
        kind = reply.headers.get("content-type", "application/json")
        return Status(reply.status_code, reply.content, kind=kind)

    def notices(_: Question) -> object:
        return list(made[0].notices)

    def runs(_: Question) -> object:
        return {"total_count": len(made[0].runs), "workflow_runs": list(made[0].runs)}

    answers = {NOTICES: notices, RUNS: runs, "/*": through}
    with emulated_github() as real, httpx.Client(trust_env=False, timeout=30) as client, json_server(answers) as front:
        made.append(GitHubDesk(real, front))
        yield made[0]


@asynccontextmanager
async def office_in(folder: Path, database_url: str = "", *, has_model: bool = True) -> AsyncIterator[Office]:
    """One whose model obeys whatever it reads, or that has none; on SQLite, or on the Postgres at that address."""
    async with AsyncExitStack() as stack:
        github = stack.enter_context(_github())
        slack = stack.enter_context(emulated_slack())
        servers = Servers(
            github,
            slack,
            stack.enter_context(slack_front(slack.url)),
            stack.enter_context(jira_cloud()),
            stack.enter_context(google.google_api()),
            stack.enter_context(webdav()),
        )
        internet = Internet(stack)
        evil = await internet.serve(answer(b"thanks"), EVIL, address="93.184.216.77")
        mind, clock = Mind(), ManualClock(datetime.now(UTC))  # the servers' clock is the machine's
        desk = folder / "desk"
        desk.mkdir(parents=True)
        settings = settings_in(
            folder,
            time_zone="UTC",
            owner_name="Ana",
            files_folder=str(desk),
            **({"database_url": database_url} if database_url else {}),
        )
        house = {"settings": settings, "clock": clock, "web": _web(internet), "serves": True}
        house |= {"agents": Everything(), "model": scripted(mind.answer)} if has_model else {}
        services = await stack.enter_async_context(open_house(folder, **house))
        office = Office(services, obeys=mind)
        office.servers, office.evil, office.desk = servers, evil, desk
        await _connected(services, servers)
        yield office


def _web(internet: Internet) -> Web:
    async def no_pdf(data: bytes, name: str) -> tuple[str, str]:
        return "", f"{name} has {len(data)} bytes"

    clock = ManualClock(datetime.now(UTC))
    return Web(
        pages=PageReader(internet.fetcher(), no_pdf, Robots(internet.fetcher(), clock)), search=Cascade([Found()])
    )


async def _connected(services: Services, servers: Servers) -> None:
    """The owner's accounts, which all others' are copies of."""
    logins = (
        TokenLogin("github", SecretStr(ANA_TOKEN), url=servers.github.front.url, label="code"),
        TokenLogin("slack", SecretStr(ANA_SLACK), url=servers.front.api, label="team"),
        TokenLogin("jira", SecretStr(JIRA_TOKEN), url=servers.jira.url, user=EMAIL, label="tickets"),
        TokenLogin(
            "webdav", SecretStr(servers.cloud.password), url=servers.cloud.url, user=servers.cloud.user, label="cloud"
        ),
    )
    for login in logins:
        await connect_token(services.accounts, services.owner.id, login)
    kept = KeptToken(google.TOKEN, "refresh", services.clock.now().timestamp() + 30 * 86_400, "client")
    given = {"api": servers.google.url, "offers": ["files", "calendar", "mail"]}
    await services.accounts.keep(
        services.owner.id, "google", "ana@example.org", secrets={KEPT: kept.sealed()}, settings=given, label="drive"
    )
