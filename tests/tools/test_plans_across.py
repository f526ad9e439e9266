"""Requests over several services in the chat, on the offline model: shown as the calls that they take, one yes for all of it, carried out in order,
and gone on with where a step failed. Over Google Drive and Jira (fakes of ours), `emulate` as Slack, and a real Dovecot."""

import email
import email.policy
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from pydantic import SecretStr
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, UserPromptPart
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.integrations.tokens import TokenLogin, connect_token
from app.loops.mail import send_due
from app.prompts.turn import split
from tests.fakes.vendors import google_api as google
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.server import Trouble
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud, jira_cloud
from tests.fakes.vendors.jira.world import World, status
from tests.house import calls, done_calls, open_house, scripted, settings_in, tell
from tests.house import says as says_so
from tests.servers.emulate_slack import ANA_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.post import Post, post
from tests.servers.slack_front import CUT, LOST, Fault, SlackFront, slack_front
from tests.tools.file_houses import NOON, House, with_google

MOVE = "move PROJ-1 to in review and tell #garden"
FIND = "find the contract in Drive, mail it to Ama and add a task to follow up on Friday"


@dataclass
class Office:
    """All that Ana's house is connected to, and where it is."""

    drive: GoogleApi
    jira: JiraCloud
    slack: EmulatedSlack
    front: SlackFront
    mail: Post
    folder: Path
    engine: dict[str, Any]

    @asynccontextmanager
    async def house(self, *, model: Model | None = None) -> AsyncIterator[Services]:
        """The house at noon; opened again it is the same."""
        settings = settings_in(self.folder, time_zone="UTC", **self.engine)
        async with open_house(self.folder, settings=settings, clock=ManualClock(NOON), model=model) as services:
            if not await services.accounts.every(services.owner.id):
                await with_google(House(services), self.drive, offers=["files"])
                await self.mail.connected(services)
                logins = (
                    TokenLogin("jira", SecretStr(TOKEN), url=self.jira.url, user=EMAIL),
                    TokenLogin("slack", SecretStr(ANA_TOKEN), url=self.front.api),
                )
                for login in logins:
                    await connect_token(services.accounts, services.owner.id, login)
            yield services

    def posted(self) -> list[str]:
        """What stands in the channel."""
        return [one["text"] for one in self.slack.messages(self.slack.channel)]

    def status(self, key: str) -> str:
        """Where a ticket stands."""
        return self.jira.world.tickets[key]["status"]["name"]


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[JiraCloud, EmulatedSlack, Post]]:
    with jira_cloud() as jira, emulated_slack() as slack, post() as mail:
        mail.comes("Ama Owusu <ama@example.org>", "Hello", "Send me the contract, please.")
        yield jira, slack, mail


@pytest.fixture
def office(servers: tuple[JiraCloud, EmulatedSlack, Post], tmp_path: Path, engine: dict[str, Any]) -> Iterator[Office]:
    jira, slack, mail = servers
    jira.world = World()
    jira.http.fault = None
    jira.world.add("Slow export", status=status("In Progress"))
    mail.smtp.taken.clear()
    with google.google_api() as drive, slack_front(slack.url) as front:
        yield Office(drive, jira, slack, front, mail, tmp_path, engine)


async def says(house: Services, text: str) -> str:
    """What a person reads of an answer, and of what came of a plan that it let go on."""
    reply = await tell(house, text)
    await house.conversation.drain()
    said = [as_one_text(reply.text, reply.cards)]
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    entries = await house.store.inbox.of_turn(house.owner.id, turn.id)
    if entries and entries[0].external_id.startswith("plan:"):
        went_on = await house.conversation.answer(house.owner.id, entries[0].id, timeout=5)
        said.append(as_one_text(went_on.text, went_on.cards))
    return "\n".join(said)


async def _goes_out(house: Services) -> int:
    house.clock.set(house.clock.now() + timedelta(minutes=1))  # type: ignore[attr-defined]
    return (await send_due(house.ground))[0]


