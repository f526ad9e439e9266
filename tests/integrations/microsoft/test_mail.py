"""A mailbox at Microsoft, against our Graph server."""

from datetime import date
from email.message import EmailMessage

import pytest

from app.errors import AccountAway, AccountClosed, NotFound, SendRefused, SendUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.microsoft import opening
from app.integrations.ports import MailKey, MailQuery
from tests.fakes.vendors.graph import Fault, GraphServer
from tests.fakes.vendors.graph.mails import deliver, folder, place
from tests.integrations.microsoft.conftest import access_to


def mime(subject: str = "Lunch", *, sender: str = "Kofi Mensah <kofi@example.com>", **headers: str) -> bytes:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = headers.pop("to", "ana@example.org")
    message["Subject"] = subject
    message["Message-ID"] = headers.pop("message_id", f"<{subject.replace(' ', '-').casefold()}@example.com>")
    body = headers.pop("body", "Shall we eat?")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


async def search(access: Access, query: MailQuery, limit: int = 20) -> list[str]:
    async with opening.mail(access) as box:
        return [one.subject for one in await box.search(query, limit)]


async def test_the_inbox_is_listed_newest_first_with_what_a_list_shows(server: GraphServer, access: Access) -> None:
    deliver(server.world, mime("First"), read=True)
    deliver(server.world, mime("Second"))
    async with opening.mail(access) as box:
        second, first = await box.search(MailQuery(), 10)
    assert (second.subject, second.is_unread, first.is_unread) == ("Second", True, False)
    assert (second.sender_name, second.sender, second.message_id) == (
        "Kofi Mensah",
        "kofi@example.com",
        "<second@example.com>",
    )
    assert second.received_at > first.received_at
    assert second.size == len(mime("Second"))


async def test_pages_are_followed_up_to_what_is_wanted(server: GraphServer, access: Access) -> None:
    for number in range(120):
        deliver(server.world, mime(f"Mail {number}"))
    assert len(await search(access, MailQuery(), 1_000)) == 120
    assert await search(access, MailQuery(), 2) == ["Mail 119", "Mail 118"]
    assert server.count("GET /me/mailFolders/inbox/messages") == 2 + 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (MailQuery(words="eat"), ["Rent", "Lunch"]),
        (MailQuery(sender="kofi"), ["Lunch"]),
        (MailQuery(sender="Ama Ofori"), ["Rent"]),
        (MailQuery(sender="AMA OFORI", subject="rent"), ["Rent"]),
        (MailQuery(recipient="team@example.org"), ["Rent"]),
        (MailQuery(subject="lunch"), ["Lunch"]),
        (MailQuery(words="eat", unread=True), ["Lunch"]),
        (MailQuery(unread=False), ["Rent"]),
        (MailQuery(has_files=True), []),
        (MailQuery(since=date(2026, 11, 26), until=date(2026, 11, 26)), ["Rent", "Lunch"]),
        (MailQuery(words="eat", since=date(2026, 11, 29)), []),
        (MailQuery(until=date(2026, 11, 23)), []),
        (MailQuery(message_id="<lunch@example.com>"), ["Lunch"]),
        (MailQuery(message_id="lunch@example.com", unread=False), []),
        (MailQuery(words='"NOT" -eat subject:x', folder="inbox"), []),
        (MailQuery(folder="sent"), []),
    ],
)
async def test_a_query_finds_what_it_says_and_nothing_else(
    server: GraphServer, access: Access, query: MailQuery, found: list[str]
) -> None:
    deliver(server.world, mime("Lunch"))
    deliver(
        server.world,
        mime("Rent", sender="Ama Ofori <ama@example.com>", to="team@example.org, ana@example.org"),
        read=True,
    )
    assert await search(access, query) == found


async def test_a_star_is_all_folders_but_trash_and_junk(server: GraphServer, access: Access) -> None:
    bills = folder(server.world, "Bills")
    for where in ("inbox", bills, "deleteditems", "junkemail", "sentitems"):
        deliver(server.world, mime(where if where != bills else "Bills"), where=where)
    assert set(await search(access, MailQuery(folder="*"))) == {"inbox", "Bills", "sentitems"}
    assert set(await search(access, MailQuery(folder="*", words="eat"))) == {"inbox", "Bills", "sentitems"}


