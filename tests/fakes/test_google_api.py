"""The fake of Google: it refuses what Google's documents don't have, and Google's own client gets on with it."""

from asyncio import to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httplib2
import pytest
from googleapiclient.discovery import build_from_document
from googleapiclient.errors import HttpError

from app.integrations.calendar.event import Event
from app.integrations.google import opening
from tests.fakes.vendors.google_api import TOKEN, GoogleApi, google_api
from tests.fakes.vendors.google_api.discovery import document, methods
from tests.integrations.google.account import account_at

SIGNED = {"authorization": f"Bearer {TOKEN}"}
EVENTS = "/calendar/v3/calendars/ana%40example.org/events"


@pytest.fixture
def fake() -> Iterator[GoogleApi]:
    with google_api() as made:
        yield made


@pytest.mark.parametrize(
    ("verb", "target", "body", "fault"),
    [
        ("GET", "/gmail/v1/users/me/mail", b"", "no method"),
        ("PUT", "/gmail/v1/users/me/messages", b"", "no method"),
        ("GET", "/gmail/v1/users/me/messages?label=INBOX", b"", "no parameter label"),
        ("GET", "/gmail/v1/users/me/messages?maxResults=lots", b"", "maxResults=lots"),
        ("GET", "/gmail/v1/users/me/messages?q=a&q=b", b"", "q is given 2 times"),
        ("GET", "/gmail/v1/users/me/messages/1?format=whole", b"", "format=whole"),
        ("GET", "/gmail/v1/users/me/messages?includeSpamTrash=True", b"", "includeSpamTrash=True"),
        ("POST", "/gmail/v1/users/me/messages/1/modify", b'{"add": ["X"]}', "no field add"),
        ("POST", "/gmail/v1/users/me/messages/1/modify", b'{"addLabelIds": "X"}', "str for array"),
        ("POST", "/gmail/v1/users/me/messages/send", b'{"internalDate": 5}', "int for string"),
        ("POST", "/gmail/v1/users/me/messages/1/trash", b'{"a": 1}', "takes no body"),
        ("POST", EVENTS, b'{"start": {"dateTime": "2026-05-04T09:00:00"}}', "date-time"),
        ("POST", EVENTS, b'{"start": {"date": "4 May"}}', "date"),
        ("POST", EVENTS, b'{"source": null}', "NoneType for object"),
        ("POST", f"{EVENTS}?sendUpdates=some", b"{}", "sendUpdates=some"),
        ("GET", f"{EVENTS}?timeMin=2026-05-04", b"", "timeMin"),
        ("POST", "/tasks/v1/lists/main/tasks", b'{"hidden": "yes"}', "str for boolean"),
        ("GET", "/v1/people/me/connections?sortOrder=BY_NAME", b"", "sortOrder"),
    ],
)
def test_what_googles_documents_do_not_have_is_a_fault(verb: str, target: str, body: bytes, fault: str) -> None:
    fake = GoogleApi()
    status, _ = fake.answer(verb, target, SIGNED, body)
    assert status in (400, 404)
    assert any(fault in one for one in fake.faults), fake.faults


def test_its_own_answers_are_held_to_them_too() -> None:
    fake = GoogleApi()
    fake.tasks.kept["main"]["t"] = {"id": "t", "status": "needsAction", "colour": "red", "title": 5}
    fake.answer("GET", "/tasks/v1/lists/main/tasks/t", SIGNED, b"")
    assert [one.partition(": ")[2] for one in fake.faults] == ["no field colour", "int for string"]


def test_a_fault_fails_the_test_it_is_in() -> None:
    with pytest.raises(AssertionError, match="no parameter x"), google_api() as fake:
        fake.answer("GET", "/gmail/v1/users/me/profile?x=1", SIGNED, b"")


def test_without_the_token_nothing_is_told() -> None:
    assert GoogleApi().answer("GET", "/gmail/v1/users/me/profile", {}, b"")[0] == 401


def test_each_method_that_is_faked_is_one_of_googles() -> None:
    known = {method.name for method in methods()}
    fake = GoogleApi()
    parts = (fake.mails, fake.calendars, fake.tasks, fake.people)
    own = [
        name
        for part in parts
        for name in dir(part)
        if name.split("_")[0] in ("gmail", "calendar", "tasks", "people") and callable(getattr(part, name))
    ]
    assert len(own) > 20
    assert set(own) <= known


class _Signed(httplib2.Http):
    def request(self, uri: str, method: str = "GET", body: Any = None, headers: Any = None, **rest: Any) -> Any:
        return super().request(uri, method, body, {**(headers or {}), **SIGNED}, **rest)


