"""No trace and no class name leaves the house."""

import logging

import pytest

from app import errors as tree
from app.errors import AssistantError, StorageBusy
from app.routers.errors import GENERIC, status_of
from tests.interfaces.web.house import House

CLASSES = [cls for cls in vars(tree).values() if isinstance(cls, type) and issubclass(cls, AssistantError)]


@pytest.mark.parametrize("error", CLASSES)
def test_every_error_has_a_status(error: type[AssistantError]) -> None:
    status, code = status_of(error())
    assert 400 <= status < 600
    assert code.replace("_", "").isalpha()


async def test_a_bug_is_one_plain_sentence_and_a_log_line(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.conversation.failure = ZeroDivisionError("secret detail")
    async with house.signed_in() as browser:
        with caplog.at_level(logging.ERROR):
            answer = await browser.post("/chat/messages", json={"id": "m", "text": "hello"})
    assert answer.status_code == 500
    assert answer.json() == {"error": GENERIC, "code": "internal"}
    assert [record.event for record in caplog.records if hasattr(record, "event")] == ["request.crashed"]


async def test_an_address_that_is_not_there_says_so(house: House) -> None:
    async with house.client() as browser:
        assert (await browser.get("/nowhere")).json()["code"] == "not_found"
        assert (await browser.delete("/health")).json()["code"] == "method_not_allowed"


async def test_a_wrong_value_is_named(house: House) -> None:
    async with house.signed_in() as browser:
        answer = await browser.get("/chat/history?limit=many")
        assert (answer.status_code, answer.json()["error"]) == (422, "I can't use the value given for limit.")
        broken = await browser.post("/chat/actions", content=b"{", headers={"Content-Type": "application/json"})
        assert broken.status_code == 422


async def test_who_is_told_that_it_is_busy_is_told_when_to_come_back(house: House) -> None:
    house.conversation.failure = StorageBusy()
    async with house.signed_in() as browser:
        answer = await browser.post("/chat/messages", json={"id": "m", "text": "hello"})
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "storage_busy", "5")
