"""Attacks by size, by slowness and by number. All the while somebody honest must be answered."""

import asyncio
import contextlib
import gzip
import io
import json
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from scripts.prove.attacks.target import HEALTH, OWN, PASSWORD, TOKEN, Tally, Target, status_of

_MEGABYTE = 1_000_000
_PATIENT = 3.0  # seconds in which /health is answered, on a machine with other work to do
_MOST_MEMORY = 400 * _MEGABYTE  # more than a server may grow by, whatever is sent
_HEALTH = {"X-Health-Secret": HEALTH, "Content-Type": "application/json"}

# --- long texts ---------------------------------------------------------------------------------------------------------
PIECES = (
    "add milk to my list and ", "remind me tomorrow at 9 to ", "every monday and ", "cancel ", "and ", "1 ", "a", "((", "“", "in 1 hour ", "my sister's ",
    "not ", "\n- ", "**", "[x](", "<!--", "\u0301", "\u202e", "3/4 ", "no, ", "@", "https://a.", "1+", "then ", "if ", "the first of ", "😀\u200d", "ﷺ", " ", "milk, ",
)  # fmt: skip
_LONG = 20_000  # characters


async def long_texts(target: Target) -> Tally:
    """Repetitions that make a careless reader take for ever. The health of the process is asked for meanwhile."""
    tally = Tally()
    texts = ["add milk to my list and " * 20, *(_repeated(piece) for piece in PIECES)]
    for text in texts[: max(target.count, 2)]:
        async with probed(target, tally, f"{text[:24]!r}"):
            status = await _answered(target, text)
        tally.note(f"{text[:24]!r} is answered", fine=status in (200, 422), seen=status or "nothing in a minute")
        if not status:
            break  # it is still busy with that one
    return tally


async def _answered(target: Target, text: str) -> int:
    """The status of the answer; 0 where there was none for too long."""
    try:
        return (await target.script.post("/message", json={"text": text})).status_code
    except httpx.TimeoutException:
        return 0


