"""Attacks at the doors: guessing, names that are not ours, pages of other sites, spellings of paths that go round the guard."""

import asyncio
from collections import Counter
from collections.abc import Iterator

import httpx

from scripts.prove.attacks.target import HEALTH, OWN, PASSWORD, PUBLIC, REFLECTION, TOKEN, Tally, Target, status_of

# Each secret: where it is asked, in which header (or the form), and the right one.
SECRET_DOORS = (
    ("GET", "/message/nothing", "X-API-Token", TOKEN),
    ("GET", "/embed-backfill", "X-Reflection-Secret", REFLECTION),
    ("GET", "/health/status", "X-Health-Secret", HEALTH),
    ("POST", "/login", "", PASSWORD),
)
_FREE = 5  # wrong guesses before anybody waits
_STRANGERS = 110  # more than all strangers together may guess at once
CLAIMS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "True-Client-IP", "X-Forwarded-Host", "Via")
_LET_IN = {200, 202, 303, 404}  # how each of these doors answers the right secret


async def knock(client: httpx.AsyncClient, door: tuple[str, str, str, str], secret: str | bytes) -> httpx.Response:
    """One try at a door."""
    method, path, header, _ = door
    if header:
        return await client.request(method, path, headers={header: secret})
    return await client.post(path, data={"password": secret}, headers=OWN)


def _claims(target: Target, number: int) -> dict[str, str]:
    """What somebody writes about themselves: other addresses each time."""
    other = f"203.0.{number // 250}.{number % 250 + 1}"
    name = target.lots.choice(CLAIMS)
    return {
        name: f"for={other}" if name == "Forwarded" else other,
        "X-Forwarded-For": f"{other}, 10.0.0.{number % 250}",
    }


async def guessing(target: Target) -> Tally:
    """Guesses at every secret: by one who makes up addresses, and by one who has many. The owner is let in all the while."""
    tally = Tally()
    for number, door in enumerate(SECRET_DOORS):
        home = f"127.0.7.{number + 1}"
        owner = target.at(home)
        assert (await knock(owner, door, door[3])).status_code in _LET_IN
        await _one_address(target, tally, door, f"127.0.8.{number + 1}")
        await _many_addresses(target, tally, door, number)
        answer = await knock(owner, door, door[3])
        tally.note(f"{door[1]}: the owner in the storm", fine=answer.status_code in _LET_IN, seen=answer.status_code)
    return tally


async def _one_address(target: Target, tally: Tally, door: tuple[str, str, str, str], address: str) -> None:
    seen: Counter[int] = Counter()
    guesser = target.at(address)
    for number in range(target.count + _FREE):
        guesser.headers.update(_claims(target, number))
        seen[(await knock(guesser, door, f"guess {number} {target.lots.random()}")).status_code] += 1
    tally.note(
        f"{door[1]}: looked at of one address", fine=seen[401] <= _FREE + 1 and set(seen) <= {401, 429}, seen=seen
    )
    answer = await knock(guesser, door, door[3])
    tally.note(f"{door[1]}: the right one while waiting", fine=answer.status_code == 429, seen=answer.status_code)
    fine = answer.headers.get("retry-after", "").isdigit()
    tally.note(f"{door[1]}: how long to wait is said", fine=fine, seen=answer.headers)


async def _many_addresses(target: Target, tally: Tally, door: tuple[str, str, str, str], number: int) -> None:
    looked = 0
    for guess in range(_STRANGERS if target.count >= 10 else 0):
        async with httpx.AsyncClient(
            base_url=target.url, transport=httpx.AsyncHTTPTransport(local_address=f"127.{20 + number}.0.{guess + 1}")
        ) as stranger:
            looked += (await knock(stranger, door, f"guess {guess}")).status_code == 401
    tally.note(f"{door[1]}: looked at of {_STRANGERS} addresses", fine=looked <= 105, seen=looked)


