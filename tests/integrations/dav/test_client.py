"""What servers can do to us: a server of our own that answers as none should."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from app.errors import AccountAway, AccountClosed, ChangedElsewhere, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.dav.client import Dav, Resource, joined, reached
from app.integrations.dav.multistatus import DAV
from tests.servers.dav import ANA, PASSWORD, access
from tests.servers.scripted import Asked, Scripted, multistatus, reply, response, scripted

NAMES = (f"{DAV}displayname",)
GOOD = multistatus(response("/a/", "<d:displayname>A</d:displayname>"))
BOMB = '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><d:multistatus xmlns:d="DAV:">&b;</d:multistatus>'
EXTERNAL = '<!DOCTYPE b SYSTEM "file:///etc/passwd"><d:multistatus xmlns:d="DAV:"/>'


async def _properties(server: Scripted) -> list[str]:
    async with reached(access({}), f"{server.url}/a/", ANA) as dav:
        return [one.text(NAMES[0]) for one in await dav.properties(f"{server.url}/a/", NAMES)]


@pytest.mark.parametrize(
    ("answer", "problem", "said"),
    [
        (reply(401), AccountClosed, "no longer lets"),
        (reply(403), ToolProblem, "allow"),
        (reply(404), NotFound, "find"),
        (reply(410), NotFound, "find"),
        (reply(429, Retry_After="3600"), AccountAway, "60 minutes"),
        (reply(503, Retry_After="7200"), AccountAway, "503"),
        (reply(500), AccountAway, "500"),
        (reply(302, Location="http://192.0.2.1/"), ToolProblem, "302"),
        (reply(207, BOMB), AccountAway, "broken answer"),
        (reply(207, EXTERNAL), AccountAway, "broken answer"),
        (reply(207, GOOD[:-20]), AccountAway, "broken answer"),
        (reply(207, "<html><body>Please sign in</body></html>"), AccountAway, "broken answer"),
        (reply(207, '{"no": "xml"}'), AccountAway, "broken answer"),
        (reply(207, ""), AccountAway, "broken answer"),
        (reply(207, "<a>" * 200_000), AccountAway, "broken answer"),
        (reply(207, GOOD, connection="close")[:-40], AccountAway, "broken connection"),
        (None, AccountAway, "broken connection"),
    ],
    ids=range(17),
)
async def test_an_answer_that_is_none_is_an_error_of_ours(
    answer: bytes | None, problem: type[Exception], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "app")
    async with scripted(lambda _: answer) as server:
        with pytest.raises(problem, match=said):
            await _properties(server)
    assert PASSWORD not in caplog.text


async def test_a_body_without_end_is_not_read_to_it() -> None:
    async with scripted(lambda _: b"HTTP/1.1 207 X\r\n\r\n") as server:
        server.endless = b"<a/>" * 50_000
        with pytest.raises(ToolProblem, match="larger"):
            await _properties(server)


async def test_a_server_that_is_busy_for_a_moment_is_asked_once_more() -> None:
    answers = iter((reply(503, Retry_After="0"), reply(207, GOOD)))
    async with scripted(lambda _: next(answers)) as server:
        assert await _properties(server) == ["A"]
        assert server.methods == ["PROPFIND", "PROPFIND"]


async def test_what_is_said_of_other_servers_is_left_out() -> None:
    elsewhere = (
        "http://192.0.2.1/a/",
        "//evil.example/a/",
        "http://[",
        "http://x:99999999/",
        "javascript:1",
        "../../b",
    )
    body = multistatus(*(response(href, f"<d:displayname>{href}</d:displayname>") for href in elsewhere))
    async with scripted(lambda _: reply(207, body)) as server:
        assert await _properties(server) == ["../../b"]


async def test_too_much_for_the_server_is_said() -> None:
    half = "<d:response><d:href>/a/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>"
    async with scripted(lambda _: reply(207, multistatus(half))) as server, _dav(server) as dav:
        with pytest.raises(ToolProblem, match="shorter"):
            await dav.report(f"{server.url}/a/", "<x/>")


def _dav(server: Scripted) -> AbstractAsyncContextManager[Dav]:
    return reached(access({}), f"{server.url}/a/", ANA)


@pytest.mark.parametrize("status", [409, 412])
async def test_another_version_is_not_overwritten(status: int) -> None:
    async with scripted(lambda _: reply(status)) as server, _dav(server) as dav:
        with pytest.raises(ChangedElsewhere):
            await dav.replace(Resource(f"{server.url}/a/x.ics", 'W/"1"', b"x"), "text/calendar")
        with pytest.raises(ChangedElsewhere):
            await dav.remove(f"{server.url}/a/x.ics", '"1"')
        assert [one.headers["if-match"] for one in server.asked] == ['"1"', '"1"']


def _keeps(breaks: bool, keeps: bool = True) -> Callable[[Asked], bytes | None]:
    """A server that takes a file, and breaks off before it says so."""
    kept: list[str] = []

    def answer(asked: Asked) -> bytes | None:
        if asked.method == "PUT":
            kept.extend([asked.body] if keeps else [])
            return None if breaks else reply(500)
        return reply(200, kept[0], etag='"1"') if kept else reply(404)

    return answer


@pytest.mark.parametrize("breaks", [True, False])
async def test_what_may_have_been_taken_is_looked_for(breaks: bool) -> None:
    async with scripted(_keeps(breaks)) as server, _dav(server) as dav:
        made = await dav.create(f"{server.url}/a/x.ics", b"data", "text/calendar", same="")
        assert (made.data, made.etag, server.methods) == (b"data", '"1"', ["PUT", "GET"])
        assert server.asked[0].headers["if-none-match"] == "*"


async def test_what_is_not_found_then_is_not_known() -> None:
    async with scripted(_keeps(breaks=True, keeps=False)) as server, _dav(server) as dav:
        with pytest.raises(OutcomeUnknown):
            await dav.create(f"{server.url}/a/x.ics", b"data", "text/calendar", same="")
        with pytest.raises(OutcomeUnknown):
            await dav.replace(Resource(f"{server.url}/a/x.ics", '"1"', b"x"), "text/calendar")
        assert server.methods == ["PUT", "GET", "PUT"]


async def test_a_refusal_to_create_is_said() -> None:
    async with scripted(lambda _: reply(403, "no")) as server, _dav(server) as dav:
        with pytest.raises(ToolProblem, match="403"):
            await dav.create(f"{server.url}/a/x.ics", b"data", "text/calendar", same="")


async def test_no_other_server_is_asked() -> None:
    async with scripted(lambda _: reply(207, GOOD)) as server, scripted(lambda _: reply(207, GOOD)) as other:
        async with _dav(server) as dav:
            with pytest.raises(ToolProblem):
                await dav.properties(f"{other.url}/a/", NAMES)
        assert other.asked == []


def test_places_are_joined_or_none() -> None:
    base = "https://dav.example/a/b"
    hrefs = {
        "c": "https://dav.example/a/c",
        "/d": "https://dav.example/d",
        "mailto:x@y": "",
        "http://[::": "",
        "": base,
    }
    assert {href: joined(base, href) for href in hrefs} == hrefs
