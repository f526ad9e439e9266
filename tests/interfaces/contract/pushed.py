"""The channels of vendors, each through its vendor's server of the tests."""

import asyncio
from typing import Any

from pydantic import SecretStr

from app.interfaces.pushed.duty import status_told
from app.interfaces.whatsapp.writing import BREAK
from tests.fakes.bot_api import TOKEN, Tester
from tests.fakes.bot_api.tester import Shown as TelegramShown
from tests.fakes.graph_api import Break, GraphApiServer
from tests.fakes.graph_api import Person as WhatsAppPerson
from tests.fakes.graph_api import Shown as WhatsAppShown
from tests.interfaces.contract.house import House
from tests.interfaces.contract.side import Shown, Side, fenced
from tests.interfaces.slack.house import SlackPerson, SlackWorld, buttons_of
from tests.interfaces.telegram.house import ANA, KOFI, until
from tests.interfaces.whatsapp.house import ADA, BEN
from tests.interfaces.whatsapp.reading import formats

GROUP = -4444
_ENOUGH = 1000
_MONOSPACED = {"pre", "code"}
_FOUND = {"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"}  # by Telegram, whoever writes


class Telegram(Side):
    """A telephone with Telegram."""

    channel = "telegram"

    def __init__(self, api: Tester, account: int = ANA) -> None:
        self.api = api
        self.person = api.person(account, first_name="Ana" if account == ANA else "Kofi")
        self._last: dict[str, Any] = {}
        self._tap: tuple[int, str] = (0, "")

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "telegram_bot_token": SecretStr(TOKEN),
            "telegram_api_url": self.api.url,
            "briefing_chat_id": str(ANA),
            "allowed_telegram_user_ids": str(KOFI),
            "telegram_joining_window": 0.0,
        }

    async def joins(self, house: House) -> None:
        await super().joins(house)
        await self.api.until_polled()

    async def says(self, text: str) -> None:
        self._last = await self.person.says(text)

    async def again(self) -> None:
        await self.api.do("redeliver", update_id=self._last["update_id"])

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        await self.person.sends("document", data, caption=words, file_name=name, mime_type=media_type)

    async def speaks(self, data: bytes) -> None:
        await self.person.sends("voice", data)

    async def shows(self) -> list[Shown]:
        return [_of_telegram(shown) for shown in await self.api.said(self.person.id)]

    async def begun(self) -> bool:
        return any(shown.text == "…" for shown in await self.api.said(self.person.id))

    async def ever(self) -> int:
        return sum(shown.by_bot for shown in await self.api.chat(self.person.id, deleted=True))

    async def taps(self, label: str) -> None:
        shown = next(one for one in reversed(await self.api.said(self.person.id)) if label in one.buttons)
        data = next(button["callback_data"] for row in shown.rows for button in row if button["text"] == label)
        self._tap = (shown.id, data)
        await self.taps_again()

    async def taps_again(self) -> None:
        message, data = self._tap
        await self.person.taps(message, data=data)

    async def told(self) -> list[str]:
        return [str(answer["text"]) for answer in (await self.api.answers()).values() if answer and answer.get("text")]

    async def goes_away(self) -> None:
        await self.api.order("drop_before", times=_ENOUGH)

    async def comes_back(self) -> None:
        await self.api.do("clear_faults")

    async def says_in_group(self, text: str) -> None:
        await self.person.says(f"@kwasi_test_bot {text}", chat_id=GROUP)

    async def group_shows(self) -> list[str]:
        return [shown.text for shown in await self.api.said(GROUP)]


