"""Where the live view writes, at others' server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.errors import DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.screen import Screen
from app.interfaces.slack.place import place_at
from app.interfaces.slack.screen import SlackScreen
from app.interfaces.slack.workspace import Workspace
from tests.house import open_house
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import CUT, LOST, Fault, SlackFront, says_no


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path) as made:
        yield made


@pytest.fixture
def screen(workspace: Workspace, services: Services) -> Screen:
    return SlackScreen(workspace, services.store)


async def test_what_a_crash_left_standing_is_taken_away_and_what_is_on_the_books_stays(
    slack: EmulatedSlack, workspace: Workspace, screen: Screen, services: Services
) -> None:
    lost, changed, booked = [await screen.put("owner", slack.ana, after=0) for _ in range(3)]
    await screen.change(slack.ana, changed, "Beans grow")
    await services.store.placeholders.put("owner", "slack", slack.ana, booked, "t1", services.clock.now())
    fresh = await SlackScreen(workspace, services.store).put("owner", slack.ana, after=0)
    talk = await workspace.channel_of(place_at(slack.ana))
    left = {message["ts"] for message in slack.messages(talk)}
    assert lost not in left
    assert {changed, booked, fresh} <= left


async def test_a_placeholder_is_put_changed_and_taken_away(
    slack: EmulatedSlack, workspace: Workspace, screen: Screen
) -> None:
    ts = await screen.put("owner", slack.ana, after=0)
    await screen.change(slack.ana, ts, screen.draft("**Beans** grow"))
    await screen.typing(slack.ana)
    talk = await workspace.channel_of(place_at(slack.ana))
    assert [message["text"] for message in slack.messages(talk) if message["ts"] == ts] == ["Beans grow"]
    await screen.take_away(slack.ana, ts)
    assert ts not in {message["ts"] for message in slack.messages(talk)}
    with pytest.raises(DeliveryGone):
        await screen.change(slack.ana, ts, "x")


def test_messages_are_numbered_as_they_follow_each_other(screen: Screen) -> None:
    assert (
        screen.number("1700000000.000100")
        == screen.number("D0ANA:1700000000.000100:1700000001.000000")
        == 1700000000000100
    )
    assert screen.number("1700000000.000200") > screen.number("D0ANA:1700000000.000100")
    assert screen.number("command:13.37.abc") == screen.number("") == 0


def test_what_is_done_is_told_apart_from_what_is_said(screen: Screen) -> None:
    assert screen.activity("Reading <mail>") == "<i>Reading &lt;mail&gt;</i>"
    assert screen.pause("U0ANA") < screen.pause("C0GARDEN/1.5")


async def test_failures_say_what_is_known(slack: EmulatedSlack, front: SlackFront, screen: Screen) -> None:
    ts = await screen.put("owner", slack.ana, after=0)
    front.fails("chat.postMessage", LOST, says_no("ratelimited"))
    for kind in (DeliveryUnknown, DeliveryLater):
        with pytest.raises(kind):
            await screen.put("owner", slack.ana, after=0)
    front.fails("chat.update", CUT, Fault(status=429), says_no("message_not_modified"))
    for kind in (DeliveryUnknown, DeliveryLater):
        with pytest.raises(kind):
            await screen.change(slack.ana, ts, "x")
    await screen.change(slack.ana, ts, "x")
    front.fails("chat.delete", CUT)
    with pytest.raises(DeliveryLater):
        await screen.take_away(slack.ana, ts)
    with pytest.raises(DeliveryRefused):
        await screen.put("owner", "77", after=0)
