"""The door out, at others' server, with a front of ours that lets calls fail."""

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.cards.card import Card, Field
from app.clock import ManualClock
from app.conversation.delivery import AGAIN, NOT_SHOWN, Deliverer, Part
from app.errors import DeliveryError, DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.chats import Chats
from app.interfaces.slack.courier import KeyedPart, SlackCourier
from app.interfaces.slack.place import place_at
from app.interfaces.slack.workspace import Workspace
from app.memory.records import OutboxEntry
from app.messages import Button, Document, OutboundMessage
from tests.charts.drawn import week
from tests.house import open_house
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import CUT, LOST, Fault, SlackFront, says_no

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
YES_NO = (Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))


@dataclass
class Post:
    """A courier, and where its messages arrive."""

    services: Services
    workspace: Workspace
    courier: SlackCourier
    slack: EmulatedSlack
    chats: Chats
    pauses: list[float] = field(default_factory=list)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    async def shows(self) -> list[dict[str, Any]]:
        """What stands in Ana's talk."""
        return self.slack.messages(await self.workspace.channel_of(place_at(self.slack.ana)))


@pytest.fixture
async def post(tmp_path: Path, workspace: Workspace, slack: EmulatedSlack) -> AsyncIterator[Post]:
    async with open_house(tmp_path) as services:
        chats = Chats()
        made = Post(services, workspace, SlackCourier(workspace, services.store, chats), slack, chats)
        made.courier = SlackCourier(workspace, services.store, chats, pause=made.pause)
        yield made


def entry(text: str, *buttons: Button, **body: Any) -> OutboxEntry:
    shown = {"text": text, "kind": "reply", "buttons": [button.as_dict() for button in buttons], **body}
    return OutboxEntry(7, "owner", "slack", "U0ANA", "reply:t", shown, "t", "pending", 0, NOON, NOON, None)


async def test_a_short_answer_is_one_message(post: Post) -> None:
    [part] = await post.courier.parts(entry("*Hello* Ana", *YES_NO))
    assert isinstance(part, KeyedPart)
    assert part == KeyedPart("<i>Hello</i> Ana", YES_NO, key=part.key)
    assert re.fullmatch(r"[0-9a-f]{24}\.0", part.key)


async def test_a_long_answer_is_several_and_the_last_has_the_buttons(post: Post) -> None:
    parts = await post.courier.parts(entry("A sentence of some length. " * 300, *YES_NO))
    assert [part.buttons for part in parts] == [(), (), YES_NO]
    assert all(len(part.text) <= 3000 for part in parts)
    assert parts == await post.courier.parts(entry("A sentence of some length. " * 300, *YES_NO))


async def test_cards_files_and_pictures_follow_and_voice_does_not(post: Post) -> None:
    card = Card("a1", "Send mail", (Field("To", "<@U1>", 5),))
    body = {"cards": [card.as_dict()], "charts": [week().as_dict()], "voice": True}
    files = [Document("a.txt", "text/plain", "hi").as_dict()]
    words, shown, picture, file = await post.courier.parts(entry("Shall I?", *YES_NO, files=files, **body))
    assert words.buttons == ()
    assert "<pre>&lt;@U1&gt;</pre>" in shown.text
    assert shown.buttons == YES_NO
    assert picture.chart == week()
    assert file.file == Document("a.txt", "text/plain", "hi")


async def test_what_is_stored_is_sent_letter_by_letter(post: Post) -> None:
    [part] = await post.courier.parts(entry("**<!channel>**", format="plain"))
    ts = await post.courier.send(post.slack.ana, part)
    [shown] = [message for message in await post.shows() if message["ts"] == ts]
    assert shown["text"] == "**&lt;!channel&gt;**"
    assert shown["blocks"][0]["elements"][0]["elements"] == [{"type": "text", "text": "**<!channel>**"}]
    assert (shown["unfurl_links"], shown["unfurl_media"], shown["link_names"]) == (False, False, False)


