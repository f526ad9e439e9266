"""Opening a Google account's ports."""

import pytest

from app.integrations.access import Access
from app.integrations.google import opening
from app.integrations.google.opening import CALENDAR, DRIVE, GMAIL, PEOPLE, TASKS
from app.integrations.ports import AddressBook, Calendar, Mailbox, MailQuery, MailWatch, TaskList
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.discovery import DOCUMENTS, document
from tests.integrations.google.account import account_at


async def test_each_port_is_one_and_all_of_them_are_asked_at_the_settings_address(
    fake: GoogleApi, access: Access
) -> None:
    async with (
        opening.mail(access) as mail,
        opening.mail_watch(access) as watch,
        opening.calendar(access) as calendar,
        opening.tasks(access) as tasks,
        opening.contacts(access) as contacts,
    ):
        ports: tuple[Mailbox, MailWatch, Calendar, TaskList, AddressBook] = (mail, watch, calendar, tasks, contacts)
        assert await ports[0].search(MailQuery(), 1) == []
        assert (await ports[1].news("", 1)).mails == ()
        assert [one.is_default for one in await ports[2].calendars()] == [True]
        assert [one.is_default for one in await ports[3].lists()] == [True, False]
        assert await ports[4].all(1) == []


@pytest.mark.parametrize(("name", "where"), [*zip(DOCUMENTS, (GMAIL, CALENDAR, TASKS, PEOPLE, DRIVE), strict=True)])
def test_without_settings_the_hosts_are_those_of_googles_documents(name: str, where: tuple[str, str]) -> None:
    described = document(name)
    assert described["rootUrl"] == f"{where[0]}/"
    assert "/".join(where).startswith(f"{described['rootUrl']}{described['servicePath']}".rstrip("/"))


async def test_an_unknown_zone_is_none(fake: GoogleApi) -> None:
    async with opening.mail(account_at(fake.url, zone="Mars/Olympus")) as mail:
        assert await mail.search(MailQuery(), 1) == []
