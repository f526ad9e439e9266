"""The door out, over real HTTP: within the 24 hours, outside of them, and through the outbox's own delivery."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.cards.card import Card, Field
from app.clock import ManualClock
from app.conversation.delivery import AGAIN, NOT_SHOWN, Deliverer, Part
from app.errors import DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.courier import WhatsAppCourier
from app.interfaces.whatsapp.drawing import LONGEST_ASKED, Announcement, Sayable
from app.interfaces.whatsapp.failures import WindowClosed
from app.memory.records import OutboxEntry
from app.messages import Button, Document, OutboundMessage
from tests.charts.drawn import nights
from tests.fakes.graph_api import Break, GraphApiServer, Person, Refuse
from tests.house import open_house
from tests.interfaces.whatsapp.conftest import NOON

YES_NO = (Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))
DAY = timedelta(days=1)


@dataclass
class Post:
    """A courier and what it works with."""

    services: Services
    courier: WhatsAppCourier
    deliverer: Deliverer
    ada: Person
    spoken: list[tuple[str, str]] = field(default_factory=list)

    async def say(self, key: str, text: str, **more: object) -> None:
        """Into the outbox."""
        message = OutboundMessage(self.services.owner.id, "whatsapp", key, text, address=self.ada.user_id, **more)
        await self.services.resources.mailroom.put(message, self.services.clock.now())

    def seen(self) -> list[str]:
        """What stands in the chat."""
        return [each.text for each in self.ada.sees]


@pytest.fixture
async def post(
    server: GraphApiServer, api: GraphApi, ada: Person, clock: ManualClock, tmp_path: Path
) -> AsyncIterator[Post]:
    async with open_house(tmp_path, clock=clock) as services:

        async def heard(address: str) -> datetime | None:
            return ada.wrote_at if address == ada.user_id else None

        async def speak(text: str, locale: str) -> bytes | None:
            made.spoken.append((text, locale))
            return b"OggS" + text.encode()

        courier = WhatsAppCourier(api, services.store, clock, heard, template="for_you", speak=speak)
        deliverer = Deliverer(services.store, services.resources.database, clock, courier)
        made = Post(services, courier, deliverer, ada)
        yield made


def entry(text: str, *buttons: Button, **body: object) -> OutboxEntry:
    shown = {"text": text, "kind": "reply", "buttons": [button.as_dict() for button in buttons], **body}
    return OutboxEntry(
        1, "owner", "whatsapp", "FR.1349120865530274", "reply:t", shown, "t", "pending", 0, NOON, NOON, None
    )


async def test_a_short_answer_is_one_part_that_a_template_could_say(post: Post) -> None:
    assert await post.courier.parts(entry("*Hello* Ana")) == [Sayable("_Hello_ Ana", plain="Hello Ana")]


async def test_anything_more_is_announced(post: Post) -> None:
    first, *texts = await post.courier.parts(entry("A sentence of some length. " * 400))
    assert isinstance(first, Announcement)
    assert len(texts) == 3
    assert [type(part) for part in await post.courier.parts(entry("Sure?", *YES_NO))] == [Announcement, Part]


async def test_the_buttons_stand_under_a_text_that_is_short_enough(post: Post) -> None:
    *texts, last = await post.courier.parts(entry("A sentence of some length. " * 60, *YES_NO))
    assert last.buttons == YES_NO
    assert len(last.text) <= LONGEST_ASKED
    assert not any(part.buttons for part in texts)
    for part in (*texts, last):
        await post.courier.send(post.ada.user_id, part)
    assert list(post.ada.sees[-1].buttons) == ["Confirm", "Cancel"]


async def test_many_buttons_are_lists(post: Post) -> None:
    many = [Button(f"Do {number}", "undo", f"u{number}") for number in range(13)]
    for part in await post.courier.parts(entry("Which?", *many)):
        await post.courier.send(post.ada.user_id, part)
    assert [(each.kind, len(each.buttons)) for each in post.ada.sees] == [("list", 10), ("button", 3)]


@pytest.mark.parametrize("length", [10, 2000, 6000])
async def test_a_card_is_a_message_of_its_own_with_its_buttons(post: Post, length: int) -> None:
    card = Card("a1", "Send a mail", (Field("text", "*word* " * (length // 7), length),))
    for part in await post.courier.parts(entry("Shall I?", *YES_NO, cards=[card.as_dict()])):
        await post.courier.send(post.ada.user_id, part)
    assert post.ada.sees[0].text == "Shall I?"
    assert [bool(each.buttons) for each in post.ada.sees] == [False] * (len(post.ada.sees) - 1) + [True]
    assert post.ada.sees[-1].text.startswith("*Waiting for your OK: Send a mail*")
    assert list(post.ada.sees[-1].buttons.values()) == ["c:a1", "x:a1"]


async def test_voice_picture_and_file(post: Post) -> None:
    files = [
        Document("plan.ics", "text/calendar", "BEGIN:VCALENDAR").as_dict(),
        Document.of_bytes("a.zip", "application/zip", b"PK").as_dict(),
    ]
    parts = await post.courier.parts(entry("It is *nine*.", voice=True, charts=[nights().as_dict()], files=files))
    sent = [await post.courier.send(post.ada.user_id, part) for part in parts]
    assert [each.kind for each in post.ada.sees] == ["text", "audio", "image", "document"]
    _, voice, picture, plan = post.ada.sees
    assert (voice.voice, voice.data, post.spoken) == (True, b"OggSIt is nine.", [("It is nine.", "en-GB")])
    assert picture.data.startswith(b"\x89PNG")
    assert picture.text
    assert (plan.name, plan.data) == ("plan.ics", b"BEGIN:VCALENDAR")
    assert (sent[0], sent[-1]) == (NOT_SHOWN, NOT_SHOWN)  # an announcement that wasn't needed, a kind that isn't taken


async def test_what_stands_beside_the_words_is_left_out_where_it_is_not_taken(
    server: GraphApiServer, post: Post
) -> None:
    part = Part("", file=Document("a.txt", "text/plain", "x"))
    server.world.order("upload", Refuse(131053), Refuse(131016))
    assert await post.courier.send(post.ada.user_id, part) == NOT_SHOWN
    with pytest.raises(DeliveryLater):
        await post.courier.send(post.ada.user_id, part)
    server.world.order("messages", Break(taken=True))
    with pytest.raises(DeliveryUnknown):
        await post.courier.send(post.ada.user_id, part)


async def test_an_upload_that_broke_off_is_only_later(server: GraphApiServer, post: Post) -> None:
    server.world.order("upload", Break(taken=True))
    with pytest.raises(DeliveryLater):
        await post.courier.send(post.ada.user_id, Part("x", voice=True))


async def test_no_address_no_edit(post: Post) -> None:
    with pytest.raises(DeliveryRefused):
        await post.courier.send("local", Part("x"))
    with pytest.raises(DeliveryGone):
        await post.courier.edit(post.ada.user_id, "wamid.1", Part("x"))


async def test_within_a_day_words_after_it_a_template(post: Post, clock: ManualClock) -> None:
    clock.advance(DAY - timedelta(minutes=2))
    await post.courier.send(post.ada.user_id, Sayable("_tea_", plain="tea"))
    clock.advance(timedelta(minutes=1))
    await post.courier.send(post.ada.user_id, Sayable("_tea_", plain="tea\n now"))
    assert [(each.kind, each.text) for each in post.ada.sees] == [("text", "_tea_"), ("template", "For you: tea now")]
    with pytest.raises(WindowClosed):
        await post.courier.send(post.ada.user_id, Part("only within a day"))


async def test_meta_may_know_better(server: GraphApiServer, post: Post) -> None:
    server.world.order("messages", Refuse(131047))
    await post.courier.send(post.ada.user_id, Sayable("tea", plain="tea"))
    assert post.seen() == ["For you: tea"]


@pytest.mark.parametrize("code", [132001, 132015, 131049, 131047])
async def test_a_template_that_is_not_sent_leaves_it_waiting(
    server: GraphApiServer, post: Post, clock: ManualClock, code: int
) -> None:
    clock.advance(DAY)
    server.world.order("messages", Refuse(code))
    with pytest.raises(WindowClosed):
        await post.courier.send(post.ada.user_id, Sayable("tea", plain="tea"))


async def test_what_a_template_said_whole_is_not_said_again(post: Post, clock: ManualClock) -> None:
    clock.advance(DAY)
    await post.say("reminder:1", "Drink tea")
    assert await post.deliverer.deliver_due() is None
    post.ada.text("thanks")
    clock.advance(DAY)
    await post.deliverer.deliver_due()
    assert post.seen() == ["For you: Drink tea"]


async def test_what_a_template_announced_comes_whole_when_they_write(post: Post, clock: ManualClock) -> None:
    clock.advance(DAY)
    words = "A sentence of some length. " * 200
    await post.say("briefing:1", words)
    for _ in range(3):  # it is looked at again and again, and announced once
        due = await post.deliverer.deliver_due()
        assert due is not None
        assert due > clock.now() + timedelta(hours=5)
        clock.set(due)
    [announced] = post.seen()
    assert announced.startswith("For you: A sentence")
    assert announced.endswith("…")
    post.ada.text("yes?")
    assert await post.deliverer.deliver_due() is None
    _, *whole = post.seen()
    assert " ".join(whole).split() == words.split()


async def test_without_a_template_it_waits(post: Post, clock: ManualClock, api: GraphApi) -> None:
    courier = WhatsAppCourier(api, post.services.store, clock, post.courier._heard)
    deliverer = Deliverer(post.services.store, post.services.resources.database, clock, courier)
    clock.advance(DAY)
    await post.say("reminder:1", "Drink tea")
    due = await deliverer.deliver_due()
    assert due is not None
    assert post.seen() == []
    post.ada.text("hello")
    clock.set(due)
    assert await deliverer.deliver_due() is None
    assert post.seen() == ["Drink tea"]


async def test_an_uncertain_message_is_said_again_openly(
    server: GraphApiServer, post: Post, clock: ManualClock
) -> None:
    server.world.order("messages", Break(taken=True))
    await post.say("reply:1", "Done.")
    due = await post.deliverer.deliver_due()
    assert due is not None
    clock.set(due)
    assert await post.deliverer.deliver_due() is None
    assert post.seen() == ["Done.", f"{AGAIN}\n\nDone."]


async def test_an_uncertain_template_is_said_again_openly(
    server: GraphApiServer, post: Post, clock: ManualClock
) -> None:
    clock.advance(DAY)
    server.world.order("messages", Break(taken=True))
    await post.say("reminder:1", "Drink tea")
    due = await post.deliverer.deliver_due()
    assert due is not None
    clock.set(due)
    await post.deliverer.deliver_due()
    assert post.seen() == ["For you: Drink tea", f"For you: {AGAIN} Drink tea"]


async def test_somebody_taken_off_the_list_is_not_written_to(post: Post) -> None:
    allowed = post.services.resources.mailroom.allowed
    courier = WhatsAppCourier(
        post.courier._api,
        post.services.store,
        post.services.clock,
        post.courier._heard,
        allowed=allowed,
    )
    with pytest.raises(DeliveryRefused):
        await courier.parts(replace(entry("x"), user_id="somebody else"))
