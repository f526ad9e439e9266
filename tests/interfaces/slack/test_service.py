"""Slack as people use it: what they write is answered, once, in its placeholder, whichever way Slack tells it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.house import says, scripted
from tests.interfaces.slack.house import SlackPerson, SlackWorld, slack_house, slack_world
from tests.interfaces.telegram.house import until
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import SlackFront

YES = scripted(lambda _: says("Good morning, **Ana**."))
BY_SOCKET: dict[str, Any] = {}
BY_CALL: dict[str, Any] = {"slack_app_token": None}


@pytest.fixture
async def world(slack: EmulatedSlack, front: SlackFront) -> AsyncIterator[SlackWorld]:
    async with slack_world(slack, front) as made:
        yield made


def said(person: SlackPerson) -> list[str]:
    return [str(message["text"]) for message in person.sees]


async def test_words_over_the_socket_are_answered_in_their_placeholder(tmp_path: Path, world: SlackWorld) -> None:
    async with slack_house(tmp_path, world, model=YES) as house:
        for _ in range(2):
            payload = world.ana.says("hello")
            await world.tells(payload)
            await world.tells(payload)
        await until(lambda: said(world.ana) == ["Good morning, Ana."] * 2)
        rows = await house.services.database.fetch("SELECT user_id, address FROM inbox")
        assert [(row["user_id"], row["address"]) for row in rows] == [("owner", world.slack.ana)] * 2


async def test_words_that_are_posted_are_answered_once(tmp_path: Path, world: SlackWorld) -> None:
    async with slack_house(tmp_path, world, model=YES, slack_app_token=None):
        payload = world.ana.says("hello")
        assert [await world.calls(payload) for _ in range(3)] == [200, 200, 200]
        await until(lambda: said(world.ana) == ["Good morning, Ana."])


@pytest.mark.parametrize("settings", [BY_SOCKET, BY_CALL], ids=["socket", "call"])
async def test_a_card_is_decided_by_a_tap_once(tmp_path: Path, world: SlackWorld, settings: dict[str, Any]) -> None:
    tells = world.calls if settings else world.tells
    async with slack_house(tmp_path, world, **settings):
        await tells(world.ana.says("my sister's name is Esi"))
        await until(lambda: len(said(world.ana)) == 1)
        await tells(world.ana.says("forget my sister's name"))
        await until(lambda: any("Waiting for your OK" in words for words in said(world.ana)))
        tap = world.ana.taps("Cancel")
        await tells(tap)
        await until(lambda: [each["text"] for each in world.front.of("chat.postEphemeral")] == ["Left as it is."])
        await tells(
            {**tap, "trigger_id": "other", "actions": [{**tap["actions"][0], "action_ts": "1700000000.000002"}]}
        )
        await until(lambda: len(world.front.of("chat.postEphemeral")) == 2)
        assert "cancelled" in world.front.of("chat.postEphemeral")[1]["text"]


async def test_a_command_is_carried_out_and_answered_to_who_typed_it(tmp_path: Path, world: SlackWorld) -> None:
    async with slack_house(tmp_path, world, slack_app_token=None):
        assert await world.calls(world.ana.types("help")) == 200
        await until(lambda: any("/kwasi tasks" in words for words in said(world.ana)))


async def test_what_is_not_signed_is_not_read(tmp_path: Path, world: SlackWorld) -> None:
    async with slack_house(tmp_path, world, model=YES) as house:
        world.url += "?x=1"
        body, headers = world.signed(world.ana.says("hello"))
        async with httpx.AsyncClient(trust_env=False) as client:
            for changed in ({**headers, "x-slack-signature": "v0=0"}, {"content-type": "application/json"}):
                assert (await client.post(world.url, content=body, headers=changed)).status_code == 403
        assert await house.services.database.fetch("SELECT * FROM inbox") == []
