"""One shape for every message."""

from app.interfaces.web.rows import said, words
from tests.interfaces.web.house import House


async def test_words_keep_the_id_their_sender_gave_them(house: House) -> None:
    entry = await house.conversation.hear("hello")
    shown = words(entry, ["a.png"])
    assert (shown["id"], shown["client_id"], shown["role"]) == (f"in-{entry.id}", entry.external_id, "user")
    assert shown["files"] == ["a.png"]
    assert shown["at"].endswith("+00:00")


async def test_what_was_said_has_an_id_of_its_own_kind(house: House) -> None:
    entry = await house.conversation.say("Call mum", kind="reminder")
    shown = said(entry, [])
    assert (shown["id"], shown["kind"], shown["role"]) == (f"out-{entry.id}", "reminder", "assistant")