async def test_a_message_is_changed_where_it_stands(post: Post) -> None:
    ts = await post.courier.send(post.slack.ana, Part("…"))
    await post.courier.edit(post.slack.ana, ts, Part("<b>done</b>", YES_NO))
    [shown] = [message for message in await post.shows() if message["ts"] == ts]
    assert shown["text"] == "done"
    assert [block["type"] for block in shown["blocks"]] == ["rich_text", "actions"]


async def test_a_message_that_is_gone_is_told_as_gone(post: Post) -> None:
    ts = await post.courier.send(post.slack.ana, Part("x"))
    await post.workspace.take_away(post.slack.ana, ts)
    for name in (ts, "", "1.5", "x" * 99):
        with pytest.raises(DeliveryGone):
            await post.courier.edit(post.slack.ana, name, Part("y"))


async def test_a_message_that_was_taken_though_nobody_heard_is_found(post: Post, front: SlackFront) -> None:
    front.fails("chat.postMessage", LOST)
    before = len(await post.shows())
    ts = await post.courier.send(post.slack.ana, KeyedPart("once", key="k-lost"))
    [*_, last] = await post.shows()
    assert (last["ts"], last["text"]) == (ts, "once")
    assert len(await post.shows()) == before + 1


async def test_a_message_that_slack_does_not_show_stays_uncertain(post: Post, front: SlackFront) -> None:
    front.fails("chat.postMessage", Fault(status=502))
    with pytest.raises(DeliveryUnknown):
        await post.courier.send(post.slack.ana, KeyedPart("never", key="k-never"))
    assert len(post.pauses) == 2


async def test_where_slack_cannot_be_asked_it_stays_uncertain_and_is_found_later(post: Post, front: SlackFront) -> None:
    part = KeyedPart("later", key="k-later")
    front.fails("chat.postMessage", LOST)
    front.fails("conversations.history", CUT, Fault(status=500), CUT)
    with pytest.raises(DeliveryUnknown):
        await post.courier.send(post.slack.ana, part)
    assert await post.courier.find(post.slack.ana, part) == ""
    found = await post.courier.find(post.slack.ana, part)
    assert [message["text"] for message in await post.shows() if message["ts"] == found] == ["later"]
    assert await post.courier.find(post.slack.ana, Part("later")) == ""


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Fault(status=429, headers=(("retry-after", "9"),)), DeliveryLater),
        (says_no("token_revoked"), DeliveryLater),
        (says_no("is_archived"), DeliveryRefused),
        (says_no("not_in_channel"), DeliveryRefused),
        (Fault(status=200, body="<html>"), DeliveryUnknown),
    ],
)
async def test_what_did_not_go_through_says_how(
    post: Post, front: SlackFront, fault: Fault, kind: type[DeliveryError]
) -> None:
    front.fails("chat.postMessage", fault)
    with pytest.raises(kind) as raised:
        await post.courier.send(post.slack.ana, Part("x"))
    if isinstance(raised.value, DeliveryLater) and fault.status == 429:
        assert raised.value.seconds == 9


async def test_a_change_that_may_have_been_made_is_made_again(post: Post, front: SlackFront) -> None:
    ts = await post.courier.send(post.slack.ana, Part("x"))
    front.fails("chat.update", LOST)
    with pytest.raises(DeliveryLater):
        await post.courier.edit(post.slack.ana, ts, Part("y"))
    await post.courier.edit(post.slack.ana, ts, Part("y"))


async def test_a_final_text_is_written_over_a_change_that_may_yet_arrive(post: Post, front: SlackFront) -> None:
    ts = await post.courier.send(post.slack.ana, Part("…"))
    chat = post.chats.of(post.slack.ana)
    chat.live.add(ts)
    chat.doubtful.add(ts)
    await post.courier.edit(post.slack.ana, ts, Part("done"))
    assert len(front.of("chat.update")) == 2
    assert chat.is_idle


