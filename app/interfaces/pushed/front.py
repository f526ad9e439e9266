"""What a channel does itself for whoever writes there: what can't go through the outbox, because nobody is known or nothing was kept."""

from typing import Protocol

from app.interfaces.pushed.incoming import Sender, Tap


class Front(Protocol):
    """One channel's own hands. None of them raises for the channel's failures: they are logged."""

    @property
    def channel(self) -> str:
        """Its name in CHANNELS."""
        ...

    @property
    def link_command(self) -> str:
        """The command that a link's code comes with."""
        ...

    def stranger(self, sender: Sender) -> str:
        """What somebody is told who may not come in: how the owner lets them."""
        ...

    async def say(self, address: str, sentence: str) -> None:
        """Say something once, on the spot."""
        ...

    async def answer(self, tap: Tap, sentence: str, *, alert: bool) -> bool:
        """Show what came of a tap where it was made; False where the channel has no way to."""
        ...

    async def strip(self, tap: Tap) -> None:
        """Take the buttons from the message that was tapped."""
        ...
