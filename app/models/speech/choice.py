"""Which engines hear and speak, by setting, and what happens when the first one fails.

Automatic: the embedded one where it is installed, then whoever has a key. What is set to stay on this machine never leaves it: an
embedded choice has no fallback, any other falls back on the embedded one. Engines are built here and start nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.config import Settings
from app.errors import ConfigurationError
from app.models.speech import gemini, speaking, whisper
from app.models.speech.embedded import EmbeddedSpeaker, EmbeddedTranscriber, Encoder
from app.models.speech.language import language_of
from app.models.speech.openai_compatible import OpenAISpeaker, OpenAITranscriber, Service
from app.models.speech.ports import Speaker, Spoken, Transcriber, Transcript
from app.models.speech.recording import ogg_seconds, sound_type
from app.models.speech.speakable import speakable
from app.models.speech.wording import (
    BROKEN,
    MOST_BYTES,
    MOST_SECONDS,
    NO_ENGINE,
    NO_SOUND,
    OUT_OF_ORDER,
    TOO_LARGE,
    too_long,
)
from app.offload import offloaded

_OPENAI_URL = "https://api.openai.com/v1"
_AUTOMATIC = ("embedded", "gemini", "openai")


class Ears:
    """Hears with the first engine that can."""

    def __init__(self, engines: Sequence[Transcriber]) -> None:
        """In the order in which they are asked."""
        self.engines = tuple(engines)

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        """Never raises; what gives no words has a note that the user can be told."""
        if not self.engines:
            return Transcript("none", note=NO_ENGINE)
        if refused := _refused(recording):
            return Transcript("empty", note=refused)
        for engine in self.engines:
            heard = await engine.transcribe(recording, language=language)
            if heard.status != "failed":
                return heard
        return Transcript("failed", engine=self.engines[-1].name, note=OUT_OF_ORDER)


class Voice:
    """Speaks with the first engine that can."""

    def __init__(self, engines: Sequence[Speaker]) -> None:
        """In the order in which they are asked."""
        self.engines = tuple(engines)

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        """A message as a voice note, in the language it is written in; `language` is its reader's usual one. None: it stays text."""
        words = await offloaded(partial(speakable, text), characters=len(text))
        if not words:
            return None
        spoken_in = language_of(words, language)
        for engine in self.engines:
            if spoken := await engine.speak(words, language=spoken_in):
                return spoken
        return None


@dataclass(frozen=True, slots=True)
class Speech:
    """Ears, a voice, and what of them runs on this machine."""

    ears: Ears
    voice: Voice
    embedded: EmbeddedTranscriber | None
    encoder: Encoder

    async def warm(self, language: str) -> None:
        """Load what the first voice note would wait for."""
        if self.embedded is not None:
            await self.embedded.warm(language)

    async def close(self) -> None:
        """End the child processes."""
        await self.encoder.close()
        if self.embedded is not None:
            await self.embedded.close()


def build_speech(settings: Settings) -> Speech:
    """The engines these settings name. Raises ConfigurationError when a named one lacks its key."""
    encoder = Encoder()
    ears = [engine for name in _order(settings.speech_to_text) if (engine := _EARS[name](settings))]
    voices = [engine for name in _order(settings.text_to_speech) if (engine := _VOICES[name](settings, encoder))]
    _demand("SPEECH_TO_TEXT", settings.speech_to_text, [engine.name for engine in ears])
    _demand("TEXT_TO_SPEECH", settings.text_to_speech, [engine.name for engine in voices])
    embedded = next((engine for engine in ears if isinstance(engine, EmbeddedTranscriber)), None)
    return Speech(Ears(ears), Voice(voices), embedded, encoder)


def _order(choice: str) -> tuple[str, ...]:
    """Whom to ask in turn."""
    if choice in ("none", "embedded"):
        return () if choice == "none" else ("embedded",)
    return _AUTOMATIC if choice == "auto" else (choice, "embedded")


def _demand(setting: str, choice: str, there: list[str]) -> None:
    needs = {"gemini": "GOOGLE_API_KEY", "openai": "SPEECH_BASE_URL or SPEECH_API_KEY"}
    if choice in needs and choice not in there:
        raise ConfigurationError(f"{setting}={choice} needs {needs[choice]} to be set.")


def _refused(recording: bytes) -> str:
    """Why no engine is asked, or nothing."""
    if len(recording) > MOST_BYTES:
        return TOO_LARGE
    if not recording:
        return BROKEN
    if sound_type(recording) is None:
        return NO_SOUND
    return too_long() if ogg_seconds(recording) > MOST_SECONDS else ""


def _embedded_ears(_: Settings) -> Transcriber | None:
    return EmbeddedTranscriber() if whisper.installed() else None


def _gemini_ears(settings: Settings) -> Transcriber | None:
    if settings.google_api_key is None:
        return None
    model = settings.stt_model_name if settings.stt_model_name.startswith("gemini") else gemini.HEARING_MODEL
    return gemini.GeminiTranscriber(
        settings.google_api_key.get_secret_value(), model=model, base_url=gemini.api_of(settings.google_base_url)
    )


def _openai_ears(settings: Settings) -> Transcriber | None:
    service = _service(settings)
    if service is None:
        return None
    usual = "gpt-4o-mini-transcribe" if service.base_url == _OPENAI_URL else "whisper-1"
    return OpenAITranscriber(service, _openai_model(settings.stt_model_name) or usual)


def _embedded_voice(_: Settings, encoder: Encoder) -> Speaker | None:
    languages = speaking.languages()
    return EmbeddedSpeaker(encoder, languages) if languages else None


def _gemini_voice(settings: Settings, encoder: Encoder) -> Speaker | None:
    if settings.google_api_key is None:
        return None
    model = settings.tts_model_name if settings.tts_model_name.startswith("gemini") else gemini.SPEAKING_MODEL
    voice = settings.tts_voice or gemini.VOICE
    return gemini.GeminiSpeaker(
        settings.google_api_key.get_secret_value(),
        encoder,
        model=model,
        voice=voice,
        base_url=gemini.api_of(settings.google_base_url),
    )


def _openai_voice(settings: Settings, _: Encoder) -> Speaker | None:
    service = _service(settings)
    if service is None:
        return None
    usual = "gpt-4o-mini-tts" if service.base_url == _OPENAI_URL else "tts-1"
    return OpenAISpeaker(service, _openai_model(settings.tts_model_name) or usual, settings.tts_voice or "alloy")


def _service(settings: Settings) -> Service | None:
    """The OpenAI-compatible server, or None. OpenAI's key goes to OpenAI only, not to a speech server set beside it."""
    own = settings.speech_api_key.get_secret_value() if settings.speech_api_key else ""
    if settings.speech_base_url:
        return Service(settings.speech_base_url, own)
    general = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    key = own or ("" if settings.openai_base_url else general)
    return Service(_OPENAI_URL, key) if key else None


def _openai_model(name: str) -> str:
    return "" if name.startswith("gemini") else name


_EARS: dict[str, Callable[[Settings], Transcriber | None]] = {
    "embedded": _embedded_ears,
    "gemini": _gemini_ears,
    "openai": _openai_ears,
}
_VOICES: dict[str, Callable[[Settings, Encoder], Speaker | None]] = {
    "embedded": _embedded_voice,
    "gemini": _gemini_voice,
    "openai": _openai_voice,
}
