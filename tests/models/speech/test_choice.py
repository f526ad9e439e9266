"""Which engines listen and speak, and what happens when the first one can't."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.config import Settings
from app.errors import ConfigurationError
from app.models.speech.choice import Ears, Voice, build_speech
from app.models.speech.ports import Transcript
from app.models.speech.wording import MOST_BYTES
from tests.house import settings_in
from tests.models.speech.engines import ScriptedEars, ScriptedVoice

OGG = b"OggS\0\2" + bytes(100)
KEY = SecretStr("a-key")


def engines(folder: Path, **changes: Any) -> tuple[list[str], list[str]]:
    """Names of the engines that listen and of those that speak."""
    speech = build_speech(settings_in(folder, **changes))
    return [one.name for one in speech.ears.engines], [one.name for one in speech.voice.engines]


class TestTheEngines:
    """...by setting, here where the voice extra is installed."""

    @pytest.mark.parametrize(
        ("settings", "names"),
        [
            ({}, ["embedded"]),
            ({"google_api_key": KEY}, ["embedded", "gemini"]),
            ({"google_api_key": KEY, "openai_api_key": KEY}, ["embedded", "gemini", "openai"]),
            ({"speech_base_url": "http://127.0.0.1:8000/v1"}, ["embedded", "openai"]),
            ({"openai_api_key": KEY, "openai_base_url": "http://127.0.0.1:8080/v1"}, ["embedded"]),
        ],
    )
    def test_automatic_is_this_machine_first_then_whoever_has_a_key(
        self, tmp_path: Path, settings: dict[str, Any], names: list[str]
    ) -> None:
        assert engines(tmp_path, **settings) == (names, names)

    def test_none_is_none(self, tmp_path: Path) -> None:
        assert engines(tmp_path, speech_to_text="none", text_to_speech="none", google_api_key=KEY) == ([], [])

    def test_what_is_to_stay_on_this_machine_has_no_other_to_fall_back_on(self, tmp_path: Path) -> None:
        chosen = engines(tmp_path, speech_to_text="embedded", text_to_speech="embedded", google_api_key=KEY)
        assert chosen == (["embedded"], ["embedded"])

    def test_a_service_falls_back_on_this_machine(self, tmp_path: Path) -> None:
        chosen = engines(tmp_path, speech_to_text="gemini", text_to_speech="gemini", google_api_key=KEY)
        assert chosen == (["gemini", "embedded"], ["gemini", "embedded"])

    @pytest.mark.parametrize(
        ("settings", "wanted"),
        [
            ({"speech_to_text": "gemini"}, "SPEECH_TO_TEXT=gemini needs GOOGLE_API_KEY"),
            ({"text_to_speech": "openai"}, "TEXT_TO_SPEECH=openai needs SPEECH_BASE_URL"),
        ],
    )
    def test_a_service_without_its_key_stops_the_start(
        self, tmp_path: Path, settings: dict[str, Any], wanted: str
    ) -> None:
        with pytest.raises(ConfigurationError, match=wanted):
            build_speech(settings_in(tmp_path, **settings))

    def test_the_key_of_openai_goes_to_nobody_else(self, tmp_path: Path) -> None:
        settings = settings_in(tmp_path, openai_api_key=KEY, speech_base_url="http://127.0.0.1:8000/v1")
        assert "a-key" not in repr(_service(settings))
        assert "a-key" in repr(_service(settings_in(tmp_path, openai_api_key=KEY)))


def _service(settings: Settings) -> object:
    [engine] = [one for one in build_speech(settings).ears.engines if one.name == "openai"]
    return vars(engine)


class TestEars:
    """...hear with the first engine that can."""

    async def test_the_next_one_is_asked_when_one_fails(self) -> None:
        first, second = ScriptedEars(), ScriptedEars(otherwise=Transcript("ok", text="yes"))
        heard = await Ears([first, second]).transcribe(OGG, language="en")
        assert heard.text == "yes"
        assert first.heard == second.heard == [(OGG, "en")]

    async def test_silence_is_believed(self) -> None:
        second = ScriptedEars()
        heard = await Ears([ScriptedEars(otherwise=Transcript("empty", note="Silence.")), second]).transcribe(
            OGG, language="en"
        )
        assert heard.note == "Silence."
        assert not second.heard

    async def test_when_all_fail_there_is_a_sentence(self) -> None:
        heard = await Ears([ScriptedEars(), ScriptedEars()]).transcribe(OGG, language="en")
        assert heard.status == "failed"
        assert "isn't working right now" in heard.note

    async def test_without_any_there_is_a_sentence_that_says_what_to_do(self) -> None:
        heard = await Ears([]).transcribe(OGG, language="en")
        assert heard.status == "none"
        assert heard.note.startswith("I can't listen yet: run ./scripts/voice")

    @pytest.mark.parametrize(
        ("recording", "words"),
        [
            (b"", "damaged"),
            (b"%PDF-1.7", "isn't a recording"),
            (OGG + bytes(MOST_BYTES), "20 MB"),
            (b"OggS\0\4" + (48_000 * 601).to_bytes(8, "little") + bytes(14) + b"OpusHead", "10 minutes"),
        ],
    )
    async def test_what_no_engine_could_hear_is_given_to_none(self, recording: bytes, words: str) -> None:
        engine = ScriptedEars()
        heard = await Ears([engine]).transcribe(recording, language="en")
        assert heard.status == "empty"
        assert words in heard.note
        assert not engine.heard


class TestAVoice:
    """...speaks with the first engine that can."""

    async def test_the_next_one_is_asked_when_one_fails(self) -> None:
        spoken = await Voice([ScriptedVoice(), ScriptedVoice(sound=OGG)]).speak("Done.", language="en")
        assert spoken is not None
        assert spoken.data == OGG

    async def test_marks_are_not_said_and_the_language_is_that_of_the_text(self) -> None:
        engine = ScriptedVoice(sound=OGG)
        await Voice([engine]).speak("**Ich habe** die Milch auf die Liste gesetzt 🎉", language="en")
        assert engine.said == [("Ich habe die Milch auf die Liste gesetzt.", "de")]

    @pytest.mark.parametrize("text", ["", "🎉", "---"])
    async def test_nothing_to_say_stays_unsaid(self, text: str) -> None:
        engine = ScriptedVoice(sound=OGG)
        assert await Voice([engine]).speak(text, language="en") is None
        assert not engine.said

    async def test_when_none_can_it_stays_text(self) -> None:
        assert await Voice([]).speak("Done.", language="en") is None
        assert await Voice([ScriptedVoice()]).speak("Done.", language="en") is None
