"""The cascade as a whole."""

from app.schedule.parser import context_for, grammar, is_impossible, parse
from tests.schedule.said import NOW, classes, context


def test_the_grammar_is_built_once() -> None:
    assert grammar() is grammar()


def test_a_finished_time_is_one_token() -> None:
    assert classes("tomorrow at 9") == ["MOMENT"]
    assert classes("call mum tomorrow at 9") == ["word", "word", "MOMENT"]


def test_what_does_not_exist_is_marked() -> None:
    assert [is_impossible(token) for token in parse("31 February", context())] == [True]


def test_the_context_knows_the_local_moment_and_the_lean_of_the_sentence() -> None:
    known = context_for("wake me at 6", NOW, month_first=True)

    assert (known.now, known.lean, known.month_first) == (NOW.replace(tzinfo=None), "am", True)
