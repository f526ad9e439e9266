"""What hosts ask of programs, kept where nobody sits in front."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.integrations.fetching.robots import Robots
from tests.integrations.fetching.conftest import NOON, Internet, answer

RULES = b"\xef\xbb\xbfUser-agent: *\nDisallow: /private\n\nUser-agent: Kwasi\nDisallow: /ours\n"


async def robots(internet: Internet, reply: bytes) -> Robots:
    await internet.serve(reply, "example.org")
    return Robots(internet.fetcher(), ManualClock(NOON))


@pytest.mark.parametrize(("path", "may"), [("/private/a", True), ("/ours/feed", False), ("/", True)])
async def test_our_own_rules_come_before_those_for_all(internet: Internet, path: str, may: bool) -> None:
    rules = await robots(internet, answer(RULES))
    assert await rules.allow(f"http://example.org{path}") is may


async def test_the_rules_for_all_hold_where_there_are_none_for_us(internet: Internet) -> None:
    rules = await robots(internet, answer(b"User-agent: *\r\nDisallow: /private\r\n"))
    assert not await rules.allow("http://example.org/private/a")
    assert await rules.allow("http://example.org/public")


@pytest.mark.parametrize(
    ("status", "may"),
    [
        ("404 Not Found", True),
        ("401 No", False),
        ("403 No", False),
        ("429 No", False),
        ("500 Broken", False),
        ("503 Later", False),
    ],
)
async def test_a_host_without_rules_allows_all_and_one_that_cannot_say_nothing(
    internet: Internet, status: str, may: bool
) -> None:
    rules = await robots(internet, answer(b"", status))
    assert await rules.allow("http://example.org/a") is may


async def test_a_host_that_is_not_there_is_left_to_the_fetch(internet: Internet) -> None:
    rules = Robots(internet.fetcher(), ManualClock(NOON))
    assert await rules.allow("http://nowhere.example/a")
    assert await rules.allow("http://127.0.0.1/a")
    assert await rules.allow("http://[::1")


async def test_rules_are_read_once_a_day(internet: Internet) -> None:
    server = await internet.serve(answer(RULES), "example.org")
    clock = ManualClock(NOON)
    rules = Robots(internet.fetcher(), clock)
    for _ in range(3):
        assert not await rules.allow("http://example.org/ours")
    assert len(server.requests) == 1
    clock.advance(timedelta(hours=25))
    assert not await rules.allow("http://example.org/ours")
    assert len(server.requests) == 2


async def test_rules_without_end_are_read_in_part(internet: Internet) -> None:
    body = b"User-agent: *\nDisallow: /first\n" + b"Disallow: /x\n" * 30_000
    rules = await robots(internet, answer(body))
    assert not await rules.allow("http://example.org/first")
    assert await rules.allow("http://example.org/other")


@pytest.mark.parametrize(
    ("said", "path", "may"),
    [
        ("Allow: /\nDisallow: /private", "/private/a", False),  # the longest counts, wherever it stands
        ("Disallow: /private\nAllow: /private/feed", "/private/feed.xml", True),
        ("Disallow: /*.xml$", "/news/feed.xml", False),
        ("Disallow: /*.xml$", "/news/feed.xml?x=1", True),
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /*/feed*all", "/x/feed?of=all", False),
        ("Disallow: *?q=", "/s?q=x", False),
        ("Disallow: /caf%C3%A9", "/caf%c3%a9", False),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow:", "/a", True),
        ("Disallow: /x\n\nUser-agent: other\nDisallow: /\n\nUser-agent: KWASI/1.0\nDisallow: /y", "/y", False),
        ("# long\n" * 20_000 + "Disallow: /a", "/a", False),
    ],
)
async def test_rules_are_read_as_the_standard_has_them(internet: Internet, said: str, path: str, *, may: bool) -> None:
    rules = await robots(internet, answer(f"User-agent: x\nUser-agent: kwasi\n{said}\n".encode()))
    assert await rules.allow(f"http://example.org{path}") is may


async def test_a_group_that_names_us_without_rules_lets_us_read_all(internet: Internet) -> None:
    rules = await robots(internet, answer(b"User-agent: *\nDisallow: /\n\nUser-agent: Kwasi\nDisallow:\n"))
    assert await rules.allow("http://example.org/a")
