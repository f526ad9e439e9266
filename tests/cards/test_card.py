"""A card as data: what is stored is what is drawn."""

import json
from dataclasses import replace

from app.cards.card import Card, Field, cards_in, ended, rows

CARD = Card("a1", "Send mail", (Field("To", "Ama", 3), Field("", "x…", 9000, cut=True)), ("mail",), 2)


def test_a_card_comes_back_from_its_json() -> None:
    stored = json.loads(json.dumps({"cards": [CARD.as_dict()]}))
    assert cards_in(stored) == (CARD,)
    assert cards_in({"text": "from before there were cards"}) == ()


def test_one_that_can_not_be_read_takes_no_other_with_it() -> None:
    assert cards_in({"cards": [{"action": "a"}, None, CARD.as_dict()]}) == (CARD,)


def test_our_words_and_the_calls_stand_in_rows_of_their_own() -> None:
    assert [(row.kind, row.text) for row in rows(CARD)] == [
        ("title", "Waiting for your OK: Send mail"),
        ("name", "To"),
        ("value", "Ama"),
        ("name", "(9,000 characters in all)"),
        ("value", "x…"),
        ("read", "Asked after reading “mail” and 2 more"),
    ]


def test_one_has_its_number_and_a_decided_one_says_how() -> None:
    [first, *_] = rows(replace(CARD, number=7))
    assert first.text == "Waiting for your OK (#7): Send mail"
    [one, other] = cards_in({"cards": ended((CARD, Card("b", "Forget")), "b", "cancel")})
    assert one == CARD
    assert [row.text for row in rows(other)] == ["Forget", "Cancelled."]
