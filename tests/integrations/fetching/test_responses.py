"""What a response's head says: types and charsets read strictly, validators given on only where they can be sent back."""

import httpx
import pytest

from app.integrations.fetching.addresses import checked
from app.integrations.fetching.responses import Fetched, Redirect, Wanted, read_response

TARGET = checked("https://example.org/")


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


async def read(headers: dict[str, str | bytes], status: int = 200, **wanted: str) -> Fetched | Redirect:
    response = httpx.Response(
        status,
        headers=[(name.encode(), _bytes(value)) for name, value in headers.items()],
        stream=httpx.ByteStream(b"x"),
    )
    asked = Wanted((), 100, wanted.get("etag", ""), wanted.get("last_modified", ""))
    return await read_response(response, TARGET, asked)


@pytest.mark.parametrize(
    ("said", "media_type", "charset"),
    [
        ("text/calendar", "text/calendar", ""),
        (' Text/HTML ; charset="ISO-8859-1" ; x=y', "text/html", "iso-8859-1"),
        ("application/atom+xml;charset=utf-8", "application/atom+xml", "utf-8"),
        ("text/html; x=charset=utf-8", "text/html", ""),
        ("text/html; charset=../../etc", "text/html", ""),
        ("text/html; charset=" + "a" * 99, "text/html", ""),
        ("text / html", "", ""),
        ("text/html, text/plain", "", ""),
        ("<script>", "", ""),
        ("", "", ""),
    ],
)
async def test_type_and_charset_are_what_is_said_plainly(said: str, media_type: str, charset: str) -> None:
    got = await read({"Content-Type": said})
    assert isinstance(got, Fetched)
    assert (got.media_type, got.charset) == (media_type, charset)


async def test_a_validator_of_no_use_is_left_out_and_one_not_repeated_stays() -> None:
    got = await read({"ETag": "a" * 5_000, "Last-Modified": "ü".encode()})
    assert isinstance(got, Fetched)
    assert (got.etag, got.last_modified) == ("", "")
    same = await read({}, 304, etag='"a"', last_modified="then")
    assert isinstance(same, Fetched)
    assert (same.etag, same.last_modified, same.not_modified) == ('"a"', "then", True)


async def test_a_redirect_shows_nothing_of_where_it_leads() -> None:
    got = await read({"Location": "/private-7731"}, 301)
    assert got == Redirect("/private-7731")
    assert "7731" not in repr(got)
