"""A reply as sentences that keep their places."""

from app.language.claims.sentences import HIDDEN, LONGEST, hidden, sentences


def test_sentences_keep_their_places() -> None:
    reply = "Hello Ann. I've *sent* it!\nMilk\nEggs"

    assert [reply[sentence.start : sentence.end] for sentence in sentences(reply)] == [
        "Hello Ann.",
        "I've *sent* it!",
        "Milk",
        "Eggs",
    ]


def test_marks_and_curly_apostrophes_become_plain() -> None:
    assert [sentence.text.split() for sentence in sentences("I’ve **sent** it")] == [["I've", "sent", "it"]]


def test_a_row_is_a_sentence_and_an_abbreviation_ends_none() -> None:
    assert len(sentences("| Sent | ✅ |\n| Paid | ✅ |")) == 2
    assert len(sentences("Dear me, Mr. Boateng has it.")) == 1


def test_what_others_say_is_hidden() -> None:
    for reply in ('She wrote "I sent it".', "> I sent it", "```\nI sent it\n```", "« Je l'ai envoyé »", "`I sent it`"):
        assert "sent" not in hidden(reply)
        assert "envoyé" not in hidden(reply)
        assert len(hidden(reply)) == len(reply)
        assert HIDDEN in hidden(reply)


def test_a_drafted_letter_is_hidden_and_what_follows_it_is_not() -> None:
    reply = "Here's a draft:\n\nHi Ann,\n\nI've sent the files.\n\nBest,\nKofi\n\nI've sent it."

    assert "files" not in hidden(reply)
    assert hidden(reply).endswith("I've sent it.")


def test_a_greeting_of_the_user_is_no_letter() -> None:
    assert "sent" in hidden("Hi Ama,\nI've sent it.")


def test_a_question_is_known_behind_its_marks() -> None:
    assert [sentence.is_question for sentence in sentences("Shall I *send* it?** Sent.")] == [True, False]


def test_no_sentence_is_endless() -> None:
    found = sentences("word " * 1000 + "x" * 2000)

    assert max(sentence.end - sentence.start for sentence in found) <= LONGEST
    assert found[-1].end == 7000