async def test_a_found_file_is_mailed_and_a_task_added_with_one_yes(office: Office) -> None:
    office.drive.drive.add("Contract Ama.pdf", b"%PDF-1.4 signed", by="Kofi Boateng")
    async with office.house() as house:
        shown = await says(house, FIND)
        for words in ("Contract Ama.pdf", "ama@example.org", "Attached", "Follow up", "Friday 8 May"):
            assert words in shown
        assert await house.store.tasks.list(house.owner.id, limit=5) == []
        assert (await _goes_out(house), office.mail.smtp.taken) == (0, [])
        done = await says(house, "yes")
        assert "On its way to ama@example.org" in done
        assert await _goes_out(house) == 1
        assert office.mail.smtp.taken[0][1] == ("ama@example.org",)
        [file] = _files(office)
        assert (file.get_filename(), file.get_payload(decode=True)) == ("Contract Ama.pdf", b"%PDF-1.4 signed")


async def test_a_ticket_is_moved_and_the_channel_told_with_one_yes(office: Office) -> None:
    async with office.house() as house:
        before = office.posted()
        shown = await says(house, MOVE)
        assert "PROJ-1 is now In Review." in shown
        assert (office.status("PROJ-1"), office.posted()) == ("In Progress", before)
        await says(house, "yes")
        assert (office.status("PROJ-1"), office.posted()) == ("In Review", [*before, "PROJ-1 is now In Review."])


async def test_the_channel_is_the_only_one_that_its_user_is_in(office: Office) -> None:
    async with office.house() as house:
        shown = await says(house, "move PROJ-1 to in review and tell the channel")
        assert "Write on Slack: “#garden”: write in “#garden”: PROJ-1 is now In Review." in shown


async def test_declined_nothing_is_done(office: Office) -> None:
    async with office.house() as house:
        before = office.posted()
        await says(house, MOVE)
        await says(house, "no")
        assert (office.status("PROJ-1"), office.posted()) == ("In Progress", before)


async def test_which_of_two_files_is_asked_and_the_answer_goes_on(office: Office) -> None:
    office.drive.drive.add("Contract Ama.pdf", b"ama")
    office.drive.drive.add("Contract Kofi.pdf", b"kofi")
    async with office.house() as house:
        asked = await says(house, FIND)
        assert "2 files fit “contract”. Which one?" in asked
        assert "Nothing has been done yet." in asked
        shown = await says(house, "the Kofi one")
        assert "with “Contract Kofi.pdf”" in shown
        await says(house, "yes")
        await _goes_out(house)
        assert [file.get_filename() for file in _files(office)] == ["Contract Kofi.pdf"]
        assert [one.title for one in await house.store.tasks.list(house.owner.id, limit=5)] == ["Follow up"]


async def test_a_step_that_fails_is_gone_on_from_after_a_restart_and_nothing_is_done_twice(office: Office) -> None:
    office.drive.drive.add("Contract Ama.pdf", b"ama")
    request = f"move PROJ-1 to in review, {FIND}"
    async with office.house() as house:
        await says(house, request)
        office.drive.troubles += [Trouble("drive.files.get", status=500, is_done=False)] * 9
        failed = await says(house, "yes")
        assert "I can go on from there" in failed
        assert office.status("PROJ-1") == "In Review"
        assert (await _goes_out(house), office.mail.smtp.taken) == (0, [])
        changes = len(office.jira.changes())
    office.drive.troubles.clear()
    async with office.house() as house:
        await says(house, "go on")
        assert await _goes_out(house) == 1
        assert len(office.jira.changes()) == changes
        assert [one.title for one in await house.store.tasks.list(house.owner.id, limit=5)] == ["Follow up"]


async def test_too_large_a_file_is_said_so_before_anything_is_done(office: Office) -> None:
    office.drive.drive.add("Contract Ama.pdf", b"a" * 15_000_001)
    async with office.house() as house:
        said = await says(house, FIND)
        assert "“Contract Ama.pdf” is 15 MB, and a mail takes 15 MB of files at most." in said
        assert await house.store.pending.waiting(house.owner.id, house.clock.now()) == []


async def test_a_plan_is_changed_before_it_is_agreed_to(office: Office) -> None:
    async with office.house() as house:
        await says(house, MOVE)
        [action] = await house.store.pending.waiting(house.owner.id, house.clock.now())
        await house.conversation.decide(house.owner.id, "edit", action.id, "change the text to: PROJ-1 is out.")
        await house.conversation.drain()
        [action] = await house.store.pending.waiting(house.owner.id, house.clock.now())
        assert "write in “#garden”: PROJ-1 is out." in str(action.arguments["steps"])
        await says(house, f"confirm {action.number}")
        assert (office.status("PROJ-1"), office.posted()[-1:]) == ("In Review", ["PROJ-1 is out."])


