"""Everything about sound, pictures and files, as the conversation needs it: hear, speak, read.

Invariant: nothing here raises for what a person sent; results say what can be told. Engines are chosen by setting and start when they are
first needed. Knows neither channels nor turns.
"""

from dataclasses import dataclass, field
from datetime import datetime

from app.config import Settings
from app.models.reading.reader import File, Reader, Reading, TellCalendar
from app.models.speech.choice import Speech, build_speech
from app.models.speech.ports import Transcript


@dataclass(frozen=True, slots=True)
class Media:
    """Ears, voice and eyes."""

    speech: Speech
    reader: Reader = field(default_factory=Reader)

    async def transcribe(self, recording: bytes, locale: str) -> Transcript:
        """What is said in a recording; `locale` is its speaker's usual one, such as "en-GB"."""
        return await self.speech.ears.transcribe(recording, language=language_code(locale))

    async def speak(self, text: str, locale: str) -> bytes | None:
        """A message as an OGG/Opus voice note; None where it stays text."""
        spoken = await self.speech.voice.speak(text, language=language_code(locale))
        return spoken.data if spoken else None

    async def read(self, file: File, locale: str, *, sees: bool, now: datetime) -> Reading:
        """What a file says; `sees`: the model that answers can look at pictures; `now` is on the clock of who reads it."""
        return await self.reader.read(file, language=language_code(locale), sees=sees, now=now)

    async def warm(self, locale: str) -> None:
        """Load what the first voice note would wait for."""
        await self.speech.warm(language_code(locale))

    async def close(self) -> None:
        """End the child processes."""
        await self.speech.close()


def build_media(settings: Settings, tell_calendar: TellCalendar | None = None) -> Media:
    """By setting. Raises ConfigurationError when an engine is named whose key is missing."""
    return Media(build_speech(settings), Reader(tell_calendar))


def language_code(locale: str) -> str:
    """ "en" of "en-GB" or "en_GB.UTF-8"; English where it says nothing."""
    return locale.replace("_", "-").partition("-")[0].lower() or "en"