async def test_a_folder_is_found_by_its_name_also_inside_another(server: GraphServer, access: Access) -> None:
    bills = folder(server.world, "Bills")
    deliver(server.world, mime("Power"), where=folder(server.world, "2026", parent=bills))
    assert await search(access, MailQuery(folder="2026")) == ["Power"]
    with pytest.raises(NotFound, match="There are: Inbox, Sent Items"):
        await search(access, MailQuery(folder="Nowhere"))


async def test_a_thread_is_its_whole_conversation_over_all_folders(server: GraphServer, access: Access) -> None:
    deliver(server.world, mime("Lunch"))
    deliver(server.world, mime("Re: Lunch", In_Reply_To="<lunch@example.com>"), where="sentitems")
    deliver(server.world, mime("Other"))
    query = MailQuery(folder="*", thread=("<gone@example.com>", "<lunch@example.com>"))
    assert await search(access, query) == ["Re: Lunch", "Lunch"]


async def test_a_mail_is_fetched_as_it_came_marked_and_moved_and_keeps_its_key(
    server: GraphServer, access: Access
) -> None:
    item = deliver(server.world, mime())
    key = MailKey(item["parentFolderId"], item["id"])
    async with opening.mail(access) as box:
        assert await box.fetch(key) == mime()
        assert item["isRead"] is False
        assert await box.mark(key, unread=False)
        assert item["isRead"] is True
        moved = await box.move(key, "archive")
        assert moved == MailKey(place(server.world, "archive"), item["id"])
        assert await box.fetch(key) == mime()
        bills = folder(server.world, "Bills")
        assert await box.move(key, "bills") == MailKey(bills, item["id"])


async def test_what_is_gone_is_told_as_gone(server: GraphServer, access: Access) -> None:
    key = MailKey("inbox", "no-such/mail?x=1")
    async with opening.mail(access) as box:
        assert await box.fetch(key) is None
        assert not await box.mark(key, unread=True)
        assert await box.move(key, "trash") is None


async def test_a_folder_that_an_account_lacks_is_not_a_mail_that_is_gone(server: GraphServer, access: Access) -> None:
    item = deliver(server.world, mime())
    del server.world.folders[place(server.world, "archive")]
    async with opening.mail(access) as box:
        with pytest.raises(NotFound, match="There are: Inbox"):
            await box.move(MailKey("", item["id"]), "archive")


async def test_a_mail_goes_out_once_as_it_was_written_and_lies_among_those_sent(
    server: GraphServer, access: Access
) -> None:
    async with opening.mail(access) as box:
        await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
        assert server.world.went_out == [mime(to="kofi@example.com")]
        assert [
            one.message_id for one in await box.search(MailQuery(message_id="<lunch@example.com>", folder="sent"), 1)
        ]


async def test_a_recipient_whom_the_mail_does_not_name_gets_it_too(server: GraphServer, access: Access) -> None:
    async with opening.mail(access) as box:
        await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com", "boss@example.com"])
        [sent] = server.world.went_out
        assert sent == b"Bcc: boss@example.com\r\n" + mime(to="kofi@example.com")
        with pytest.raises(SendRefused, match="people in its To or Cc"):
            await box.send(mime(to="kofi@example.com, all@example.com"), "ana@example.org", ["kofi@example.com"])
        with pytest.raises(SendRefused):
            await box.send(mime(to="k@example.com"), "ana@example.org", ["k@example.com", "x\r\nTo: y@example.com"])
    assert len(server.world.went_out) == 1


async def test_a_lost_answer_to_the_sending_is_looked_up_by_the_draft(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="/send", how="lost"))
    async with opening.mail(access) as box:
        await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
    assert len(server.world.went_out) == 1


