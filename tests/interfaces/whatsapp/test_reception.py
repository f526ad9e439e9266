"""What only WhatsApp tells: replies by id, reactions, what became of our messages, accounts that go by another id; and the 24 hours."""

import asyncio
from datetime import timedelta
from pathlib import Path

from app.clock import ManualClock
from app.interfaces.pushed.reception import UNREAD
from app.messages import OutboundMessage
from tests.fakes.graph_api import GraphApiServer
from tests.house import says, scripted
from tests.interfaces.telegram.house import until
from tests.interfaces.whatsapp.house import ADA, WhatsAppHouse, whatsapp_house
from tests.interfaces.whatsapp.test_service import said

YES = scripted(lambda _: says("Yes."))
DAY = timedelta(hours=24)


async def first(house: WhatsAppHouse, text: str, key: str = "k1") -> None:
    """Something is said first."""
    message = OutboundMessage(user_id="owner", channel="everywhere", key=key, text=text, kind="reminder")
    await house.services.conversation.mailroom.say(message, house.services.clock.now())


async def test_a_reply_brings_the_words_that_it_answers(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        mine = house.ada.text("is it raining?")
        await house.hears(mine)
        await until(lambda: said(house.ada) == ["Yes."])
        await house.hears(house.ada.replies("really?", to=house.ada.sees[0].wamid))
        await until(lambda: len(said(house.ada)) == 2)
        await house.hears(house.ada.replies("I meant here", to=mine["id"]))
        await house.hears(house.ada.replies("who?", to="wamid.of.nobody"))
        await until(lambda: len(said(house.ada)) == 4)
        rows = await house.services.database.fetch("SELECT text FROM inbox ORDER BY received_at")
        assert [row["text"] for row in rows[1:]] == [
            "(replying to: “Yes.”)\nreally?",
            "(replying to: “is it raining?”)\nI meant here",
            "who?",
        ]


async def test_what_is_said_first_waits_until_they_write_and_then_comes_before_the_answer(
    tmp_path: Path, server: GraphApiServer, clock: ManualClock
) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock) as house:
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Yes."])
        clock.advance(DAY + timedelta(minutes=1))
        await first(house, "Call the bank.")
        await until(lambda: _waits(house))
        assert said(house.ada) == ["Yes."]
        await house.hears(house.ada.text("good morning"))
        await until(lambda: said(house.ada)[1:] == ["Call the bank.", "Yes."])


async def test_a_reaction_lets_it_go_too(tmp_path: Path, server: GraphApiServer, clock: ManualClock) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock) as house:
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Yes."])
        clock.advance(DAY + timedelta(minutes=1))
        await first(house, "Call the bank.")
        await until(lambda: _waits(house))
        await house.hears(house.ada.reacts("👍", house.ada.sees[0].wamid))
        await until(lambda: said(house.ada)[1:] == ["Call the bank."])


async def test_with_a_template_it_is_said_in_time(tmp_path: Path, server: GraphApiServer, clock: ManualClock) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock, whatsapp_template="for_you") as house:
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Yes."])
        clock.advance(DAY + timedelta(minutes=1))
        await first(house, "Call the bank.")
        await until(lambda: any("Call the bank." in text for text in said(house.ada)))
        assert house.ada.sees[-1].kind == "template"


async def _waits(house: WhatsAppHouse) -> bool:
    rows = await house.services.database.fetch("SELECT * FROM outbox WHERE channel = 'whatsapp' AND status = 'pending'")
    return bool(rows) and rows[-1]["attempts"] > 0


async def test_what_was_said_before_they_ever_wrote_comes_when_they_do(
    tmp_path: Path, server: GraphApiServer, clock: ManualClock
) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock) as house:
        identities = await house.services.store.users.identities("owner")
        assert [one.external_id for one in identities if one.channel == "whatsapp"] == [ADA]
        await first(house, "Welcome.")
        await until(lambda: _waits(house))
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Welcome.", "Yes."])
        identities = await house.services.store.users.identities("owner")
        assert [one.external_id for one in identities if one.channel == "whatsapp"] == ["FR.1001"]


