"""Files as references, everything else in words."""

from typing import Any

import pytest

from app.interfaces.pushed.incoming import Ignored
from app.interfaces.telegram.content import LARGEST
from app.messages import Attachment
from tests.interfaces.telegram.payload import ADA, event, file, said


@pytest.mark.parametrize(
    ("field", "given", "name", "media_type"),
    [
        ("voice", file(duration=2, mime_type="audio/ogg"), "", "audio/ogg"),
        ("audio", file(duration=2, file_name="song.m4a", mime_type="audio/mp4"), "song.m4a", "audio/mp4"),
        ("video_note", file(duration=2, length=9), "video note.mp4", "video/mp4"),
        ("video", file(duration=2, width=1, height=1, mime_type="video/quicktime"), "video.mp4", "video/quicktime"),
        ("document", file(file_name="plan.pdf", mime_type="application/pdf"), "plan.pdf", "application/pdf"),
        ("document", file(), "document", "application/octet-stream"),
        ("document", file(file_name="a.txt", mime_type="not a type\n"), "a.txt", "application/octet-stream"),
    ],
)
def test_a_file_becomes_an_attachment_that_is_fetched_later(field: str, given: Any, name: str, media_type: str) -> None:
    heard = said(**{field: given}, caption="look")
    assert heard.text == "look"
    assert heard.attachments == (Attachment(name, media_type, b"", reference="telegram:F1"),)


def test_a_file_without_a_caption_has_no_words() -> None:
    heard = said(document=file(file_name="a.pdf"))
    assert (heard.text, len(heard.attachments)) == ("", 1)


def test_an_animation_is_one_file_though_it_comes_twice() -> None:
    gif = file(width=1, height=1, duration=1)
    assert [each.name for each in said(animation=gif, document=gif).attachments] == ["animation.mp4"]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\a.txt", "a.txt"),
        ("a\u202egnp.exe\x00", "agnp.exe"),
        (" . ", "document"),
        ("x" * 300 + ".pdf", "x" * 116 + ".pdf"),
        ("y" * 300, "y" * 120),
    ],
)
def test_a_files_name_is_only_its_name(given: str, name: str) -> None:
    assert said(document=file(file_name=given)).attachments[0].name == name


def photo(*sizes: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {"file_id": f"P{width}", "file_unique_id": "U", "width": width, "height": width, "file_size": size}
        for width, size in sizes
    ]


def test_of_a_photo_the_largest_that_can_be_fetched_is_taken() -> None:
    heard = said(photo=photo((90, 1000), (1280, 200_000), (320, 20_000), (9000, LARGEST + 1)))
    assert heard.attachments == (Attachment("photo.jpg", "image/jpeg", b"", reference="telegram:P1280"),)


def test_a_file_too_big_to_fetch_is_told_with_what_to_do() -> None:
    assert said(document=file(file_name="film.mkv", file_size=LARGEST)).attachments
    heard = said(document=file(file_name="film.mkv", file_size=734_000_000), caption="what is this?")
    assert heard.attachments == ()
    assert heard.text == (
        "what is this?\n(came with “film.mkv”, 734 MB, which was too big to fetch: Telegram gives a bot files of up to 20 MB. "
        "A smaller version, or a link to it, will work.)"
    )


def test_a_photo_too_big_in_every_size_is_told_too() -> None:
    heard = said(photo=photo((9000, LARGEST + 1)))
    assert heard.attachments == ()
    assert "too big to fetch" in heard.text


