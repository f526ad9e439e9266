"""One request to a speech service, and what it never does."""

import pytest

from app.models.speech.calls import ServiceFailed, post
from tests.models.speech.speech_server import SpeechServer


async def asked(url: str) -> bytes:
    return await post(url, headers={}, seconds=2.0, json={})


async def test_it_gives_the_body(service: SpeechServer) -> None:
    service.answer = (200, b"sound")
    assert await asked(service.url) == b"sound"


@pytest.mark.parametrize("status", [301, 307, 400, 401, 429, 500, 503])
async def test_any_other_status_is_a_failure(service: SpeechServer, status: int) -> None:
    service.answer = (status, b"{}")
    with pytest.raises(ServiceFailed, match=str(status)):
        await asked(service.url)
    assert len(service.asked) == 1


async def test_an_endless_answer_is_not_read_to_its_end(service: SpeechServer) -> None:
    service.answer = (200, bytes(70_000_000))
    with pytest.raises(ServiceFailed, match="endless"):
        await asked(service.url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "no address", "http://[", ""])
async def test_a_wrong_address_is_a_failure(url: str) -> None:
    with pytest.raises(ServiceFailed):
        await asked(url)