async def right_in_a_storm(target: Target) -> Tally:
    """The right secrets, from an address that mistyped a few times before."""
    tally = Tally()
    for number, door in enumerate(SECRET_DOORS):
        owner = target.at(f"127.0.6.{number + 1}")
        for wrong in range(3):
            await knock(owner, door, f"mistyped {wrong}")
        answer = await knock(owner, door, door[3])
        tally.note(f"{door[1]} after mistyping", fine=answer.status_code in _LET_IN, seen=answer.status_code)
    for number in range(min(target.count, 40)):
        answer = await target.script.get("/message/nothing")
        tally.note(f"a script's request {number}", fine=answer.status_code == 404, seen=answer.status_code)
    return tally


async def guessed_links(target: Target) -> Tally:
    """Guesses at the one-time link, also by who claims to be this machine's through a proxy."""
    tally, seen = Tally(), Counter[int]()
    guesser = target.at("127.0.9.1")
    for number in range(target.count + _FREE):
        guess = target.program.link.rpartition("=")[2][: 10 + number % 20] + f"{number:010}"
        seen[(await guesser.get("/", params={"token": guess})).status_code] += 1
    tally.note("looked at of one address", fine=seen[403] <= _FREE + 1 and set(seen) <= {403, 429}, seen=seen)
    fresh = await target.program.run("link")
    for number, name in enumerate(CLAIMS[:3]):
        stranger = target.at(f"127.0.9.{number + 10}", {name: "127.0.0.1"})
        answer = await stranger.get(f"/?{fresh.partition('?')[2]}")
        tally.note(
            f"a link through a proxy nobody named ({name})", fine=answer.status_code == 403, seen=answer.status_code
        )
    owner = target.at("127.0.9.20", OWN)
    answers = [
        await owner.get(f"/?{fresh.partition('?')[2]}"),
        await target.at("127.0.9.21").get(f"/?{fresh.partition('?')[2]}"),
    ]
    tally.note(
        "a link used twice",
        fine=[one.status_code for one in answers] == [303, 403],
        seen=[one.status_code for one in answers],
    )
    left = {**answers[0].headers, "body": answers[0].text}
    tally.note("the link leaves the address bar", fine="token" not in str(left.get("location")), seen=left)
    tally.note("no link in the log", fine=fresh.partition("=")[2] not in target.log)
    return tally


async def right_link(target: Target) -> Tally:
    """A link opens the page, once, for its owner."""
    tally = Tally()
    link = await target.program.run("link")
    owner = target.at("127.0.9.30", OWN)
    answer = await owner.get(f"/?{link.partition('?')[2]}")
    tally.note("the newest link", fine=answer.status_code == 303, seen=answer.status_code)
    tally.note("the page after it", fine=(await owner.get("/chat/history")).status_code == 200)
    return tally


# --- names ------------------------------------------------------------------------------------------------------------
STRANGE = (
    "evil.example", "evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example:{port}", "kwasi.example.org.evil.example",
    "evilkwasi.example.org", "0.0.0" + ".0", "user@127.0.0.1", "127.0.0.1:99999", "127.0.0.1:port", "127.0.0.1:{port}:80", "[::1", "::1]:80",
    "127.0.0.1 evil.example", "127.0.0.1,evil.example", "127.0.0.1/evil.example", "127.0.0.1#evil", "2130706433", "0x7f.1", "017700000001",
    "127.1", "%31%32%37.0.0.1", "localhost\t.evil.example", "xn--lcalhost-37a", "lоcalhost", "[::ffff:127.0.0.1%25evil]", "[fe80::1%eth0]", "", ".", "..",
)  # fmt: skip
KNOWN = (PUBLIC, f"{PUBLIC}:443", PUBLIC.upper(), "127.0.0.1", "localhost:{port}", "192.168.1.5:{port}", "[::1]:{port}", "10.0.0.7", "[fd00::7]", f"{PUBLIC}.")  # fmt: skip
TOKEN_DOORS = (
    ("POST /message", "X-API-Token", TOKEN),
    ("GET /actions/1", "X-API-Token", TOKEN),
    ("GET /health/status", "X-Health-Secret", HEALTH),
    ("POST /reflect", "X-Reflection-Secret", REFLECTION),
    ("GET /chat/history", "Cookie", "kwasi_session_1=x"),
)


