"""What can go wrong, on order: refusals, lost connections, limits, a revoked token, a webhook, a process that stays."""

import asyncio
import gc
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter
from telegram.ext import Application, MessageHandler, filters

from tests.fakes.bot_api import Person, Tester, bot_api_process
from tests.fakes.bot_api.web import Request, Response, WebServer, as_json


async def said(api: Tester) -> list[str]:
    return [shown.text for shown in await api.said(7)]


@pytest.mark.usefixtures("sam")
class TestOrdered:
    """Faults that a test orders."""

    async def test_the_next_calls_are_refused(self, api: Tester, bot: Bot) -> None:
        await api.order("refuse", "sendMessage", times=2, code=500)
        await api.order("refuse", "sendMessage", code=502, body="<html>Bad Gateway</html>")
        for words in ("Internal Server Error", "Internal Server Error", "Parsing the server response"):
            with pytest.raises(NetworkError, match=words):
                await bot.send_message(7, "a")
        await bot.send_message(7, "b")
        assert await said(api) == ["b"]

    @pytest.mark.filterwarnings("ignore:.*timedelta:telegram.warnings.PTBDeprecationWarning")
    async def test_a_429_says_how_long(self, api: Tester, bot: Bot) -> None:
        await api.order("refuse", "sendMessage", code=429, retry_after=7)
        with pytest.raises(RetryAfter) as refused:
            await bot.send_message(7, "a")
        assert refused.value.retry_after == 7
        assert (await api.calls("sendMessage"))[0]["result"] == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 7",
            "parameters": {"retry_after": 7},
        }

    async def test_a_connection_breaks_before_or_after_it_is_done(self, api: Tester, bot: Bot) -> None:
        for kind in ("drop_before", "drop_after"):
            await api.order(kind, "sendMessage")
            with pytest.raises(NetworkError):
                await bot.send_message(7, kind)
        await api.order("refuse_after", "sendMessage", code=504)
        with pytest.raises(NetworkError, match="Gateway Timeout"):
            await bot.send_message(7, "refuse_after")
        assert await said(api) == ["drop_after", "refuse_after"]
        assert [call["outcome"] for call in await api.calls("sendMessage")] == ["unanswered", 200, 200]

    async def test_an_answer_comes_late(self, api: Tester, bot: Bot) -> None:
        await api.order("delay_after", "sendMessage", seconds=0.3)
        await api.order("delay", "sendMessage", seconds=0.3)
        for _ in range(2):
            with pytest.raises(NetworkError, match="Timed out"):
                await bot.send_message(7, "a", read_timeout=0.1)
        assert await said(api) == ["a"]

    async def test_a_fault_waits_for_its_method_chat_and_turn(self, api: Tester, bot: Bot) -> None:
        await api.order("refuse", "editMessageText")
        await api.order("refuse", chat_id=8)
        await api.order("refuse", "sendMessage", skip=1)
        await bot.send_message(7, "a")
        with pytest.raises(NetworkError):
            await bot.send_message(7, "b")
        assert (await api.state())["faults_left"] == 2
        await api.do("clear_faults")
        assert (await api.state())["faults_left"] == 0

    async def test_an_update_whose_answer_was_lost_comes_again(self, api: Tester, bot: Bot) -> None:
        await api.person(7).says("hello")
        await api.order("drop_after", "getUpdates")
        with pytest.raises(NetworkError):
            await bot.get_updates()
        assert len(await bot.get_updates()) == 1

    async def test_an_update_may_be_of_a_kind_nobody_knows(self, api: Tester, bot: Bot) -> None:
        await api.do("tell", kind="telepathy", content={"thought": "hm"})
        (update,) = await bot.get_updates()
        assert update.api_kwargs == {"telepathy": {"thought": "hm"}}

    async def test_updates_come_twice_late_or_out_of_order(self, api: Tester, bot: Bot) -> None:
        one, two = [(await api.person(7).says(text))["update_id"] for text in ("one", "two")]
        await api.do("shuffle")
        assert [update.update_id for update in await bot.get_updates()] == [two, one]
        assert await bot.get_updates(offset=two + 1) == ()
        await api.do("redeliver", update_id=one)
        assert [update.update_id for update in await bot.get_updates(offset=two + 1)] == [one]
        assert await bot.get_updates(offset=two + 1) == ()
        await api.do("repeat", times=1)
        await api.do("hold")
        three = (await api.person(7).says("three"))["update_id"]
        assert await bot.get_updates(offset=two + 1) == ()
        await api.do("release")
        for _ in range(2):
            assert [update.update_id for update in await bot.get_updates(offset=three)] == [three]
        assert await bot.get_updates(offset=three + 1) == ()


