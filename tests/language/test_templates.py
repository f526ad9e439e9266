"""The notation of sentence templates: whole clauses with slots, and fixed phrases anywhere in a text."""

from pathlib import Path

import pytest

from app.language.templates import LOOKED_AT, Phrases, Templates, words_of

ORDERS = Templates(
    {
        "rules": {"please": "(please|could you)"},
        "sentences": {
            "remind": ["[<please>] remind me [{when}] to {text}"],
            "add": ["(add|put) {items} (to|on) [my|the] {list} [list]"],
        },
    }
)


def test_a_clause_is_read_into_slots_with_their_places() -> None:
    match = ORDERS.match("Could you remind me to call Ama Mensah")[0]
    assert (match.name, match.slots["text"]) == ("remind", ("call Ama Mensah",))
    start, end = match.spans["text"][0]
    assert "Could you remind me to call Ama Mensah"[start:end] == "call Ama Mensah"


def test_a_slot_with_values_stands_beside_an_open_one() -> None:
    match = ORDERS.match("remind me WHEN0 to call Ama", {"when": ["when0", "when1"]})[0]
    assert match.slots == {"when": ("WHEN0",), "text": ("call Ama",)}


def test_the_reading_with_the_most_words_of_the_template_comes_first() -> None:
    matches = ORDERS.match("add milk to my shopping list")
    assert len(matches) > 1
    assert matches[0].slots == {"items": ("milk",), "list": ("shopping",)}


def test_what_no_template_says_is_not_read() -> None:
    assert ORDERS.match("the weather is nice") == []


def test_files_are_read_as_one_table(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[sentences]\ngreet = ["hello [<who>]"]\n[rules]\nwho = "(you|all)"\n')
    (tmp_path / "b.toml").write_text('[sentences]\ngreet = ["bonjour"]\n')
    both = Templates.read(tmp_path / "a.toml", tmp_path / "b.toml")
    assert [both.match(said)[0].name for said in ("hello all", "Bonjour")] == ["greet", "greet"]


def test_only_the_head_of_a_long_clause_is_read() -> None:
    assert len(ORDERS.match("remind me to " + "x" * 100_000)[0].slots["text"][0]) < LOOKED_AT


PHRASES = Phrases(
    {
        "memory": ["remind me [to] {content} {end}", "(shopping|grocery) (list|lists)"],
        "sums": ["{number} percent", "<how> much {gap} cost"],
    },
    {"how": "(how|so)"},
)


def test_phrases_are_found_anywhere_and_say_whose_they_are() -> None:
    assert [found.name for found in PHRASES.find("What's on my Shopping list? And 15 percent tip")] == [
        "memory",
        "sums",
    ]


def test_content_is_the_requests_own() -> None:
    assert PHRASES.find("Please remind me to call Kofi. Thanks")[0].content == "call kofi"


def test_a_gap_ends_with_its_sentence() -> None:
    assert PHRASES.find("how much did the new pan cost")[0].words == "how much did the new pan cost"
    assert PHRASES.find("how much. did it cost") == []


def test_words_are_folded() -> None:
    assert words_of("Où est l'Église? Là-bas.") == " ou est l'eglise . la-bas . "


@pytest.mark.parametrize(
    "phrase",
    [
        "tell {gap} mail",
        "(mail|post) [for me]",
        "[any] <news>",
        "what is [the] (news|[any] word)",
        "(to me;from you)",
        "{quote} says",
    ],
)
def test_what_was_said_before_changes_nothing_of_what_is_found(phrase: str) -> None:
    texts = (
        "tell me the mail", "post", "mail for me", "any news", "what is the word", "what is news", "from you to me", "quote0 says", "hello",
    )  # fmt: skip
    one = Phrases({"it": (phrase,)}, {"news": "(news|what's new)"})
    alone = [Phrases({"it": (phrase,)}, {"news": "(news|what's new)"}).find(text) for text in texts]
    assert [one.find(text) for text in texts] == alone
    assert any(alone)
