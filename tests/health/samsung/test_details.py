"""Files of values by the minute: small ones, large ones, and those that were made to break a reader."""

import json
import tracemalloc
from collections.abc import Iterator

import pytest

from app.health.samsung import details
from app.health.samsung.details import items
from app.health.samsung.zipped import Broken


def _pieces(data: bytes, size: int = 65_536) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


MINUTES = [{"heart_rate": number % 90 + 40.5, "start_time": number, "note": "é]}{[,"} for number in range(9_000)]


@pytest.mark.parametrize("size", [1_000, 65_536, 10_000_000])
@pytest.mark.parametrize("indent", [None, 2])
def test_all_of_a_file_comes_out_however_it_is_cut(size: int, indent: int | None) -> None:
    data = json.dumps(MINUTES, indent=indent, ensure_ascii=False).encode()
    assert len(data) > 256 * 1024  # read object by object
    assert list(items(_pieces(data, size))) == MINUTES


def test_a_small_file_and_what_is_not_an_object_in_it() -> None:
    assert list(items(iter([b'[1, {"a": 1}, null, "x", [2], {"b": 2}]']))) == [{"a": 1}, {"b": 2}]
    assert list(items(iter([b"[]"]))) == []
    assert list(items(iter([b"\xef\xbb\xbf[]"]))) == []


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b'{"a": 1}', b"[{]", b"\xff\xfe\x00", b"[" * 100_000, b'[{"a": 1}', b"PK\3\4", b"[" * 1_000_000],
)
def test_what_is_no_list_is_unreadable(data: bytes) -> None:
    with pytest.raises(Broken, match="detail_unreadable"):
        list(items(_pieces(data)))


def test_a_large_one_that_ends_in_the_middle_gives_what_came_before() -> None:
    data = json.dumps(MINUTES).encode()[:400_000]
    count = 0
    with pytest.raises(Broken, match="detail_unreadable"):
        for _ in items(_pieces(data)):
            count += 1
    assert count > 5_000


def test_elements_without_end_are_broken_off_without_holding_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(details, "MOST_ITEMS", 20_000)

    def endless() -> Iterator[bytes]:
        yield b"["
        while True:
            yield b'{"start_time": 1700000000000, "heart_rate": 61.0},' * 1_000

    tracemalloc.start()
    count = 0
    with pytest.raises(Broken, match="too_many"):
        for _ in items(endless()):
            count += 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == details.MOST_ITEMS
    assert peak < 5_000_000


def test_one_object_without_end_is_unreadable() -> None:
    def endless() -> Iterator[bytes]:
        yield b'[{"a": "'
        for _ in range(1_000):
            yield b"x" * 65_536

    with pytest.raises(Broken, match="detail_unreadable"):
        list(items(endless()))
