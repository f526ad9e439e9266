"""The live view's hand in WhatsApp, where nothing that was said can be changed: the ticks, and the sign that an answer is being written."""

import asyncio
from collections import OrderedDict

from app.errors import DeliveryRefused
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.failures import as_delivery
from app.interfaces.whatsapp.graph_errors import GraphProblem

_LASTS = 20.0  # seconds; Meta shows it for 25
_MOST = 1000


class WhatsAppScreen:
    """Marks what was heard as read, and shows that an answer is on its way."""

    channel = CHANNEL

    def __init__(self, api: GraphApi) -> None:
        """Heard nothing yet."""
        self._api = api
        self._heard: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def noticed(self, address: str, message: str) -> None:
        """The newest message of a chat: the sign stands under it."""
        self._heard.pop(address, None)
        self._heard[address] = (message, 0.0)
        while len(self._heard) > _MOST:
            self._heard.popitem(last=False)

    async def typing(self, address: str) -> None:
        """Mark the newest message as read and show the sign; no call while one still shows."""
        message, shown = self._heard.get(address, ("", 0.0))
        now = asyncio.get_running_loop().time()
        if not message or (shown and now - shown < _LASTS):
            return
        self._heard[address] = (message, now)
        try:
            await self._api.mark_read(message, typing=True)
        except GraphProblem as problem:
            raise as_delivery(problem, repeatable=True) from None

    def pause(self, address: str) -> float:
        """Nothing is changed here."""
        return 0.0

    def number(self, message: str) -> int:
        """Its messages have no order of their own."""
        return 0

    def activity(self, words: str) -> str:
        """Nothing is shown."""
        return ""

    def draft(self, markdown: str) -> str:
        """Nothing is shown."""
        return ""

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """Not possible. Raises DeliveryRefused."""
        raise DeliveryRefused

    async def change(self, address: str, message: str, text: str) -> None:
        """Not possible. Raises DeliveryRefused."""
        raise DeliveryRefused

    async def take_away(self, address: str, message: str) -> None:
        """Not possible. Raises DeliveryRefused."""
        raise DeliveryRefused
