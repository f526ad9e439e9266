"""A channel as somebody at it knows it: what they do there, and what they see. What it can do at all stands in CHANNELS.

Nothing here knows the house; a side of a vendor's channel goes through the vendor's server of the tests, the others through our own doors.
"""

import re
from dataclasses import dataclass
from typing import Literal

from app.conversation.outbox import CHANNELS, Channel
from tests.interfaces.contract.house import House


@dataclass(frozen=True)
class Shown:
    """A message as it is seen. `code` is what of it stands in letters of one width; `styled`: some of it is a format, a link or a mention."""

    text: str = ""
    buttons: tuple[str, ...] = ()
    code: str = ""
    styled: bool = False
    kind: Literal["words", "file", "picture", "voice"] = "words"
    name: str = ""
    data: bytes = b""


class Side:
    """Somebody at one channel. The house that they talk with may end and another one begin."""

    channel = ""
    waits = False  # who says something here waits for its answer before they say more
    hears_unasked = True  # what nobody asked for is shown here
    draws = True  # a chart is a picture here

    house: House

    @property
    def can(self) -> Channel:
        """What the channel can do."""
        return CHANNELS[self.channel]

    async def joins(self, house: House) -> None:
        """The house is open."""
        self.house = house

    async def leaves(self) -> None:
        """It is about to close."""

    async def says(self, text: str) -> None:
        """Words, or a command. Returns when they were handed over."""
        raise NotImplementedError

    async def again(self) -> None:
        """What was said last is delivered once more; nothing where nothing can be."""

    async def shows(self) -> list[Shown]:
        """What stands here that wasn't said by the person, in order."""
        raise NotImplementedError

    async def begun(self) -> bool:
        """Whether there is a sign that an answer is on its way."""
        return False

    async def ever(self) -> int:
        """How many messages were ever put here, those included that were taken away."""
        return len(await self.shows())

    async def taps(self, label: str) -> None:
        """Confirm or Cancel of the newest card that has it, in the channel's own way."""
        raise NotImplementedError

    async def taps_again(self) -> None:
        """The very same once more."""
        raise NotImplementedError

    async def edits(self, words: str) -> None:
        """Edit of the newest card, with what it should be instead."""
        await self.taps("Edit")
        await self.says(words)

    async def told(self) -> list[str]:
        """What was shown of taps, where that isn't a message."""
        return [shown.text for shown in await self.shows()]

    async def stops(self) -> None:
        """End what is going on."""
        await self.says("/stop")

    async def sends(self, name: str, media_type: str, data: bytes, words: str) -> None:
        """A file with words."""
        raise NotImplementedError

    async def speaks(self, data: bytes) -> None:
        """A voice note."""
        raise NotImplementedError

    async def goes_away(self) -> None:
        """The vendor can't be reached."""
        raise NotImplementedError

    async def comes_back(self) -> None:
        """It can be again."""
        raise NotImplementedError

    async def says_in_group(self, text: str) -> None:
        """Words to the assistant where others read along."""
        raise NotImplementedError

    async def group_shows(self) -> list[str]:
        """What the assistant said there."""
        raise NotImplementedError

    async def words(self) -> str:
        """All that stands here."""
        return "\n".join(shown.text for shown in await self.shows())

    async def count(self, words: str) -> int:
        """How often these words stand here."""
        return (await self.words()).count(words)


def fenced(text: str) -> str:
    """What of a text in marks stands in a block of code."""
    return "\n".join(re.findall(r"```(?:\w*\n)?(.*?)```", text, re.DOTALL))
