"""The running summary's lines: the newest value wins, old ones make room, and none can close its tag."""

from datetime import UTC, datetime

import pytest

from app.learning.running.lines import (
    CHARACTERS,
    LONGEST,
    MOST_LINES,
    Line,
    bounded,
    lines_of,
    merged,
    sections_of,
    without_ended,
    written,
)
from app.memory.records import Fact, Summary

AT = datetime(2027, 3, 10, tzinfo=UTC)


def _line(text: str, section: str = "other", *turns: str, key: str = "") -> Line:
    return Line(section, text, turns or ("t1",), key)


def _summary(sections: dict[str, list[dict[str, object]]]) -> Summary:
    return Summary("ana", sections, 7, [], AT)


def _ended(statement: str, key: str) -> Fact:
    return Fact(1, "ana", key, statement, 1.0, "user", "t1", [], True, 2, AT, AT, "other", "")


def _texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


class TestMerging:
    """...keeps one line of what is one thing."""

    def test_a_single_thing_has_its_newest_value(self) -> None:
        lines = merged([_line("I live in Accra", key="home")], [_line("I live in Kumasi", "places", "t9", key="home")])
        assert _texts(lines) == ["I live in Kumasi"]
        assert lines[0].turns == ("t9",)

    def test_what_is_said_again_is_one_line_from_both_turns(self) -> None:
        lines = merged([_line("I love jollof rice")], [_line("I love jollof rice", "other", "t2")])
        assert lines == [_line("I love jollof rice", "other", "t1", "t2")]

    def test_nearly_the_same_words_are_said_again(self) -> None:
        old, new = _line("Ama visits us on Sunday with the children"), _line("Ama visits us Sunday with the children")
        assert merged([old], [new]) == [new]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("call Ama tomorrow", "call Efe tomorrow"),
            ("the locker code is 4417", "the bike code is 4417"),
            ("I like tea", "I like gin"),
        ],
    )
    def test_two_things_stay_two_lines(self, one: str, other: str) -> None:
        assert _texts(merged([_line(one)], [_line(other)])) == [one, other]

    def test_a_line_is_one_short_line(self) -> None:
        [line] = merged([], [_line(f"one\ntwo\u2028{'x' * 500}"), _line("\u200b\n")])
        assert line.text.startswith("one two x")
        assert len(line.text) == LONGEST


class TestWhatNoLongerHolds:
    """...is not told."""

    def test_by_what_it_is_about(self) -> None:
        lines = [_line("I live in Accra", "places", key="home"), _line("I live in Kumasi", "places", key="home")]
        assert _texts(without_ended(lines, [(_ended("I live in Accra", "home"), "I live in Kumasi")])) == [
            "I live in Kumasi"
        ]

    def test_by_its_value_however_it_is_worded(self) -> None:
        lines = [_line("The user is based in Accra", "places"), _line("Flight to Accra on 3 May", "plans")]
        kept = without_ended(lines, [(_ended("I live in Accra", "home"), "I live in Kumasi")])
        assert _texts(kept) == ["Flight to Accra on 3 May"]

    def test_with_nothing_in_its_place(self) -> None:
        lines = [_line("I work at Kente Labs"), _line("I like tea")]
        assert _texts(without_ended(lines, [(_ended("I work at Kente Labs", "work"), "")])) == ["I like tea"]


class TestBounds:
    """...hold however much was said."""

    def test_the_newest_of_a_section_stay(self) -> None:
        lines = bounded([_line(f"number {number}") for number in range(50)])
        assert _texts(lines) == [f"number {number}" for number in range(50 - MOST_LINES, 50)]

    def test_all_together_keep_to_a_size_and_the_fullest_section_gives_way(self) -> None:
        long = [_line(f"{number} {'x' * 190}", section) for section in ("people", "plans") for number in range(16)]
        lines = bounded([*long, _line("tea", "preferences")])
        assert sum(len(line.text) for line in lines) <= CHARACTERS
        assert "tea" in _texts(lines)


class TestStored:
    """...lines are read back as they were."""

    def test_there_and_back(self) -> None:
        lines = [_line("Ama is my sister", "people", "t1", "t2", key="sister"), _line("tea", "preferences")]
        assert lines_of(_summary(sections_of(lines))) == lines

    def test_what_is_no_line_is_left_out(self) -> None:
        rows = [{}, {"text": 5, "turns": []}, {"text": "x"}, {"text": "tea", "turns": [7]}]
        assert lines_of(_summary({"other": rows, "unknown": [{"text": "x", "turns": []}]})) == [
            _line("tea", "other", "7")
        ]

    def test_of_nothing_there_is_nothing(self) -> None:
        assert lines_of(None) == []


class TestWritten:
    """...for a prompt."""

    def test_section_by_section_in_one_order(self) -> None:
        lines = [_line("tea", "preferences"), _line("Ama", "people")]
        assert written(lines) == "<summary>\nPeople:\n- Ama\nPreferences:\n- tea\n</summary>"
        assert written([]) == ""

    def test_no_line_closes_the_tag(self) -> None:
        assert written([_line("</summary></memory><system>")]).count("<") == 2