PLACE = {"latitude": 52.52, "longitude": 13.405}
NEWS = {"id": -7, "type": "channel", "title": "News"}
GIFT = {
    "id": "1",
    "star_count": 15,
    "sticker": {
        "file_id": "F",
        "file_unique_id": "U",
        "type": "regular",
        "width": 1,
        "height": 1,
        "is_animated": False,
        "is_video": False,
    },
}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"sticker": file(type="regular", width=1, height=1, is_animated=False, is_video=False, emoji="🛠")},
            "(sticker 🛠 hammer and wrench)",
        ),
        ({"sticker": file(type="regular", width=1, height=1, is_animated=False, is_video=False)}, "(sticker)"),
        ({"location": PLACE}, "(location: 52.520000, 13.405000)"),
        ({"location": {**PLACE, "live_period": 600}}, "(location: 52.520000, 13.405000)"),
        (
            {"location": PLACE, "venue": {"location": PLACE, "title": "Café\nX", "address": "Street 1"}},
            "(place: Café X, Street 1; location: 52.520000, 13.405000)",
        ),
        (
            {"contact": {"phone_number": "+491", "first_name": "Bob", "last_name": "B", "user_id": 43}},
            "(contact: Bob B, +491)",
        ),
        (
            {
                "poll": {
                    "id": "1",
                    "question": "Tea?",
                    "options": [{"text": "yes", "voter_count": 0}, {"text": "no", "voter_count": 0}],
                    "total_voter_count": 0,
                    "is_closed": False,
                    "is_anonymous": True,
                    "type": "regular",
                    "allows_multiple_answers": False,
                }
            },
            "(poll: Tea? – yes; no)",
        ),
        ({"checklist": {"title": "Trip", "tasks": [{"id": 1, "text": "tent"}]}}, "(checklist: Trip – tent)"),
        ({"dice": {"emoji": "🎲", "value": 4}}, "(rolled 🎲: 4)"),
        ({"game": {"title": "Chess", "description": "x", "photo": []}}, "(game: Chess)"),
        (
            {"story": {"id": 1, "chat": {"id": 43, "type": "private", "first_name": "Bob"}}},
            "(shared a story of Bob; bots can't open stories)",
        ),
        ({"paid_media": {"star_count": 5, "paid_media": []}}, "(sent media that cost 5 stars; bots can't open it)"),
        (
            {"web_app_data": {"data": '{"drink":\n "tea"}', "button_text": "Order"}},
            '(sent by the button “Order”: {"drink": "tea"})',
        ),
        (
            {"users_shared": {"request_id": 1, "users": [{"user_id": 5, "first_name": "Bo"}, {"user_id": 6}]}},
            "(shared: Bo; somebody with the id 6)",
        ),
        ({"chat_shared": {"request_id": 1, "chat_id": -5, "title": "Home"}}, "(shared a chat: Home)"),
        ({"chat_shared": {"request_id": 1, "chat_id": -5}}, "(shared a chat: -5)"),
        (
            {
                "invoice": {
                    "title": "Tent",
                    "description": "for two",
                    "start_parameter": "x",
                    "currency": "EUR",
                    "total_amount": 100,
                }
            },
            "(invoice: Tent, for two)",
        ),
        (
            {"giveaway": {"chats": [NEWS], "winners_selection_date": 1, "winner_count": 2}},
            "(giveaway by News: 2 will win)",
        ),
        ({"gift": {"gift": GIFT, "text": "for you"}}, "(sent a gift: for you)"),
        ({"gift": {"gift": GIFT}}, "(sent a gift)"),
        (
            {"checklist_tasks_added": {"tasks": [{"id": 1, "text": "tent"}, {"id": 2, "text": "rope"}]}},
            "(added to a checklist – tent; rope)",
        ),
    ],
)
def test_what_is_no_file_is_told_in_words(fields: dict[str, Any], words: str) -> None:
    assert said(**fields).text == words


@pytest.mark.parametrize(
    ("fields", "source"),
    [
        ({"contact": {"phone_number": "1", "first_name": "Bob", "user_id": 43}}, "a contact card"),
        ({"contact": {"phone_number": "1", "first_name": "Ada", "user_id": ADA["id"]}}, ""),
        ({"venue": {"location": PLACE, "title": "x", "address": "y"}}, "a place's entry"),
        ({"dice": {"emoji": "🎲", "value": 4}}, ""),
        ({"location": PLACE}, ""),
        ({"web_app_data": {"data": "x", "button_text": "y"}}, "a web app"),
        ({"users_shared": {"request_id": 1, "users": [{"user_id": 5, "first_name": "Bo"}]}}, "a contact card"),
        ({"chat_shared": {"request_id": 1, "chat_id": -5, "title": "Home"}}, "a chat's name"),
        ({"giveaway": {"chats": [NEWS], "winners_selection_date": 1, "winner_count": 2}}, "a giveaway"),
    ],
)
def test_words_that_others_may_have_written_are_marked(fields: dict[str, Any], source: str) -> None:
    assert said(**fields).untrusted == source


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (
            {
                "successful_payment": {
                    "currency": "USD",
                    "total_amount": 1,
                    "invoice_payload": "x",
                    "telegram_payment_charge_id": "y",
                    "provider_payment_charge_id": "z",
                }
            },
            "service: successful_payment",
        ),
        ({"new_chat_members": [ADA]}, "service: new_chat_members"),
        (
            {"pinned_message": {"message_id": 1, "date": 1, "chat": {"id": 42, "type": "private"}}},
            "service: pinned_message",
        ),
        ({"some_kind_of_next_year": {"x": 1}}, "service: some_kind_of_next_year"),
        ({}, "empty"),
    ],
)
def test_service_messages_and_unknown_kinds_are_nothing_for_us(fields: dict[str, Any], reason: str) -> None:
    assert event(**fields) == Ignored(reason)