@pytest.mark.parametrize("fault", [LOST, CUT], ids=["taken and its answer lost", "never heard"])
async def test_what_nobody_knows_of_a_step_is_looked_up_before_it_is_made_again(office: Office, fault: Fault) -> None:
    async with office.house() as house:
        before = office.posted()
        await says(house, MOVE)
        office.front.fails("chat.postMessage", fault)
        told = await says(house, "yes")
        if fault is CUT:
            assert "Whether step 2, “Write on Slack: #garden" in told
            assert "isn't certain. I look for it there when I go on." in told
            assert "isn't certain" in await says(house, "go on")  # it may still be on its way
            assert office.posted() == before
            house.clock.set(house.clock.now() + timedelta(minutes=3))  # type: ignore[attr-defined]
            assert "Posted in #garden." in await says(house, "go on")
        assert office.posted() == [*before, "PROJ-1 is now In Review."]


async def test_a_limit_is_told_with_what_is_done_and_what_isnt(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    at = [monotonic()]
    monkeypatch.setattr("app.integrations.calls.monotonic", lambda: at[0])
    async with office.house() as house:
        before = office.posted()
        await says(house, MOVE)
        office.front.fails("chat.postMessage", Fault(status=429, headers=(("Retry-After", "30"),)))
        told = await says(house, "yes")
        assert "✅ Move PROJ-1" in told
        assert "⚠️ Step 2, “Write on Slack: #garden: PROJ-1 is now In Review.”, didn't work" in told
        asked = [name for name, _ in office.front.asked].count("chat.postMessage")
        assert "didn't work" in await says(house, "go on")
        assert [name for name, _ in office.front.asked].count("chat.postMessage") == asked
        at[0] += 31
        assert "Posted in #garden." in await says(house, "go on")
        assert office.posted() == [*before, "PROJ-1 is now In Review."]


async def test_with_a_model_the_steps_are_shown_first_and_what_goes_out_again(office: Office) -> None:
    office.drive.drive.add("Contract Ama.pdf", b"ama")
    steps = [
        {"title": "Find it", "instruction": "find the contract in drive", "domain": "drive", "effect": "read"},
        {"title": "Mail it", "instruction": "mail the contract to Ama", "domain": "email", "effect": "send"},
        {"title": "Add a task", "instruction": "add a task to follow up", "domain": "memory", "effect": "write"},
    ]

    def script(messages: list[ModelMessage]) -> ModelResponse:
        if "steps" in (messages[-1].instructions or "") and isinstance(messages[-1], ModelRequest):
            return plans(steps)
        [*_, prompt] = [part for one in messages for part in one.parts if isinstance(part, UserPromptPart)]
        if done_calls(messages):
            return says_so("Done.")
        said = split(str(prompt.content)).text
        if said.startswith("find"):
            return calls("search_files", words="contract")
        if said.startswith("mail"):
            return calls(
                "send_mail", to=["Ama"], subject="The contract", body="Here it is.", files=["Contract Ama.pdf"]
            )
        return calls("add_tasks", titles=["follow up"])

    async with office.house(model=scripted(script)) as house:
        shown = await says(house, FIND)
        assert "2. Mail it" in shown
        asked = await says(house, "confirm 1")
        assert "with “Contract Ama.pdf” (3 bytes, work) attached" in asked
        await says(house, "confirm 2")  # the task waits too: what was read in between may have had a say in it
        assert "✅ Add a task" in await says(house, "confirm 3")
        assert await _goes_out(house) == 1
        assert [file.get_filename() for file in _files(office)] == ["Contract Ama.pdf"]


def plans(steps: list[dict[str, str]]) -> ModelResponse:
    """A planner's answer."""
    return says_so(json.dumps({"goal": "send the contract", "steps": steps}))


def _files(office: Office) -> list[EmailMessage]:
    """What was attached to the one mail that went out."""
    [(_, __, message)] = office.mail.smtp.taken
    read = email.message_from_bytes(message, policy=email.policy.default)
    return list(read.iter_attachments())
