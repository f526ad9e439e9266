"""The guarded GET against real servers: what it reads, whom it doesn't ask, and what no server can make it do."""

import asyncio
import gzip
import logging
import zlib
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.clock import SystemClock
from app.errors import ConfigurationError, FetchFailed, OutsideRefused
from app.integrations.fetching.fetcher import MOST_REDIRECTS, Fetcher, fetcher_of
from app.integrations.fetching.pace import Pace
from app.integrations.fetching.resolving import SystemResolver
from app.version import VERSION
from tests.house import settings_in
from tests.integrations.fetching.conftest import ELSEWHERE, OUTSIDE, Internet, Names, answer, certificate_for

PAGE = "http://calendar.example.org/private-7731/basic.ics?token=7731"
BOMB = gzip.compress(bytes(50_000_000))


def redirect(location: str, status: str = "302 Found") -> bytes:
    return answer(b"", status, Location=location)


async def reason_of(fetcher: Fetcher, url: str = PAGE, **options: object) -> str:
    with pytest.raises((OutsideRefused, FetchFailed)) as problem:
        await fetcher.get(url, **options)  # type: ignore[arg-type]
    assert problem.value.sentence.endswith(".")
    assert "7731" not in repr(problem.value)
    return problem.value.reason


async def test_a_page_comes_back_with_what_is_said_of_it(internet: Internet) -> None:
    said = answer(b"BEGIN", Content_Type='Text/Calendar; Charset="UTF-8"', ETag='"a"', Last_Modified="Sun, 01 Nov 2026")
    server = await internet.serve(said, "calendar.example.org")
    fetched = await internet.fetcher().get(PAGE, accept=("text/calendar",))
    assert (fetched.url, fetched.status, fetched.body) == (PAGE, 200, b"BEGIN")
    assert (fetched.media_type, fetched.charset) == ("text/calendar", "utf-8")
    assert (fetched.etag, fetched.last_modified, fetched.not_modified) == ('"a"', "Sun, 01 Nov 2026", False)
    assert "7731" not in repr(fetched)
    assert internet.asked == [OUTSIDE]
    assert len(server.requests) == 1


