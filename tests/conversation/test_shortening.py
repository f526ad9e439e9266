"""A turn made to fit: results first, the words last; what was left out says so, and no prompt loses the end of its blocks."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessagesTypeAdapter

from app.conversation.shortening import PICTURE, bare, level, shortened, size_of
from app.prompts.turn import compose, split

AT = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


def _turn(said: str = "look", result: str = "seen", reply: str = "Done.", **arguments: Any) -> list[dict[str, Any]]:
    return [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": said, "timestamp": AT.isoformat()}]},
        {"kind": "response", "parts": [_call(arguments)]},
        {"kind": "request", "parts": [_result(result)]},
        {"kind": "response", "parts": [{"part_kind": "text", "content": reply}]},
    ]


def _call(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"part_kind": "tool-call", "tool_name": "look", "args": arguments, "tool_call_id": "c1"}


def _result(content: Any) -> dict[str, Any]:
    return {"part_kind": "tool-return", "tool_name": "look", "content": content, "tool_call_id": "c1"}


def _texts(messages: list[dict[str, Any]]) -> list[Any]:
    return [part.get("content", part.get("args")) for message in messages for part in message["parts"]]


def test_what_fits_is_not_touched() -> None:
    turn = _turn()
    assert shortened(turn, 1_000) == turn


def test_what_tools_answered_gives_way_first_and_says_so() -> None:
    turn = _turn("what is on it?", "word " * 2_000, "a reply " * 50)
    said, _, result, reply = _texts(shortened(turn, 2_000))
    assert (said, reply) == ("what is on it?", "a reply " * 50)
    assert "characters left out" in result
    assert result.startswith("word word")
    assert len(result) < 2_000


def test_what_it_is_given_is_never_changed() -> None:
    turn = _turn(result="x" * 9_000)
    shortened(turn, 500)
    assert turn[2]["parts"][0]["content"] == "x" * 9_000


@pytest.mark.parametrize(
    "turn",
    [
        _turn("w" * 50_000),
        _turn(result="w" * 50_000),
        _turn(reply="w" * 50_000),
        _turn(text="w" * 50_000, tags=["v" * 9_000]),
        _turn(compose("w" * 50_000, AT, memory="m" * 4_000)),
        _turn(*["w" * 20_000] * 3, text="w" * 20_000),
    ],
)
def test_every_turn_can_be_made_to_fit_and_stays_a_turn(turn: list[dict[str, Any]]) -> None:
    short = shortened(turn, 3_000)
    assert size_of(short) <= 3_100
    kinds = [part.part_kind for message in ModelMessagesTypeAdapter.validate_python(short) for part in message.parts]
    assert kinds == ["user-prompt", "tool-call", "tool-return", "text"]


def test_arguments_as_text_are_cut_within_and_stay_arguments() -> None:
    turn = _turn()
    turn[1]["parts"][0]["args"] = '{"text": "' + "w" * 9_000 + '"}'
    [_, arguments, *_] = _texts(shortened(turn, 1_000))
    assert len(arguments["text"]) < 1_000


def test_results_that_are_no_text_are_cut_as_text() -> None:
    [_, _, result, _] = _texts(shortened(_turn(result=[{"row": "w" * 9_000}]), 1_000))  # type: ignore[arg-type]
    assert result.startswith('[{"row": "www')


def test_the_moment_stays_in_front_of_words_that_are_cut() -> None:
    [said, *_] = _texts(shortened(_turn(compose("w" * 9_000, AT)), 1_000))
    assert split(said).moment == AT
    assert len(said) < 1_000


def test_a_picture_counts_what_it_costs_and_becomes_a_line() -> None:
    turn = _turn()
    picture = {"kind": "binary", "media_type": "image/png", "data": "A" * 200_000}
    turn[0]["parts"][0]["content"] = ["look at this", picture]
    assert size_of(turn) < PICTURE + 100
    [said, *_] = _texts(shortened(turn, 1_000))
    assert said == ["look at this", "[a file that was shown here: image/png]"]


class TestBare:
    """...messages are without what memory put beside their words."""

    def test_memory_is_left_out_and_the_rest_stays(self) -> None:
        turn = _turn(compose("hello", AT, memory="<notes>\n- tea\n</notes>"))
        assert bare(turn) == _turn(compose("hello", AT))

    def test_words_that_look_like_memory_stay_words(self) -> None:
        turn = _turn(compose("<memory>\nmine\n</memory>\nhello", AT))
        [said, *_] = _texts(bare(turn))
        assert split(said).text == "<memory>\nmine\n</memory>\nhello"

    def test_with_pictures_too(self) -> None:
        turn = _turn()
        turn[0]["parts"][0]["content"] = [compose("hello", AT, memory="- tea"), {"kind": "binary"}]
        assert _texts(bare(turn))[0] == [compose("hello", AT), {"kind": "binary"}]


@pytest.mark.parametrize(
    ("sizes", "total", "expected"),
    [([1, 2, 3], 100, 3), ([10, 10], 10, 5), ([1, 100, 100], 21, 10), ([5], 0, 0), ([], 5, 0), ([5, 5], -3, 0)],
)
def test_a_level_shares_out_what_there_is(sizes: list[int], total: int, expected: int) -> None:
    assert level(sizes, total) == expected