def _repeated(piece: str) -> str:
    return (piece * (_LONG // len(piece) + 1))[:_LONG]


@asynccontextmanager
async def probed(target: Target, tally: Tally, what: str) -> AsyncIterator[None]:
    """Ask for the health of the process until the block ends; none of the answers may be late."""
    waits: list[float] = []

    async def probe() -> None:
        async with httpx.AsyncClient(base_url=target.url, timeout=60) as client:
            while True:
                began = time.perf_counter()
                waits.append(60.0)
                answer = await client.get("/health")
                waits[-1] = time.perf_counter() - began if answer.status_code == 200 else 60.0
                await asyncio.sleep(0.05)

    probing = asyncio.create_task(probe())
    try:
        yield
    finally:
        await asyncio.sleep(0.05)
        probing.cancel()
        with contextlib.suppress(asyncio.CancelledError, httpx.HTTPError):
            await probing
        late = [wait for wait in waits[:-1] if wait > _PATIENT]
        tally.note(f"health during {what}", fine=not late, seen=late)


async def short_texts(target: Target) -> Tally:
    """What people write, and one long letter."""
    tally = Tally()
    letter = "Dear Ama, the garden is doing well and the tomatoes are nearly ripe. " * 100
    for text in (
        "hello",
        "add milk to my shopping list and remind me tomorrow at 9 to call Ama",
        "what's on my list?",
        letter,
    ):
        answer = await target.script.post("/message", json={"text": text})
        tally.note(text[:24], fine=answer.status_code == 200, seen=answer.text)
    return tally


# --- large ------------------------------------------------------------------------------------------------------------
def _form(parts: Iterator[bytes] | list[bytes], size: int) -> Iterator[bytes]:
    yield b'--x\r\nContent-Disposition: form-data; name="password"; filename="p"\r\n\r\n'
    yield from parts
    yield b"\r\n--x--\r\n"


def _zeros(size: int) -> Iterator[bytes]:
    for _ in range(size // 65536):
        yield bytes(65536)


def _packed(name: str, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w") as member:
        for part in _zeros(size):
            member.write(part)
    return out.getvalue()


def _bodies(scale: int) -> Iterator[tuple[str, str, dict[str, str], Any]]:
    """What is sent: a name, where to, the headers, and the bytes. `scale` is 1 for a full run, more for a short one."""
    api, form = {"X-API-Token": TOKEN}, {"Content-Type": "multipart/form-data; boundary=x"}
    kind = {"Content-Type": "application/json"}
    empty = b"{}," * (1_500_000 // scale)
    yield "4.5 MB of empty samples", "/health/ingest", _HEALTH, b'{"samples":[' + empty + b"{}]}"
    yield (
        "the same, packed",
        "/health/ingest",
        {**_HEALTH, "Content-Encoding": "gzip"},
        gzip.compress(b'{"samples":[' + empty * 3 + b"{}]}"),
    )
    yield (
        "a gzip that unfolds",
        "/health/ingest",
        {**_HEALTH, "Content-Encoding": "gzip"},
        gzip.compress(bytes(200 * _MEGABYTE // scale)),
    )
    yield (
        "a gzip in a gzip",
        "/health/ingest",
        {**_HEALTH, "Content-Encoding": "gzip, gzip"},
        gzip.compress(gzip.compress(b"{}")),
    )
    for path, headers in (
        ("/health/ingest", _HEALTH),
        ("/message", {**api, **kind}),
        ("/chat/messages", kind),
        ("/chat/actions", kind),
    ):
        yield f"deep JSON at {path}", path, headers, b'{"text":' + b"[" * 90_000
        yield f"deep objects at {path}", path, headers, b'{"text":' * 30_000 + b"1" + b"}" * 30_000
        yield f"a long number at {path}", path, headers, b'{"id": ' + b"9" * 90_000 + b"}"
        yield f"a far exponent at {path}", path, headers, b'{"id": 1e999999999}'
        yield f"a field many times at {path}", path, headers, b"{" + b'"text": {},' * 8_000 + b'"text": []}'
        yield f"no UTF-8 at {path}", path, headers, b'{"text": ["\xff\xfe\xed\xa0\x80"]}'
        yield f"many values at {path}", path, headers, b"[" + b"1," * (3_000_000 // scale) + b"1]"
    yield "a form of 300 MB", "/login", form, _form(_zeros(300 * _MEGABYTE // scale), 0)
    yield (
        "a field of 300 MB",
        "/login",
        form,
        [b'--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n', *_zeros(30 * _MEGABYTE // scale)],
    )
    yield (
        "an address of 30 MB",
        "/login",
        {"Content-Type": "application/x-www-form-urlencoded"},
        b"password=" + b"a" * (30 * _MEGABYTE // scale),
    )
    yield "many fields", "/login", {"Content-Type": "application/x-www-form-urlencoded"}, b"a=b&" * 20_000
    part = b'--x\r\nContent-Disposition: form-data; name="images"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n'
    yield "ten thousand files", "/message", {**api, **form}, part * (10_000 // scale) + b"--x--\r\n"
    yield "a file of 100 MB", "/message", {**api, **form}, _form(_zeros(100 * _MEGABYTE // scale), 0)
    yield (
        "a head of a part without an end",
        "/message",
        {**api, **form},
        b"--x\r\n" + b"X-Y: z\r\n" * (1_000_000 // scale),
    )
    yield (
        "a boundary without an end",
        "/message",
        {**api, "Content-Type": f"multipart/form-data; boundary={'y' * 60_000}"},
        b"--yy\r\n",
    )
    yield (
        "an archive that is none",
        "/health/backfill",
        {"X-Health-Secret": HEALTH, "Content-Type": "application/zip"},
        bytes(65536),
    )


async def large(target: Target) -> Tally:
    """Far too much of everything, with its size said and unsaid: refused while it comes, and the memory stays as it was."""
    tally = Tally()
    signed = await target.browser()
    before, files = target.memory(), _files(target)
    for name, path, headers, body in _bodies(1 if target.count >= 10 else 10):
        sender = signed if path.startswith("/chat") else target.at("127.0.0.3", {**OWN})
        content = body if isinstance(body, bytes) else _streamed(body)
        status = await _sent(sender, path, headers, content)
        tally.note(name, fine=400 <= status < 500 or status == 0, seen=status)
        tally.note(f"health after {name}", fine=await target.is_well())
    grown = target.memory() - before
    tally.note("the memory stays", fine=grown < _MOST_MEMORY, seen=f"{grown / _MEGABYTE:.0f} MB more")
    for name, data in (
        ("report.docx", _packed("word/document.xml", 300 * _MEGABYTE)),
        ("table.xlsx", _packed("xl/sharedStrings.xml", 300 * _MEGABYTE)),
    ):
        async with probed(target, tally, name):
            answer = await target.script.post(
                "/message", data={"text": "read it"}, files={"file": (name, data, "application/octet-stream")}
            )
        tally.note(f"{name} that unfolds", fine=answer.status_code == 200, seen=answer.text)
    left = _files(target) - files
    tally.note(
        "nothing of it stays on the disk",
        fine=not [path for path in left if path.endswith((".part", ".tmp"))],
        seen=left,
    )
    return tally


async def _sent(sender: httpx.AsyncClient, path: str, headers: dict[str, str], content: Any) -> int:
    """The status; 0 where the connection was ended while it was still sending."""
    try:
        return (await sender.post(path, content=content, headers=headers)).status_code
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        return 0


async def _streamed(parts: Any) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def _files(target: Target) -> set[str]:
    return {str(path) for path in target.folder.rglob("*") if path.is_file()}


async def honest_sizes(target: Target) -> Tally:
    """As much as may come: a batch of 5,000, plain and packed; a document of nine megabytes; a long message; the password."""
    tally = Tally()
    now = datetime.now(UTC)
    sample = {"metric": "heart_rate", "value": 58, "unit": "bpm", "device": "Watch"}
    samples = [
        {**sample, "start": (now - timedelta(minutes=n)).isoformat(), "client_id": f"p{n}"} for n in range(5_000)
    ]
    batch = json.dumps({"samples": samples, "sent_at": now.isoformat()}).encode()
    for headers, body in ((_HEALTH, batch), ({**_HEALTH, "Content-Encoding": "gzip"}, gzip.compress(batch))):
        answer = await target.at().post("/health/ingest", content=body, headers=headers)
        kept = sum(answer.json().get("counts", {}).get(name, 0) for name in ("stored", "unchanged"))
        tally.note("a batch of 5,000", fine=answer.status_code == 200 and kept == 5_000, seen=answer.text)
    notes = ("the garden does well. " * 400_000)[:9_000_000].encode()
    answer = await target.say("keep this for me", ("notes.txt", notes, "text/plain"))
    tally.note("nine megabytes of notes", fine=bool(answer["reply"]), seen=answer)
    answer = await target.say("dear diary, " + "it rained. " * 8_000)
    tally.note("a long message", fine=bool(answer["reply"]), seen=answer)
    answer = await target.at(headers=OWN).post("/login", data={"password": PASSWORD})
    tally.note("the password", fine=answer.status_code == 303, seen=answer.status_code)
    return tally


# --- slow -------------------------------------------------------------------------------------------------------------
_HALF = (
    b"", b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"\r\n\r\n", b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50000\r\n\r\na",
    b"POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Token: " + TOKEN.encode() + b"\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n{",
    b"POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Token: " + TOKEN.encode() + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    b"POST /health/ingest HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Health-Secret: " + HEALTH.encode() + b"\r\nContent-Length: 50000\r\n\r\n{",
)  # fmt: skip
_HALF_OPEN = 200


async def slow(target: Target) -> Tally:
    """Two hundred half-open requests, bodies that trickle, answers that nobody takes, forty open streams."""
    tally = Tally()
    opened = [await _opened(target, _HALF[number % len(_HALF)]) for number in range(_HALF_OPEN)]
    trickling = [asyncio.create_task(_trickle(target)) for _ in range(5)]
    signed = await target.browser()
    streams = [asyncio.create_task(_listen(signed)) for _ in range(40)]
    unread = [await _opened(target, _unread(signed)) for _ in range(10)]
    for number in range(max(target.count // 3, 3)):
        async with probed(target, tally, f"the siege {number}"):
            answer = await target.script.post("/message", json={"text": "hello"}, timeout=20)
        tally.note(f"a message in the siege {number}", fine=answer.status_code == 200, seen=answer.text)
    for number, (reader, writer) in enumerate([*opened, *unread]):
        fine = await _is_ended(reader)
        tally.note(f"half-open {number % len(_HALF)} is ended", fine=fine or number >= _HALF_OPEN)
        writer.close()
    for task in trickling:
        tally.note("a trickling body is ended", fine=await asyncio.wait_for(task, 60) in (0, 408))
    await asyncio.sleep(0.5)
    standing = sum(not stream.done() for stream in streams)
    tally.note("streams of one person", fine=standing <= 12, seen=standing)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return tally


async def _opened(target: Target, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", target.program.port, limit=1024)
    writer.write(data)
    return reader, writer


def _unread(signed: httpx.AsyncClient) -> bytes:
    cookie = "; ".join(f"{name}={value}" for name, value in signed.cookies.items())
    return (
        f"GET /export HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n".encode()
        * 5
    )


async def _is_ended(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(20):
            while await reader.read(65536):
                continue
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


async def _trickle(target: Target) -> int:
    """A byte now and then, as long as anybody listens."""
    head = _HALF[6]
    reader, writer = await _opened(target, head)
    for _ in range(100):
        if reader.at_eof() or writer.is_closing():
            break
        with contextlib.suppress(OSError):
            writer.write(b" ")
            await writer.drain()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                if answer := await reader.read(64):
                    writer.close()
                    return status_of(answer)
    writer.close()
    return 0 if reader.at_eof() else -1


async def _listen(signed: httpx.AsyncClient) -> None:
    reader = httpx.AsyncClient(base_url=signed.base_url, headers=OWN, cookies=signed.cookies, timeout=None)  # noqa: S113 - open until it is ended
    async with reader, reader.stream("GET", "/chat/events") as stream:
        async for _ in stream.aiter_bytes():
            continue


async def unhurried(target: Target) -> Tally:
    """Somebody on a bad line: their body comes in pieces, with pauses that are shorter than the server's patience."""
    tally = Tally()

    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b'{"text": ', b'"hello ', b'there"', b"}"):
            yield piece
            await asyncio.sleep(0.7)

    for _ in range(2):
        answer = await target.script.post("/message", content=pieces(), headers={"Content-Type": "application/json"})
        tally.note("a message in pieces", fine=answer.status_code == 200, seen=answer.text)
    return tally


# --- floods -----------------------------------------------------------------------------------------------------------
_QUEUE = 500
_AT_ONCE = 40


async def flood(target: Target) -> Tally:
    """More messages than may wait, while the model says nothing: a polite 429 at the end, and what was acknowledged is there."""
    tally = Tally()
    signed = await target.browser()
    target.model.silent = True
    full = target.count >= 10
    taken, told = [], []
    numbers = range(_QUEUE + 20 if full else 30)

    async def post(number: int) -> None:
        answer = await signed.post("/chat/messages", json={"id": f"flood{number}", "text": f"flood {number}"})
        (taken if answer.status_code == 202 else told).append((number, answer))

    for start in range(0, len(numbers), _AT_ONCE):  # faster than the rules that step in for the model answer them
        await asyncio.gather(*map(post, numbers[start : start + _AT_ONCE]))
    tally.note("the queue has an end", fine=bool(told) == full, seen=len(taken))
    for number, answer in told:
        polite = (
            answer.status_code == 429
            and answer.headers.get("retry-after", "").isdigit()
            and len(answer.json()["error"]) > 20
        )
        tally.note(f"message {number} is refused politely", fine=polite, seen=answer.text)
    again = await signed.post("/chat/messages", json={"id": "flood0", "text": "flood 0"})
    tally.note("one that waits, sent twice", fine=again.status_code in (202, 429), seen=again.text)
    tally.note("health in the flood", fine=await target.is_well())
    target.model.silent = False
    kept = {row["external_id"] for row in (await target.tables())["inbox"]}
    lost = [number for number, _ in taken if f"flood{number}" not in kept]
    tally.note("what was acknowledged is there", fine=not lost, seen=lost)
    return tally


async def honest_queue(target: Target) -> Tally:
    """A handful of messages at once: all taken, all answered."""
    tally = Tally()
    signed = await target.browser()
    answers = await asyncio.gather(
        *(signed.post("/chat/messages", json={"id": f"few{n}", "text": f"few {n}"}) for n in range(8))
    )
    tally.note("eight at once", fine=all(one.status_code == 202 for one in answers), seen=[one.text for one in answers])
    answer = await target.say("hello")
    tally.note("and one who waits for the answer", fine=bool(answer["reply"]), seen=answer)
    return tally
