"""What a Microsoft account offers, each opened with its own connections, which are closed again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from app.integrations.access import Access
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.pace import Pace
from app.integrations.fetching.resolving import SystemResolver
from app.integrations.microsoft.calendar import GraphCalendar
from app.integrations.microsoft.contacts import GraphAddressBook
from app.integrations.microsoft.drive import HERE, OneDrive
from app.integrations.microsoft.graph import base_of, calls_to
from app.integrations.microsoft.mail import GraphMailbox
from app.integrations.microsoft.mail_watch import GraphMailWatch
from app.integrations.microsoft.tasks import GraphTasks


@asynccontextmanager
async def mail(access: Access) -> AsyncIterator[GraphMailbox]:
    """Its mail."""
    async with calls_to(access) as calls:
        yield GraphMailbox(calls)


@asynccontextmanager
async def mail_watch(access: Access) -> AsyncIterator[GraphMailWatch]:
    """What comes into its inbox."""
    async with calls_to(access) as calls:
        yield GraphMailWatch(calls, access.clock)


@asynccontextmanager
async def calendar(access: Access) -> AsyncIterator[GraphCalendar]:
    """Its calendars."""
    async with calls_to(access) as calls:
        yield GraphCalendar(calls)


@asynccontextmanager
async def tasks(access: Access) -> AsyncIterator[GraphTasks]:
    """Its lists of tasks."""
    async with calls_to(access) as calls:
        yield GraphTasks(calls)


@asynccontextmanager
async def contacts(access: Access) -> AsyncIterator[GraphAddressBook]:
    """Its contacts."""
    async with calls_to(access) as calls:
        yield GraphAddressBook(calls)


@asynccontextmanager
async def files(access: Access) -> AsyncIterator[OneDrive]:
    """Its files."""
    async with calls_to(access) as calls:
        fetcher = access.fetcher or Fetcher(Pace(access.clock), SystemResolver())
        yield OneDrive(calls, fetcher, is_here=urlsplit(base_of(access)).hostname in HERE)
