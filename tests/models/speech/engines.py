"""Engines for tests: they hear and say what the test wrote. They check nothing of what they are given."""

import asyncio
from dataclasses import dataclass, field

from app.models.speech.ports import Spoken, Transcript


@dataclass
class ScriptedEars:
    """Hears what is written for a recording, or always the same."""

    hears: dict[bytes, Transcript] = field(default_factory=dict)
    otherwise: Transcript = field(default_factory=lambda: Transcript("failed", engine="scripted"))
    seconds: float = 0
    name: str = "scripted"
    heard: list[tuple[bytes, str]] = field(default_factory=list)

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        self.heard.append((recording, language))
        await asyncio.sleep(self.seconds)
        return self.hears.get(recording, self.otherwise)


@dataclass
class ScriptedVoice:
    """Says everything with the same sound, or nothing."""

    sound: bytes | None = None
    name: str = "scripted"
    said: list[tuple[str, str]] = field(default_factory=list)

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        self.said.append((text, language))
        return Spoken(self.sound, self.name) if self.sound else None