async def test_a_request_says_who_asks_and_nothing_of_whom_it_is_for(
    internet: Internet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text("default login ana password 7732\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server = await internet.serve(answer(Set_Cookie="a=b"), "calendar.example.org")
    fetcher = internet.fetcher()
    await fetcher.get(PAGE)
    await fetcher.get(PAGE)
    assert server.requests[1].split("\r\n") == [
        "GET /private-7731/basic.ics?token=7731 HTTP/1.1",
        "Host: calendar.example.org",
        f"User-Agent: Kwasi/{VERSION} (+self-hosted assistant)",
        "Accept: */*",
        "Accept-Encoding: gzip, deflate",
        "Connection: close",
        "",
        "",
    ]


async def test_what_did_not_change_is_not_sent_again(internet: Internet) -> None:
    def respond(request: str) -> bytes:
        same = 'If-None-Match: W/"a"' in request
        return answer(b"", "304 Not Modified") if same else answer(ETag='W/"a"', Last_Modified="then")

    await internet.serve(respond, "calendar.example.org")
    fetcher = internet.fetcher()
    first = await fetcher.get(PAGE)
    again = await fetcher.get(PAGE, etag=first.etag, last_modified=first.last_modified, accept=("text/calendar",))
    assert (again.not_modified, again.status, again.body) == (True, 304, b"")
    assert (again.etag, again.last_modified) == (first.etag, first.last_modified)


@pytest.mark.parametrize("etag", ["a\r\nX-Evil: 1", "ü", "a" * 2_000])
async def test_a_validator_that_cannot_stand_in_a_header_is_left_out(internet: Internet, etag: str) -> None:
    server = await internet.serve(answer(), "calendar.example.org")
    await internet.fetcher().get(PAGE, etag=etag)
    assert "If-None-Match" not in server.requests[0]
    assert "Evil" not in server.requests[0]


async def test_not_modified_is_no_answer_to_who_did_not_ask(internet: Internet) -> None:
    await internet.serve(answer(b"", "304 Not Modified"), "calendar.example.org")
    assert await reason_of(internet.fetcher()) == "status"


# --- Whom it doesn't ask ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "addresses",
    [("127.0.0.1",), ("10.0.0.1",), (OUTSIDE, "192.168.1.1"), ("::ffff:127.0.0.1",), ("::1", OUTSIDE), ("what",)],
)
async def test_a_name_with_one_address_inside_is_not_asked(internet: Internet, addresses: tuple[str, ...]) -> None:
    server = await internet.serve(answer(), "calendar.example.org")
    internet.names.answers["calendar.example.org"] = [addresses]
    assert await reason_of(internet.fetcher()) == "inside"
    assert (internet.asked, server.requests) == ([], [])


async def test_a_name_that_changes_its_mind_is_asked_where_it_was_checked(internet: Internet) -> None:
    server = await internet.serve(answer(), "calendar.example.org")
    internet.names.answers["calendar.example.org"] = [(OUTSIDE,), ("127.0.0.1",)]
    fetcher = internet.fetcher()
    await fetcher.get(PAGE)
    assert (internet.names.asked, internet.asked) == (["calendar.example.org"], [OUTSIDE])
    assert await reason_of(fetcher) == "inside"
    assert len(server.requests) == 1


async def test_a_name_that_changes_its_mind_between_two_hops_is_not_asked_again(internet: Internet) -> None:
    server = await internet.serve(redirect("/next"), "calendar.example.org")
    internet.names.answers["calendar.example.org"] = [(OUTSIDE,), ("169.254.169.254",)]
    assert await reason_of(internet.fetcher()) == "inside"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("http://127.0.0.1/", "inside"),
        ("http://169.254.169.254/latest/meta-data/", "inside"),
        ("//[::1]/", "inside"),
        ("http://localhost:8080/", "inside"),
        ("http://inside.example.org/", "inside"),
        ("http://2130706433/", "notation"),
        ("http://ana:secret@example.org/", "credentials"),
        ("http://example.org:22/", "port"),
        ("/\\127.0.0.1/", "malformed"),
        ("/\t/127.0.0.1/", "malformed"),
        ("http://[", "malformed"),
        ("file:///etc/passwd", "scheme"),
        ("gopher://127.0.0.1:6379/_x", "scheme"),
        ("?url=http://169.254.169.254/", "nested"),
        ("", "redirect"),
        ("/" + "a" * 5_000, "malformed"),
        ("http://nowhere.example.org/", "dns"),
    ],
)
@pytest.mark.parametrize("status", ["301 M", "302 F", "303 S", "307 T", "308 P"])
async def test_a_redirect_is_judged_like_an_address(
    internet: Internet, location: str, reason: str, status: str
) -> None:
    await internet.serve(redirect(location, status), "calendar.example.org")
    internet.names.answers["inside.example.org"] = [("192.168.1.1",)]
    assert await reason_of(internet.fetcher()) == reason
    assert internet.asked == [OUTSIDE]


async def test_a_redirect_to_somebody_else_is_followed_without_cookies(internet: Internet) -> None:
    first = await internet.serve(
        answer(b"", "302 Found", Location="http://two.example.org/ü b?x=1#y", Set_Cookie="a=b"), "calendar.example.org"
    )
    second = await internet.serve(answer(b"there"), "two.example.org", address=ELSEWHERE)
    fetched = await internet.fetcher().get(PAGE)
    assert (fetched.url, fetched.body) == ("http://two.example.org/%C3%BC%20b?x=1", b"there")
    assert internet.asked == [OUTSIDE, ELSEWHERE]
    assert len(first.requests) == 1
    assert "Cookie" not in second.requests[0]
    assert "7731" not in second.requests[0]


async def test_so_many_redirects_are_followed_and_no_more(internet: Internet) -> None:
    def respond(request: str) -> bytes:
        left = int(request.split()[1][1:])
        return redirect(f"/{left - 1}") if left else answer()

    await internet.serve(respond, "calendar.example.org")
    fetcher = internet.fetcher()
    assert (await fetcher.get(f"http://calendar.example.org/{MOST_REDIRECTS}")).body == b"a page"
    assert await reason_of(fetcher, f"http://calendar.example.org/{MOST_REDIRECTS + 1}") == "redirect"


async def test_a_circle_of_redirects_ends(internet: Internet) -> None:
    server = await internet.serve(redirect(PAGE), "calendar.example.org")
    assert await reason_of(internet.fetcher()) == "redirect"
    assert len(server.requests) == MOST_REDIRECTS + 1


# --- What the owner entered ---------------------------------------------------------------------------------------------


