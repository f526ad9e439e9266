"""What a sign-in server may answer, and what becomes of it. The server of these tests is ours: it says what the test wrote, and checks nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.errors import AccountAway, AccountClosed
from app.integrations.oauth.client import DeviceCode, SignInServer, StillWaiting, TooFast
from app.integrations.oauth.vendors import VENDORS, Client, Endpoints, Place

GOOD = {"access_token": "a1", "refresh_token": "r2", "expires_in": 3600, "scope": "x y", "token_type": "Bearer"}
DEVICE = DeviceCode("d", "ABC", "https://example.org", 5, 900)


@asynccontextmanager
async def saying(body: object, status: str = "200 OK", head: str = "") -> AsyncIterator[SignInServer]:
    """A client of a server that always answers so."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(
            f"HTTP/1.1 {status}\r\n{head}Content-Length: {len(sent)}\r\nConnection: close\r\n\r\n".encode() + sent
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    endpoints = Endpoints(f"{url}/authorize", f"{url}/token", f"{url}/revoke", f"{url}/device")
    try:
        yield SignInServer(VENDORS["google"], Place(endpoints, url, url), Client("c1", "s1"))
    finally:
        server.close()


@pytest.mark.parametrize(
    ("said", "seconds"),
    [(3600, 3600), ("3599", 3599), (None, 300), (10**12, 86_400), (-5, 0)],
)
async def test_how_long_a_token_holds_is_believed_within_reason(said: object, seconds: float) -> None:
    async with saying({**GOOD, "expires_in": said}) as server:
        grant = await server.refresh("r1")
        assert (grant.access, grant.refresh, grant.scopes, grant.seconds) == ("a1", "r2", ("x", "y"), seconds)
        assert "a1" not in repr(grant)


async def test_the_same_refresh_token_again_or_none_is_no_new_one() -> None:
    for said in ({**GOOD, "refresh_token": "r1"}, {**GOOD, "refresh_token": None}, {"access_token": "a1"}):
        async with saying(said) as server:
            assert (await server.refresh("r1")).refresh == ""


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b"null", {}, {"access_token": ""}, {"access_token": 7}, {"access_token": {"a": 1}}]
)
async def test_an_answer_that_is_none_is_a_trouble_of_the_moment(body: object) -> None:
    async with saying(body) as server:
        with pytest.raises(AccountAway, match="Try again"):
            await server.exchange("code", verifier="v", redirect_uri="http://127.0.0.1/")


@pytest.mark.parametrize(
    ("code", "ends", "says"),
    [
        ("invalid_grant", AccountClosed, "connect google"),
        ("invalid_client", AccountClosed, "GOOGLE_CLIENT_SECRET"),
        ("temporarily_unavailable", AccountAway, "temporarily_unavailable"),
        ("<script>alert(1)</script>" * 9, AccountAway, "scriptalert1"),
        ("authorization_pending", StillWaiting, ""),
        ("slow_down", TooFast, ""),
    ],
)
async def test_a_vendor_s_words_have_a_meaning_here(code: str, ends: type[Exception], says: str) -> None:
    async with saying({"error": code, "error_description": "secret things"}, "400 Bad Request") as server:
        with pytest.raises(ends) as problem:
            await server.poll(DEVICE)
        assert says in str(problem.value)
        assert "secret things" not in str(problem.value)
        assert "<" not in str(problem.value)


@pytest.mark.parametrize("status", ["500 Oh", "503 Busy", "429 Slower", "302 Found"])
async def test_a_broken_server_closes_no_account(status: str) -> None:
    async with saying(b"", status, "Location: https://evil.example/\r\n") as server:
        with pytest.raises(AccountAway):
            await server.refresh("r1")
        with pytest.raises((AccountAway, AccountClosed)):
            await server.identity("a1")
        with pytest.raises(AccountAway):
            await server.device(("x",))


async def test_a_server_that_is_gone_is_away() -> None:
    async with saying(GOOD) as server:
        gone = server
    with pytest.raises(AccountAway):
        await gone.refresh("r1")


@pytest.mark.parametrize("said", [{}, {"email": "no address"}, {"email": 7}, {"email": "a@b\n"}, [], {"user": "x"}])
async def test_an_identity_is_an_address_or_nothing_is_connected(said: object) -> None:
    async with saying(said) as server:
        with pytest.raises(AccountClosed, match="whose account"):
            await server.identity("a1")


async def test_a_token_that_ended_before_is_revoked_all_the_same() -> None:
    async with saying({"error": "invalid_token"}, "400 Bad Request") as server:
        assert await server.revoke("r1")
    async with saying(b"", "503 Busy") as server:
        with pytest.raises(AccountAway):
            await server.revoke("r1")


@pytest.mark.parametrize(
    "said", [{"user_code": "A"}, {"device_code": "d", "user_code": "A", "verification_uri": "u", "interval": "x"}]
)
async def test_half_a_device_code_is_none(said: object) -> None:
    async with saying(said) as server:
        with pytest.raises(AccountAway):
            await server.device(("x",))
