"""The channels that are ours from end to end: the page's API, the terminal's chat, and `POST /message`."""

import asyncio
import os
import re
import signal
import uuid
from typing import Any

import httpx

from app.interfaces.cli.chat import Talk
from tests.interfaces.contract.house import TOKEN, House
from tests.interfaces.contract.side import Shown, Side, fenced

_NUMBER = re.compile(r"\(#(\d+)\)")


class Page(Side):
    """A browser that is signed in, by what its script calls."""

    channel = "web"

    def __init__(self) -> None:
        self.client = httpx.AsyncClient()
        self.events: list[str] = []
        self.refusals: list[str] = []
        self._listening: asyncio.Task[None] | None = None
        self._last: dict[str, Any] = {}
        self._press: dict[str, Any] = {}

    async def joins(self, house: House) -> None:
        await super().joins(house)
        self.client = httpx.AsyncClient(base_url=house.url, trust_env=False, timeout=60)
        self.client.headers["Sec-Fetch-Site"] = "same-origin"
        assert (await self.client.get(house.link)).status_code == 303
        self._listening = asyncio.create_task(self._listen())

    async def leaves(self) -> None:
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self.client.aclose()

    async def _listen(self) -> None:
        async with self.client.stream("GET", "/chat/events") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    self.events.append(line.removeprefix("event: "))

    async def says(self, text: str) -> None:
        await self._send({"json": {"text": text, "id": uuid.uuid4().hex}})

    async def again(self) -> None:
        await self._send(self._last)

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        form = {"text": words, "id": uuid.uuid4().hex}
        await self._send({"data": form, "files": [("files", (name, data, media_type))]})

    async def _send(self, body: dict[str, Any]) -> None:
        self._last = body
        assert (await self.client.post("/chat/messages", **body)).status_code == 202

    async def begun(self) -> bool:
        return "draft" in self.events

    async def _rows(self) -> list[dict[str, Any]]:
        rows = (await self.client.get("/chat/history", params={"limit": 200})).json()["messages"]
        return [row for row in rows if row["role"] == "assistant"]

    async def shows(self) -> list[Shown]:
        shown: list[Shown] = []
        for row in await self._rows():
            text, is_markdown = "\n".join((row["text"], *map(_card_words, row["cards"]))), row["format"] == "markdown"
            labels = tuple(button["label"] for button in row["buttons"])
            shown.append(Shown(text, labels, code=fenced(text) if is_markdown else "", styled=is_markdown))
            for kept in row["documents"]:
                got = await self.client.get(kept["href"])
                shown.append(Shown(kind="file", name=kept["name"], data=got.content))
            for chart in row["charts"]:
                got = await self.client.get(chart["wide"])
                shown.append(Shown(kind="picture", name=chart["title"], data=got.content))
        return shown

    async def ever(self) -> int:
        return len(await self._rows())

    async def taps(self, label: str) -> None:
        buttons = [button for row in await self._rows() for button in row["buttons"] if button["label"] == label]
        await self._pressed({"verb": buttons[-1]["verb"], "target": buttons[-1]["target"]})

    async def taps_again(self) -> None:
        await self._pressed(self._press)

    async def edits(self, words: str) -> None:
        buttons = [button for row in await self._rows() for button in row["buttons"] if button["verb"] == "edit"]
        await self._pressed({"verb": "edit", "target": buttons[-1]["target"], "text": words})

    async def _pressed(self, press: dict[str, Any]) -> None:
        self._press = press
        answer = await self.client.post("/chat/actions", json=press)
        assert answer.status_code < 500
        self.refusals += [answer.json()["error"]] if answer.is_error else []

    async def told(self) -> list[str]:
        return self.refusals

    async def stops(self) -> None:
        assert (await self.client.post("/chat/stop")).json() == {"stopped": True}


def _card_words(card: dict[str, Any]) -> str:
    return "\n".join((card["heading"], *(f"{field['name']}: {field['value']}" for field in card["fields"])))


