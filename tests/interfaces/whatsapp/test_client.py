"""The calls over real HTTP: what they do, and what each failure is called."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from app.interfaces.whatsapp import bodies, client
from app.interfaces.whatsapp.client import GraphApi, Number
from app.interfaces.whatsapp.graph_errors import (
    Busy,
    Gone,
    GraphProblem,
    MayBeDone,
    Refused,
    TokenRefused,
    TooBig,
    WasNeverSent,
)
from tests.fakes.graph_api import Break, GraphApiServer, Hang, Html, Person, Refuse

HELLO = "hello"


async def sent(api: GraphApi, ada: Person) -> str:
    return await api.send(bodies.text(ada.user_id, HELLO))


async def test_a_message_is_there_under_its_id(api: GraphApi, ada: Person) -> None:
    assert await sent(api, ada) == ada.sees[-1].wamid
    assert ada.sees[-1].text == HELLO


async def test_read_typing_and_the_number(server: GraphApiServer, api: GraphApi) -> None:
    await api.mark_read("wamid.1")
    await api.mark_read("wamid.1", typing=True)
    assert server.world.read == [("wamid.1", False), ("wamid.1", True)]
    assert await api.number() == Number("+15550783881", "Kwasi", "GREEN")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Refuse(131047), Refused),
        (Refuse(190, 401), TokenRefused),
        (Refuse(200, 403), TokenRefused),
        (Refuse(4, 400), Busy),
        (Refuse(130429, 429), Busy),
        (Refuse(131056, 400), Busy),
        (Html(502), MayBeDone),
        (Html(429), Busy),
        (Html(403), WasNeverSent),
        (Html(302), WasNeverSent),
        (Html(200, taken=True), MayBeDone),
        (Break(taken=False), MayBeDone),
        (Break(taken=True), MayBeDone),
    ],
)
async def test_every_failure_has_its_name(
    server: GraphApiServer, api: GraphApi, ada: Person, fault: Any, kind: type[GraphProblem]
) -> None:
    server.world.order("messages", fault)
    with pytest.raises(GraphProblem) as raised:
        await sent(api, ada)
    assert type(raised.value) is kind
    assert server.world.token not in f"{raised.value!r}{raised.value.__cause__!r}"
    assert len(ada.sees) == int(getattr(fault, "taken", False))
    assert await sent(api, ada)


@pytest.mark.parametrize("taken", [False, True])
async def test_an_answer_that_never_comes(
    server: GraphApiServer, api: GraphApi, ada: Person, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    monkeypatch.setattr(client.GraphApi._call, "__kwdefaults__", {"seconds": 0.3})
    server.world.order("messages", Hang(taken))
    with pytest.raises(MayBeDone):
        await sent(api, ada)
    assert len(ada.sees) == int(taken)


async def test_nobody_there_was_never_sent(server: GraphApiServer, api: GraphApi, ada: Person) -> None:
    await server.web.stop()
    with pytest.raises(WasNeverSent):
        await sent(api, ada)
    await server.web.start()
    assert await sent(api, ada)


async def test_a_file_is_uploaded_and_fetched(server: GraphApiServer, api: GraphApi, ada: Person) -> None:
    media_id = await api.upload("a.txt", "text/plain", b"words")
    assert await api.fetch(media_id) == b"words"
    assert await api.fetch(ada.speaks(b"OggS1")["audio"]["id"]) == b"OggS1"


async def test_an_address_that_ran_out_is_asked_for_once_more(
    server: GraphApiServer, api: GraphApi, ada: Person
) -> None:
    media_id = ada.speaks(b"OggS1")["audio"]["id"]
    server.world.order("download", Html(404))
    assert await api.fetch(media_id) == b"OggS1"
    server.world.order("download", Html(404), Html(403))
    with pytest.raises(Gone):
        await api.fetch(media_id)


async def test_a_file_that_is_too_big_or_gone(server: GraphApiServer, api: GraphApi, ada: Person) -> None:
    media_id = ada.speaks(b"OggS" + bytes(3000))["audio"]["id"]
    with pytest.raises(TooBig):
        await api.fetch(media_id, 1000)
    server.world.order("media", Refuse(100))
    with pytest.raises(Gone):
        await api.fetch(media_id)
    for odd in ("", "../me", "a/b", "x" * 300):
        with pytest.raises(Gone):
            await api.fetch(odd)


async def test_the_token_refused_and_busy_are_told_of_files_too(
    server: GraphApiServer, api: GraphApi, ada: Person
) -> None:
    media_id = ada.speaks(b"OggS1")["audio"]["id"]
    for fault, kind in ((Refuse(190, 401), TokenRefused), (Refuse(4, 429), Busy)):
        server.world.order("media", fault)
        with pytest.raises(kind):
            await api.fetch(media_id)


class Named:
    """A Graph API that names any address for a file, and says what it was asked; a size is told by nobody."""

    def __init__(self, url: str, body: bytes = b"secret") -> None:
        self.url = url
        self.body = body
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/7":
            return httpx.Response(200, json={"url": self.url})
        self.asked.append(str(request.url))
        assert request.headers["authorization"] == "Bearer t"
        return httpx.Response(200, content=self.body)

    def api(self) -> GraphApi:
        return GraphApi(SecretStr("t"), "1", "https://gate.example:8443/v1", transport=httpx.MockTransport(self))


@pytest.mark.parametrize(
    "url",
    [
        "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1",
        "https://mmg.whatsapp.net/x",
        "https://gate.example:8443/files/1",
    ],
)
async def test_the_token_goes_to_meta_and_to_the_gateway(url: str) -> None:
    named = Named(url)
    assert await named.api().fetch("7") == b"secret"
    assert named.asked == [url]


@pytest.mark.parametrize(
    "url",
    [
        "http://lookaside.fbsbx.com/x",
        "https://lookaside.fbsbx.com.evil.example/x",
        "https://evilfbsbx.com/x",
        "https://lookaside.fbsbx.com:444/x",
        "https://lookaside.fbsbx.com@evil.example/x",
        "https://evil.example\\.fbsbx.com/x",
        "https://gate.example/files/1",
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "https://[",
        "",
    ],
)
async def test_and_nowhere_else(url: str) -> None:
    named = Named(url)
    with pytest.raises(GraphProblem):
        await named.api().fetch("7")
    assert named.asked == []


async def test_a_file_whose_size_nobody_told_is_cut_off() -> None:
    named = Named("https://lookaside.fbsbx.com/x", bytes(2000))
    with pytest.raises(TooBig):
        await named.api().fetch("7", 1000)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"messages": [{}]}', b"[" * 100_000, b"x" * 600_000, b'{"messages": 5}']
)
async def test_an_answer_that_says_nothing_may_have_been_done(body: bytes) -> None:
    made = GraphApi(
        SecretStr("t"),
        "1",
        "https://g.example",
        transport=httpx.MockTransport(lambda _: httpx.Response(200, content=body)),
    )
    with pytest.raises(MayBeDone):
        await made.send(bodies.text("33612345678", HELLO))


@pytest.mark.parametrize(("written", "seconds"), [("7", 7.0), ("99999", 3600.0), ("soon", 5.0), ("-1", 5.0)])
async def test_how_long_to_wait(written: str, seconds: float) -> None:
    answer = httpx.Response(429, json={"error": {"code": 130429}}, headers={"retry-after": written})
    made = GraphApi(SecretStr("t"), "1", "https://g.example", transport=httpx.MockTransport(lambda _: answer))
    with pytest.raises(Busy) as raised:
        await made.number()
    assert raised.value.seconds == seconds


@pytest.fixture(autouse=True)
async def _no_token_in_the_log(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    caplog.set_level("DEBUG")
    yield
    assert "token-of-the-tests" not in caplog.text
