"""Where Ana works: GitHub (`emulate`, with runs of ours, which it lacks) and Slack (`emulate`), Jira (a fake of ours), files (WsgiDAV), mail (Dovecot), calendar and contacts (Radicale); and her house
on a clock that is moved. All listens on loopback and ends with the day.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.utils import format_datetime
from typing import Any

from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.tokens import TokenLogin, connect_token
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud, jira_cloud
from tests.fakes.vendors.jira.world import ANA as ANA_AT_JIRA
from tests.fakes.vendors.jira.world import World, status
from tests.house import open_house
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.emulate_github import ANA_TOKEN as GITHUB_TOKEN
from tests.servers.emulate_github import API, SITE, EmulatedGitHub, emulated_github
from tests.servers.emulate_slack import ANA_TOKEN as SLACK_TOKEN
from tests.servers.emulate_slack import BEN_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.front import front
from tests.servers.json_server import json_server
from tests.servers.post import ANA as ANA_AT_MAIL
from tests.servers.post import Post, post
from tests.servers.radicale import radicale
from tests.servers.slack_front import SlackFront, slack_front
from tests.servers.webdav import WebDavServer, webdav

_CARD = "BEGIN:VCARD\nVERSION:3.0\nUID:ama\nFN:Ama Owusu\nN:Owusu;Ama;;;\nEMAIL:ama@example.org\nEND:VCARD\n"
_EVENT = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Somebody//Else//EN\r\nBEGIN:VEVENT\r\nUID:standup\r\nDTSTAMP:20260101T000000Z\r\n"
    "DTSTART:{day}T093000Z\r\nDTEND:{day}T094500Z\r\nSUMMARY:Standup\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
CONTRACT = b"Between Ana Mensah and Ama Owusu. The rent is 480 a month."


def morning() -> datetime:
    """Half past seven in UTC of the last day from Monday to Thursday that is over: `emulate` has the machine's own clock, and what happens there
    during the day must be later than the moment in which it is waited for."""
    day = datetime.now(UTC) - timedelta(days=1)
    while day.weekday() > 3:
        day -= timedelta(days=1)
    return day.replace(hour=7, minute=30, second=0, microsecond=0)


@dataclass
class Office:
    """The servers, as those beside Ana see them, and the moment at which her day begins."""

    github: EmulatedGitHub
    jira: JiraCloud
    slack: EmulatedSlack
    front: SlackFront
    files: WebDavServer
    mail: Post
    dav: DavServer
    calendar: str
    begins: datetime
    code: str  # GitHub's address, with runs of Actions, which `emulate` doesn't have
    runs: list[dict[str, Any]]
    review: int = 0

    def fill(self) -> None:
        """What is there when the day begins."""
        self.review = self.github.proposes(
            SITE, "Faster header", files={"head.html": "fast"}, branch="fast", text="It was slow."
        )
        self.github.wants_review(SITE, self.review)
        self.github.opens(API, "Rotate the keys", assignees=["ana"])
        self.jira.world = World(now=self.begins - timedelta(hours=12))
        due = (self.begins + timedelta(days=1)).date().isoformat()
        self.jira.world.add("Slow export", assignee=self.jira.world.people[ANA_AT_JIRA], duedate=due)
        self.jira.world.add("Import fails on empty lines", assignee=self.jira.world.people[ANA_AT_JIRA])
        self.slack.says(self.slack.channel, token=BEN_TOKEN, text="When is the release?")
        self.files.put("Legal/Contract Ama.txt", CONTRACT)
        self.files.put("Legal/Contract Kofi.txt", b"Between Ana and Kofi.")
        self.files.put("Notes/Budget.csv", b"item,amount\nhall,480\n")
        at = format_datetime(self.begins - timedelta(hours=1))
        head = f"From: Kofi Boateng <kofi@acme.example>\r\nTo: {ANA_AT_MAIL}\r\nSubject: The hall\r\nMessage-ID: <hall@acme.example>\r\nDate: {at}\r\n"
        self.mail.box.deliver(ANA_AT_MAIL, f"{head}\r\nCan you confirm the hall by Friday?\r\n".encode())

    def posted(self) -> list[str]:
        """What stands in the channel, threads apart."""
        return [str(one["text"]) for one in self.slack.messages(self.slack.channel)]

    def replies(self) -> list[str]:
        """What stands below the first message of the channel."""
        first = self.slack.messages(self.slack.channel)[0]
        return [str(one["text"]) for one in self.slack.thread(self.slack.channel, str(first["ts"]))[1:]]

    def reviews(self) -> list[tuple[str, str]]:
        """What was said of the pull request: state and words."""
        found = self.github.asks("GET", f"repos/{SITE}/pulls/{self.review}/reviews")
        return [(one["state"], one["body"]) for one in found]

    def issues(self, repo: str = API) -> dict[str, Any]:
        """Issues by their title."""
        return {one["title"]: one for one in self.github.asks("GET", f"repos/{repo}/issues?state=all")}

    def ticket(self, key: str) -> dict[str, Any]:
        """A ticket's fields."""
        return self.jira.world.tickets[key]

    def titles(self) -> list[str]:
        """What tickets are called."""
        return [str(one["summary"]) for one in self.jira.world.tickets.values()]

    def remarks(self, key: str) -> str:
        """What stands below a ticket, as Jira keeps it."""
        return str(self.jira.world.comments[key])

    def moves(self, key: str, to: str) -> None:
        """Lena moves a ticket."""
        self.jira.world.tickets[key] |= {"status": status(to), "updated": self.jira.world.tick()}

    def build_fails(self) -> None:
        """A run of the shop's site ends badly."""
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        run = {
            "id": 1,
            "name": "lint",
            "head_branch": "main",
            "status": "completed",
            "conclusion": "failure",
            "run_number": 1,
        }
        url = f"{self.github.url}/{SITE}/actions/runs/1"
        self.runs.append(
            {**run, "html_url": url, "created_at": at, "updated_at": at, "run_started_at": at, "head_sha": "0" * 40}
        )

    def sent(self) -> list[tuple[tuple[str, ...], str, list[str]]]:
        """Mails that went out: to whom, about what, with which files."""
        found = [(to, message_from_bytes(data, policy=policy.default)) for _, to, data in self.mail.smtp.taken]
        return [
            (tuple(to), str(message["Subject"]), [str(file.get_filename()) for file in message.iter_attachments()])
            for to, message in found
        ]

    def events(self) -> str:
        """All that stands in the calendar."""
        return "\n".join(self.dav.get(path) for path in self.dav.files(self.calendar))