async def test_an_address_inside_is_asked_where_the_owner_entered_it_and_only_there(internet: Internet) -> None:
    one, other = await internet.serve(answer()), await internet.serve(answer())
    fetcher = Fetcher(Pace(SystemClock()), SystemResolver())
    allowed = frozenset({("127.0.0.1", one.port)})
    assert (await fetcher.get(f"http://127.0.0.1:{one.port}/", allowed=allowed)).body == b"a page"
    assert await reason_of(fetcher, f"http://127.0.0.1:{other.port}/", allowed=allowed) == "port"
    assert await reason_of(fetcher, f"http://127.0.0.1:{one.port}/") == "port"


async def test_a_name_the_owner_entered_may_resolve_inside(internet: Internet) -> None:
    server = await internet.serve(answer())
    names = Names(nas=[("127.0.0.1",)], **{"meta.lan": [("169.254.169.254",)]})
    fetcher = Fetcher(Pace(SystemClock()), names)
    url = f"http://nas:{server.port}/"
    assert (await fetcher.get(url, allowed=frozenset({("nas", server.port)}))).body == b"a page"
    assert server.requests[0].split("\r\n")[1] == f"Host: nas:{server.port}"
    assert await reason_of(fetcher, "http://meta.lan/", allowed=frozenset({("meta.lan", 80)})) == "inside"


async def test_a_stranger_s_redirect_does_not_reach_what_the_owner_entered(internet: Internet) -> None:
    own = await internet.serve(answer())
    await internet.serve(redirect(f"http://127.0.0.1:{own.port}/"), "calendar.example.org")
    allowed = frozenset({("127.0.0.1", own.port)})
    assert await reason_of(internet.fetcher(), allowed=allowed) == "port"
    assert own.requests == []


async def test_what_the_owner_entered_may_lead_to_what_they_entered(internet: Internet) -> None:
    second = await internet.serve(answer())
    first = await internet.serve(redirect(f"http://127.0.0.1:{second.port}/there"))
    fetcher = Fetcher(Pace(SystemClock()), SystemResolver())
    pairs = frozenset({("127.0.0.1", first.port), ("127.0.0.1", second.port)})
    assert (await fetcher.get(f"http://127.0.0.1:{first.port}/", allowed=pairs)).url.endswith("/there")


# --- Encryption ---------------------------------------------------------------------------------------------------------


async def test_the_certificate_is_the_name_s_though_an_address_is_connected_to(
    internet: Internet, tmp_path: Path
) -> None:
    context, internet.verify = certificate_for("calendar.example.org", tmp_path)
    named: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: named.append(name)
    server = await internet.serve(answer(), "calendar.example.org", context=context)
    assert (await internet.fetcher().get("https://calendar.example.org/")).body == b"a page"
    assert named == ["calendar.example.org"]
    assert "Host: calendar.example.org\r\n" in server.requests[0]


async def test_a_certificate_of_an_address_is_checked_against_the_address(internet: Internet, tmp_path: Path) -> None:
    context, internet.verify = certificate_for(OUTSIDE, tmp_path)
    await internet.serve(answer(), address=OUTSIDE, context=context)
    # The wire connects to 127.0.0.1, which the certificate isn't for.
    assert await reason_of(internet.fetcher(), f"https://{OUTSIDE}/") == "tls"


@pytest.mark.parametrize("name", ["other.example.org", OUTSIDE])
async def test_a_certificate_of_another_name_or_of_the_address_is_not_taken(
    internet: Internet, tmp_path: Path, name: str
) -> None:
    context, internet.verify = certificate_for(name, tmp_path)
    server = await internet.serve(answer(), "calendar.example.org", address=OUTSIDE, context=context)
    internet.names.answers["calendar.example.org"] = [(OUTSIDE, ELSEWHERE)]
    assert await reason_of(internet.fetcher(), "https://calendar.example.org/") == "tls"
    assert (internet.asked, server.requests) == ([OUTSIDE], [])


async def test_a_certificate_that_nobody_vouches_for_is_not_taken(internet: Internet, tmp_path: Path) -> None:
    context, _ = certificate_for("calendar.example.org", tmp_path)
    await internet.serve(answer(), "calendar.example.org", context=context)
    assert await reason_of(internet.fetcher(), "https://calendar.example.org/") == "tls"


