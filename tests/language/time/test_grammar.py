"""Rules over tokens, with a grammar of two words."""

from datetime import UTC, datetime

from app.language.time.grammar import Alphabet, Context, Found, Rule, compile_level, spell
from app.language.time.meaning import Impossible
from app.language.time.tokens import tokenise
from tests.language.time.said import wall

CONTEXT = Context(wall("2026-11-19"), datetime(2026, 11, 19, tzinfo=UTC))


def kinds(text: str, *rules: Rule) -> list[str]:
    alphabet = Alphabet({"COLOUR": {"red": 1, "blue": 2}})
    level = compile_level(alphabet, rules)
    return [token.kind for token in level.apply([spell(alphabet, token) for token in tokenise(text)], CONTEXT)]


def colour(_: Context, found: Found) -> int:
    return found.get("COLOUR")


def test_what_matches_becomes_one_token_of_its_class() -> None:
    assert kinds("a very red car", Rule("(very)? COLOUR", "SHADE", colour)) == ["word", "SHADE", "word"]


def test_a_later_rule_sees_the_classes_of_an_earlier_one() -> None:
    rules = (
        Rule("COLOUR", "SHADE", colour),
        Rule("SHADE and SHADE", "PAIR", lambda context, found: found.values("SHADE")),
    )

    assert kinds("red and blue", *rules) == ["PAIR"]


def test_a_builder_that_declines_leaves_the_tokens() -> None:
    assert kinds("red", Rule("COLOUR", "SHADE", lambda context, found: None)) == ["word"]


def test_what_cannot_be_is_marked_impossible() -> None:
    assert kinds("red", Rule("COLOUR", "SHADE", lambda context, found: Impossible())) == ["IMPOSSIBLE"]


def test_lookaround_works_on_whole_tokens() -> None:
    assert kinds("not red, red", Rule("(?<! not) COLOUR", "SHADE", colour)) == ["word", "word", "mark", "SHADE"]


def test_found_tokens_are_asked_by_class_and_by_word() -> None:
    alphabet = Alphabet({"COLOUR": {"red": 1, "blue": 2}})
    alphabet.symbols("COLOUR")
    found = Found([spell(alphabet, token) for token in tokenise("red or blue")], alphabet)

    assert found.values("COLOUR") == [1, 2]
    assert found.has("or")
    assert found.get("MISSING", 7) == 7


def test_the_words_a_pattern_cannot_do_without_are_known() -> None:
    alphabet = Alphabet({})

    assert len(alphabet.needs("in (the)? middle of? x | y")) == 0
    assert len(alphabet.needs("in (the)? middle of? end")) == 3
