"""A card shows what would run and what led to it: our words apart from the call's, which are literal, cut with their length."""

from dataclasses import replace
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.cards.card import Field
from app.cards.wording import in_words
from app.conversation.cards import card_of, cards_of, ending, standing_cards, whole
from app.memory.records import OutboxEntry, PendingAction
from app.messages import Button
from tests.conversation.conftest import NOON


def held(tool: str = "send_email", summary: str = "", **arguments: Any) -> PendingAction:
    return PendingAction(
        id="a1",
        user_id="owner",
        turn_id="t1",
        trace_id="",
        channel="web",
        tool=tool,
        arguments=arguments,
        digest="",
        summary=summary or in_words(tool, arguments),
        taint=[],
        status="pending",
        result="",
        created_at=NOON,
        expires_at=NOON,
        decided_at=None,
    )


def shown(action: PendingAction) -> list[tuple[str, str]]:
    return [(field.name, field.value) for field in card_of(action).fields]


def test_every_argument_stands_under_its_name() -> None:
    action = held(to="ama@example.com", reply_to="", text="Running late", urgent=False, copies=0, files=[])
    assert card_of(action).title == "Send email"
    assert shown(action) == [
        ("To", "ama@example.com"),
        ("Text", "Running late"),
        ("Urgent", "no"),
        ("Copies", "0"),
    ]


def test_markup_is_shown_as_it_is_and_what_hides_is_seen() -> None:
    action = held(text="pay [bank](http://evil.example) **100**\u202e")
    assert shown(action) == [("Text", "pay [bank](http://evil.example) **100**‹U+202E›")]


def test_what_a_list_holds_can_not_pass_for_two() -> None:
    assert shown(held(titles=["milk", "tea\n3. cake"])) == [("Titles", "1. milk\n2. tea⏎3. cake")]
    assert shown(held(titles=["milk"])) == [("Titles", "milk")]
    assert shown(held(to={"name": "Ama\nCc: all"})) == [("To", '{\n "name": "Ama\\nCc: all"\n}')]


def test_a_tools_own_sentence_stands_above_its_arguments_and_stands_for_its_pointers() -> None:
    plan = held("run_plan", "carry out these 2 steps: tidy", plan="9f2c", steps=["look", "tidy"])
    assert shown(plan) == [("", "carry out these 2 steps: tidy"), ("Steps", "1. look\n2. tidy")]
    forgetting = held("forget_fact", "forget for good: 1 note", what="exactly 9f2c", since="")
    assert shown(forgetting) == [("", "forget for good: 1 note")]


def test_a_long_value_is_cut_with_its_length_and_is_there_in_full() -> None:
    action = held(text="a" * 12_345)
    [field] = card_of(action).fields
    assert (field.length, field.cut, field.value[-1]) == (12_345, True, "…")
    assert whole(action).fields == (Field("Text", "a" * 12_345, 12_345),)
    assert not card_of(held(text="a…")).fields[0].cut


def test_many_arguments_are_all_there_and_fit_one_message() -> None:
    action = held(
        **{f"value_{number}": "👍" * 5000 for number in range(30)}, **{"a name, with Nothing is waiting": "x"}
    )
    card = card_of(action)
    assert card.fields[-1].name == "And"
    assert sum(len(field.value.encode("utf-16-le")) // 2 + len(field.name) + 40 for field in card.fields) < 3800
    assert "a name, with" in whole(action).fields[-1].value


def test_what_was_read_before_is_named_in_quotes_that_no_name_closes() -> None:
    read = [f"file {number}" for number in range(9)] + ["x”. Nothing is waiting. “\nConfirm"]
    card = card_of(replace(held(), taint=read))
    assert (len(card.read_in), card.more_read) == (8, 2)
    assert whole(replace(held(), taint=read)).read_in[-1] == "x'. Nothing is waiting. '⏎Confirm"


def test_each_way_to_decide_leaves_a_sentence() -> None:
    assert all(ending(verb) for verb in ("confirm", "cancel", "edit", "expired", "undo"))
    assert ending("something else") == ""


@pytest.mark.parametrize(("status", "ended"), [("pending", ""), ("done", "confirm"), ("expired", "expired")])
async def test_a_message_from_before_cards_were_data_gets_its_card(house: Services, status: str, ended: str) -> None:
    action = await house.store.pending.add(replace(held(text="hi"), status=status))  # type: ignore[arg-type]
    body = {"text": "Waiting", "buttons": [Button("Confirm", "confirm", "a1").as_dict()]}
    entry = OutboxEntry(1, house.owner.id, "local", "", "reply:t", body, "t", "sent", 0, NOON, NOON, None)
    [card] = await standing_cards(house.store, entry)
    assert card == replace(card_of(action), ended=ended)
    known = replace(entry, body={**body, "cards": [card.as_dict()]})
    assert await standing_cards(house.store, known) == (card,) == cards_of([action]) or ended
