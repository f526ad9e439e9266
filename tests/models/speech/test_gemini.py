"""Google's models: the request as its documentation gives it, and answers of every kind."""

import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.models.speech.embedded import Encoder
from app.models.speech.gemini import GeminiSpeaker, GeminiTranscriber
from app.models.speech.recording import ogg_seconds, sound_type
from tests.models.speech.speech_server import SpeechServer

OGG = b"OggS\0\2" + bytes(100)


def answered(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "finishReason": "STOP"}]}


def ears(service: SpeechServer) -> GeminiTranscriber:
    return GeminiTranscriber("the-key", base_url=service.url)


@pytest.fixture
async def encoder() -> AsyncIterator[Encoder]:
    made = Encoder()
    yield made
    await made.close()


class TestListening:
    """...wants JSON of one shape."""

    async def test_gives_the_words_and_their_language(self, service: SpeechServer) -> None:
        service.says(answered({"text": '{"text": "Rappelle-moi à six heures.", "language": "fr-FR"}'}))
        heard = await ears(service).transcribe(OGG, language="en")
        assert (heard.status, heard.text, heard.language) == ("ok", "Rappelle-moi à six heures.", "fr")
        [asked] = service.asked
        assert asked.path == "/v1/models/gemini-2.5-flash:generateContent"
        assert asked.headers["x-goog-api-key"] == "the-key"
        sound = asked.json["contents"][0]["parts"][1]["inlineData"]
        assert (sound["mimeType"], base64.b64decode(sound["data"])) == ("audio/ogg", OGG)
        assert asked.json["generationConfig"]["responseMimeType"] == "application/json"

    async def test_to_silence_gives_a_sentence(self, service: SpeechServer) -> None:
        service.says(answered({"text": '{"text": "", "language": ""}'}))
        heard = await ears(service).transcribe(OGG, language="en")
        assert heard.status == "empty"
        assert heard.note

    @pytest.mark.parametrize(
        "answer",
        [
            {},
            {"candidates": []},
            {"candidates": [{"finishReason": "SAFETY"}]},
            answered(),
            answered({"text": "plain words"}),
            answered({"text": "[]"}),
            answered({"text": '{"language": "en"}'}),
            {"promptFeedback": {"blockReason": "OTHER"}},
        ],
    )
    async def test_fails_without_raising(self, service: SpeechServer, answer: dict[str, Any]) -> None:
        service.says(answer)
        assert (await ears(service).transcribe(OGG, language="en")).status == "failed"

    async def test_fails_when_it_is_refused(self, service: SpeechServer) -> None:
        service.answer = (429, b"{}")
        assert (await ears(service).transcribe(OGG, language="en")).status == "failed"


class TestSpeaking:
    """...gives raw samples, which become a voice note here."""

    async def test_gives_a_voice_note(self, service: SpeechServer, encoder: Encoder) -> None:
        samples = base64.b64encode(bytes(24_000 * 2)).decode()
        service.says(answered({"inlineData": {"mimeType": "audio/L16;codec=pcm;rate=24000", "data": samples}}))
        spoken = await GeminiSpeaker("the-key", encoder, base_url=service.url).speak("Done.", language="en")
        assert spoken is not None
        assert sound_type(spoken.data) == "audio/ogg"
        assert ogg_seconds(spoken.data) == pytest.approx(1.0, abs=0.1)
        config = service.asked[0].json["generationConfig"]
        assert config["responseModalities"] == ["AUDIO"]
        assert config["speechConfig"]["voiceConfig"]["prebuiltVoiceConfig"]["voiceName"] == "Kore"

    @pytest.mark.parametrize(
        "part",
        [
            {"text": "I can't speak"},
            {"inlineData": {"mimeType": "audio/L16;rate=24000", "data": "%%%"}},
            {"inlineData": {"data": "AAAA"}},
            {"inlineData": {"mimeType": "audio/L16;rate=24000", "data": ""}},
        ],
    )
    async def test_fails_without_raising(self, service: SpeechServer, encoder: Encoder, part: dict[str, Any]) -> None:
        service.says(answered(part))
        assert await GeminiSpeaker("k", encoder, base_url=service.url).speak("Hello.", language="en") is None