async def test_a_secure_address_does_not_lead_to_one_that_is_not(internet: Internet, tmp_path: Path) -> None:
    context, internet.verify = certificate_for("calendar.example.org", tmp_path)
    await internet.serve(redirect("http://two.example.org/"), "calendar.example.org", context=context)
    plain = await internet.serve(answer(), "two.example.org", address=ELSEWHERE)
    assert await reason_of(internet.fetcher(), "https://calendar.example.org/") == "downgrade"
    assert plain.requests == []


async def test_two_names_at_one_address_are_two_connections(internet: Internet, tmp_path: Path) -> None:
    context, internet.verify = certificate_for("calendar.example.org", tmp_path)
    await internet.serve(
        redirect("https://two.example.org/"), "calendar.example.org", "two.example.org", context=context
    )
    assert await reason_of(internet.fetcher(), "https://calendar.example.org/") == "tls"
    assert internet.asked == [OUTSIDE, OUTSIDE]


async def test_who_speaks_no_tls_fails_as_that(internet: Internet) -> None:
    await internet.serve(answer(), "calendar.example.org", greeting=answer(b"", "400 Bad Request"))
    assert await reason_of(internet.fetcher(), "https://calendar.example.org/") == "tls"


# --- Hostile answers ----------------------------------------------------------------------------------------------------


