"""Held calls: what is stored is what was asked, once a turn, until it expires."""

from datetime import timedelta

import pytest

from app.cards.wording import in_words
from app.gate.ledger import digest
from app.gate.pending import MARKER, held_text, hold
from tests.gate.bench import NOON, Bench, bench_of

ARGUMENTS = {"to": "ama@example.org", "text": "See you at 5"}


async def test_a_held_call_is_kept_exactly_with_who_asked_and_until_when(stored_bench: Bench) -> None:
    stored_bench.turn.taint.add("read_mail")
    action = await hold(stored_bench.deps(), "send_mail", ARGUMENTS, summary="Send it")
    stored = await stored_bench.services.store.pending.get(stored_bench.owner, action.id)
    assert stored == action
    assert (action.tool, action.arguments, action.digest) == ("send_mail", ARGUMENTS, digest("send_mail", ARGUMENTS))
    assert (action.status, action.turn_id, action.channel, action.taint) == ("pending", "turn-1", "cli", ["read_mail"])
    assert action.expires_at == NOON + timedelta(hours=24)


async def test_asking_twice_in_one_turn_is_one_action_with_one_card(stored_bench: Bench) -> None:
    deps = stored_bench.deps()
    first = await hold(deps, "send_mail", ARGUMENTS, summary="Send it")
    again = await hold(deps, "send_mail", ARGUMENTS, summary="Send it")
    assert again == first
    assert stored_bench.turn.books.held == [first.id]


async def test_a_turn_that_is_taken_up_again_asks_with_the_same_card(stored_bench: Bench) -> None:
    first = await hold(stored_bench.deps(), "send_mail", ARGUMENTS, summary="Send it")
    resumed = stored_bench.begun_again()
    again = await hold(resumed.deps(), "send_mail", ARGUMENTS, summary="Send it")
    assert again.id == first.id
    assert resumed.turn.books.held == [first.id]
    assert len(await resumed.services.store.pending.waiting(resumed.owner, NOON)) == 1


async def test_another_turn_or_other_words_are_another_action(bench: Bench) -> None:
    first = await hold(bench.deps(), "send_mail", ARGUMENTS, summary="")
    other_words = await hold(bench.deps(), "send_mail", {**ARGUMENTS, "text": "See you at 6"}, summary="")
    other_turn = await hold(bench_of(bench.services, turn_id="turn-2").deps(), "send_mail", ARGUMENTS, summary="")
    assert len({first.id, other_words.id, other_turn.id}) == 3


async def test_the_model_reads_that_nothing_has_happened_yet(bench: Bench) -> None:
    action = await hold(bench.deps(), "send_mail", ARGUMENTS, summary="Mail Ama")
    text = held_text(action)
    assert text.startswith(MARKER.format(id=action.id))
    assert "not done: Mail Ama" in text


@pytest.mark.parametrize(
    ("arguments", "card"),
    [
        ({"to": "ama", "text": "hi"}, "Send mail: To: ama; Text: hi"),
        ({"to": "ama", "cc": "", "files": [], "at": None}, "Send mail: To: ama"),
        ({"urgent": False, "copies": 0}, "Send mail: Urgent: False; Copies: 0"),
        ({}, "Send mail"),
    ],
)
def test_a_card_without_words_of_its_own_shows_every_argument(arguments: dict[str, object], card: str) -> None:
    assert in_words("send_mail", arguments) == card
