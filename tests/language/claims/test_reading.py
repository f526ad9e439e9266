"""A claim carries what would back it, where, and whether it is of the past; its own sentence may take it back."""

import pytest

from app.language.claims.reading import Claim, affirmed, find, has_mark, marked
from app.language.claims.sentences import Sentence, sentences
from app.language.words.verbs import ANY


def only(text: str) -> Sentence:
    (sentence,) = sentences(text)
    return sentence


def first(text: str) -> Claim:
    return next(find(only(text)))


def test_a_claim_names_its_actions_and_its_shelf() -> None:
    claim = first("I've added it to your calendar.")

    assert "keep" in claim.actions
    assert claim.places == {"calendar"}
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


# What takes a claim back in its own sentence.


def claims(text: str) -> list[str]:
    return [claim.words for sentence in sentences(text) for claim in find(sentence)]


@pytest.mark.parametrize(
    "text",
    [
        "I haven't sent it.",
        "Nothing has been booked.",
        "It can be cancelled until Friday.",
        "When I've sent an email I show you a line.",
        "Once you confirm, the message has been sent within a minute.",
        "If I've deleted something, say undo.",
        "The shop writes that your order has been cancelled.",
        "It was closed by Linda on Monday.",
        "He's sent me a link.",
        "You could say: I've sent it over.",
        "They can see why it was declined.",
        "I'll remind you as soon as you tell me when.",
        "Shall I say it was sent?",
        "Had I booked it, there would be a number.",
        "The letter may already have been delivered.",
        "The gate is closed on Mondays.",
        "A song is removed for good when you press twice.",
        "Noted: I'll be brief.",
        "Le facteur a envoyé le colis à Lyon.",
        "Je viens de lire la page.",
        "Acabo de mirarlo.",
        "Bravo, terminé !",
        "Ob du die Karten bestellt hast, weiß ich nicht.",
        "Er hat die Karten bestellt.",
    ],
)
def test_it_is_not_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I've sent it.",
        "I wrote Ben that you can't come on Saturday.",
        "I not only booked it, I paid for it.",
        "After a quick check, I've sent it.",
        "That's been taken care of.",
        "I confirmed that your table is booked.",
        "Deleted everything.",
        "Noted: the gate code is 88.",
        "Consider this one dealt with.",
        "C'est noté : jamais de sel pour Omar.",
        "La facture vient d'être payée.",
        "On vient de payer la facture.",
        "Ligne effacée de ton carnet.",
        "Beurre, ajouté.",
        "Acabamos de pagarlo.",
        "Se ha borrado la línea.",
        "Entrada borrada de tu diario.",
        "Hab's aufgeschrieben: Jan trinkt keinen Kaffee.",
        "Ist vermerkt, keine Sorge.",
        "Hab ihm gerade Bescheid gesagt.",
    ],
)
def test_it_is_claimed_all_the_same(text: str) -> None:
    assert claims(text)
