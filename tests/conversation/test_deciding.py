"""Deciding what waits in words."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.deciding import NOT_HERE
from app.language.decisions import decision_and_rest
from app.memory.records import PendingAction
from app.messages import Attachment, InboundMessage
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in, tell


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house in which forgetting a sister's name waits for an OK."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        await tell(services, "remember that my sister's name is Ama")
        await tell(services, "remember that my brother's name is Kojo")
        await tell(services, "forget my sister's name")
        yield services


async def _say(house: Services, text: str, **other: object) -> str:
    base = InboundMessage(house.owner.id, "cli", f"m{text}{other}", text, house.clock.now())
    receipt = await house.conversation.receive(replace(base, **other))  # type: ignore[arg-type]
    return (await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)).text


async def _waiting(house: Services) -> list[int]:
    return [one.number for one in await house.store.pending.waiting(house.owner.id, house.clock.now())]


async def _status(house: Services, number: int) -> str:
    found = await house.store.pending.numbered(house.owner.id, number)
    assert found is not None
    return found.status


@pytest.mark.parametrize(
    "words",
    ["yes", "Yes.", "ok", "OK do it", "confirm", "yes please", "go ahead!", "👍", "do it", "Sure, go ahead", "confirm it", "oui", "yes 1", "confirm #1"],
)  # fmt: skip
async def test_a_plain_yes_does_what_was_asked_last(house: Services, words: str) -> None:
    said = await _say(house, words)
    assert "Forgotten for good" in said
    assert await _status(house, 1) == "done"
    assert [entry.body["text"] for entry in await house.store.outbox.latest(house.owner.id, ("local",), 1)] == [said]


@pytest.mark.parametrize(
    "words", ["no", "No thanks", "cancel", "don't", "leave it", "cancel 1", "never mind", "👎", "rather not"]
)
async def test_a_plain_no_leaves_it(house: Services, words: str) -> None:
    assert await _say(house, words) == "Left as it is."
    assert await _status(house, 1) == "cancelled"
    assert len(await house.store.facts.current(house.owner.id)) == 2


async def test_confirm_after_other_words_says_what_waits_and_its_number_decides(house: Services) -> None:
    await _say(house, "what time is it?")
    said = await _say(house, "confirm")
    assert "#1" in said
    assert "“confirm 1”" in said
    assert await _waiting(house) == [1]
    assert "Forgotten for good" in await _say(house, "confirm 1")


async def test_a_yes_after_other_words_is_no_small_talk_while_the_card_is_near(house: Services) -> None:
    await _say(house, "what time is it?")
    assert "“confirm 1”" in await _say(house, "yes")
    assert await _waiting(house) == [1]
    assert "Forgotten for good" in await _say(house, "yes", external_id="again")  # it was just read out


@pytest.mark.parametrize(
    "how",
    [
        {"untrusted": "forwarded from Kofi"},
        {"channel": "web"},
        {"attachments": (Attachment("note.txt", "text/plain", b"yes"),)},
        {"received_at": NOON.replace(hour=11)},
    ],
)
async def test_a_yes_that_is_passed_on_from_elsewhere_or_from_before_decides_nothing(
    house: Services, how: dict[str, object]
) -> None:
    await _say(house, "yes", **how)
    assert await _status(house, 1) == "pending"


async def test_a_quoted_yes_decides_nothing(house: Services) -> None:
    await _say(house, "(replying to: “Forget Ama?”)\nyes")
    assert await _status(house, 1) == "pending"


@pytest.mark.parametrize(("words", "status"), [("yes", "done"), ("confirm", "done"), ("oui", "done"), ("no", "cancelled"), ("leave it", "cancelled"), ("annule", "cancelled"), ("valide", "done")])  # fmt: skip
async def test_a_plain_word_means_the_card_shown_last_and_older_ones_stay(
    house: Services, words: str, status: str
) -> None:
    await tell(house, "forget my brother's name")
    await _say(house, words)
    assert await _status(house, 2) == status
    assert await _waiting(house) == [1]


async def test_a_yes_that_goes_on_means_the_card_shown_last_too(house: Services) -> None:
    await tell(house, "forget my brother's name")
    said = await _say(house, "yes, and remind me at 17:00 to call Kofi")
    assert "Forgotten for good" in said
    assert "call Kofi" in said
    assert await _waiting(house) == [1]


async def test_where_several_cards_were_shown_at_once_a_yes_asks_which(house: Services) -> None:
    await tell(house, "forget my brother's name")
    await _reshown(house, *await house.store.pending.waiting(house.owner.id, NOON))
    assert "“confirm 1”" in await _say(house, "yes")
    assert await _waiting(house) == [1, 2]
    assert "Forgotten" in await _say(house, "confirm 2")
    assert await _waiting(house) == [1]
    await _say(house, "both", external_id="one")  # of one it is no yes
    assert await _waiting(house) == [1]


async def test_both_of_two_shown_one_after_the_other_are_meant(house: Services) -> None:
    await tell(house, "forget my brother's name")
    await _say(house, "both")
    assert await _waiting(house) == []


async def test_both_of_two_shown_at_once_are_meant(house: Services) -> None:
    await tell(house, "forget my brother's name")
    await _reshown(house, *await house.store.pending.waiting(house.owner.id, NOON))
    await _say(house, "both")
    assert await _waiting(house) == []


@pytest.mark.parametrize("between", ["what time is it?", "remind me to call Kofi"])  # an answer; a question of ours
async def test_a_yes_below_anything_else_decides_no_card(house: Services, between: str) -> None:
    await tell(house, "forget my brother's name")
    await tell(house, between)
    await _say(house, "yes")
    assert await _waiting(house) == [1, 2]


async def test_a_yes_in_another_channel_decides_no_card_that_was_not_shown_there(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_joining_window=timedelta(0))
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        there = {"channel": "telegram", "address": "7"}
        for name in ("sister's name is Ama", "brother's name is Kojo"):
            await _say(house, f"remember that my {name}")
        await _say(house, "forget my sister's name")
        await _say(house, "forget my brother's name", **there)
        await _say(house, "yes", **there)  # its card isn't delivered yet
        assert await _waiting(house) == [1, 2]
        await house.database.execute("UPDATE outbox SET status = 'sent', sent_at = $1", NOON)  # as its courier does
        await _say(house, "yes", external_id="web", channel="web")
        assert await _waiting(house) == [1, 2]
        await _say(house, "forget my brother's name", external_id="again", **there)
        await house.database.execute("UPDATE outbox SET status = 'sent', sent_at = $1", NOON)
        last = (await _waiting(house))[-1]
        await _say(house, "yes", external_id="here", **there)
        assert await _status(house, last) == "done"
        assert await _status(house, 1) == "pending"


@pytest.mark.parametrize(
    "words", ["cancel everything", "cancel all of them", "never mind all that", "no to all", "drop the lot", "laisse tomber tout ça", "cancel both"]
)  # fmt: skip
async def test_all_that_waits_is_cancelled_and_told_by_number_and_title(house: Services, words: str) -> None:
    await tell(house, "forget my brother's name")
    said = await _say(house, words)
    assert [line[:3] for line in said.splitlines()[1:]] == ["#1 ", "#2 "]
    assert "name is Ama" in said
    assert await _waiting(house) == []
    assert len(await house.store.facts.current(house.owner.id)) == 2


async def test_to_annul_takes_back_what_was_done_where_no_card_stands_above(house: Services) -> None:
    await tell(house, "ajoute du lait à ma liste de courses")
    await _say(house, "annule")
    assert await house.store.tasks.list(house.owner.id, include_done=False) == []
    assert await _waiting(house) == [1]


async def test_all_of_what_was_listed_is_no_request(house: Services) -> None:
    await tell(house, "remind me at 17:00 to call Kofi")
    await tell(house, "what are my reminders?")
    assert "call Kofi" in await _say(house, "cancel all of them")
    assert await _waiting(house) == [1]
    assert await house.store.reminders.list(house.owner.id) == []


async def test_a_yes_to_all_below_one_card_asks_about_the_others(house: Services) -> None:
    await tell(house, "forget my brother's name")
    assert "“confirm 2”" in await _say(house, "yes to all")
    assert await _waiting(house) == [1, 2]


async def test_all_that_waits_is_listed_and_then_cancelled(house: Services) -> None:
    await tell(house, "forget my brother's name")
    await tell(house, "what time is it?")
    said = await _say(house, "what's waiting?")
    assert "(#1)" in said
    assert "(#2)" in said
    await _say(house, "never mind all of that")
    assert await _waiting(house) == []


async def test_all_of_several_by_their_numbers(house: Services) -> None:
    await tell(house, "forget my brother's name")
    said = await _say(house, "confirm 1 and 2")
    assert "#1: Forgotten" in said
    assert await _status(house, 1) == "done"


async def test_several_are_decided_in_several_ways(house: Services) -> None:
    await tell(house, "forget my brother's name")
    said = await _say(house, "confirm 2 and cancel 1")
    assert "#2: Forgotten" in said
    assert "#1: " in said
    assert (await _status(house, 1), await _waiting(house)) == ("cancelled", [])
    said = await _say(house, "confirm 7 and cancel 8")
    assert said == "#7: I have no request with that number.\n#8: I have no request with that number."


@pytest.mark.parametrize(
    "words", ["drop all the ones waiting", "cancel everything that's waiting", "clear all pending"]
)
async def test_all_that_waits_is_dropped_and_nothing_else(house: Services, words: str) -> None:
    await tell(house, "add milk to my shopping list")
    await tell(house, "forget my brother's name")
    await tell(house, "what time is it")
    await _say(house, words)
    assert await _waiting(house) == []
    assert "milk" in await _say(house, "what's on my shopping list?")


async def test_what_others_had_a_say_in_takes_its_number(house: Services) -> None:
    await _say(house, "note: parking spot 12", untrusted="forwarded from Kofi")
    await _say(house, "keep this as a note", attachments=(Attachment("spot.txt", "text/plain", b"parking spot 12"),))
    held = [one for one in await house.store.pending.waiting(house.owner.id, NOON) if one.taint]
    assert held
    for one in await house.store.pending.waiting(house.owner.id, NOON):
        if one != held[-1]:
            await house.conversation.decide(house.owner.id, "cancel", one.id)
    await _reshown(house, held[-1])
    assert f"“confirm {held[-1].number}”" in await _say(house, "yes")
    assert await _status(house, held[-1].number) == "pending"
    await _say(house, f"confirm {held[-1].number}")
    assert await _status(house, held[-1].number) == "done"


async def _reshown(house: Services, *actions: PendingAction) -> None:
    """Their cards are what was said last."""
    [said] = await house.store.outbox.latest(house.owner.id, ("local",), 1)
    buttons = [{"label": "Confirm", "verb": "confirm", "target": action.id} for action in actions]
    body = {"text": "It waits.", "buttons": buttons}
    await house.store.outbox.revise(house.owner.id, said.id, body, at=NOON, again=False)


@pytest.mark.parametrize(
    "words",
    [
        "what's waiting for my OK?",
        "what is still waiting on me?",
        "which of them are pending for my approval",
        "qu'est-ce qui attend ?",
    ],
)
async def test_what_waits_is_asked_in_words(house: Services, words: str) -> None:
    said = await _say(house, words)
    assert re.search(r"/confirm 1 (?:or|ou) /cancel 1", said)
    assert "your sister's name is Ama" in said
    assert await _waiting(house) == [1]


async def test_a_yes_while_nothing_waits_is_ordinary_talk(house: Services) -> None:
    await _say(house, "no")
    assert "waiting" not in await _say(house, "yes", external_id="again")


async def _cut_off_after(house: Services, text: str) -> str:
    """The answer to words whose turn died after what they decided, and was taken up again."""
    message = InboundMessage(house.owner.id, "cli", "cut", text, house.clock.now())
    kept, _ = await house.conversation.keep(message)
    await house.store.inbox.assign(house.owner.id, [kept.id], "t-cut")
    await house.conversation.decide(house.owner.id, "confirm", (await _first(house)).id)
    await house.database.execute("UPDATE pending_actions SET decided_in = 't-cut' WHERE status = 'done'")
    house.conversation.wake(house.owner.id, "")
    return (await house.conversation.answer(house.owner.id, kept.id, timeout=20)).text


async def _first(house: Services) -> PendingAction:
    return (await house.store.pending.waiting(house.owner.id, house.clock.now()))[0]


@pytest.mark.parametrize("words", ["/confirm", "confirm 1", "yes", "/confirm all"])
async def test_words_that_are_read_again_after_a_crash_decide_nothing_else(house: Services, words: str) -> None:
    await tell(house, "forget my brother's name")
    assert await _cut_off_after(house, words) == "Confirmed."
    assert await _waiting(house) == [2]


async def test_a_number_typed_before_its_request_was_there_decides_nothing(house: Services) -> None:
    early = NOON.replace(hour=11)
    assert "no request with that number" in await _say(house, "/confirm 1", received_at=early)
    await _say(house, "ok 1", received_at=early)
    assert await _status(house, 1) == "pending"


async def test_ok_and_a_number_is_an_answer_to_whatever_was_asked_last(house: Services) -> None:
    await _say(house, "what time is it?")
    await _say(house, "ok 1")
    assert await _status(house, 1) == "pending"


async def test_many_at_once_leave_none_unsaid(house: Services) -> None:
    for name in ("Kojo", "Abena", "Yaw"):
        await tell(house, f"note: {name} called")
        await tell(house, f"forget the note about {name}")
    count = len(await _waiting(house))
    assert (await _say(house, "/confirm all")).count("Forgotten") == count


async def test_a_yes_in_a_group_decides_nothing_and_its_number_does(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_joining_window=timedelta(0))
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        place = {"channel": "telegram", "address": "-100"}
        await _say(house, "remember that my sister's name is Ama", **place)
        await _say(house, "forget my sister's name", **place)
        await house.database.execute("UPDATE outbox SET status = 'sent', sent_at = $1", NOON)  # as its courier does
        assert await _say(house, "yes", **place) == NOT_HERE  # its card isn't shown there
        assert await _status(house, 1) == "pending"
        await _say(house, "confirm 1", **place)
        assert await _status(house, 1) == "done"


async def test_a_number_that_no_request_has_is_told_what_waits(house: Services) -> None:
    assert "This waits for your OK:\n#1 " in await _say(house, "confirm 7")
    await _say(house, "cancel 1")
    assert await _say(house, "confirm 8") == "Nothing is waiting for your OK."


@pytest.mark.parametrize(
    "words",
    [
        "yes, send it to Kofi instead",
        "yes, send it tomorrow",
        "send it. Remove the last line",
        "yes; make it shorter",
        "yes. Write bye instead of hello",
        "yes. Add Kofi in copy",
        "yes. Cancel that",
        "confirm and cancel",
        "yes, then undo it",
        "yes, remind me first",
        "ok yes, read it to me first",
        "yes, check the numbers first",
        "oui, envoie-le à Ama plutôt",
    ],
)
def test_a_yes_whose_rest_is_still_about_the_card_is_none_to_it(words: str) -> None:
    assert decision_and_rest(words) is None


@pytest.mark.parametrize(
    "words",
    ["send it, then remind me at 8 to eat", "yes, and add milk to my list", "oui, et ajoute le lait à la liste"],
)
def test_a_yes_before_another_order_stays_one(words: str) -> None:
    assert decision_and_rest(words) is not None


@pytest.mark.parametrize("words", ["yes, remind me first", "yes, delete it tomorrow", "yes. Forget that instead"])
async def test_what_waits_stays_where_its_yes_goes_on_about_it(house: Services, words: str) -> None:
    await _say(house, words)
    assert await _status(house, 1) == "pending"
