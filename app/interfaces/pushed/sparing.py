"""The screen of the live view within what the vendor takes: where a chat has had much, the live view shows less of what goes on."""

from app.conversation.outgoing import Outgoing
from app.errors import DeliveryLater
from app.interfaces.pushed.screen import Screen


class SparingScreen:
    """A channel's screen that leaves room for the answers. A put or a change that must wait raises DeliveryLater: nothing was done."""

    def __init__(self, screen: Screen, outgoing: Outgoing) -> None:
        """Around `screen`."""
        self.channel = screen.channel
        self.pause, self.number = screen.pause, screen.number
        self.activity, self.draft = screen.activity, screen.draft
        self.take_away, self.typing = screen.take_away, screen.typing
        self._screen = screen
        self._outgoing = outgoing

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """As the screen does, in time."""
        self._take(address, change=False)
        return await self._screen.put(user_id, address, after=after)

    async def change(self, address: str, message: str, text: str) -> None:
        """As the screen does, in time."""
        self._take(address, change=True)
        await self._screen.change(address, message, text)

    def _take(self, address: str, *, change: bool) -> None:
        seconds = self._outgoing.wait(address, change=change, spare=True)
        if seconds > 0:
            raise DeliveryLater(seconds=seconds)
        self._outgoing.take(address, change=change)