@pytest.mark.filterwarnings("ignore:.*timedelta:telegram.warnings.PTBDeprecationWarning")
async def test_limits_count_only_when_they_are_on(api: Tester, bot: Bot, sam: Person) -> None:
    """A burst is let through; then it is one message a second."""
    for number in range(5):
        await bot.send_message(7, str(number))
    await api.do("limit", burst=2)
    await bot.send_message(7, "5")
    await bot.send_message(7, "6")
    with pytest.raises(RetryAfter) as refused:
        await bot.send_message(7, "7")
    assert refused.value.retry_after == 1
    await bot.send_chat_action(7, "typing")
    assert (await api.state())["rate_limited"] == {"7": 1}
    await api.do("limit", overall=1.0)
    await api.person(8).meets()
    await bot.send_message(7, "8")
    with pytest.raises(RetryAfter):
        await bot.send_message(8, "9")


async def test_a_revoked_token_ends_the_poll_and_every_call(api: Tester, bot: Bot, sam: Person) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.until_polled()
    await api.do("revoke")
    with pytest.raises(InvalidToken):
        await poll
    with pytest.raises(InvalidToken):
        await bot.send_message(7, "a")
    await api.do("restore")
    await bot.send_message(7, "b")
    assert await said(api) == ["b"]


async def test_an_outage_refuses_connections_and_ends(api: Tester, bot: Bot, sam: Person) -> None:
    await api.do("outage", seconds=0.2)
    await gone_and_back(bot.get_me)
    await bot.send_message(7, "b")
    assert await said(api) == ["b"]


async def gone_and_back(attempt: Callable[[], Awaitable[object]]) -> None:
    """Try until it fails, and then until it does not."""
    async with asyncio.timeout(10):
        for wanted in (False, True):
            while await works(attempt) is not wanted:
                await asyncio.sleep(0.02)


async def works(attempt: Callable[[], Awaitable[object]]) -> bool:
    try:
        await attempt()
    except (NetworkError, httpx.TransportError):
        return False
    return True


