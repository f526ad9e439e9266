"""The server: Bot API calls at `/bot<token>/<method>`, files at `/file/bot<token>/<path>`, tests at `/_test/<verb>`.

Invariant: what a call changed stays changed, also when the answer is lost by an ordered fault.
"""

import asyncio
import json
import logging
import re
from typing import Any

from tests.fakes.bot_api import media, methods
from tests.fakes.bot_api.controls import Controls
from tests.fakes.bot_api.faults import Fault
from tests.fakes.bot_api.parameters import Parameters, parameters_of
from tests.fakes.bot_api.refusals import (
    NOT_FOUND,
    UNAUTHORIZED,
    UNKNOWN_METHOD,
    Garbled,
    NotImitated,
    Refusal,
    too_many,
)
from tests.fakes.bot_api.web import Dropped, Request, Response, WebServer, as_json
from tests.fakes.bot_api.world import World

log = logging.getLogger(__name__)
CALL = re.compile(r"/bot(?P<token>[^/]*)/(?P<method>[A-Za-z]*)")
FILE = re.compile(r"/file/bot(?P<token>[^/]*)/(?P<path>.+)")
VERB = re.compile(r"/_test/(?P<verb>[a-z_]+)")
TOKEN_SHAPE = re.compile(r"\d+:[\w-]+")
REASONS = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}


class BotApi:
    """A world behind a listening port."""

    def __init__(self, *, port: int = 0, world: World | None = None) -> None:
        self.world = world or World()
        self.web = WebServer(self.handle, port=port)
        self.controls = Controls(self.world, self.web)

    @property
    def url(self) -> str:
        """What a bot is given instead of https://api.telegram.org."""
        return f"http://127.0.0.1:{self.web.port}"

    async def start(self) -> None:
        """Listen."""
        await self.web.start()

    async def stop(self) -> None:
        """End everything that runs."""
        await self.controls.stop()
        await self.world.webhook.stop()
        await self.web.stop()

    async def handle(self, request: Request) -> Response:
        """Any request."""
        if found := VERB.fullmatch(request.path):
            return await self.control(found["verb"], request)
        try:
            return await self.route(request)
        except Refusal as refusal:
            return as_json(refusal.code, refusal.body)
        except Garbled as garbled:
            return Response(garbled.code, garbled.body.encode(), "text/html")
        except NotImitated as gap:
            return self.gap(501, f"Not imitated by this server: {gap}")
        except Dropped:
            raise
        except Exception as error:
            log.exception("the Bot API server failed", extra={"event": "bot_api.failed"})
            return self.gap(500, f"This server failed: {type(error).__name__}: {error}")

    def gap(self, code: int, words: str) -> Response:
        """An answer that Telegram would not give; the test fails at its end."""
        self.world.gaps.append(words)
        return as_json(code, {"ok": False, "error_code": code, "description": words})

    async def route(self, request: Request) -> Response:
        """A call or a download."""
        if found := CALL.fullmatch(request.path):
            return await self.call(found["token"], found["method"], request)
        if found := FILE.fullmatch(request.path):
            return await self.file(found["token"], found["path"])
        raise Refusal(*NOT_FOUND)

    def authorize(self, token: str) -> None:
        """Only the bot's own token, and only until it is revoked."""
        if not TOKEN_SHAPE.fullmatch(token):
            raise Refusal(*NOT_FOUND)
        if token != self.world.token:
            raise Refusal(*UNAUTHORIZED)

    async def call(self, token: str, name: str, request: Request) -> Response:
        """One method, written down, with the fault that was ordered for it."""
        call: dict[str, Any] = {"method": name, "parameters": {}, "outcome": "unanswered", "result": None}
        async with self.world.logged(call):
            asked = await parameters_of(request)
            files = {name: f"<{len(upload.data)} bytes>" for name, upload in asked.files.items()}
            call["parameters"] = asked.texts | files
            fault = self.world.faults.take(name, asked.text("chat_id"))
            call["fault"] = fault.kind if fault else ""
            try:
                self.authorize(token)
                await before(fault)
                call["result"] = result = await self.run(name, asked)
            except Refusal as refusal:
                call["outcome"] = refusal.code
                call["result"] = refusal.body
                raise
            call["outcome"] = 200
            await after(fault)
            return as_json(200, {"ok": True, "result": result})

    async def run(self, name: str, asked: Parameters) -> Any:
        """The method itself."""
        method = methods.METHODS.get(name.lower())
        if method is None:
            self.world.gaps.append(f"no method {name}")  # Telegram may have it
            raise Refusal(*UNKNOWN_METHOD)
        method.check(asked)
        self.world.limits.check(method.name, asked.text("chat_id"))
        return await method.run(self.world, asked)

    async def file(self, token: str, path: str) -> Response:
        """The bytes of a file."""
        self.authorize(token)
        fault = self.world.faults.take("download", "")
        await before(fault)
        kept = media.download(self.world, path)
        if kept is None:
            raise Refusal(404, "Not Found: file not found")
        await after(fault)
        return Response(200, kept.data, "application/octet-stream")

    async def control(self, verb: str, request: Request) -> Response:
        """What a test in another process asks for."""
        try:
            return as_json(200, await self.controls.do(verb, json.loads(request.body or b"{}")))
        except (LookupError, TypeError, ValueError) as error:
            return as_json(400, {"error": f"{type(error).__name__}: {error}"})


async def before(fault: Fault | None) -> None:
    """What happens before the call is worked on."""
    if fault is None:
        return
    if fault.kind == "delay":
        await asyncio.sleep(fault.seconds)
    if fault.kind == "drop_before":
        raise Dropped
    if fault.kind == "refuse":
        raise refusal_of(fault)


async def after(fault: Fault | None) -> None:
    """What happens when it is done."""
    if fault is None:
        return
    if fault.kind == "delay_after":
        await asyncio.sleep(fault.seconds)
    if fault.kind == "drop_after":
        raise Dropped
    if fault.kind == "refuse_after":
        raise refusal_of(fault)


def refusal_of(fault: Fault) -> Refusal | Garbled:
    """The ordered answer."""
    if fault.body:
        return Garbled(fault.code, fault.body)
    if fault.code == 429:
        return too_many(fault.retry_after or 1)
    return Refusal(fault.code, fault.description or REASONS.get(fault.code, "Bad Request: refused by order"))