@contextmanager
def office() -> Iterator[Office]:
    """The servers, running, with what is there in the morning."""
    with ExitStack() as all_of:
        runs = list[dict[str, Any]]()
        path = f"/repos/{SITE}/actions/runs"
        builds = all_of.enter_context(json_server({path: lambda _: {"total_count": len(runs), "workflow_runs": runs}}))
        github = all_of.enter_context(emulated_github())
        code = all_of.enter_context(front({path: builds.url, "/": github.url}))
        slack, dav = all_of.enter_context(emulated_slack()), all_of.enter_context(radicale())
        begins = morning()
        dav.fresh()
        calendar = dav.add_calendar("home", "Home")
        dav.put(f"{calendar}standup.ics", _EVENT.format(day=begins.strftime("%Y%m%d")))
        dav.put(f"{dav.add_book('people', 'People')}ama.vcf", _CARD)
        made = Office(
            github,
            all_of.enter_context(jira_cloud()),
            slack,
            all_of.enter_context(slack_front(slack.url)),
            all_of.enter_context(webdav()),
            all_of.enter_context(post()),
            dav,
            calendar,
            begins,
            code,
            runs,
        )
        made.fill()
        yield made


@asynccontextmanager
async def house_at(office: Office, storage: dict[str, Any], clock: ManualClock) -> AsyncIterator[Services]:
    """Ana's house on that storage, with everything connected."""
    settings = Settings(**{**storage, "time_zone": "UTC", "web_access": False, "owner_name": "Ana"})
    async with open_house(settings.data_dir, settings=settings, clock=clock) as house:
        if not await house.accounts.every(house.owner.id):
            await _connect(office, house)
        yield house


async def _connect(office: Office, house: Services) -> None:
    logins = (
        TokenLogin("github", SecretStr(GITHUB_TOKEN), url=office.code),
        TokenLogin("jira", SecretStr(TOKEN), url=office.jira.url, user=EMAIL),
        TokenLogin("slack", SecretStr(SLACK_TOKEN), url=office.front.api),
        TokenLogin(
            "webdav", SecretStr(office.files.password), url=office.files.url, user=office.files.user, label="cloud"
        ),
    )
    for login in logins:
        await connect_token(house.accounts, house.owner.id, login)
    await office.mail.connected(house)
    await connect_dav(house.accounts, house.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=office.dav.url))