def chunked(*pieces: bytes, encoding: str = "identity") -> Iterator[bytes]:
    yield f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: {encoding}\r\n\r\n".encode()
    yield from (b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    yield b"0\r\n\r\n"


def endless(first: bytes, more: bytes) -> Iterator[bytes]:
    yield first
    yield from repeat(more)


HEAD = b"HTTP/1.1 200 OK\r\n"
LIES = {
    "a bomb of gzip": (answer(BOMB, Content_Encoding="gzip"), "too_large"),
    "a bomb of deflate": (answer(zlib.compress(bytes(50_000_000)), Content_Encoding="deflate"), "too_large"),
    "a bomb in another": (answer(gzip.compress(BOMB), Content_Encoding="gzip, gzip"), "encoding"),
    "brotli": (answer(b"\x8b\x02\x80hi\x03", Content_Encoding="br"), "encoding"),
    "zstd": (answer(b"\x28\xb5\x2f\xfd", Content_Encoding="zstd"), "encoding"),
    "no gzip": (answer(b"plain words", Content_Encoding="gzip"), "encoding"),
    "half of a gzip": (answer(gzip.compress(b"abc" * 999)[:20], Content_Encoding="gzip"), "encoding"),
    "too large as announced": (HEAD + b"Content-Length: 99999999999\r\n\r\n", "too_large"),
    "too large in numbers": (HEAD + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n", "protocol"),
    "more than announced": (HEAD + b"Content-Length: 3\r\n\r\nabcdef", None),
    "less than announced": (HEAD + b"Content-Length: 9\r\n\r\nabc", "protocol"),
    "two lengths": (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "protocol"),
    "no HTTP": (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", "protocol"),
    "nothing": (b"", "protocol"),
    "a partial answer": (answer(b"abc", "206 Partial Content"), "status"),
    "another protocol": (answer(b"", "101 Switching Protocols"), "protocol"),
}


@pytest.mark.parametrize("name", LIES)
async def test_an_answer_that_lies_is_a_failure_with_its_reason(internet: Internet, name: str) -> None:
    said, reason = LIES[name]
    await internet.serve(said, "calendar.example.org")
    if reason is None:
        assert (await internet.fetcher().get(PAGE)).body == b"abc"
    else:
        assert await reason_of(internet.fetcher(), most_bytes=1_000_000) == reason


@pytest.mark.parametrize(
    ("more", "first", "reason"),
    [
        (b"X-More: and more\r\n", HEAD, "protocol"),
        (b"x" * 999, HEAD + b"X-Long: ", "protocol"),
        (b"x" * 9_999, HEAD + b"\r\n", "too_large"),
        (b"1;" + b"y" * 99 + b"\r\nx\r\n", HEAD + b"Transfer-Encoding: chunked\r\n\r\n", "too_large"),
        (b"x: y\r\n", HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", "protocol"),
    ],
)
async def test_an_answer_without_end_is_cut_off(internet: Internet, more: bytes, first: bytes, reason: str) -> None:
    await internet.serve(lambda _request: endless(first, more), "calendar.example.org")
    assert await reason_of(internet.fetcher(), most_bytes=20_000) == reason


@pytest.mark.parametrize("first", [b"", HEAD, HEAD + b"Content-Length: 9\r\n\r\nabc"])
async def test_who_falls_silent_is_left_when_the_time_is_up(internet: Internet, first: bytes) -> None:
    await internet.serve(lambda _request: iter((first, None)), "calendar.example.org")
    assert await reason_of(internet.fetcher(seconds=0.3)) == "timeout"


async def test_the_time_is_for_all_hops_together(internet: Internet) -> None:
    def respond(request: str) -> Iterator[bytes | float]:
        yield 0.2
        yield answer() if "/4" in request else redirect(f"/{int(request.split()[1][1:]) + 1}")

    await internet.serve(respond, "calendar.example.org")
    assert (await internet.fetcher(seconds=60).get("http://calendar.example.org/1")).body == b"a page"
    assert await reason_of(internet.fetcher(seconds=0.5), "http://calendar.example.org/1") == "timeout"


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "deflate", "raw", "identity", ""])
async def test_a_packed_body_is_unpacked(internet: Internet, encoding: str) -> None:
    body = b"some words, " * 9_000
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(body),
        "x-gzip": gzip.compress(body),
        "deflate": zlib.compress(body),
        "raw": raw.compress(body) + raw.flush(),
    }.get(encoding, body)
    pieces = [packed[at : at + 7] for at in range(0, len(packed), 7)]
    said = "deflate" if encoding == "raw" else encoding
    await internet.serve(lambda _request: chunked(*pieces, encoding=said), "calendar.example.org")
    assert (await internet.fetcher().get(PAGE, most_bytes=len(body))).body == body
    assert await reason_of(internet.fetcher(), most_bytes=len(body) - 1) == "too_large"


@pytest.mark.parametrize(
    ("said", "accept", "taken"),
    [
        ("text/calendar; charset=utf-8", ("text/calendar",), True),
        ("TEXT/Calendar", ("text/calendar",), True),
        ("image/png", ("image/*",), True),
        ("imagex/png", ("image/*",), False),
        ("text/html", ("text/calendar", "application/xml"), False),
        ("", ("text/calendar",), False),
        ("text", ("text/*",), False),
        ("text/html", (), True),
        ("", ("*/*",), True),
    ],
)
async def test_only_what_is_of_use_is_read(
    internet: Internet, said: str, accept: tuple[str, ...], *, taken: bool
) -> None:
    server = await internet.serve(answer(Content_Type=said), "calendar.example.org")
    if taken:
        await internet.fetcher().get(PAGE, accept=accept)
    else:
        assert await reason_of(internet.fetcher(), accept=accept) == "wrong_type"
    assert f"Accept: {', '.join(accept)}" in server.requests[0]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("401 Unauthorized", "wants a login"),
        ("404 Not Found", "has nothing"),
        ("410 Gone", "gone for good"),
        ("429 Too Many Requests", "left alone"),
        ("503 Service Unavailable", "right now"),
        ("300 Multiple Choices", "right now"),
    ],
)
async def test_a_status_is_said_in_words_and_as_a_number(internet: Internet, status: str, words: str) -> None:
    await internet.serve(answer(b"secret 7731", status), "calendar.example.org")
    with pytest.raises(FetchFailed) as problem:
        await internet.fetcher().get(PAGE)
    assert (problem.value.reason, problem.value.status) == ("status", int(status[:3]))
    assert problem.value.sentence.startswith("calendar.example.org ")
    assert words in problem.value.sentence


# --- Connections --------------------------------------------------------------------------------------------------------


async def test_an_address_that_takes_no_connection_makes_way_for_the_next(internet: Internet) -> None:
    await internet.serve(answer(), "calendar.example.org")
    internet.names.answers["calendar.example.org"] = [(ELSEWHERE, OUTSIDE)]
    assert (await internet.fetcher().get(PAGE)).body == b"a page"
    assert internet.asked == [ELSEWHERE, OUTSIDE]


async def test_who_is_nowhere_is_unreachable_after_a_few_tries(internet: Internet) -> None:
    internet.names.answers["calendar.example.org"] = [tuple(f"1.1.1.{last}" for last in range(1, 200))]
    assert await reason_of(internet.fetcher()) == "unreachable"
    assert len(internet.asked) == 4


