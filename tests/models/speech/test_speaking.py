"""What can be spoken, and the form in which it leaves."""

import numpy as np
import pytest

from app.models.speech import speaking
from app.models.speech.recording import ogg_seconds, sound_type


def test_here_english_is_spoken_and_more_where_espeak_is_installed() -> None:
    assert speaking.languages() == ("*" if speaking.espeak_path() else "en")


@pytest.mark.parametrize("rate", [8_000, 22_050, 24_000, 44_100])
def test_samples_of_any_rate_become_a_voice_note_of_the_same_length(rate: int) -> None:
    tone = (10_000 * np.sin(np.arange(rate) / 20)).astype("<i2").tobytes()
    head, note = speaking.speak({"rate": rate}, tone)
    assert head["seconds"] == pytest.approx(1.0)
    assert sound_type(note) == "audio/ogg"
    assert ogg_seconds(note) == pytest.approx(1.0, abs=0.05)


def test_the_small_encoder_makes_the_same() -> None:
    note = speaking.by_soundfile(np.zeros(24_000, np.float32))
    assert b"OpusHead\x01\x01" in note[:100]
    assert ogg_seconds(note) == pytest.approx(1.0, abs=0.05)


def test_no_sound_is_no_voice_note() -> None:
    with pytest.raises(KeyError):
        speaking.speak({"rate": 24_000}, b"")
