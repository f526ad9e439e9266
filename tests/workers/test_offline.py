"""Workers without a language model: taken on, set to work, answered, shown and let go by rules, and honest about what rules can't do."""

from app.bootstrap.services import Services
from app.workers.outcome import WITHOUT_MODEL
from tests.house import tell
from tests.workers.conftest import only


async def test_one_is_taken_on_and_does_what_rules_can(offline: Services) -> None:
    reply = await tell(offline, "start a worker called Ama to remind me to water the plants every Monday at 9")
    assert reply.text.startswith("Ama is taken on.\nAma: I'll remind you every Monday at 09:00")
    [reminder] = await offline.store.reminders.list(offline.owner.id)
    assert reminder.text == "water the plants"
    assert (await only(offline)).status == "idle"


async def test_its_question_is_asked_and_what_is_said_next_is_the_answer(offline: Services) -> None:
    await tell(offline, "start a worker called Ama to look at my list")
    reply = await tell(offline, "ask Ama to remind me to call mum")
    assert reply.text == "Ama asks: When should I remind you to call mum?"
    assert (await only(offline)).status == "waiting"
    answer = await tell(offline, "tomorrow at six pm")
    assert answer.text.startswith("Ama: I'll remind you tomorrow at 18:00")
    assert (await only(offline)).question == {}


async def test_an_order_of_its_own_is_no_answer(offline: Services) -> None:
    await tell(offline, "start a worker called Ama to remind me to call mum")
    reply = await tell(offline, "add milk to my shopping list")
    assert reply.text.startswith("Added milk")
    assert (await only(offline)).status == "waiting"
    later = await tell(offline, "tell Ama tomorrow at six pm")
    assert "call mum" in later.text
    assert (await only(offline)).status == "idle"


async def test_a_name_that_is_no_workers_is_none(offline: Services) -> None:
    await tell(offline, "ask Bob to call me")
    assert await offline.store.workers.list(offline.owner.id) == []


async def test_what_rules_can_not_do_is_said_plainly(offline: Services) -> None:
    reply = await tell(offline, "start a worker called Sage to tell me why the sky is blue")
    assert reply.text == f"Sage is taken on.\nSage: {WITHOUT_MODEL}"


async def test_they_are_shown_and_let_go_when_their_user_confirms(offline: Services) -> None:
    assert "You have no workers" in (await tell(offline, "what are my workers doing?")).text
    await tell(offline, "start a worker called Ama to add milk to my list")
    shown = await tell(offline, "what are my workers doing?")
    assert shown.text.startswith("- Ama: add milk to my list. Idle.")
    reply = await tell(offline, "dismiss Ama")
    assert "ismiss Ama for good (1 conversation)" in reply.cards[0].fields[0].value
    assert await offline.store.workers.list(offline.owner.id) != []
    confirm = next(button for button in reply.buttons if button.verb == "confirm")
    said = await offline.conversation.decide(offline.owner.id, "confirm", confirm.target)
    assert said == "Ama is dismissed."
    assert await offline.store.workers.list(offline.owner.id) == []
