"""The door out, over real HTTP."""

import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.card import Card, Field
from app.charts.png import png
from app.conversation.delivery import NOT_SHOWN, Part
from app.errors import DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.chats import Chats
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.courier import ON_SCREEN, TelegramCourier
from app.memory.records import OutboxEntry
from app.messages import Button, Document
from tests.charts.drawn import nights, week
from tests.fakes.bot_api import TOKEN, Tester
from tests.house import open_house
from tests.interfaces.telegram.house import ANA, NOON

YES_NO = (Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))
HERE = str(ANA)


@dataclass
class Post:
    """A courier and what it works with."""

    services: Services
    bot: TelegramBot
    chats: Chats
    courier: TelegramCourier
    spoken: list[tuple[str, str]]
    voice: bytes | Exception | None = b"OggS voice"

    async def speak(self, text: str, locale: str) -> bytes | None:
        self.spoken.append((text, locale))
        if isinstance(self.voice, Exception):
            raise self.voice
        return self.voice


@pytest.fixture
async def post(api: Tester, tmp_path: Path) -> AsyncIterator[Post]:
    await api.person(ANA).meets()
    async with open_house(tmp_path) as services:
        bot = build_bot(SecretStr(TOKEN), api.url)
        await bot.connect()
        chats = Chats()
        made = Post(services, bot, chats, TelegramCourier(bot, services.store, chats), [])
        made.courier = TelegramCourier(bot, services.store, chats, made.speak)
        yield made
        await bot.disconnect()


def entry(text: str, *buttons: Button, **body: Any) -> OutboxEntry:
    shown = {"text": text, "kind": "reply", "buttons": [button.as_dict() for button in buttons], **body}
    return OutboxEntry(1, "owner", "telegram", HERE, "reply:t", shown, "t", "pending", 0, NOON, NOON, None)


async def test_a_short_answer_is_one_message(post: Post) -> None:
    assert await post.courier.parts(entry("*Hello* Ana", *YES_NO)) == [Part("<i>Hello</i> Ana", YES_NO)]


async def test_a_long_answer_is_several_and_the_last_has_the_buttons(post: Post) -> None:
    parts = await post.courier.parts(entry("A sentence of some length. " * 400, *YES_NO))
    assert len(parts) == 3
    assert [part.buttons for part in parts] == [(), (), YES_NO]
    assert parts == await post.courier.parts(entry("A sentence of some length. " * 400, *YES_NO))


async def test_an_answer_without_anything_to_see_is_still_a_message(api: Tester, post: Post) -> None:
    [part] = await post.courier.parts(entry("  \u200b "))
    assert await post.courier.send(HERE, part)


async def test_a_spoken_question_is_answered_in_both_ways(post: Post) -> None:
    text, voice = await post.courier.parts(entry("It is *nine*.", voice=True))
    assert (text.text, text.voice) == ("It is <i>nine</i>.", False)
    assert (voice.text, voice.voice) == ("It is nine.", True)


async def test_a_long_answer_is_read_and_not_heard(post: Post) -> None:
    assert not any(part.voice for part in await post.courier.parts(entry("word " * 501, voice=True)))
    assert any(part.voice for part in await post.courier.parts(entry("word " * 500, voice=True)))


async def test_what_is_sent_is_there(api: Tester, post: Post) -> None:
    name = await post.courier.send(HERE, Part("<b>Send</b> it?", YES_NO))
    [shown] = await api.said(ANA)
    assert (str(shown.id), shown.text, shown.buttons) == (name, "Send it?", ["Confirm", "Cancel"])
    assert shown.entities[0]["type"] == "bold"


async def test_an_edit_may_come_twice(api: Tester, post: Post) -> None:
    name = await post.courier.send(HERE, Part("Send it?", YES_NO))
    for _ in range(2):
        await post.courier.edit(HERE, name, Part("Sent."))
    [shown] = await api.said(ANA)
    assert (shown.text, shown.buttons) == ("Sent.", [])


async def test_markup_that_telegram_cannot_read_goes_out_as_words(api: Tester, post: Post) -> None:
    name = await post.courier.send(HERE, Part("<b>Tom &amp; Jerry</i>"))
    await post.courier.edit(HERE, name, Part("<u>Tom &lt;3 Jerry"))
    [shown] = await api.said(ANA)
    assert shown.texts == ["Tom & Jerry", "Tom <3 Jerry"]


