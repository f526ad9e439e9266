"""Opens the ports of a Google account, each over connections of its own that end with it.

`settings["api"]` is one base for everything, in place of Google's own hosts.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.integrations.access import Access
from app.integrations.calls import Calls
from app.integrations.google.calendar import GoogleCalendar
from app.integrations.google.contacts import GoogleContacts
from app.integrations.google.drive import GoogleDrive
from app.integrations.google.mail import Gmail
from app.integrations.google.mail_watch import GmailWatch
from app.integrations.google.tasks import GoogleTasks

GMAIL = ("https://gmail.googleapis.com", "gmail/v1/users/me")
CALENDAR = ("https://www.googleapis.com", "calendar/v3")
TASKS = ("https://tasks.googleapis.com", "tasks/v1")
DRIVE = ("https://www.googleapis.com", "drive/v3")
PEOPLE = ("https://people.googleapis.com", "v1")


@asynccontextmanager
async def mail(access: Access) -> AsyncIterator[Gmail]:
    """Its mail."""
    async with _calls(access, *GMAIL) as calls:
        yield Gmail(calls)


@asynccontextmanager
async def mail_watch(access: Access) -> AsyncIterator[GmailWatch]:
    """What comes into its inbox."""
    async with _calls(access, *GMAIL) as calls:
        yield GmailWatch(calls, access.clock)


@asynccontextmanager
async def calendar(access: Access) -> AsyncIterator[GoogleCalendar]:
    """Its calendars."""
    async with _calls(access, *CALENDAR) as calls:
        yield GoogleCalendar(calls)


@asynccontextmanager
async def tasks(access: Access) -> AsyncIterator[GoogleTasks]:
    """Its lists of tasks."""
    async with _calls(access, *TASKS) as calls:
        yield GoogleTasks(calls)


@asynccontextmanager
async def contacts(access: Access) -> AsyncIterator[GoogleContacts]:
    """Its contacts."""
    async with _calls(access, *PEOPLE) as calls:
        yield GoogleContacts(calls)


@asynccontextmanager
async def files(access: Access) -> AsyncIterator[GoogleDrive]:
    """Its files."""
    async with _calls(access, *DRIVE) as calls:
        yield GoogleDrive(calls)


def _calls(access: Access, host: str, path: str) -> Calls:
    api = str(access.account.settings.get("api") or host).rstrip("/")
    return Calls(access, f"{api}/{path}")
