"""A card as a message: our words outside, the call's in boxes that Telegram reads nothing in."""

from app.cards.card import Card, Field
from app.interfaces.writing.cards import card_html
from tests.interfaces.telegram.reading import assert_takes, read


def test_values_stand_in_boxes_as_they_are() -> None:
    value = "pay [bank](http://evil.example) **100** <b>x</b>\n/confirm @somebody"
    text, entities = read(card_html(Card("a", "Send mail", (Field("Text", value, len(value)),), ("a “mail”",))))
    assert text == f"Waiting for your OK: Send mail\nText\n{value}\nAsked after reading “a 'mail'”"
    [box] = [entity for entity in entities if entity["type"] == "pre"]
    start = box["offset"]
    assert text[start : start + box["length"]] == value


def test_it_has_its_number() -> None:
    assert "Waiting for your OK (#7): Forget" in card_html(Card("a", "Forget", number=7))


def test_the_fullest_card_fits_one_message() -> None:
    fields = tuple(Field("N" * 40, "<" * 185 + "👍" * 7, 9999, cut=True) for _ in range(12))
    assert_takes(card_html(Card("a", "T" * 60, fields, ("s" * 60,) * 8, 99)))
