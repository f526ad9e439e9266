"""What a team's chat can do for us, in words of the domain: channels, people, what was written, writing there. No vendor's types or errors.

A message is named by its channel's id and its own. Methods fail as `integrations/ports.py` says. Texts and names are other people's words; in texts
people and channels stand as "@name" and "#name". Times are aware.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.integrations.ports import Me


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel, or a talk of a few (`is_talk`). `is_joined`: our account is in it; `handle` is how who one talks with is found."""

    id: str
    name: str
    topic: str = ""
    is_private: bool = False
    is_talk: bool = False
    is_joined: bool = True
    handle: str = ""


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody of the team. `name` is what they are called, `handle` how they are found."""

    id: str
    name: str
    handle: str = ""
    title: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A message. `channel` is its channel's id, `place` its channel's name; `replies` counts its thread; `thread` is the id of the message whose thread
    it is in, "" for none."""

    id: str
    channel: str
    place: str
    author: str
    at: datetime
    text: str
    replies: int = 0
    thread: str = ""
    files: tuple[str, ...] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class TeamFile:
    """A file that somebody shared there. `size` in bytes, `kind` a media type; both are only what its service says."""

    id: str
    name: str
    author: str
    at: datetime
    size: int = 0
    kind: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Within:
    """What is looked through: what somebody wrote or shared, in a channel, since then; all that is set must fit."""

    sender: Colleague | None = None
    channel: Channel | None = None
    since: datetime | None = None


ANYWHERE = Within()


class TeamChat(Protocol):
    """One account in one team."""

    async def me(self) -> Me:
        """Whose account it is."""
        ...

    async def channels(self, words: str, limit: int) -> Sequence[Channel]:
        """Those that our account may see whose name holds the words, those it is in first."""
        ...

    async def people(self, words: str, limit: int) -> Sequence[Colleague]:
        """Those whose name, handle or address holds the words."""
        ...

    async def history(self, channel: Channel, limit: int, since: datetime | None = None) -> Sequence[Post]:
        """The last messages of a channel, oldest first."""
        ...

    async def thread(self, channel: str, message: str, limit: int) -> Sequence[Post]:
        """A message and its replies, oldest first. Raises NotFound."""
        ...

    async def search(self, words: str, limit: int, within: Within = ANYWHERE) -> Sequence[Post]:
        """Messages with these words, newest first. Where this account may not search, those of a channel are looked through, so many of its last;
        without a channel ToolProblem is raised."""
        ...

    async def files(self, words: str, limit: int, within: Within = ANYWHERE) -> Sequence[TeamFile]:
        """Files that were shared lately whose name or sharer holds the words, newest first."""
        ...

    async def file(self, name: str) -> tuple[TeamFile, bytes]:
        """One, by its id, with what is in it. Raises NotFound, ToolProblem for one that is too large or lies elsewhere."""
        ...

    async def talk_with(self, person: Colleague) -> Channel:
        """The talk of two with somebody."""
        ...

    async def post(self, channel: str, text: str, *, thread: str = "", key: str = "") -> Post:
        """Write. "@name" of somebody known mentions them. `key` lets it be found again."""
        ...

    async def find_posted(self, channel: str, key: str, since: datetime, *, thread: str = "") -> Post | None:
        """What was written with that key since. Raises OutcomeUnknown where more was written since than can be read."""
        ...

    async def delete(self, channel: str, message: str) -> None:
        """Delete what our account wrote. Raises NotFound."""
        ...

    async def unreact(self, channel: str, message: str, emoji: str) -> None:
        """Take our account's emoji away again; one that isn't there is well. Raises NotFound."""
        ...

    async def react(self, channel: str, message: str, emoji: str) -> None:
        """Put an emoji ("thumbsup") under a message; one that is there already is well. Raises NotFound, ToolProblem."""
        ...