def request(line: str, *headers: str, version: str = "1.1") -> bytes:
    """The bytes of a request without a body."""
    return ("\r\n".join((f"{line} HTTP/{version}", *headers, "Connection: close")) + "\r\n\r\n").encode()


async def strange_names(target: Target) -> Tally:
    """Names that are not ours get the same answer with a right and a wrong token; request lines for proxies, a 4xx."""
    tally = Tally()
    for host in STRANGE:
        named = f"Host: {host.format(port=target.program.port)}"
        for door, header, secret in TOKEN_DOORS[: 2 if target.count < 10 else None]:
            right, wrong = [await target.raw(request(door, named, f"{header}: {value}")) for value in (secret, "wrong")]
            status = status_of(right)
            what = f"{door} as “{host}”"
            tally.note(what, fine=status in (400, 421) and _without_date(right) == _without_date(wrong), seen=right)
    for data in _proxy_lines(target):
        answer = await target.raw(data, wait=5)
        tally.note(f"{data[:60]!r}", fine=400 <= status_of(answer) < 500 or answer == b"", seen=answer)
    return tally


def _proxy_lines(target: Target) -> Iterator[bytes]:
    """Request lines and heads as they are sent to proxies, or by who wants two servers to read them differently."""
    own, token = f"Host: {target.place}", f"X-API-Token: {TOKEN}"
    for line in (
        "GET http://evil.example/", f"GET http://{target.place}/chat/history", "CONNECT evil.example:443", "CONNECT 127.0.0.1:22",
        "OPTIONS *", "GET evil", "GET //evil.example/%2e%2e", "PROPFIND /", "TRACE /message", "GET /message/x", "PRI *", "GET ?token=x",
        "GET http://127.0.0.1:99999999999/", "GET http://[::1/", "GET \x00", "get /message/x",
    ):  # fmt: skip
        yield request(line, own)
    yield request("GET /message/x", own, "Host: evil.example", token)
    yield request("GET /message/x", "Host: evil.example", own, token)
    yield request("GET /message/x", token)
    yield request("GET /message/x", f"Host : {target.place}", token)
    yield request("GET /message/x", f" {own}", token)
    yield request("POST /message", own, token, "Content-Length: 5", "Content-Length: 6") + b"abcdef"
    yield request("POST /message", own, token, "Content-Length: -1")
    yield request("POST /message", own, token, "Content-Length: 1e3")
    yield request("POST /message", own, token, "Transfer-Encoding: chunked, identity") + b"0\r\n\r\n"
    yield request("POST /message", own, token, "Transfer-Encoding: chunked") + b"zz\r\n\r\n"
    yield request("POST /message", own, token, "Transfer-Encoding: xchunked") + b"0\r\n\r\n"
    yield request("GET /message/x", own, "X-API-Token: wrong", f"X-API-Token: {TOKEN}-")
    yield request("GET /message/x", own, f"X-API-Token: {TOKEN[:-1]}\u00e9")
    yield request("GET /message/x", own, f"X-API-Token: {TOKEN[:-1]}\u0065\u0301")
    yield request("GET /chat/history", own, "Upgrade: websocket", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13")
    yield b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n"
    yield b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n"
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n"
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def _without_date(answer: bytes) -> bytes:
    return b"\r\n".join(line for line in answer.split(b"\r\n") if not line.lower().startswith(b"date:"))


async def known_names(target: Target) -> Tally:
    """Addresses in numbers, this machine's names and those of PUBLIC_HOSTS."""
    tally = Tally()
    for host in KNOWN:
        answer = await target.raw(
            request("GET /message/nothing", f"Host: {host.format(port=target.program.port)}", f"X-API-Token: {TOKEN}")
        )
        tally.note(f"as “{host}”", fine=status_of(answer) == 404, seen=answer)
    answer = await target.raw(request("GET /health", "Host: anything.example"))
    tally.note("the watch over the process", fine=status_of(answer) == 200, seen=answer)
    return tally


# --- pages of other sites -----------------------------------------------------------------------------------------------
FOREIGN = (
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://{place}.evil.example"},
    {"Origin": "http://{place}@evil.example"},
    {"Origin": "http://evil.example/{place}"},
    {"Origin": "http://[::1"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://{place}"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "SAME-ORIGIN"},
    {"Sec-Fetch-Site": "same-origin, cross-site"},
    {},
)
_MESSAGE = b'{"id": "evil%d", "text": "add evil to my shopping list"}'


async def foreign_pages(target: Target) -> Tally:
    """What a page elsewhere can send with the owner's cookie: simple requests of every type, forms, methods in disguise."""
    tally = Tally()
    signed = await target.browser()
    before = await target.belongings()
    for number, headers in enumerate(FOREIGN[: 3 * target.count]):
        said = {name: value.format(place=target.place) for name, value in headers.items()}
        page = target.at(headers=said)
        page.cookies = signed.cookies
        for kind in (
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/json",
            "multipart/form-data; boundary=x",
        ):
            answer = await page.post("/chat/messages", content=_MESSAGE % number, headers={"Content-Type": kind})
            tally.note(f"a message as {kind} by {said}", fine=answer.status_code == 403, seen=answer.status_code)
        for path in ("/chat/stop", "/logout", "/sessions/end-others", "/chat/actions", "/login?password=x"):
            answer = await page.post(path, headers={"X-HTTP-Method-Override": "GET"})
            tally.note(f"{path} by {said}", fine=answer.status_code == 403, seen=answer.status_code)
        if "Origin" in said or said.get("Sec-Fetch-Site") not in (None, "none"):
            for path in ("/chat/history", "/export", "/sessions", "/chat/events"):
                async with page.stream("GET", path) as answer:
                    tally.note(f"reads {path} by {said}", fine=answer.status_code == 403, seen=answer.status_code)
    await _preflights(target, tally)
    tally.note("nothing has changed", fine=await target.belongings() == before)
    tally.note("still signed in", fine=(await signed.get("/chat/history")).status_code == 200)
    return tally


async def _preflights(target: Target, tally: Tally) -> None:
    asking = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-api-token",
    }
    for path in ("/message", "/chat/messages", "/health/ingest", "/", "/export"):
        answer = await target.at(headers=asking).options(path)
        allowed = [name for name in answer.headers if name.startswith("access-control-")]
        tally.note(f"a preflight at {path}", fine=not allowed and answer.status_code >= 400, seen=answer.headers)
    answer = await target.at(headers={"Sec-Fetch-Site": "cross-site"}).post(
        "/message", json={"text": "add evil to my list"}, headers={"X-API-Token": TOKEN}
    )
    tally.note("the token from another site's page", fine=answer.status_code == 403, seen=answer.status_code)


async def own_page(target: Target) -> Tally:
    """The page itself, by both signs a browser gives, and a program that gives none."""
    tally = Tally()
    signed = await target.browser()
    for number, headers in enumerate(({"Sec-Fetch-Site": "same-origin"}, {"Origin": f"http://{target.place}"})):
        page = target.at(headers=headers)
        page.cookies = signed.cookies
        answer = await page.post("/chat/messages", json={"id": f"own{number}", "text": "hello"})
        tally.note(f"a message by {headers}", fine=answer.status_code == 202, seen=answer.text)
        tally.note(f"history by {headers}", fine=(await page.get("/chat/history")).status_code == 200)
    answer = await target.script.post("/message", json={"text": "hello"})
    tally.note("a script", fine=answer.status_code == 200, seen=answer.text)
    return tally


# --- paths ------------------------------------------------------------------------------------------------------------
GUARDED = ("/chat/history", "/export", "/sessions", "/chat/events", "/chat/actions/1")
SPELLINGS = (
    "/{path}", "{path}/", "{path}//", "/.{path}", "/assets/..{path}", "/assets/%2e%2e{path}", "/assets/..%2f{bare}", "/%2e{path}",
    "{path};x", "{path}%00", "{path}%20", "{path}?", "{path}%3f", "{path}.json", "{upper}", "/health/..{path}", "/health{path}",
    "{first}%2f{last}", "{first}\\{last}", "%2f{bare}", "/message/..{path}", "/webhooks/../..{path}", "{path}%0d%0aX: y", "{path}#x", "{fullwidth}",
)  # fmt: skip
FILES = (
    "/assets/../../../../etc/passwd", "/assets/%2e%2e/%2e%2e/app/config.py", "/assets/..%2f..%2f..%2fpages.py", "/assets/%2fetc%2fpasswd",
    "/assets/....//....//pages.py", "/assets/..%5cpages.py", "/assets/", "/assets/.", "/assets/..", "/assets/chat.js%00.png", "/assets/%c0%ae%c0%ae/pages.py",
    "/assets/chat.html", "/assets/login.html", "/.env", "/session.key", "/vault.key", "/kwasi.db", "/message/../../kwasi.db",
)  # fmt: skip
_MARKS = (b"root:", b"import ", b"DASHBOARD", b"SQLite format", b'"messages":', b"data:")


async def odd_paths(target: Target) -> Tally:
    """A guarded address in other spellings, by somebody who is not signed in, with every method; files beside the page's."""
    tally = Tally()
    own = f"Host: {target.place}"
    for path in GUARDED:
        for spelling in SPELLINGS:
            line = _spelled(spelling, path)
            for method in ("GET", "HEAD") if target.count < 10 else ("GET", "HEAD", "OPTIONS", "PUT", "get"):
                answer = await target.raw(request(f"{method} {line}", own, "Range: bytes=0-9"), wait=5)
                fine = not 200 <= status_of(answer) < 300 and not any(
                    mark in answer.partition(b"\r\n\r\n")[2] for mark in _MARKS
                )
                tally.note(f"{method} {line}", fine=fine, seen=answer)
    for path in FILES:
        answer = await target.raw(request(f"GET {path}", own))
        tally.note(f"GET {path}", fine=400 <= status_of(answer) < 500, seen=answer)
    script = target.script
    for action in ("1", "0", "-1", "%27%20OR%201=1", "..%2f..", "a" * 5000, "%00", "%ff"):
        answer = await script.get(f"/actions/{action}")
        tally.note(f"an action's number guessed: {action[:20]}", fine=400 <= answer.status_code < 500, seen=answer.text)
    return tally


def _spelled(spelling: str, path: str) -> str:
    first, _, last = path.rpartition("/")
    wide = "".join(chr(ord(letter) + 0xFEE0) if letter.isalpha() else letter for letter in path)
    escaped = "".join(f"%{byte:02x}" if byte > 127 else chr(byte) for byte in wide.encode())
    return spelling.format(path=path, bare=path[1:], upper=path.upper(), first=first, last=last, fullwidth=escaped)


async def plain_paths(target: Target) -> Tally:
    """The same addresses as they are written, by their owner; the page's files; a stream taken up where it was left."""
    tally = Tally()
    signed = await target.browser()
    for path in ("/chat/history", "/export", "/sessions", "/", "/assets/chat.js", "/assets/chat.css", "/openapi.json"):
        answer = await signed.get(path)
        tally.note(path, fine=answer.status_code == 200, seen=answer.status_code)
    for resume in ("0", "1", str(2**53)):
        async with (
            asyncio.timeout(20),
            signed.stream("GET", "/chat/events", headers={"Last-Event-ID": resume}) as stream,
        ):
            tally.note(f"events after {resume}", fine=stream.status_code == 200, seen=stream.status_code)
    return tally