@contextmanager
def client(fake: GoogleApi, name: str) -> Iterator[Any]:
    """Google's own client, made of its document."""
    described, http = document(name), _Signed()
    place = {"api_endpoint": f"{fake.url}/{described['servicePath']}"}
    try:
        yield build_from_document(described, http=http, client_options=place)
    finally:
        http.close()


def test_googles_own_client_reads_and_writes_mails(fake: GoogleApi) -> None:
    fake.mails.comes(b"From: kofi@acme.example\r\nSubject: Hi\r\nMessage-ID: <1@x>\r\n\r\nx", "INBOX")
    with client(fake, "gmail.v1") as google:
        messages = google.users().messages()
        [listed] = messages.list(userId="me", q="from:kofi", labelIds=["INBOX"]).execute()["messages"]
        found = messages.get(userId="me", id=listed["id"], format="metadata", metadataHeaders=["Subject"]).execute()
        assert found["payload"]["headers"] == [{"name": "Subject", "value": "Hi"}]
        messages.modify(userId="me", id=listed["id"], body={"removeLabelIds": ["INBOX"]}).execute()
        assert "messages" not in messages.list(userId="me", labelIds=["INBOX"]).execute()
        history = google.users().history().list(userId="me", startHistoryId="1").execute()
        assert [one["messages"][0]["id"] for one in history["history"]] == [listed["id"]]


def test_googles_own_client_reads_and_writes_contacts_and_tasks(fake: GoogleApi) -> None:
    fake.people.add("Kofi", "kofi@acme.example")
    with client(fake, "people.v1") as google:
        told = google.people().connections().list(resourceName="people/me", personFields="names").execute()
    assert told["connections"][0]["names"][0]["displayName"] == "Kofi"
    with client(fake, "tasks.v1") as google:
        made = google.tasks().insert(tasklist="main", body={"title": "Milk", "due": "2026-05-04T15:00:00Z"}).execute()
        assert google.tasks().list(tasklist="main").execute()["items"] == [made]
    assert made["due"] == "2026-05-04T00:00:00.000Z"


def test_googles_own_client_finds_the_times_of_a_series_and_versions(fake: GoogleApi) -> None:
    start, end = ({"dateTime": f"2026-05-04T{hour}:00:00+02:00", "timeZone": "Europe/Paris"} for hour in ("09", "10"))
    body = {"id": "abcde", "summary": "x", "start": start, "end": end, "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=3"]}
    window = {"timeMin": "2026-05-01T00:00:00Z", "timeMax": "2026-07-01T00:00:00Z"}
    with client(fake, "calendar.v3") as google:
        events = google.events()
        made = events.insert(calendarId="primary", body=body).execute()
        assert made["iCalUID"] == "abcde@google.com"
        times = events.list(calendarId="primary", singleEvents=True, orderBy="startTime", **window).execute()["items"]
        assert [one["start"]["dateTime"][:10] for one in times] == ["2026-05-04", "2026-05-11", "2026-05-18"]
        with pytest.raises(HttpError, match="duplicate"):
            events.insert(calendarId="primary", body=body).execute()
        stale = events.patch(calendarId="primary", eventId="abcde", body={"summary": "y"})
        stale.headers["if-match"] = '"0"'
        with pytest.raises(HttpError, match="conditionNotMet"):
            stale.execute()


async def test_what_our_connector_wrote_is_read_by_googles_own_client_and_the_other_way_round(fake: GoogleApi) -> None:
    start = datetime(2026, 5, 4, 9, tzinfo=ZoneInfo("Europe/Paris"))
    event = Event(uid="u1", key="u1", title="Dentist", start=start, end=start + timedelta(hours=1), place="12 rue X")
    async with opening.calendar(account_at(fake.url)) as calendars:
        made = await calendars.create(event, zone=ZoneInfo("UTC"), at=start)
        with client(fake, "calendar.v3") as google:
            events = google.events()
            [read] = (
                await to_thread(
                    events.list(
                        calendarId="primary", timeMin="2026-05-01T00:00:00Z", timeMax="2026-06-01T00:00:00Z"
                    ).execute
                )
            )["items"]
            assert (read["summary"], read["location"], read["etag"]) == ("Dentist", "12 rue X", made.etag)
            await to_thread(events.patch(calendarId="primary", eventId=read["id"], body={"summary": "Doctor"}).execute)
        [again] = await calendars.between(start, start + timedelta(hours=1), zone=ZoneInfo("UTC"))
        assert again.title == "Doctor"
        assert again.etag != made.etag
