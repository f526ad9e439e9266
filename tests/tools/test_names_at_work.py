"""The names of what is in somebody's accounts at work, in the chat: listed as an account is there, asked by their bare names, forgotten with it. Over Jira
(a fake of ours) and `emulate` as Slack."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.integrations.names import KEY
from app.integrations.tokens import TokenLogin, connect_token
from app.messages import Attachment, InboundMessage
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud, jira_cloud
from tests.fakes.vendors.jira.world import World, status
from tests.house import open_house, scripted, settings_in, tell
from tests.house import says as answers
from tests.servers.emulate_slack import ANA_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.json_server import Status
from tests.servers.slack_front import SlackFront, slack_front

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
SYNC = b"WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n<v Esi Mensah>So we decided to paint the hall in May.\n"


@pytest.fixture(scope="module")
def slack() -> Iterator[EmulatedSlack]:
    with emulated_slack() as running:
        running.says(running.channel, text="The beans are in")
        yield running


@pytest.fixture(scope="module")
def front(slack: EmulatedSlack) -> Iterator[SlackFront]:
    with slack_front(slack.url) as running:
        yield running


@pytest.fixture
def jira() -> Iterator[JiraCloud]:
    world = World(now=NOON - timedelta(days=2))
    world.add("Night shift", status=status("In Progress"))
    with jira_cloud(world) as running:
        yield running


@pytest.fixture
async def house(tmp_path: Path, jira: JiraCloud, front: SlackFront, engine: dict[str, Any]) -> AsyncIterator[Services]:
    settings = settings_in(
        tmp_path, time_zone="UTC", telegram_bot_token="1:secret", telegram_joining_window=timedelta(0), **engine
    )
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        for login in (
            TokenLogin("jira", SecretStr(TOKEN), url=jira.url, user=EMAIL),
            TokenLogin("slack", SecretStr(ANA_TOKEN), url=front.api),
        ):
            await connect_token(services.accounts, services.owner.id, login)
        yield services


async def says(house: Services, text: str) -> str:
    return (await tell(house, text)).text


async def kept(house: Services) -> dict[str, list[str]]:
    """The names that are kept, by the text they are kept in."""
    entries = await house.store.contexts.all(house.owner.id)
    return {
        one.key: [name for _, name, *_ in json.loads(one.content)["names"]]
        for one in entries
        if one.key.startswith(KEY)
    }


async def test_what_is_there_is_asked_by_its_bare_name_from_the_first_message(house: Services) -> None:
    assert "PROJ-1 Night shift" in await says(house, "so whats left in PROJ")
    assert "PROJ-1: Night shift" in await says(house, "où en est le night shift")
    assert "The beans are in" in await says(house, "what happened in garden")


async def test_a_list_of_the_users_own_with_that_name_is_the_list(house: Services) -> None:
    await says(house, "add beans to my garden list")
    assert "beans" in await says(house, "what's left in garden")


async def test_accounts_are_listed_once_a_day_and_not_while_nobody_speaks(house: Services, jira: JiraCloud) -> None:
    before = jira.http.count
    await says(house, "hello")
    listed = jira.http.count
    assert listed - before == 2
    await says(house, "hello again")
    assert jira.http.count == listed
    jira.world.add("Fence is open")
    house.clock.set(NOON + timedelta(days=1, minutes=1))  # type: ignore[attr-defined]
    assert jira.http.count == listed
    await says(house, "good morning")
    await house.resources.names.settled()
    assert jira.http.count > listed
    assert "PROJ-2" in str(await kept(house))


async def test_what_a_tool_shows_is_learned(house: Services, jira: JiraCloud) -> None:
    await says(house, "hello")
    jira.world.add("Leaking roof")
    assert "PROJ-2" not in str(await kept(house))
    await says(house, "show PROJ-2")
    assert "PROJ-2" in str(await kept(house))
    assert "PROJ-2: Leaking roof" in await says(house, "what's the state of leaking roof")


async def test_a_call_that_fails_is_an_event_and_nothing_more(
    house: Services, jira: JiraCloud, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    jira.http.fault = Status(403, {})
    assert "The beans are in" in await says(house, "what happened in garden")
    assert any(getattr(one, "event", "") == "names.failed" for one in caplog.records)
    count = jira.http.count
    await says(house, "hello")
    assert jira.http.count == count


@pytest.mark.parametrize(
    "fault",
    [
        Status(500, {}),
        Status(429, {}, {"retry-after": "3600"}),
        Status(200, b"<html>", kind="text/html"),
        Status(200, [1, None]),
        Status(200, {"values": 3, "issues": [{"key": None, "fields": []}]}),
    ],
)
async def test_an_account_that_answers_nonsense_is_left_alone_until_the_next_day(
    house: Services, jira: JiraCloud, fault: Status
) -> None:
    jira.http.fault = fault
    assert "The beans are in" in await says(house, "what happened in garden")
    await house.resources.names.settled()
    count = jira.http.count
    await says(house, "hello")
    await house.resources.names.settled()
    assert jira.http.count == count


async def test_an_account_that_hangs_holds_up_one_message_and_is_left_alone_until_the_next_day(
    house: Services, jira: JiraCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.integrations.names._PATIENCE", 0.05)
    monkeypatch.setattr("app.integrations.names._LONGEST", 0.3)
    jira.http.silent = 1.0
    await says(house, "hello")
    await house.resources.names.settled()
    count = jira.http.count
    await says(house, "hello again")
    await house.resources.names.settled()
    assert jira.http.count == count


async def test_a_turn_that_a_language_model_answers_asks_for_no_names(tmp_path: Path, jira: JiraCloud) -> None:
    settings, model = settings_in(tmp_path), scripted(lambda _: answers("Hello!"))
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON), model=model) as house:
        await connect_token(
            house.accounts, house.owner.id, TokenLogin("jira", SecretStr(TOKEN), url=jira.url, user=EMAIL)
        )
        count = jira.http.count
        assert (await tell(house, "what's left in PROJ?")).text == "Hello!"
        await house.resources.names.settled()
        assert jira.http.count == count
        assert await kept(house) == {}


async def test_names_go_with_their_account(house: Services) -> None:
    await says(house, "hello")
    assert len(await kept(house)) == 2
    [found] = await house.accounts.every(house.owner.id, "issues")
    await house.accounts.disconnect(house.owner.id, found)
    left = await kept(house)
    assert len(left) == 1
    assert "PROJ" not in str(left)
    assert "PROJ" not in str(await house.resources.names.known(house.owner.id))


async def test_where_others_read_along_no_name_is_known(house: Services, jira: JiraCloud) -> None:
    await house.store.users.link(house.owner.id, "telegram", "77", NOON)
    asked = jira.http.count
    message = InboundMessage(
        house.owner.id, "telegram", "g-1", "où en est le night shift", received_at=NOON, address="-100"
    )
    await house.conversation.receive(message)
    await house.conversation.drain()
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert "Night shift" not in (turn.reply or "")
    assert (await kept(house), jira.http.count) == ({}, asked)


async def test_a_meeting_is_known_by_its_transcript(house: Services) -> None:
    await tell(house, "", files=(Attachment("Paint kickoff.vtt", "text/vtt", SYNC),))
    assert "paint the hall in May" in await says(house, "what was decided at the kickoff?")