async def test_format_that_slack_will_not_have_is_left_out(post: Post, front: SlackFront) -> None:
    front.fails("chat.postMessage", says_no("invalid_blocks"))
    plain = await post.courier.send(post.slack.ana, Part("<b>x</b>"))
    front.fails("chat.postMessage", says_no("invalid_blocks"))
    asked = await post.courier.send(post.slack.ana, Part("<b>x</b>", YES_NO))
    shown = {message["ts"]: message for message in await post.shows()}
    assert (shown[plain]["text"], shown[plain].get("blocks")) == ("x", None)
    assert [block["type"] for block in shown[asked]["blocks"]] == ["section", "actions"]


async def test_a_talks_thread_that_is_gone_costs_no_message(post: Post, front: SlackFront) -> None:
    front.fails("chat.postMessage", says_no("thread_not_found"))
    ts = await post.courier.send(f"{post.slack.ana}/1.5", Part("x"))
    assert ts in {message["ts"] for message in await post.shows()}
    front.fails("chat.postMessage", says_no("thread_not_found"))
    with pytest.raises(DeliveryRefused):
        await post.courier.send(f"{post.slack.channel}/1.5", Part("x"))


async def test_pictures_and_files_are_uploaded(post: Post, front: SlackFront) -> None:
    picture = await post.courier.send(post.slack.ana, Part("Steps this week", chart=week()))
    file = await post.courier.send(post.slack.ana, Part("", file=Document("a.txt", "text/plain", "hi")))
    assert (await post.workspace.stored(picture)).name == "chart.png"
    assert (await post.workspace.stored(file)).size == 2
    assert front.of("files.getUploadURLExternal")[0]["alt_txt"] == "Steps this week"


@pytest.mark.parametrize(("fault", "kind"), [(LOST, DeliveryUnknown), (says_no("ratelimited"), DeliveryLater)])
async def test_a_file_may_be_uncertain(post: Post, front: SlackFront, fault: Fault, kind: type[DeliveryError]) -> None:
    front.fails("files.completeUploadExternal", fault)
    with pytest.raises(kind):
        await post.courier.send(post.slack.ana, Part("", file=Document("a.txt", "text/plain", "hi")))


async def test_a_file_that_is_refused_is_left(post: Post, front: SlackFront) -> None:
    front.fails("files.completeUploadExternal", says_no("file_uploads_disabled"))
    part = Part("", file=Document("a.txt", "text/plain", "hi"))
    assert await post.courier.send(post.slack.ana, part) == NOT_SHOWN
    assert await post.courier.send(post.slack.ana, Part("spoken", voice=True)) == NOT_SHOWN


async def test_an_address_of_another_channel_is_refused(post: Post) -> None:
    for call in (post.courier.send("77", Part("x")), post.courier.edit("77", "1.5", Part("x"))):
        with pytest.raises(DeliveryRefused):
            await call


async def test_what_is_said_again_openly_keeps_its_format(post: Post) -> None:
    ts = await post.courier.send(post.slack.ana, KeyedPart(f"{AGAIN}\n\n<b>x</b>", key="k-open"))
    [shown] = [message for message in await post.shows() if message["ts"] == ts]
    assert json.dumps(shown["blocks"]).count('"bold": true') == 1


async def test_what_the_outbox_says_stands_there_once_though_slack_kept_silent(post: Post, front: SlackFront) -> None:
    house = post.services
    message = OutboundMessage("", "slack", "note:1", "Water the beans", address=post.slack.ana)
    await house.conversation.mailroom.put(replace(message, user_id=house.owner.id), house.clock.now())
    deliverer = Deliverer(house.store, house.database, house.clock, post.courier)
    front.fails("chat.postMessage", LOST)
    front.fails("conversations.history", CUT, CUT)
    again = await deliverer.deliver_due()
    assert again is not None
    later = Deliverer(house.store, house.database, ManualClock(again), post.courier)
    assert await later.deliver_due() is None
    assert [message["text"] for message in await post.shows()].count("Water the beans") == 1
    assert len(front.of("chat.postMessage")) == 1