async def test_a_closed_port_is_unreachable(internet: Internet) -> None:
    server = await internet.serve(answer())
    fetcher = Fetcher(Pace(SystemClock()), SystemResolver())
    gone = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = gone.sockets[0].getsockname()[1]
    gone.close()
    await gone.wait_closed()
    assert port != server.port
    assert (
        await reason_of(fetcher, f"http://127.0.0.1:{port}/", allowed=frozenset({("127.0.0.1", port)})) == "unreachable"
    )


async def test_a_name_that_nobody_has_is_not_found(internet: Internet) -> None:
    assert await reason_of(internet.fetcher()) == "dns"


async def test_a_host_is_asked_by_one_at_a_time(internet: Internet) -> None:
    server = await internet.serve(answer(), "calendar.example.org")
    fetcher = internet.fetcher()
    fetched = await asyncio.gather(*(fetcher.get(PAGE) for _ in range(5)))
    assert [one.body for one in fetched] == [b"a page"] * 5
    assert len(server.requests) == 5


# --- A proxy ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def proxied(internet: Internet) -> Names:
    internet.names.answers = {"calendar.example.org": [(OUTSIDE,)], "inside.example.org": [("10.0.0.1",)]}
    return internet.names


async def test_a_proxy_is_asked_by_name_and_gets_nothing_that_lies_inside(internet: Internet, proxied: Names) -> None:
    proxy = await internet.serve(answer(b"by proxy"))
    fetcher = Fetcher(Pace(SystemClock()), proxied, proxy=f"http://127.0.0.1:{proxy.port}")
    assert (await fetcher.get(PAGE)).body == b"by proxy"
    assert (await fetcher.get("http://only-the-proxy-knows.example.org/")).body == b"by proxy"
    assert await reason_of(fetcher, "http://inside.example.org/") == "inside"
    assert [request.split()[1] for request in proxy.requests] == [PAGE, "http://only-the-proxy-knows.example.org/"]


async def test_a_proxy_that_refuses_is_named_and_own_servers_are_reached_without_it(
    internet: Internet, proxied: Names
) -> None:
    proxy, own = await internet.serve(answer(b"", "403 Forbidden")), await internet.serve(answer(b"mine"))
    fetcher = Fetcher(Pace(SystemClock()), proxied, proxy=f"http://127.0.0.1:{proxy.port}")
    assert await reason_of(fetcher, "https://calendar.example.org/") == "proxy"
    allowed = frozenset({("127.0.0.1", own.port)})
    assert (await fetcher.get(f"http://127.0.0.1:{own.port}/", allowed=allowed)).body == b"mine"
    assert len(proxy.requests) == 1


@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:3128", "https://ana:secret@proxy.example.org"])
def test_a_proxy_is_set_by_its_url_or_not_at_all(tmp_path: Path, proxy: str) -> None:
    assert fetcher_of(settings_in(tmp_path, outside_proxy=SecretStr(proxy)), SystemClock())


@pytest.mark.parametrize(
    "proxy", ["proxy.example.org:3128", "socks5://127.0.0.1", "http://", "http://a:b", "http://[", "http://a:0"]
)
def test_what_is_no_proxy_stops_the_start_and_is_not_repeated(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^OUTSIDE_PROXY must") as problem:
        fetcher_of(settings_in(tmp_path, outside_proxy=SecretStr(proxy)), SystemClock())
    assert proxy not in str(problem.value).replace("http://host:port", "")


# --- The log ------------------------------------------------------------------------------------------------------------


async def test_the_log_names_event_reason_and_host_and_no_secret(
    internet: Internet, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, logger="app")
    await internet.serve(answer(), "calendar.example.org")
    await internet.serve(answer(b"", "404 Not Found"), "two.example.org", address=ELSEWHERE)
    fetcher = internet.fetcher()
    await fetcher.get(PAGE)
    await reason_of(fetcher, "http://two.example.org/private-7731")
    await reason_of(fetcher, "http://127.0.0.1/private-7731")
    ours = [record for record in caplog.records if record.name.startswith("app.")]
    assert [(record.event, getattr(record, "reason", ""), record.host) for record in ours] == [  # type: ignore[attr-defined]
        ("fetch.done", "", "calendar.example.org"),
        ("fetch.failed", "status", "two.example.org"),
        ("fetch.refused", "inside", "127.0.0.1"),
    ]
    assert "7731" not in str([record.__dict__ for record in caplog.records])