class Receiver:
    """A webhook's other end, which refuses as often as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, object]]] = []
        self.refusals = 0
        self.web = WebServer(self.receive)

    async def receive(self, request: Request) -> Response:
        if self.refusals:
            self.refusals -= 1
            return as_json(500, {})
        self.got.append((request.headers.get("x-telegram-bot-api-secret-token", ""), json.loads(request.body)))
        return as_json(200, {})

    def texts(self) -> list[str | None]:
        parsed = [Update.de_json(update, None) for _, update in self.got]
        return [update.message.text for update in parsed if update.message]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    await receiver.web.start()
    yield receiver
    await receiver.web.stop()


class TestWebhook:
    """Updates by POST."""

    async def test_updates_are_sent_in_order_until_taken(
        self, api: Tester, bot: Bot, sam: Person, receiver: Receiver
    ) -> None:
        url = f"http://127.0.0.1:{receiver.web.port}/hook"
        await sam.says("before")
        receiver.refusals = 2
        await bot.set_webhook(url, secret_token="s-1")
        await sam.says("after")
        await api.do("repeat", times=1)
        async with asyncio.timeout(10):
            while len(receiver.got) < 3 or (await bot.get_webhook_info()).pending_update_count:
                await asyncio.sleep(0.01)
        assert sorted(receiver.texts(), key=str) == ["after", "before", "before"]
        assert receiver.texts()[0] == "before"
        assert {secret for secret, _ in receiver.got} == {"s-1"}
        info = await bot.get_webhook_info()
        assert info.url == url
        assert info.last_error_message == "Wrong response from the webhook: 500 Internal Server Error"

    async def test_it_excludes_polling(self, api: Tester, bot: Bot, receiver: Receiver) -> None:
        poll = asyncio.create_task(bot.get_updates(timeout=30))
        await api.until_polled()
        await bot.set_webhook(f"http://127.0.0.1:{receiver.web.port}/")
        with pytest.raises(Conflict, match="terminated by setWebhook request"):
            await poll
        with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
            await bot.get_updates()
        await bot.delete_webhook()
        assert await bot.get_updates() == ()

    async def test_it_wants_https_and_a_plain_secret(self, bot: Bot) -> None:
        with pytest.raises(BadRequest, match="Bad webhook: an https url must be provided for webhook"):
            await bot.set_webhook("http://bot.example/")
        with pytest.raises(BadRequest, match="unallowed characters"):
            await bot.set_webhook("https://bot.example/", secret_token="a b")

    async def test_waiting_updates_can_be_dropped(self, bot: Bot, sam: Person) -> None:
        await sam.says("forget me")
        await bot.delete_webhook(drop_pending_updates=True)
        assert await bot.get_updates() == ()


async def test_an_application_polls_and_answers(api: Tester, sam: Person) -> None:
    """The client's own loop: it deletes the webhook, polls, acknowledges, and stops cleanly."""
    application = Application.builder().token(api.token).base_url(api.base_url).build()

    async def echo(update: Update, context: object) -> None:
        assert update.message
        await update.message.reply_text(f"you said {update.message.text}")

    application.add_handler(MessageHandler(filters.TEXT, echo))
    async with application:
        await application.start()
        assert application.updater
        await application.updater.start_polling(timeout=5)
        for text in ("one", "two"):
            await sam.says(text)
            await api.until_said(7, f"you said {text}")
        await application.updater.stop()
        await application.stop()
    assert (await api.state())["waiting"] == []


@pytest.mark.slow
async def test_the_server_lives_in_a_process_of_its_own() -> None:
    """The same grip, over HTTP; what it shows stays when the bot's process is gone."""
    async with bot_api_process() as api:
        sam = api.person(7, first_name="Sam")
        async with Bot(api.token, base_url=api.base_url) as bot:
            poll = asyncio.create_task(bot.get_updates(timeout=30))
            update = await sam.says("hello")
            assert (await poll)[0].update_id == update["update_id"]
            handed = (await api.state())["handed"][str(update["update_id"])]
            await bot.send_message(7, "hello yourself")
        shown = await api.until_said(7, "hello yourself")
        assert 0 <= shown.times[0] - handed <= time.monotonic() - handed
        await api.quiet(seconds=0.05)
        await api.do("outage", seconds=0.2)
        await gone_and_back(api.state)
        with pytest.raises(AssertionError, match="no such verb: dance"):
            await api.do("dance")
        with pytest.raises(AssertionError, match="not seen within"):
            await api.until_said(7, "never said", seconds=0.1)


async def test_bytes_that_are_no_request_hurt_nobody(api: Tester) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(api.url).port)
    writer.write(b"\x16\x03\x01 nonsense\r\n\r\n")
    assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()
    assert (await api.state())["gaps"] == []


@pytest.mark.parametrize("rounds", range(6))
async def test_a_connection_that_comes_while_the_server_stops_is_closed_too(rounds: int) -> None:
    async def nothing(_: Request) -> Response:
        return as_json(200, {})

    server = WebServer(nothing)
    await server.start()
    with socket.create_connection(("127.0.0.1", server.port)):
        for _ in range(rounds):
            await asyncio.sleep(0)
        await server.stop()
        assert open_at(server.port) == []


def open_at(port: int) -> list[asyncio.Transport]:
    """The connections to one of our ports that nobody has closed."""
    every = (each for each in gc.get_objects() if issubclass(type(each), asyncio.Transport))
    return [one for one in every if not one.is_closing() and one.get_extra_info("sockname", ("", 0))[1] == port]