async def test_a_message_that_meta_lost_comes_again_when_it_may(
    tmp_path: Path, server: GraphApiServer, clock: ManualClock
) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock) as house:
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Yes."])
        lost = house.ada.sees.pop()
        assert await server.webhooks.tell(house.ada, lost.wamid, "failed", code=131000) == 200
        clock.advance(timedelta(minutes=1))
        await house.services.database.nudge("outbox")
        await until(lambda: said(house.ada) == ["Yes."])
        assert await server.webhooks.tell(house.ada, house.ada.sees[0].wamid, "delivered") == 200
        assert await server.webhooks.tell(house.ada, "wamid.of.nobody", "failed", code=131000) == 200
        assert await server.webhooks.tell(house.ada, house.ada.sees[0].wamid, "failed", code=131026) == 200
        rows = await house.services.database.fetch("SELECT status FROM outbox")
        assert [row["status"] for row in rows] == ["sent"]


async def test_who_has_another_number_stays_who_they_are(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        await house.hears(house.ben.text("hello"))
        await until(lambda: said(house.ben) == ["Yes."])
        assert await server.webhooks.post(server.webhooks.moved(house.ben, "33688888888")) == 200
        user = await house.services.store.users.find("whatsapp", "FR.2002")
        assert user is not None
        assert user.id == "whatsapp:FR.2002"


async def test_a_batch_is_answered_in_the_order_in_which_it_was_written(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, whatsapp_joining_window=0.3) as house:
        one, two, three = (house.ada.text(word) for word in ("one", "two", "three"))
        for number, message in enumerate((one, two, three)):
            message["timestamp"] = str(int(message["timestamp"]) + number)
        await house.hears(three, one, two)
        await until(lambda: said(house.ada) == ["Yes."])
        rows = await house.services.database.fetch("SELECT text FROM inbox ORDER BY received_at, id")
        assert sorted(row["text"] for row in rows) == ["one", "three", "two"]
        [turn] = await house.services.database.fetch("SELECT text FROM turns")
        assert turn["text"].split() == ["one", "two", "three"]


async def test_a_failure_that_is_told_before_the_message_is_on_the_books_is_not_lost(
    tmp_path: Path, server: GraphApiServer, clock: ManualClock
) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, clock=clock) as house:
        await house.hears(house.ada.text("hello"))
        await until(lambda: said(house.ada) == ["Yes."])
        lost = house.ada.sees.pop()
        database = house.services.database
        await database.execute("UPDATE deliveries SET external_id = '' WHERE external_id = $1", lost.wamid)
        telling = asyncio.create_task(server.webhooks.tell(house.ada, lost.wamid, "failed", code=131000))
        await asyncio.sleep(0.1)
        await database.execute("UPDATE deliveries SET external_id = $1 WHERE external_id = ''", lost.wamid)
        assert await telling == 200
        clock.advance(timedelta(minutes=1))
        await database.nudge("outbox")
        await until(lambda: said(house.ada) == ["Yes."])


async def test_a_reminder_that_had_to_wait_says_for_when_it_was_and_an_undo_is_said_once(
    tmp_path: Path, server: GraphApiServer, clock: ManualClock
) -> None:
    async with whatsapp_house(tmp_path, server, clock=clock) as house:
        await house.hears(house.ada.text("add milk to my list"))
        await until(lambda: len(said(house.ada)) == 1)
        await house.hears(house.ada.taps("Undo"))
        await until(lambda: len(said(house.ada)) == 2)
        clock.advance(DAY + timedelta(minutes=1))
        await first(house, "Call the bank.")
        await until(lambda: _waits(house))
        clock.advance(timedelta(hours=3))
        await house.hears(house.ada.text("good morning"))
        await until(lambda: len(said(house.ada)) == 4)
        assert "milk" in said(house.ada)[1]
        late, _ = said(house.ada)[2:]
        assert late == "(This was for 1 December, 13:01; I could not reach you here before.)\nCall the bank."


async def test_a_kind_that_nobody_reads_is_said_once_to_who_is_known(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        errors = {"errors": [{"code": 131051, "title": "Message type unknown"}]}
        sent = house.ada.message("unsupported", {"type": "poll"}, **errors)
        for message in (sent, sent, house.ada.message("order", {}), house.eve.message("unsupported", None, **errors)):
            await house.hears(message)
        await house.hears(house.ada.message("request_welcome", None))
        await house.hears(house.ben.text("hello"))
        await until(lambda: said(house.ben) == ["Yes."])
        await until(lambda: said(house.ada) == [UNREAD])
        assert house.eve.sees == []
        assert await house.services.database.fetch("SELECT id FROM inbox WHERE user_id = 'owner'") == []