class Terminal(Side):
    """The terminal's chat, its lines typed and its screen read."""

    channel = "cli"
    waits = True
    draws = False

    def __init__(self) -> None:
        self.screen = ""
        self._typed: asyncio.Queue[str] = asyncio.Queue()
        self._talking: asyncio.Task[None] | None = None
        self._last = ""

    async def line(self) -> str | None:
        """The next line, when it is typed."""
        return await self._typed.get()

    async def joins(self, house: House) -> None:
        await super().joins(house)
        self._talking = asyncio.create_task(Talk(house.services, self._write).until_end(self))

    async def leaves(self) -> None:
        if self._talking:
            self._talking.cancel()
            await asyncio.gather(self._talking, return_exceptions=True)

    def _write(self, text: str) -> None:
        self.screen += text

    async def says(self, text: str) -> None:
        self._typed.put_nowait(text)

    async def shows(self) -> list[Shown]:
        return [Shown(self.screen, code=self.screen)] if self.screen else []

    async def begun(self) -> bool:
        return bool(self.screen)

    async def taps(self, label: str) -> None:
        self._last = f"/{label.casefold()} {_NUMBER.findall(self.screen)[-1]}"
        await self.says(self._last)

    async def taps_again(self) -> None:
        await self.says(self._last)

    async def edits(self, words: str) -> None:
        await self.says(f"/edit {_NUMBER.findall(self.screen)[-1]} {words}")

    async def stops(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)  # Ctrl-C


class Program(Side):
    """A script that posts and reads what it is answered."""

    channel = "http"
    hears_unasked = False

    def __init__(self) -> None:
        self.client = httpx.AsyncClient()
        self.answers: dict[str, dict[str, Any]] = {}
        self.decided: list[dict[str, Any]] = []
        self._posting: set[asyncio.Task[None]] = set()
        self._last: dict[str, Any] = {}
        self._path = ""

    async def joins(self, house: House) -> None:
        await super().joins(house)
        self.client = httpx.AsyncClient(base_url=house.url, headers={"X-API-Token": TOKEN}, trust_env=False, timeout=60)
        for last in [self._last] if self._posting or (self._last and not self.answers) else []:
            self._post(last)  # as a script does whose connection broke

    async def leaves(self) -> None:
        for task in self._posting:
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        await self.client.aclose()

    def _post(self, body: dict[str, Any]) -> None:
        self._last = body
        task = asyncio.create_task(self._answered(body))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def _answered(self, body: dict[str, Any]) -> None:
        answer = await self.client.post("/message", **body)
        assert answer.status_code == 200, answer.text
        self.answers[answer.json()["turn_id"]] = answer.json()

    async def says(self, text: str) -> None:
        self._post({"json": {"text": text, "id": uuid.uuid4().hex}})
        await asyncio.sleep(0.02)  # in this order

    async def again(self) -> None:
        self._post(self._last)

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        form = {"text": words, "id": uuid.uuid4().hex}
        self._post({"data": form, "files": [("files", (name, data, media_type))]})

    async def shows(self) -> list[Shown]:
        answers = list(self.answers.values()) + self.decided
        return [Shown(one["reply"], _labels(one), code=fenced(one["reply"])) for one in answers]

    async def taps(self, label: str) -> None:
        self._path = f"/actions/{await self._number()}/{label.casefold()}"
        await self.taps_again()

    async def taps_again(self) -> None:
        answer = await self.client.post(self._path)
        assert answer.status_code < 500
        self.decided.append({"reply": answer.json().get("error", ""), "cards": [], **answer.json()})

    async def _number(self) -> str:
        return _NUMBER.findall(await self.words())[-1]

    async def edits(self, words: str) -> None:
        """What comes of it is a message of its own, which a program asks for."""
        await self.says(f"/edit {await self._number()} {words}")
        await asyncio.gather(*self._posting)
        await self.house.services.conversation.drain()
        await self.says("/show")


def _labels(answer: dict[str, Any]) -> tuple[str, ...]:
    return tuple(button["label"] for button in answer.get("buttons", ()))
