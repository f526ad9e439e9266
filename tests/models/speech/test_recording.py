"""What kind of sound bytes are, whatever they are called."""

import io
import wave

import pytest

from app.models.speech.recording import ogg_seconds, sound_type


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"OggS\0\2" + bytes(20), "audio/ogg"),
        (b"ID3\x04" + bytes(20), "audio/mpeg"),
        (b"\xff\xfb\x90\x00" + bytes(20), "audio/mpeg"),
        (b"\xff\xf1\x50\x80" + bytes(20), "audio/aac"),
        (b"fLaC" + bytes(20), "audio/flac"),
        (b"#!AMR\n" + bytes(20), "audio/amr"),
        (b"\x1aE\xdf\xa3" + bytes(20), "audio/webm"),
        (b"RIFF\0\0\0\0WAVEfmt ", "audio/wav"),
        (b"FORM\0\0\0\0AIFF", "audio/aiff"),
        (b"\0\0\0\x20ftypM4A " + bytes(20), "audio/mp4"),
    ],
)
def test_a_recording_is_known_by_its_bytes(data: bytes, kind: str) -> None:
    assert sound_type(data) == kind


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"ID3 is a tag, this is a text",
        b"FORM 1040 is due",
        "\ufeffhello".encode("utf-16"),
        b"RIFF\0\0\0\0WEBP",
        b"%PDF-1.7",
        b"\xff\xd8\xff\xe0 a photo",
        b"\xff",
    ],
)
def test_what_is_no_recording_is_taken_for_none(data: bytes) -> None:
    assert sound_type(data) is None


class TestHowLongAnOggPlays:
    """...is written on its last page."""

    @staticmethod
    def page(granule: int, payload: bytes = b"OpusHead\x01\x01") -> bytes:
        return b"OggS\0\4" + granule.to_bytes(8, "little", signed=True) + bytes(13) + b"\x01" + payload

    def test_opus_counts_in_48000ths(self) -> None:
        assert ogg_seconds(self.page(0) + self.page(96_000, b"sound")) == 2.0

    def test_vorbis_says_its_own_rate(self) -> None:
        head = b"\x01vorbis" + bytes(4) + b"\x01" + (8_000).to_bytes(4, "little")
        assert ogg_seconds(self.page(0, head) + self.page(16_000, b"sound")) == 2.0

    @pytest.mark.parametrize("data", [b"", b"OggS", b"no ogg", b"OggS" + bytes(30), b"OggS\0\4" + b"\xff" * 40])
    def test_and_nowhere_else(self, data: bytes) -> None:
        assert ogg_seconds(data) == 0.0

    def test_a_negative_count_is_none(self) -> None:
        assert ogg_seconds(self.page(-5)) == 0.0


def test_a_real_wave_is_one() -> None:
    target = io.BytesIO()
    with wave.open(target, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(bytes(100))
    assert sound_type(target.getvalue()) == "audio/wav"
