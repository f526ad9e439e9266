"""Pages on the reading list are read soon after they were put there, by the whole program, from real servers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.integrations.fetching.robots import Robots
from app.integrations.pages.reading import PageReader
from app.integrations.web import Web
from app.loops.reading_list import next_due, read_due
from tests.house import calls, open_house, says, scripted, tell
from tests.integrations.fetching.conftest import Internet, Server, answer

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
BEES = (
    "<html><head><title>Nectar, slowly</title></head><body><article><p>"
    + "Bees fan the nectar with their wings until the water is gone. " * 4
    + "</p></article></body></html>"
)


class Site:
    """One host: what its robots.txt says, and how its pages answer."""

    def __init__(self) -> None:
        self.rules, self.page = b"User-agent: *\nDisallow:", answer(BEES.encode(), Content_Type="text/html")

    def __call__(self, request: str) -> bytes:
        return answer(self.rules, Content_Type="text/plain") if " /robots.txt " in request else self.page


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
async def house(tmp_path: Path, site: Site) -> AsyncIterator[tuple[Services, Server]]:
    clock = ManualClock(NOON)
    async with AsyncExitStack() as stack:
        internet = Internet(stack)
        server = await internet.serve(site, "bees.example")

        async def no_pdf(data: bytes, name: str) -> tuple[str, str]:
            return "", f"{name} has {len(data)} bytes"

        pages = PageReader(internet.fetcher(), no_pdf, Robots(internet.fetcher(), clock))
        services = await stack.enter_async_context(open_house(tmp_path, clock=clock, web=Web(pages=pages)))
        yield services, server


async def test_a_page_that_is_kept_is_read_and_found_by_what_it_says(house: tuple[Services, Server]) -> None:
    services, _ = house
    await tell(services, "save http://bees.example/nectar to read later")
    assert await next_due(services.ground) == NOON
    assert await read_due(services.ground) == 1
    assert await next_due(services.ground) is None
    assert "Nectar, slowly: http://bees.example/nectar" in (await tell(services, "what's on my reading list?")).text
    found = await tell(services, "find everything about wings")
    assert "Bees fan the nectar with their wings" in found.text


async def test_the_text_is_read_out_though_the_page_is_gone(house: tuple[Services, Server], site: Site) -> None:
    services, server = house
    await tell(services, "save http://bees.example/nectar to read later")
    await read_due(services.ground)
    site.page, asked = answer(b"gone", "410 Gone"), len(server.requests)
    read = await tell(services, "read me the first one on my reading list")
    assert "Bees fan the nectar" in read.text
    assert len(server.requests) == asked


async def test_what_a_site_asks_programs_to_leave_alone_is_left_to_its_user(
    house: tuple[Services, Server], site: Site
) -> None:
    services, server = house
    site.rules = b"User-agent: *\nDisallow: /"
    await tell(services, "save http://bees.example/nectar to read later")
    assert await read_due(services.ground) == 1
    assert await next_due(services.ground) is None
    assert not any("/nectar" in request for request in server.requests)
    assert "Bees fan the nectar" in (await tell(services, "read me the first one on my reading list")).text


async def test_a_site_that_is_away_is_asked_again_later_and_not_for_ever(
    house: tuple[Services, Server], site: Site
) -> None:
    services, server = house
    site.page, clock = answer(b"busy", "503 Service Unavailable"), services.clock
    assert isinstance(clock, ManualClock)
    await tell(services, "save http://bees.example/nectar to read later")
    tries = 0
    while (due := await next_due(services.ground)) is not None:
        clock.set(max(clock.now(), due))
        tries += await read_due(services.ground)
    assert tries == sum("/nectar" in request for request in server.requests) == 4
    assert clock.now() - NOON < timedelta(days=1)


async def test_an_address_that_somebody_else_wrote_is_not_opened_by_itself(tmp_path: Path, site: Site) -> None:
    """A model was led to keep an address that its user never saw: nobody asks it until they open it."""
    async with AsyncExitStack() as stack:
        internet = Internet(stack)
        server = await internet.serve(site, "bees.example")

        async def no_pdf(data: bytes, name: str) -> tuple[str, str]:
            return "", f"{name} has {len(data)} bytes"

        pages = PageReader(internet.fetcher(), no_pdf, Robots(internet.fetcher(), ManualClock(NOON)))
        model = scripted(
            lambda messages: (
                calls("save_to_read_later", url="http://bees.example/?told=secret")
                if not any(part.part_kind == "tool-return" for part in messages[-1].parts)
                else says("Kept.")
            )
        )
        services = await stack.enter_async_context(open_house(tmp_path, model=model, web=Web(pages=pages)))
        await tell(services, "keep that article for later")
        [item] = await services.store.read_later.list(services.owner.id)
        assert item.url.endswith("told=secret")
        assert await next_due(services.ground) is None
        assert server.requests == []
