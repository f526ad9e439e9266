"""Rows of tables, as the app writes them and as editors and accidents leave them."""

from collections.abc import Iterator

import pytest

from app.health.samsung import lines
from app.health.samsung.lines import Row, rows

HEAD = "com.samsung.shealth.x,6310011,12\n"


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def _rows(text: str | bytes, size: int = 7) -> list[Row | str]:
    data = text.encode() if isinstance(text, str) else text
    return [line.row if line.row is not None else line.code for line in rows(_pieces(data, size))]


def test_the_comma_too_many_and_the_line_before_the_header_are_left_out() -> None:
    assert _rows(HEAD + "a,b\n1,2,\n3,4,\n") == [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_marks_charsets_and_line_ends(charset: str, end: str) -> None:
    text = (HEAD + "a,b\nWé,2,\n").replace("\n", end)
    assert _rows(text.encode(charset)) == [{"a": "Wé", "b": "2"}]


def test_utf_16_without_a_mark() -> None:
    assert _rows((HEAD + "a,b\n1,2,\n").encode("utf-16-le")) == [{"a": "1", "b": "2"}]


def test_columns_are_known_by_their_short_names_and_the_packages_own_counts() -> None:
    text = HEAD + "start_time,com.samsung.health.x.start_time,com.samsung.health.x.min\nbare,own,1,\n"
    assert _rows(text) == [{"start_time": "own", "min": "1"}]


def test_a_table_without_the_line_before_its_header() -> None:
    text = "com.samsung.health.x.a,com.samsung.health.x.b,c,d,e\n1,2,3,4,5,\n"
    assert _rows(text) == [{"a": "1", "b": "2", "c": "3", "d": "4", "e": "5"}]


def test_text_in_quotes_may_have_commas_quotes_and_lines() -> None:
    text = HEAD + 'a,b\n"one, ""two""\nthree",2,\n4,5,\n'
    assert _rows(text) == [{"a": 'one, "two" three', "b": "2"}, {"a": "4", "b": "5"}]


def test_a_stray_quote_costs_its_own_line() -> None:
    many = "".join(f"{number},x,\n" for number in range(200))
    found = _rows(HEAD + 'a,b\n"open,2,\n' + many, 512)
    assert found.count("unreadable") == 1
    assert [row["a"] for row in found if isinstance(row, dict)] == [str(number) for number in range(200)]


def test_a_row_that_is_short_or_empty() -> None:
    assert _rows(HEAD + "a,b,c\n1\n\n,,,\n1,2,3,4,5\n") == [{"a": "1"}, {"a": "1", "b": "2", "c": "3"}]


def test_a_line_without_end_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_LINE", 100)
    assert _rows(HEAD + "a,b\n" + "x" * 5_000 + "\n1,2,\n") == ["too_large", {"a": "1", "b": "2"}]
    assert _rows(HEAD + "a,b\n1,2,\n" + "x" * 5_000) == [{"a": "1", "b": "2"}, "too_large"]


def test_bytes_that_are_no_text() -> None:
    assert _rows(bytes(range(256)) * 40) is not None
    assert _rows(HEAD.encode() + b"a,b\n\xff\xfe,2\0,\n") == [{"a": "\ufffd\ufffd", "b": "2"}]


@pytest.mark.parametrize("text", ["", "\n", HEAD, HEAD + "a,b\n", HEAD + ",,,\n"])
def test_a_table_with_nothing_in_it(text: str) -> None:
    assert _rows(text) == []


def test_it_says_how_far_it_is() -> None:
    data = (HEAD + "a,b\n" + "1,2,\n" * 50).encode()
    found = [line.read for line in rows(_pieces(data, 64))]
    assert found == sorted(found)
    assert found[-1] == len(data)
