"""A server in OpenAI's shape: what it is sent, and what becomes of its answers."""

import logging

import pytest

from app.models.speech.openai_compatible import OpenAISpeaker, OpenAITranscriber, Service
from tests.models.speech.speech_server import SpeechServer

OGG = b"OggS\0\2" + bytes(100)


def ears(service: SpeechServer, **options: float) -> OpenAITranscriber:
    return OpenAITranscriber(Service(service.url, "the-key", **options), "whisper-1")


def voice(service: SpeechServer, **options: float) -> OpenAISpeaker:
    return OpenAISpeaker(Service(service.url, "the-key", **options), "tts-1", "alloy")


class TestListening:
    """...is a form with a file."""

    async def test_gives_the_words(self, service: SpeechServer) -> None:
        service.says({"text": " Remind me at six. "})
        heard = await ears(service).transcribe(OGG, language="en")
        assert (heard.status, heard.text, heard.engine) == ("ok", "Remind me at six.", "openai")
        [asked] = service.asked
        assert asked.path == "/v1/audio/transcriptions"
        assert asked.headers["authorization"] == "Bearer the-key"
        assert asked.headers["content-type"].startswith("multipart/form-data")
        assert b'name="model"\r\n\r\nwhisper-1' in asked.body
        assert b'filename="voice.ogg"' in asked.body
        assert OGG in asked.body

    async def test_names_a_file_by_its_bytes(self, service: SpeechServer) -> None:
        service.says({"text": "yes"})
        await ears(service).transcribe(b"ID3\x04" + bytes(50), language="en")
        assert b'filename="voice.mp3"' in service.asked[0].body

    async def test_to_silence_gives_a_sentence(self, service: SpeechServer) -> None:
        service.says({"text": " "})
        heard = await ears(service).transcribe(OGG, language="en")
        assert heard.status == "empty"
        assert "heard nobody" in heard.note

    @pytest.mark.parametrize(
        "answer",
        [(500, b"no"), (401, b"{}"), (302, b""), (200, b"<html>"), (200, b"[]"), (200, b'{"text": 5}'), (200, b"{}")],
    )
    async def test_fails_without_raising(self, service: SpeechServer, answer: tuple[int, bytes]) -> None:
        service.answer = answer
        assert (await ears(service).transcribe(OGG, language="en")).status == "failed"

    async def test_is_given_up_when_nothing_comes(self, service: SpeechServer) -> None:
        service.answer = None
        assert (await ears(service, seconds=0.2).transcribe(OGG, language="en")).status == "failed"

    async def test_fails_when_nobody_is_there(self) -> None:
        nowhere = OpenAITranscriber(Service("http://127.0.0.1:1/v1", ""), "m")
        assert (await nowhere.transcribe(OGG, language="en")).status == "failed"


class TestSpeaking:
    """...asks for Opus and takes nothing else."""

    async def test_gives_a_voice_note(self, service: SpeechServer) -> None:
        service.answer = (200, OGG)
        spoken = await voice(service).speak("It is done.", language="en")
        assert spoken is not None
        assert (spoken.data, spoken.engine) == (OGG, "openai")
        [asked] = service.asked
        assert asked.path == "/v1/audio/speech"
        assert asked.json == {"model": "tts-1", "voice": "alloy", "input": "It is done.", "response_format": "opus"}

    @pytest.mark.parametrize("answer", [(500, b"no"), (200, b"ID3\x04 an MP3"), (200, b""), (200, b'{"error": 1}')])
    async def test_fails_without_raising(self, service: SpeechServer, answer: tuple[int, bytes]) -> None:
        service.answer = answer
        assert await voice(service).speak("Hello.", language="en") is None


async def test_neither_key_nor_words_reach_the_log(service: SpeechServer, caplog: pytest.LogCaptureFixture) -> None:
    service.answer = (400, b'{"error": "the-key was refused for: my secret"}')
    with caplog.at_level(logging.INFO, logger="app"):
        await ears(service).transcribe(OGG, language="en")
        await voice(service).speak("my secret", language="en")
    assert len(caplog.records) == 2
    assert {record.__dict__["event"] for record in caplog.records} == {"speech.failed"}
    told = " ".join(str(record.__dict__) for record in caplog.records)
    assert "the-key" not in told
    assert "my secret" not in told
