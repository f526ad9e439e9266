"""Slack for the tests: others' server, once for each worker, with a front of ours that lets calls fail."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.interfaces.slack.client import SlackClient
from app.interfaces.slack.workspace import Workspace
from tests.servers.emulate_slack import BOT_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.slack_front import SlackFront, slack_front


@pytest.fixture(scope="session")
def slack() -> Iterator[EmulatedSlack]:
    with emulated_slack() as made:
        yield made


@pytest.fixture
def front(slack: EmulatedSlack) -> Iterator[SlackFront]:
    with slack_front(slack.url) as made:
        yield made


@pytest.fixture
async def workspace(front: SlackFront) -> AsyncIterator[Workspace]:
    made = Workspace(SlackClient(front.api, BOT_TOKEN))
    yield made
    await made.client.close()