async def test_a_message_that_was_deleted_is_gone(api: Tester, post: Post) -> None:
    name = await post.courier.send(HERE, Part("Hello"))
    await api.person(ANA).deletes(int(name))
    with pytest.raises(DeliveryGone):
        await post.courier.edit(HERE, name, Part("Hello again"))


@pytest.mark.parametrize("address", ["", "local", "1/x"])
async def test_an_address_that_is_none_is_refused(post: Post, address: str) -> None:
    with pytest.raises(DeliveryRefused):
        await post.courier.send(address, Part("Hello"))


async def test_a_chat_that_nobody_opened_is_refused(post: Post) -> None:
    with pytest.raises(DeliveryRefused):
        await post.courier.send("31337", Part("Hello"))


async def test_a_thread_that_was_closed_leaves_the_group(api: Tester, post: Post) -> None:
    await api.person(ANA).meets()
    await api.do("meet", user_id=ANA, chat_id=-100500, title="Us")
    await api.order("refuse", "sendMessage", code=400, description="Bad Request: message thread not found")
    await post.courier.send("-100500/7", Part("Hello"))
    [shown] = await api.said(-100500)
    assert "message_thread_id" not in shown.message


async def test_a_flood_is_waited_out(api: Tester, post: Post) -> None:
    await api.order("refuse", "sendMessage", code=429, retry_after=9)
    with pytest.raises(DeliveryLater) as later:
        await post.courier.send(HERE, Part("Hello"))
    assert later.value.seconds == 9


async def test_an_answer_that_got_lost_leaves_a_new_message_uncertain_and_an_edit_harmless(
    api: Tester, post: Post
) -> None:
    name = await post.courier.send(HERE, Part("Hello"))
    await api.order("drop_after", "sendMessage")
    with pytest.raises(DeliveryUnknown):
        await post.courier.send(HERE, Part("Once"))
    await api.order("drop_after", "editMessageText")
    with pytest.raises(DeliveryLater):
        await post.courier.edit(HERE, name, Part("Changed"))
    await post.courier.edit(HERE, name, Part("Changed"))


async def test_a_late_draft_is_written_over(api: Tester, post: Post) -> None:
    name = await post.courier.send(HERE, Part("…"))
    chat = post.chats.of(HERE)
    chat.live.add(name)
    chat.doubtful.add(name)
    await post.courier.edit(HERE, name, Part("The answer."))
    assert len(await api.calls("editMessageText")) == 2
    assert chat.is_idle


async def test_a_voice_note_is_sent_in_the_users_language(api: Tester, post: Post) -> None:
    await post.services.store.users.link("owner", "telegram", HERE, NOON)
    assert await post.courier.send(HERE, Part("It is nine.", voice=True))
    assert post.spoken == [("It is nine.", "en-GB")]
    [shown] = await api.said(ANA)
    assert "voice" in shown.message


@pytest.mark.parametrize("voice", [None, RuntimeError("no engine")])
async def test_what_cannot_be_spoken_is_read(api: Tester, post: Post, voice: Any) -> None:
    post.voice = voice
    assert await post.courier.send(HERE, Part("It is nine.", voice=True)) == ""
    assert await api.said(ANA) == []


async def test_who_wants_no_voice_notes_reads(api: Tester, post: Post) -> None:
    await api.order("refuse", "sendVoice", code=400, description="Bad Request: VOICE_MESSAGES_FORBIDDEN")
    assert await post.courier.send(HERE, Part("It is nine.", voice=True)) == ""


async def test_a_voice_note_is_never_changed(api: Tester, post: Post) -> None:
    await post.courier.edit(HERE, "5", Part("other", voice=True))
    assert await api.calls("editMessageText") == []


async def test_a_group_is_spoken_to_in_the_house_language(post: Post) -> None:
    assert post.courier.channel == "telegram"
    parts = await post.courier.parts(replace(entry("Hi", voice=True), address="-100500"))
    assert [part.voice for part in parts] == [False, True]


async def test_charts_are_the_last_parts_and_say_what_the_text_does_not(post: Post) -> None:
    said = week(alt="You walked  8,421 steps on Monday.")
    body = {"charts": [said.as_dict(), nights(alt="Seven nights.").as_dict()]}
    parts = await post.courier.parts(entry("You walked 8,421 steps\non Monday. Well done.", voice=True, **body))
    assert [(part.text, part.chart.title if part.chart else "") for part in parts[2:]] == [
        ("", "Steps, last 7 days"),
        ("Seven nights.", "Sleep, last 7 nights"),
    ]
    assert parts[1].voice


