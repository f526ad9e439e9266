"""Zips as programs make them are read; zips made to harm are told apart, and none of them costs memory or disk."""

import io
import random
import struct
import tracemalloc
import zipfile
import zlib

import pytest

from app.health.samsung import zipped
from app.health.samsung.zipped import Broken, Unzippable, Zip

TEXT = b"start_time,end_time\n" * 4_000
MOST = 10_000_000


class Stream(io.BytesIO):
    """A sink that can't go back, so that sizes stand behind the data."""

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise OSError

    def seek(self, place: int, whence: int = 0, /) -> int:
        raise OSError


def _made(method: int = zipfile.ZIP_DEFLATED, **files: bytes) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out


def _contents(source: io.BytesIO) -> dict[str, bytes]:
    archive = Zip(source)
    return {entry.name: archive.read(entry, MOST) for entry in archive.listed()}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_a_zip_program_packs_comes_out(method: int) -> None:
    noise = random.Random(1).randbytes(300_000)
    assert _contents(_made(method, a=TEXT, empty=b"", noise=noise)) == {"a": TEXT, "empty": b"", "noise": noise}


def test_a_zip_that_was_written_as_a_stream_comes_out() -> None:
    out = Stream()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", TEXT)
    assert _contents(io.BytesIO(out.getvalue())) == {"a": TEXT}


def test_sizes_in_the_field_for_large_files_are_read() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a", "w", force_zip64=True) as file:
        file.write(TEXT)
    assert _contents(out) == {"a": TEXT}


def test_a_directory_of_more_than_65535_files_is_read() -> None:
    data = _made(a=b"").getvalue()
    start, end = data.rindex(b"PK\1\2"), data.rindex(b"PK\5\6")
    lines = data[start:end] * 65_600
    large = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 65_600, 65_600, len(lines), start)
    pointer = struct.pack("<4sLQL", b"PK\6\7", 0, start + len(lines), 1)
    last = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    archive = Zip(io.BytesIO(data[:start] + lines + large + pointer + last))
    assert sum(1 for _ in archive.listed()) == archive.entries == 65_600


def test_a_comment_and_backslashes_and_old_letters_do_no_harm() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = b"made by hand" * 1_000
        archive.writestr("a\\b", b"1")
        archive.writestr("Größe", b"2")
    assert set(_contents(out)) == {"a/b", "Größe"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_zip"),
        (b"PK", "not_a_zip"),
        (b"<html>not found</html>" * 100, "not_a_zip"),
        (random.Random(2).randbytes(70_000), "not_a_zip"),
        (b"PK\3\4" + bytes(100), "truncated"),
        (b"PK\5\6" + bytes(18), ""),
    ],
)
def test_what_is_no_zip_is_said(data: bytes, code: str) -> None:
    if not code:
        assert list(Zip(io.BytesIO(data)).listed()) == []
        return
    with pytest.raises(Unzippable) as found:
        Zip(io.BytesIO(data))
    assert found.value.code == code


def test_a_zip_that_is_cut_anywhere_is_truncated_or_damaged_and_never_a_surprise() -> None:
    whole = _made(a=TEXT, b=TEXT).getvalue()
    for length in range(len(whole)):
        with pytest.raises(Unzippable) as found:
            _contents(io.BytesIO(whole[:length]))
        assert found.value.code in ("truncated", "not_a_zip", "damaged")


def test_bytes_turned_over_anywhere_are_noticed_or_harmless() -> None:
    rng = random.Random(3)
    whole = _made(a=TEXT, b=b"0123456789" * 50).getvalue()
    for _ in range(400):
        broken = bytearray(whole)
        broken[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        try:
            found = _contents(io.BytesIO(bytes(broken)))
        except (Unzippable, Broken):
            continue
        assert set(found.values()) <= {TEXT, b"0123456789" * 50}


def test_a_bomb_is_left_as_soon_as_it_shows_and_costs_no_memory() -> None:
    out = _made(bomb=bytes(60_000_000))
    archive = Zip(out)
    [entry] = archive.listed()
    tracemalloc.start()
    with pytest.raises(Unzippable, match="bomb"):
        for _ in archive.chunks(entry, 10**12):
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


def test_a_bomb_that_understates_its_size_is_found_as_well() -> None:
    data = bytearray(_made(bomb=bytes(50_000_000)).getvalue())
    line = data.rindex(b"PK\1\2")
    struct.pack_into("<L", data, line + 24, 1_000)
    archive = Zip(io.BytesIO(bytes(data)))
    [entry] = archive.listed()
    assert entry.size == 1_000
    with pytest.raises(Unzippable, match="bomb"):
        archive.read(entry, 10**12)


def test_files_that_lie_over_each_other_are_a_bomb() -> None:
    data = _made(a=random.Random(4).randbytes(10_000)).getvalue()
    start = data.rindex(b"PK\1\2")
    end = data.rindex(b"PK\5\6")
    line = data[start:end]
    tail = bytearray(data[end:])
    struct.pack_into("<HHL", tail, 8, 100, 100, len(line) * 100)
    with pytest.raises(Unzippable, match="bomb"):
        list(Zip(io.BytesIO(data[:start] + line * 100 + bytes(tail))).listed())


def test_more_files_than_anybody_has_are_a_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped, "MOST_ENTRIES", 2)
    with pytest.raises(Unzippable, match="bomb"):
        Zip(_made(a=b"", b=b"", c=b""))


def test_no_more_is_read_than_was_asked_for() -> None:
    archive = Zip(_made(zipfile.ZIP_STORED, a=TEXT))
    with pytest.raises(Broken, match="too_large"):
        archive.read(next(archive.listed()), len(TEXT) - 1)
    assert archive.read(next(archive.listed()), len(TEXT)) == TEXT


def test_a_password_is_said() -> None:
    data = bytearray(_made(a=TEXT).getvalue())
    data[data.rindex(b"PK\1\2") + 8] |= 1
    archive = Zip(io.BytesIO(bytes(data)))
    with pytest.raises(Unzippable, match="encrypted"):
        archive.read(next(archive.listed()), MOST)


def test_another_method_costs_that_file_alone() -> None:
    archive = Zip(_made(zipfile.ZIP_LZMA, a=TEXT))
    with pytest.raises(Broken, match="packed"):
        archive.read(next(archive.listed()), MOST)


def test_a_wrong_checksum_is_damage() -> None:
    data = bytearray(_made(a=TEXT).getvalue())
    struct.pack_into("<L", data, data.rindex(b"PK\1\2") + 16, zlib.crc32(b"other"))
    archive = Zip(io.BytesIO(bytes(data)))
    with pytest.raises(Broken, match="damaged"):
        archive.read(next(archive.listed()), MOST)
