"""Linking a Slack account: words to send to the app."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.interfaces.pushed.reception import LINKED
from app.interfaces.slack import linking
from app.interfaces.slack.linking import slack_link
from app.interfaces.slack.status import DEAF, OUTAGE, REFUSED
from app.interfaces.slack.trial import team_told
from tests.house import open_house, settings_in
from tests.interfaces.slack.house import SlackWorld, slack_house, slack_world
from tests.interfaces.telegram.house import until
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import SlackFront, says_no

NOBODY = "http://127.0.0.1:9"


@pytest.fixture
async def world(slack: EmulatedSlack, front: SlackFront) -> AsyncIterator[SlackWorld]:
    async with slack_world(slack, front) as made:
        yield made


async def test_who_sends_the_code_is_the_owner_from_then_on(tmp_path: Path, world: SlackWorld) -> None:
    async with slack_house(tmp_path, world, owner_slack_user_id="", allowed_slack_user_ids="") as house:
        made, words = await slack_link(house.services)
        assert made
        await world.tells(world.ana.says(words.splitlines()[-1]))
        await until(lambda: [one["text"] for one in world.ana.sees] == [LINKED.replace("/help", "/kwasi help")])
        user = await house.services.store.users.find("slack", world.slack.ana)
        assert user is not None
        assert user.id == "owner"


async def test_what_is_missing_is_said_plainly(tmp_path: Path, world: SlackWorld) -> None:
    async with open_house(tmp_path / "a", settings=settings_in(tmp_path / "a")) as house:
        assert await slack_link(house) == (False, linking.OFF)
    settings = settings_in(tmp_path / "b", **world.settings)
    async with open_house(tmp_path / "b", settings=settings) as house:
        world.front.fails("auth.test", says_no("invalid_auth"))
        assert await slack_link(house) == (False, linking.REFUSED)
    away = settings_in(tmp_path / "c", **{**world.settings, "slack_api_url": NOBODY})
    async with open_house(tmp_path / "c", settings=away) as house:
        assert await slack_link(house) == (False, linking.UNREACHABLE)


async def test_the_workspace_is_told_or_what_is_wrong(tmp_path: Path, world: SlackWorld) -> None:
    told, wrong = await team_told(settings_in(tmp_path, **world.settings), 5)
    assert wrong is None
    assert told.startswith("@")
    deaf = {**world.settings, "slack_app_token": None, "slack_signing_secret": None}
    assert await team_told(settings_in(tmp_path, **deaf), 5) == ("", DEAF)
    away = {**world.settings, "slack_api_url": NOBODY}
    assert await team_told(settings_in(tmp_path, **away), 5) == ("", OUTAGE)
    world.front.fails("auth.test", says_no("invalid_auth"))
    assert await team_told(settings_in(tmp_path, **world.settings), 5) == ("", REFUSED)
