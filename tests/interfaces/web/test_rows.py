"""One shape for every message."""

from app.interfaces.web.rows import said, words
from tests.charts.drawn import nights, week
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


async def test_a_chart_is_told_in_words_and_by_its_addresses(house: House) -> None:
    entry = await house.conversation.say("Here.", charts=(week(), nights()))
    _, second = said(entry, [])["charts"]
    assert second == {
        "title": nights().title,
        "alt": nights().alt,
        "wide": f"/chat/charts/{entry.id}/1/wide.svg",
        "narrow": f"/chat/charts/{entry.id}/1/narrow.svg",
    }
    assert said(await house.conversation.say("Nothing to see."), [])["charts"] == []
