"""One shape for every message."""

from app.cards.card import Card, Field
from app.interfaces.web.rows import said, words
from app.messages import Document, Link
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


async def test_what_tools_say_is_shown_letter_by_letter_and_what_a_model_says_is_markdown(house: House) -> None:
    assert said(await house.conversation.say("**x**", plain=True), [])["format"] == "plain"
    assert said(await house.conversation.say("**x**"), [])["format"] == "markdown"


async def test_a_card_is_shown_with_our_words_and_its_values_apart(house: House) -> None:
    entry = await house.conversation.say("Shall I?")
    held = Card("a", "Send mail", (Field("To", "Ama", 3), Field("Text", "Hi…", 900, cut=True)), ("“x”",), 1, "confirm")
    assert said(entry, [], [held])["cards"] == [
        {
            "action": "a",
            "heading": "Send mail",
            "fields": [
                {"name": "To", "value": "Ama", "more": ""},
                {"name": "Text", "value": "Hi…", "more": "900 characters in all"},
            ],
            "read": "Asked after reading “'x'” and 1 more",
            "ended": "Confirmed.",
            "language": "",
            "words": {"all": "Show all", "change": "What should it be instead?", "again": "Ask again"},
            "final": "",
        }
    ]
    assert said(entry, [], [Card("a", "Send mail")])["cards"][0]["heading"] == "Waiting for your OK: Send mail"


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


async def test_sources_are_links_and_their_addresses_leave_the_text_where_they_stand_alone(house: House) -> None:
    link = Link("https://a.example/x", "a.example", "A")
    text = "1. A (a.example)\nhttps://a.example/x\n\nSee https://a.example/x and\nhttps://b.example/y\n\nSource: https://a.example/x"
    entry = await house.conversation.say(text, plain=True, links=(link,))
    assert said(entry, [])["links"] == [{"href": link.url, "host": "a.example", "title": "A"}]
    assert said(entry, [])["text"] == "1. A (a.example)\n\nSee https://a.example/x and\nhttps://b.example/y"
    assert entry.body["text"] == text
    assert said(await house.conversation.say(text, links=(link,)), [])["text"] == text
    assert said(await house.conversation.say(text, plain=True), [])["text"] == text


async def test_a_picture_says_what_it_shows_in_the_language_of_its_card(house: House) -> None:
    shot = Document.of_bytes("form.png", "image/png", b"x", alt="Picture of the form, filled in")
    entry = await house.conversation.say("Shall I?", files=(shot,))
    [shown] = said(entry, [], [Card("a", "Send a form", language="fr")])["documents"]
    assert shown == {"name": "form.png", "href": f"/chat/files/{entry.id}/0", "alt": "Image du formulaire rempli"}
