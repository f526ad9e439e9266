"""What a Microsoft account offers."""

import pytest

from app.integrations.access import Access
from app.integrations.microsoft import opening
from app.integrations.ports import AddressBook, Calendar, Mailbox, MailQuery, MailWatch, TaskList
from tests.fakes.vendors.graph import GraphServer


async def test_each_port_is_opened_and_closed_again(server: GraphServer, access: Access) -> None:
    async with (
        opening.mail(access) as box,
        opening.mail_watch(access) as watch,
        opening.calendar(access) as calendar,
        opening.tasks(access) as tasks,
        opening.contacts(access) as book,
    ):
        ports: tuple[Mailbox, MailWatch, Calendar, TaskList, AddressBook] = (box, watch, calendar, tasks, book)
        assert await ports[0].search(MailQuery(), 1) == []
        assert (await ports[1].news("", 1)).watermark
        assert [one.name for one in await ports[2].calendars()] == ["Calendar"]
        assert [one.name for one in await ports[3].lists()] == ["Tasks"]
        assert await ports[4].all(1) == []
    with pytest.raises(RuntimeError, match="closed"):
        await box.search(MailQuery(), 1)