async def test_a_chart_is_sent_as_a_photo_with_its_words(api: Tester, post: Post) -> None:
    assert (await post.courier.send(HERE, Part("Seven <nights>.", chart=nights()))).isdecimal()
    [shown] = await api.said(ANA)
    assert shown.text == "Seven <nights>."
    [photo] = shown.message["photo"]
    file = await post.bot.get_file(photo["file_id"])
    data = bytes(await file.download_as_bytearray())
    assert data == png(nights())


@pytest.mark.parametrize(
    ("code", "description"),
    [
        (400, "Bad Request: not enough rights to send photos to the chat"),
        (400, "Bad Request: IMAGE_PROCESS_FAILED"),
        (403, "Forbidden: bot was blocked by the user"),
        (413, "Request Entity Too Large"),
    ],
)
async def test_a_picture_that_is_refused_is_left_out(api: Tester, post: Post, code: int, description: str) -> None:
    await api.order("refuse", "sendPhoto", code=code, description=description)
    assert await post.courier.send(HERE, Part("", chart=week())) == NOT_SHOWN
    assert await api.said(ANA) == []


async def test_a_picture_waits_where_telegram_asks_for_it(api: Tester, post: Post) -> None:
    await api.order("refuse", "sendPhoto", code=429, retry_after=7)
    with pytest.raises(DeliveryLater) as later:
        await post.courier.send(HERE, Part("", chart=week()))
    assert later.value.seconds == 7


async def test_where_no_picture_can_be_drawn_none_is_sent(
    api: Tester, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert await post.courier.send(HERE, Part("", chart=week())) == NOT_SHOWN
    assert await api.calls("sendPhoto") == []


async def test_a_file_is_sent_as_it_is_behind_the_text(api: Tester, post: Post) -> None:
    file = Document("kwasi-calendar.ics", "text/calendar", "BEGIN:VCALENDAR\r\nSUMMARY:Café\r\n")
    text, part = await post.courier.parts(entry("Your calendar.", files=[file.as_dict()]))
    assert (text.text, part.file) == ("Your calendar.", file)
    assert (await post.courier.send(HERE, part)).isdecimal()
    [shown] = await api.said(ANA)
    sent = shown.message["document"]
    assert sent["file_name"] == "kwasi-calendar.ics"
    stored = await post.bot.get_file(sent["file_id"])
    assert bytes(await stored.download_as_bytearray()).decode() == file.text


async def test_a_file_that_is_refused_is_left_out(api: Tester, post: Post) -> None:
    await api.order("refuse", "sendDocument", code=400, description="Bad Request: not enough rights to send documents")
    assert await post.courier.send(HERE, Part("", file=Document("a.ics", "text/calendar", "x"))) == NOT_SHOWN


async def test_a_picture_is_never_changed(api: Tester, post: Post) -> None:
    await post.courier.edit(HERE, "5", Part("other", chart=week()))
    assert await api.calls("editMessageText") == []


async def test_a_card_is_a_message_of_its_own_with_its_own_buttons(post: Post) -> None:
    cards = [
        Card(action, "Send mail", (Field("To", "<b>Ama</b>", 10),), number=number).as_dict()
        for number, action in enumerate(("a1", "a2"), 1)
    ]
    undo, other = Button("Undo", "undo", "t"), Button("Confirm 2", "confirm", "a2")
    text, first, second = (await post.courier.parts(entry("*Weather*. " * 900, *YES_NO, other, undo, cards=cards)))[-3:]
    assert text.buttons == (undo,)
    assert (first.buttons, second.buttons) == (YES_NO, (other,))
    assert "<b>Waiting for your OK (#1): Send mail</b>" in first.text
    assert "<pre>&lt;b&gt;Ama&lt;/b&gt;</pre>" in first.text


async def test_what_is_stored_is_shown_as_it_is_stored(post: Post) -> None:
    note = "#3 **bold** [x](http://y.example)\n# heading\n<b>b</b>"
    [part] = await post.courier.parts(entry(note, format="plain"))
    assert part.text == "#3 **bold** [x](http://y.example)\n# heading\n&lt;b&gt;b&lt;/b&gt;"


async def test_a_voice_note_says_that_something_waits_and_not_what(post: Post) -> None:
    card = Card("a1", "Send mail", (Field("To", "Ama", 3),)).as_dict()
    *_, voice = await post.courier.parts(entry("Here.", *YES_NO, voice=True, cards=[card]))
    assert voice.text == f"Here.\n{ON_SCREEN}"
