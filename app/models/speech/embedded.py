"""Hearing and speaking on this machine: no key, no network. The engines run in child processes, so that a late one can be ended.

Knows no setting; `installed` and `languages` say what there is without importing any of it.
"""

import logging

from app.models.child import Child, ChildFailed
from app.models.speech.ports import Spoken, Transcript
from app.models.speech.wording import BROKEN, MOST_SECONDS, SILENT, too_long

log = logging.getLogger(__name__)
_LISTENING = "app.models.speech.listening"
_SPEAKING = "app.models.speech.speaking"
_IDLE_SECONDS = 30 * 60.0
_PATIENCE = 20.0  # seconds, and on top of it as long as the recording may play


class EmbeddedTranscriber:
    """Whisper in a child process; the loaded model is kept while it is used now and then."""

    name = "embedded"

    def __init__(self) -> None:
        """Starts nothing."""
        self._child = Child(_LISTENING, idle_seconds=_IDLE_SECONDS)

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        """About half a second for a short voice note; recordings queue."""
        question = {"language": language, "most_seconds": MOST_SECONDS}
        try:
            answer, _ = await self._child.ask(question, recording, seconds=_PATIENCE + MOST_SECONDS / 4)
        except ChildFailed as problem:
            log.warning(
                "listening failed", extra={"event": "speech.failed", "engine": self.name, "problem": str(problem)}
            )
            return Transcript("failed", engine=self.name)
        return _transcript(answer, self.name)

    async def warm(self, language: str) -> None:
        """Load the model that a speaker of `language` needs first."""
        try:
            await self._child.ask({"language": language}, seconds=_PATIENCE)
        except ChildFailed as problem:
            log.warning(
                "listening not ready", extra={"event": "speech.failed", "engine": self.name, "problem": str(problem)}
            )

    async def close(self) -> None:
        """End the child process."""
        await self._child.close()


class EmbeddedSpeaker:
    """An English voice from a wheel, other languages by espeak-ng where the system has it."""

    name = "embedded"

    def __init__(self, encoder: "Encoder", languages: str) -> None:
        """`languages` as `speaking.languages` says."""
        self._encoder = encoder
        self._languages = languages

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        """About a hundredth of the time it plays."""
        if self._languages != "*" and language != self._languages:
            return None
        return await self._encoder.ask({"text": text, "language": language}, b"", self.name)


class Encoder:
    """The child process that speaks and that writes OGG/Opus; whoever needs either shares it."""

    def __init__(self) -> None:
        """Starts nothing."""
        self._child = Child(_SPEAKING, idle_seconds=_IDLE_SECONDS)

    async def ask(self, question: dict[str, object], sound: bytes, engine: str) -> Spoken | None:
        """One voice note; None when that failed."""
        try:
            _, data = await self._child.ask(question, sound, seconds=_PATIENCE + MOST_SECONDS / 4)
        except ChildFailed as problem:
            log.warning("speaking failed", extra={"event": "speech.failed", "engine": engine, "problem": str(problem)})
            return None
        return Spoken(data, engine)

    async def close(self) -> None:
        """End the child process."""
        await self._child.close()


def _transcript(answer: dict[str, object], engine: str) -> Transcript:
    """The child's answer as a result."""
    seconds = float(str(answer.get("seconds", 0.0)))
    match answer["status"]:
        case "ok":
            text, language = str(answer["text"]), str(answer["language"])
            return Transcript("ok", text=text, language=language, seconds=seconds, engine=engine)
        case "long":
            return Transcript("empty", seconds=seconds, engine=engine, note=too_long())
        case "broken":
            log.info("broken recording", extra={"event": "speech.broken", "problem": answer.get("detail")})
            return Transcript("empty", engine=engine, note=BROKEN)
    return Transcript("empty", seconds=seconds, engine=engine, note=SILENT)
