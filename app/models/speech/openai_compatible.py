"""Any server that hears and speaks in OpenAI's shape: OpenAI, speaches, LocalAI, Kokoro-FastAPI, vLLM and others.

`POST /audio/transcriptions` takes a form with a file, `POST /audio/speech` answers with the sound itself.
"""

import json
import logging
from dataclasses import dataclass

from app.models.speech.calls import ServiceFailed, post
from app.models.speech.ports import Spoken, Transcript
from app.models.speech.recording import ENDINGS, ogg_seconds, sound_type
from app.models.speech.wording import SILENT

log = logging.getLogger(__name__)
NAME = "openai"


@dataclass(frozen=True, slots=True)
class Service:
    """Where the server is, the key it wants ("" for none), and how long one request may take."""

    base_url: str
    key: str
    seconds: float = 60.0

    async def post(self, path: str, **content: object) -> bytes:
        """One request; raises ServiceFailed."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return await post(f"{self.base_url.rstrip('/')}{path}", headers=headers, seconds=self.seconds, **content)


class OpenAITranscriber:
    """Listens through such a server."""

    name = NAME

    def __init__(self, service: Service, model: str) -> None:
        """`model` as the server calls it."""
        self._service = service
        self._model = model

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        """One request. The language is left to the server to notice: people do not always speak the one of their settings."""
        kind = sound_type(recording) or "audio/ogg"
        file = (f"voice.{ENDINGS[kind]}", recording, kind)
        try:
            answer = await self._service.post(
                "/audio/transcriptions", data={"model": self._model, "response_format": "json"}, files={"file": file}
            )
            text = json.loads(answer)["text"].strip()
        except (ServiceFailed, ValueError, LookupError, TypeError, AttributeError) as problem:
            log.warning("listening failed", extra={"event": "speech.failed", "engine": NAME, "problem": str(problem)})
            return Transcript("failed", engine=NAME)
        seconds = ogg_seconds(recording)
        if not text:
            return Transcript("empty", seconds=seconds, engine=NAME, note=SILENT)
        return Transcript("ok", text=text, language=language, seconds=seconds, engine=NAME)


class OpenAISpeaker:
    """Speaks through such a server."""

    name = NAME

    def __init__(self, service: Service, model: str, voice: str) -> None:
        """`model` and `voice` as the server calls them."""
        self._service = service
        self._model = model
        self._voice = voice

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        """One request; the server answers in OGG/Opus. Its voices find the language by themselves."""
        wanted = {"model": self._model, "voice": self._voice, "input": text, "response_format": "opus"}
        try:
            sound = await self._service.post("/audio/speech", json=wanted)
        except ServiceFailed as problem:
            log.warning("speaking failed", extra={"event": "speech.failed", "engine": NAME, "problem": str(problem)})
            return None
        if sound_type(sound) != "audio/ogg":
            log.warning("speaking failed", extra={"event": "speech.failed", "engine": NAME, "problem": "not OGG"})
            return None
        return Spoken(sound, NAME)