async def test_where_the_draft_is_still_there_nobody_knows_and_nothing_is_sent_again(
    server: GraphServer, access: Access
) -> None:
    server.fail(Fault(on="/send", status=500))
    async with opening.mail(access) as box:
        with pytest.raises(SendUnknown):
            await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
    assert server.world.went_out == []
    assert server.count("/send") == 1


async def test_a_draft_whose_answer_was_lost_is_used_and_not_made_twice(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="POST /me/messages", how="lost"))
    async with opening.mail(access) as box:
        await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
    assert len(server.world.went_out) == len(server.world.messages) == 1


async def test_a_mail_that_was_never_handed_over_may_be_sent_later(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="POST /me/messages", status=500))
    async with opening.mail(access) as box:
        with pytest.raises(AccountAway):
            await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
        await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
    assert len(server.world.went_out) == 1


async def test_what_microsoft_refuses_for_good_is_said_so(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="/send", status=403))
    async with opening.mail(access) as box:
        with pytest.raises(SendRefused):
            await box.send(mime(to="kofi@example.com"), "ana@example.org", ["kofi@example.com"])
        with pytest.raises(SendRefused, match="larger than Microsoft takes"):
            await box.send(mime(to="k@example.com", body="x" * 4_000_000), "ana@example.org", ["k@example.com"])


async def test_a_draft_lies_among_the_drafts_once(server: GraphServer, access: Access) -> None:
    async with opening.mail(access) as box:
        first, second = await box.draft(mime()), await box.draft(mime())
    assert first == second
    assert first is not None
    assert first.folder == place(server.world, "drafts")
    assert len(server.world.messages) == 1


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(status=403), ToolProblem),
        (Fault(status=429, retry_after="120"), AccountAway),
        (Fault(status=429, retry_after="Fri, 27 Nov 2026 12:00:00 GMT"), AccountAway),
        (Fault(status=404), NotFound),
    ],
)
async def test_what_the_server_says_is_told_in_our_words(
    server: GraphServer, access: Access, fault: Fault, error: type[Exception]
) -> None:
    server.fail(fault)
    with pytest.raises(error):
        await search(access, MailQuery())


async def test_a_broken_answer_is_asked_for_once_more_and_a_short_pause_is_kept(
    server: GraphServer, access: Access
) -> None:
    deliver(server.world, mime())
    for fault in (
        Fault(how="cut"),
        Fault(how="lost"),
        Fault(status=503, retry_after="0"),
        Fault(status=429, retry_after="0"),
    ):
        server.fail(fault)
        assert await search(access, MailQuery()) == ["Lunch"]
    server.fail(Fault(how="cut"), Fault(how="cut"))
    with pytest.raises(AccountAway):
        await search(access, MailQuery())


@pytest.mark.parametrize("body", [b"<html>", b"[1]", b"null", b'"x"'])
async def test_an_answer_that_is_something_else_is_a_server_that_is_away(
    server: GraphServer, access: Access, body: bytes
) -> None:
    server.fail(Fault(status=200, body=body))
    with pytest.raises(AccountAway):
        await search(access, MailQuery())


async def test_a_list_of_odd_things_is_read_as_far_as_it_goes(server: GraphServer, access: Access) -> None:
    odd = b'{"value": [3, null, {}, {"id": 5, "from": [], "receivedDateTime": "soon", "isRead": "no"}]}'
    server.fail(Fault(status=200, body=odd))
    assert await search(access, MailQuery()) == [""]


async def test_a_token_that_ended_is_renewed_once(server: GraphServer) -> None:
    deliver(server.world, mime())
    assert await search(access_to(server, token="old", renewed=server.token), MailQuery()) == ["Lunch"]
    with pytest.raises(AccountClosed):
        await search(access_to(server, token="old"), MailQuery())


async def test_a_link_to_another_server_is_not_followed(server: GraphServer, access: Access) -> None:
    server.fail(Fault(status=200, body=b'{"value": [], "@odata.nextLink": "http://127.0.0.1:9/v1.0/me/messages"}'))
    with pytest.raises(ToolProblem, match="isn't its own"):
        await search(access, MailQuery())
