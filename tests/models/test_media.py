"""The one door to sound, pictures and files."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.models.media import build_media, language_code
from app.models.reading.reader import File
from app.models.speech.recording import sound_type
from tests.house import settings_in
from tests.models.reading.samples import pdf


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("fr_FR.UTF-8", "fr"), ("de", "de"), ("", "en"), ("ZH-hant-TW", "zh")]
)
def test_a_locale_says_the_language(locale: str, language: str) -> None:
    assert language_code(locale) == language


async def test_it_speaks_hears_and_reads(tmp_path: Path) -> None:
    media = build_media(settings_in(tmp_path))
    try:
        await media.warm("en-GB")
        spoken = await media.speak("**The dentist** is on Thursday.", "en-GB")
        assert spoken is not None
        assert sound_type(spoken) == "audio/ogg"
        heard = await media.transcribe(spoken, "en-GB")
        assert heard.text.lower().strip(".") == "the dentist is on thursday"
        read = await media.read(
            File("bill.pdf", pdf("Pay 42 euros")), "en-GB", sees=False, now=datetime(2027, 3, 10, 12, tzinfo=UTC)
        )
        assert read.text == "Pay 42 euros"
    finally:
        await media.close()


async def test_switched_off_it_stays_text_and_says_so(tmp_path: Path) -> None:
    media = build_media(settings_in(tmp_path, speech_to_text="none", text_to_speech="none"))
    await media.warm("en-GB")
    assert await media.speak("Hello.", "en-GB") is None
    assert (await media.transcribe(io.BytesIO(b"OggS").getvalue(), "en-GB")).status == "none"
    await media.close()