def _of_telegram(shown: TelegramShown) -> Shown:
    units = shown.text.encode("utf-16-le")
    code = "\n".join(
        units[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le")
        for one in shown.entities
        if one["type"] in _MONOSPACED
    )
    styled = any(one["type"] not in _FOUND for one in shown.entities)
    kinds = (("document", "file"), ("photo", "picture"), ("voice", "voice"))
    kind: Any = next((kind for field, kind in kinds if field in shown.message), "words")
    name = shown.message.get("document", {}).get("file_name", "")
    return Shown(shown.text, tuple(shown.buttons), code=code, styled=styled, kind=kind, name=name)


class WhatsApp(Side):
    """A telephone with WhatsApp."""

    channel = "whatsapp"

    def __init__(self, server: GraphApiServer, *, number: str = ADA) -> None:
        self.server = server
        name = "Ada" if number == ADA else "Ben"
        self.person: WhatsAppPerson = server.person(name, number, f"FR.{number[-4:]}1")
        self._last: dict[str, Any] = {}
        self._tap: tuple[str, str, str] = ("", "", "")

    @property
    def settings(self) -> dict[str, Any]:
        world = self.server.world
        return {
            "whatsapp_access_token": SecretStr(world.token),
            "whatsapp_phone_number_id": world.number_id,
            "whatsapp_app_secret": SecretStr(world.app_secret),
            "whatsapp_verify_token": SecretStr(world.verify_token),
            "whatsapp_api_url": self.server.url,
            "owner_whatsapp_number": f"+{ADA}",
            "allowed_whatsapp_numbers": f"+{BEN}",
            "whatsapp_joining_window": 0.0,
        }

    async def joins(self, house: House) -> None:
        await super().joins(house)
        self.server.world.now = house.services.clock.now
        self.server.webhooks.url = f"{house.url}/webhooks/whatsapp"
        await until(lambda: _is_on_duty(house, self.channel))

    async def _hears(self, message: dict[str, Any]) -> None:
        self._last = message
        assert await self.server.webhooks.deliver(message) == 200

    async def says(self, text: str) -> None:
        await self._hears(self.person.text(text))

    async def again(self) -> None:
        await self._hears(self._last)

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        message = self.person.file("document", data, media_type)
        message["document"] |= {"filename": name, "caption": words}
        await self._hears(message)

    async def speaks(self, data: bytes) -> None:
        message = self.person.file("audio", data, "audio/ogg; codecs=opus")
        message["audio"]["voice"] = True
        await self._hears(message)

    async def shows(self) -> list[Shown]:
        return [_of_whatsapp(shown) for shown in self.person.sees]

    async def begun(self) -> bool:
        return any(typing for _, typing in self.server.world.read)

    async def taps(self, label: str) -> None:
        shown = next(one for one in reversed(self.person.sees) if label in one.buttons)
        self._tap = (shown.buttons[label], shown.wamid, label)
        await self._hears(self.person.taps(label))

    async def taps_again(self) -> None:
        await self._hears(self.person.taps_again(*self._tap))

    async def goes_away(self) -> None:
        for call in ("messages", "upload", "number"):
            self.server.world.order(call, *[Break(taken=False)] * _ENOUGH)

    async def comes_back(self) -> None:
        self.server.world.orders.clear()


def _of_whatsapp(shown: WhatsAppShown) -> Shown:
    kinds: dict[str, Any] = {"document": "file", "image": "picture", "audio": "voice"}
    return Shown(
        shown.text.replace(BREAK, ""),
        tuple(shown.buttons),
        code=fenced(shown.text),
        styled=formats(shown.text),
        kind=kinds.get(shown.kind, "words"),
        name=shown.name,
        data=shown.data,
    )


class Slack(Side):
    """Slack's talk with the app."""

    channel = "slack"

    def __init__(self, world: SlackWorld, person: SlackPerson) -> None:
        self.world = world
        self.person = person
        self._last: dict[str, Any] = {}
        self._group = ""

    @property
    def settings(self) -> dict[str, Any]:
        return self.world.settings

    async def joins(self, house: House) -> None:
        await super().joins(house)
        self.world.url, self.world.clock = f"{house.url}/webhooks/slack", house.services.clock
        await until(lambda: _is_on_duty(house, self.channel))
        await until(lambda: self.world.socket.events[-1:] == [f"open {len(self.world.socket.connections) - 1}"])

    async def _hears(self, payload: dict[str, Any]) -> None:
        self._last = payload
        await self.world.tells(payload)

    async def says(self, text: str) -> None:
        does = self.person.types if text.startswith("/") else self.person.says
        await self._hears(await asyncio.to_thread(does, text.removeprefix("/")))

    async def again(self) -> None:
        await self._hears(self._last)

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        await self._hears(await asyncio.to_thread(self.person.sends, words, name, media_type, data))

    async def speaks(self, data: bytes) -> None:
        sends = self.person.sends
        payload = await asyncio.to_thread(sends, "", "audio_message.m4a", "audio/mp4", data, subtype="slack_audio")
        await self._hears(payload)

    async def _sees(self) -> list[dict[str, Any]]:
        return await asyncio.to_thread(lambda: self.person.sees)

    async def shows(self) -> list[Shown]:
        return [shown for message in await self._sees() for shown in _of_slack(message)]

    async def begun(self) -> bool:
        return any(message["text"] == "…" for message in await self._sees())

    async def ever(self) -> int:
        return len(self.world.front.of("chat.postMessage"))

    async def taps(self, label: str) -> None:
        await self._hears(await asyncio.to_thread(self.person.taps, label))

    async def taps_again(self) -> None:
        again = self.world.ana.tap(self._last["actions"][0]["value"], self._last["container"]["message_ts"])
        await self._hears(again)

    async def told(self) -> list[str]:
        return [call["text"] for call in self.world.front.of("chat.postEphemeral")]

    async def goes_away(self) -> None:
        self.world.front.is_away = True

    async def comes_back(self) -> None:
        self.world.front.is_away = False

    async def says_in_group(self, text: str) -> None:
        payload = await asyncio.to_thread(self.person.says_in, self.world.slack.channel, text)
        self._group = payload["event"]["ts"]
        await self._hears(payload)

    async def group_shows(self) -> list[str]:
        slack = self.world.slack
        thread = await asyncio.to_thread(slack.thread, slack.channel, self._group)
        return [str(message["text"]) for message in thread if message.get("user") == slack.bot]


def _of_slack(message: dict[str, Any]) -> list[Shown]:
    files = [_file_of_slack(file) for file in message.get("files", [])]
    boxes = [box for block in message.get("blocks", []) if block["type"] == "rich_text" for box in block["elements"]]
    elements = [each for box in boxes for each in box["elements"]]
    text = "\n".join("".join(each["text"] for each in box["elements"]) for box in boxes)
    code = "\n".join(
        each["text"]
        for box in boxes
        for each in box["elements"]
        if box["type"] == "rich_text_preformatted" or "code" in each.get("style", {})
    )
    styled = any(each["type"] != "text" or "style" in each for each in elements)
    words = text or str(message["text"])
    shown = Shown(words, tuple(buttons_of(message)), code=code, styled=styled)
    return [shown, *files] if words or not files else files


def _file_of_slack(file: dict[str, Any]) -> Shown:
    is_picture = str(file.get("name", "")).endswith(".png")
    return Shown(kind="picture" if is_picture else "file", name=str(file.get("name", "")))


async def _is_on_duty(house: House, channel: str) -> bool:
    """Whether a process runs it, and can."""
    told = await status_told(house.services.store, house.services.clock, channel)
    return bool(told.sentence) and not told.wrong
