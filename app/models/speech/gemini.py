"""Hearing and speaking by Google's models over REST.

What it hears comes back as JSON of a fixed shape, so that words spoken to the model stay words that were said. What it says comes
back as raw samples, which the encoder of this machine makes a voice note of.
"""

import base64
import binascii
import json
import logging
import re
from typing import Any

from app.models.speech.calls import ServiceFailed, post
from app.models.speech.embedded import Encoder
from app.models.speech.ports import Spoken, Transcript
from app.models.speech.recording import ogg_seconds, sound_type
from app.models.speech.wording import SILENT
from app.prompts.named import media_prompt

log = logging.getLogger(__name__)
NAME = "gemini"
BASE_URL = "https://generativelanguage.googleapis.com/v1beta"
HEARING_MODEL = "gemini-2.5-flash"
SPEAKING_MODEL = "gemini-2.5-flash-preview-tts"
VOICE = "Kore"
_SECONDS = 60.0
_RATE = re.compile(r"rate=(\d{4,6})")
_SHAPE = {
    "type": "OBJECT",
    "properties": {"text": {"type": "STRING"}, "language": {"type": "STRING"}},
    "required": ["text", "language"],
}


class GeminiTranscriber:
    """Listens through Google."""

    name = NAME

    def __init__(self, key: str, *, model: str = HEARING_MODEL, base_url: str = BASE_URL) -> None:
        """`key` is an API key of Google AI Studio."""
        self._key = key
        self._model = model
        self._base_url = base_url

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        """One request."""
        sound = {"mimeType": sound_type(recording) or "audio/ogg", "data": base64.b64encode(recording).decode()}
        body = {
            "contents": [{"role": "user", "parts": [{"text": media_prompt("Recordings")}, {"inlineData": sound}]}],
            "generationConfig": {"temperature": 0, "responseMimeType": "application/json", "responseSchema": _SHAPE},
        }
        try:
            answer = await _generate(self._base_url, self._model, self._key, body)
            said = json.loads("".join(part.get("text", "") for part in _parts(answer)))
            text, spoken = str(said["text"]).strip(), str(said.get("language") or language)
        except (ServiceFailed, ValueError, LookupError, TypeError, AttributeError) as problem:
            log.warning(
                "listening failed", extra={"event": "speech.failed", "engine": NAME, "problem": _named(problem)}
            )
            return Transcript("failed", engine=NAME)
        seconds = ogg_seconds(recording)
        if not text:
            return Transcript("empty", seconds=seconds, engine=NAME, note=SILENT)
        return Transcript("ok", text=text, language=spoken[:2].lower(), seconds=seconds, engine=NAME)


class GeminiSpeaker:
    """Speaks through Google."""

    name = NAME

    def __init__(
        self, key: str, encoder: Encoder, *, model: str = SPEAKING_MODEL, voice: str = VOICE, base_url: str = BASE_URL
    ) -> None:
        """`encoder` makes a voice note of raw samples."""
        self._key = key
        self._encoder = encoder
        self._model = model
        self._voice = voice
        self._base_url = base_url

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        """One request; its voices find the language by themselves."""
        voice = {"voiceConfig": {"prebuiltVoiceConfig": {"voiceName": self._voice}}}
        body = {
            "contents": [{"role": "user", "parts": [{"text": f"Read aloud: {text}"}]}],
            "generationConfig": {"responseModalities": ["AUDIO"], "speechConfig": voice},
        }
        try:
            answer = await _generate(self._base_url, self._model, self._key, body)
            [sound] = [part["inlineData"] for part in _parts(answer) if "inlineData" in part]
            rate, samples = _RATE.search(sound["mimeType"]), base64.b64decode(sound["data"], validate=True)
        except (ServiceFailed, ValueError, LookupError, TypeError, binascii.Error) as problem:
            log.warning("speaking failed", extra={"event": "speech.failed", "engine": NAME, "problem": _named(problem)})
            return None
        return await self._encoder.ask(
            {"rate": int(rate[1]) if rate else 24_000}, samples[: len(samples) // 2 * 2], NAME
        )


def api_of(base_url: str) -> str:
    """Where its methods are, below the base URL of all of Google's models."""
    return f"{base_url.rstrip('/')}/v1beta"


async def _generate(base_url: str, model: str, key: str, body: dict[str, Any]) -> Any:
    url = f"{base_url.rstrip('/')}/models/{model}:generateContent"
    return json.loads(await post(url, headers={"x-goog-api-key": key}, seconds=_SECONDS, json=body))


def _parts(answer: Any) -> list[dict[str, Any]]:
    """The parts of the first candidate."""
    return answer["candidates"][0]["content"]["parts"]


def _named(problem: Exception) -> str:
    """An answer's own words never reach the log."""
    return str(problem) if isinstance(problem, ServiceFailed) else type(problem).__name__
