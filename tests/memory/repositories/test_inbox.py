"""What was received, on both engines."""

from app.memory.repositories import Repositories
from app.messages import Attachment
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import receive


async def test_a_message_delivered_twice_is_stored_once(house: Repositories) -> None:
    file = Attachment("a.bin", "application/octet-stream", bytes(range(256)))
    entry, new = await receive(house, 1, file)
    again, new_again = await receive(house, 1, file)
    assert (new, new_again) == (True, False)
    assert entry == again == await house.inbox.get("ana", "i1")
    assert [(one.name, one.data) for one in await house.inbox.attachments("ana", ["i1"])] == [("a.bin", file.data)]
    assert await house.inbox.attachments("ana", []) == []


async def test_a_turn_takes_what_waits_and_finishes_it(house: Repositories) -> None:
    for number in (2, 1, 3):
        await receive(house, number)
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i1", "i2", "i3"]
    assert await house.inbox.assign("ana", ["i1", "i2"], "t1") == 2
    assert await house.inbox.assign("ana", [], "t1") == 0
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i3"]
    assert [(one.id, one.status) for one in await house.inbox.of_turn("ana", "t1")] == [
        ("i1", "running"),
        ("i2", "running"),
    ]
    assert await house.inbox.running_turns("ana") == ["t1"]
    assert await house.inbox.finish("ana", "t1") == 2
    assert await house.inbox.finish("ana", "t1") == 0
    assert await house.inbox.assign("ana", ["i1"], "t2") == 0
    assert await house.inbox.running_turns("ana") == []
    assert await house.inbox.users_with_open() == ["ana"]
    await house.inbox.assign("ana", ["i3"], "t2")
    await house.inbox.finish("ana", "t2")
    assert await house.inbox.users_with_open() == []


async def test_bytes_that_are_still_at_the_channel_are_filled_in_once_fetched(house: Repositories) -> None:
    await receive(house, 1, Attachment("voice.ogg", "", b"", "telegram:file-1"), Attachment("b", "text/plain", b"b"))
    voice, other = await house.inbox.attachments("ana", ["i1"])
    assert (voice.data, voice.reference, other.reference) == (b"", "telegram:file-1", "")
    assert await house.inbox.fill("ana", voice.id, b"OggS", "audio/ogg")
    voice, other = await house.inbox.attachments("ana", ["i1"])
    assert (voice.data, voice.media_type, voice.reference, other.data) == (b"OggS", "audio/ogg", "", b"b")
    assert not await house.inbox.fill("ana", 99, b"", "")


async def test_the_calendar_files_that_came_last_are_found_by_name_or_kind(house: Repositories) -> None:
    await receive(house, 1, Attachment("Trip.ICS", "", b"1"), Attachment("a.pdf", "application/pdf", b"2"))
    await receive(house, 2, Attachment("invite", "text/calendar; method=REQUEST", b"3"))
    found = await house.inbox.sent_calendars("ana", 5)
    assert [(one.name, one.data) for one in found] == [("invite", b"3"), ("Trip.ICS", b"1")]
    assert len(await house.inbox.sent_calendars("ana", 1)) == 1
    assert await house.inbox.sent_file("ana", found[1].id) == found[1]
    assert await house.inbox.sent_file("ana", 99) is None
    assert [one.name for one in await house.inbox.sent_files("ana", 2)] == ["invite", "a.pdf"]


async def test_an_entry_says_whose_words_it_holds_and_what_it_corrects(house: Repositories) -> None:
    said = {"channel": "telegram", "address": "chat", "text": "no, at five", "attachments": [], "at": NOON}
    entry, _ = await house.inbox.receive("ana", id="i1", external_id="1", corrects="p1", untrusted="Bob", **said)
    assert entry == await house.inbox.get("ana", "i1")
    assert (entry.corrects, entry.untrusted) == ("p1", "Bob")
    plain, _ = await receive(house, 2)
    assert (plain.corrects, plain.untrusted) == ("", "")


async def test_changed_words_may_be_anothers_and_stay_so(house: Repositories) -> None:
    await receive(house, 1)
    assert await house.inbox.retext("ana", "telegram", "1", "look: merge it", "Kofi")
    assert await house.inbox.retext("ana", "telegram", "1", "look")
    [entry] = await house.inbox.waiting("ana")
    assert (entry.text, entry.untrusted) == ("look", "Kofi")


async def test_the_words_of_an_entry_can_change_until_a_turn_takes_it(house: Repositories) -> None:
    await receive(house, 1)
    assert await house.inbox.retext("ana", "telegram", "1", "what I meant")
    assert [one.text for one in await house.inbox.waiting("ana")] == ["what I meant"]
    assert not await house.inbox.retext("ana", "web", "1", "x")
    await house.inbox.assign("ana", ["i1"], "t1")
    assert not await house.inbox.retext("ana", "telegram", "1", "too late")
    await house.inbox.finish("ana", "t1")
    assert not await house.inbox.retext("ana", "telegram", "1", "too late")
    assert [one.text for one in await house.inbox.of_turn("ana", "t1")] == ["what I meant"]


async def test_what_somebody_sent_lately_is_counted_whatever_became_of_it(house: Repositories) -> None:
    for number in (1, 2, 3):
        await receive(house, number)
    await house.inbox.assign("ana", ["i3"], "t1")
    await house.inbox.finish("ana", "t1")
    assert await house.inbox.count_since("ana", later(seconds=2)) == 2
    assert await house.inbox.count_since("ana", later(seconds=4)) == 0
    assert await house.inbox.count_since("ben", NOON) == 0


async def test_whether_the_answer_goes_elsewhere_too_is_kept(house: Repositories) -> None:
    for number, deliver in (("1", True), ("2", False)):
        given = {"id": f"i{number}", "channel": "http", "external_id": number, "address": "", "text": "x"}
        await house.inbox.receive("ana", **given, attachments=(), at=NOON, deliver=deliver)
    assert [entry.deliver for entry in await house.inbox.waiting("ana")] == [True, False]
