"""The child process that hears: its answers, before they are put into sentences."""

import io
from collections.abc import AsyncIterator

import numpy as np
import pytest
import soundfile

from app.models.child import Child


@pytest.fixture
async def child() -> AsyncIterator[Child]:
    made = Child("app.models.speech.listening", idle_seconds=60)
    yield made
    await made.close()


def wave(seconds: float, rate: int = 8_000) -> bytes:
    target = io.BytesIO()
    soundfile.write(target, np.zeros(int(seconds * rate), np.int16), rate, format="WAV")
    return target.getvalue()


async def answered(child: Child, recording: bytes) -> dict[str, object]:
    return (await child.ask({"language": "en", "most_seconds": 3}, recording, seconds=60))[0]


async def test_silence_is_empty_and_has_a_length(child: Child) -> None:
    assert await answered(child, wave(2)) == {"status": "empty", "seconds": 2.0}


async def test_what_is_too_long_is_not_decoded_to_its_end(child: Child) -> None:
    said = await answered(child, wave(600))
    assert said["status"] == "long"
    assert 4 <= float(str(said["seconds"])) < 10


async def test_what_is_no_recording_is_broken(child: Child) -> None:
    for data in (b"no sound", b"OggS" + bytes(100), b"RIFF\0\0\0\0WAVE", b"\x1aE\xdf\xa3" * 50):
        said = await answered(child, data)
        assert said["status"] == "broken"
        assert said["detail"]
