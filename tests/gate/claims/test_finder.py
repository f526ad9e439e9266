"""A claim carries what would back it, where, and whether it is of the past."""

from app.gate.claims.actions import ANY
from app.gate.claims.claim import Claim
from app.gate.claims.finder import affirmed, find, has_mark, marked
from app.gate.claims.sentences import Sentence, sentences


def only(text: str) -> Sentence:
    (sentence,) = sentences(text)
    return sentence


def first(text: str) -> Claim:
    return next(find(only(text)))


def test_a_claim_names_its_actions_and_its_shelf() -> None:
    claim = first("I've added it to your calendar.")

    assert "keep" in claim.actions
    assert claim.place == "calendar"
    assert claim.manner == "said"


def test_a_state_is_shown_and_a_bare_done_is_whole() -> None:
    assert first("Your meeting has been moved.").manner == "shown"
    assert first("All done!").manner == "whole"


def test_the_past_is_known() -> None:
    assert first("I sent it yesterday.").past
    assert not first("I sent it.").past


def test_other_languages_are_named() -> None:
    assert [
        first(text).language for text in ("Ich habe es gesendet.", "J'ai envoyé le mail.", "He enviado el informe.")
    ] == ["de", "fr", "es"]


def test_a_question_claims_nothing() -> None:
    assert list(find(only("Have I sent it?"))) == []


def test_a_tick_says_that_it_is_done_whatever_it_is() -> None:
    sentence = only("Report to Ann ✅")

    assert has_mark(sentence)
    assert marked(sentence).actions == ANY


def test_a_plain_yes_claims_what_was_asked() -> None:
    (claim,) = affirmed(only("It did, at nine."), frozenset({"send"}))

    assert claim.actions == {"send"}
    assert list(affirmed(only("It did not."), frozenset({"send"}))) == []
