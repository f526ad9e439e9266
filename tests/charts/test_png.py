"""The picture as a messenger gets it: a real PNG with something on it, drawn with the font that is brought along."""

import logging
import struct
import subprocess
import sys
import zlib

import pytest

from app.charts.chart import Chart, Series
from app.charts.png import FRAME, SCALE, png
from tests.charts.drawn import line, nights, week

YEAR = line(*(50 + number % 17 for number in range(365)))
HOSTILE = week(title="</text><script>" + "x" * 5000, labels=("\x00\ud800", "日本") * 200, alt="&")


def pixels(picture: bytes) -> tuple[int, int, bytes]:
    """Width, height and the unpacked (still filtered) rows of a PNG, every checksum held against its chunk."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    at, size, packed = 8, (0, 0), b""
    while at < len(picture):
        [length] = struct.unpack(">I", picture[at : at + 4])
        name, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + data)
        if name == b"IHDR":
            size = struct.unpack(">II", data[:8])
        packed += data if name == b"IDAT" else b""
        at += 12 + length
    return *size, zlib.decompress(packed)


@pytest.mark.parametrize("chart", [week(), nights(), YEAR, HOSTILE], ids=["week", "nights", "year", "hostile"])
def test_it_is_a_picture_of_the_frames_size_with_something_on_it(chart: Chart) -> None:
    picture = png(chart)
    assert picture is not None
    wide, high, rows = pixels(picture)
    assert (wide, high) == (FRAME.width * SCALE, FRAME.height * SCALE)
    assert len(set(rows)) > 20
    assert len(picture) < 500_000


def test_words_are_drawn_without_any_font_of_the_machine() -> None:
    bare = week(title="", band=None, unit="", labels=("",), series=(Series("", (None,)),))
    with_title = png(week(title="Steps", band=None, unit="", labels=("",), series=(Series("", (None,)),)))
    without = png(bare)
    assert with_title is not None
    assert without is not None
    assert pixels(with_title)[2] != pixels(without)[2]


def test_the_same_chart_is_the_same_picture() -> None:
    assert png(week()) == png(week())


def test_where_the_library_is_missing_there_is_no_picture_and_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with caplog.at_level(logging.WARNING):
        assert png(week()) is None
    assert [record.__dict__["event"] for record in caplog.records] == ["charts.renderer_missing"]


def test_it_is_loaded_only_for_a_picture() -> None:
    code = "import sys, app.charts.png, app.charts.svg; sys.exit('resvg_py' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
