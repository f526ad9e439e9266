"""The sentences that carry a text."""

from app.language.summing import key_sentences, naming, sentences

TEXT = (
    "The weather was fine in the capital that morning, and people walked to work along the beach as usual.\n\n"
    "Cocoa prices fell for a third week because rain helped the cocoa harvest in the west of the country.\n"
    "Farmers had hoped that cocoa prices would stay where they were, so that the harvest paid for new trees.\n"
    "A dog barked somewhere behind the market while the bank opened its doors a little later than usual.\n"
    "The board said that it would pay farmers the promised price for the whole cocoa harvest this season."
)


def test_what_the_text_speaks_of_most_is_chosen_in_its_order() -> None:
    chosen = key_sentences(TEXT, 2, title="Cocoa prices fall")
    assert [one.split()[0] for one in chosen] == ["Cocoa", "Farmers"]
    assert key_sentences(TEXT, 9, without=chosen)[0] not in chosen
    assert set(key_sentences(TEXT, 9)) <= set(sentences(TEXT))


def test_the_same_is_not_said_twice_and_nothing_is_made_up() -> None:
    twice = "The harvest of cocoa was the largest that anybody in the village remembered. " * 2
    assert len(key_sentences(twice, 3)) == 1
    assert key_sentences("Too short.", 3) == []
    assert key_sentences("", 3) == []


def test_sentences_that_name_something_come_first_that_name_it_most() -> None:
    found = sentences(TEXT)
    assert [one.split()[0] for one in naming(found, "cocoa harvest farmers")] == ["Farmers", "The", "Cocoa"]
    assert naming(found, "dragons") == []
    assert naming(found, "") == []
