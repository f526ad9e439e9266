"""What is asked of Slack and what is done there, in our words: who we are, what people are called, messages, files, the Home tab.

Names and the ids of talks with one person are kept for a while, so that a busy chat asks for them once.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.interfaces.slack.client import SlackClient
from app.interfaces.slack.failures import Away, Refused, Uncertain
from app.interfaces.slack.fields import line, name_of, table, tables, text, ts_of
from app.interfaces.slack.incoming import Me
from app.interfaces.slack.place import Place, place_at

_MOST_KEPT = 2000
_EVENT = "kwasi_message"
_READ_BACK = 100
_THREAD_READ = 30
Message = Mapping[str, Any]
Block = dict[str, Any]


class Stored(NamedTuple):
    """A file as Slack has it. `url` is where it is fetched; "" where it can't be."""

    name: str
    media_type: str
    size: int
    url: str


class Workspace:
    """One workspace, by one bot."""

    def __init__(self, client: SlackClient) -> None:
        """Asks nothing yet."""
        self.client = client
        self._me = Me("")
        self._names: OrderedDict[str, str] = OrderedDict()
        self._talks: OrderedDict[str, str] = OrderedDict()

    async def me(self) -> Me:
        """Who we are. Raises a SlackProblem."""
        answer = await self.client.call("auth.test")
        user = name_of(answer, "user_id")
        if not user:
            raise Away("auth.test", "no_user")
        self._me = Me(user, name_of(answer, "bot_id"), name_of(answer, "team_id"))
        return self._me

    async def name_of(self, user: str) -> str:
        """What a person is called; "" where Slack says nothing. Raises a SlackProblem."""
        if user not in self._names:
            try:
                person = table(await self.client.call("users.info", user=user), "user")
            except Refused:
                person = {}
            profile = table(person, "profile")
            name = line(profile, "display_name", "real_name") or line(person, "real_name", "name")
            _keep(self._names, user, name[:80])
        return self._names[user]

    async def channel_of(self, place: Place) -> str:
        """The id of the channel in which messages to that place stand. Raises a SlackProblem."""
        if not place.is_person:
            return place.name
        if place.name not in self._talks:
            channel = table(await self.client.call("conversations.open", users=place.name), "channel")
            opened = name_of(channel, "id")
            if not opened:
                raise Away("conversations.open", "no_channel")
            _keep(self._talks, place.name, opened)
        return self._talks[place.name]

    async def channel_name(self, channel: str) -> str:
        """What a channel is called; "" for a talk with one person. Raises a SlackProblem."""
        return line(table(await self.client.call("conversations.info", channel=channel), "channel"), "name")[:80]

    async def thread(self, place: Place, most: int = _THREAD_READ) -> list[Message]:
        """The messages of a place's thread, the first one first, up to `most`; what they hold is others' words. Raises a SlackProblem."""
        if not place.thread:
            return []
        channel = await self.channel_of(place)
        answer = await self.client.call("conversations.replies", channel=channel, ts=place.thread, limit=most)
        return list(tables(answer, "messages", most))

    async def post(self, address: str, words: str, blocks: Sequence[Block], *, key: str = "") -> str:
        """Say something new; its name. `key` lets it be found again where nobody knows whether it was taken. Raises a SlackProblem."""
        place = place_at(address)
        answer = await self.client.call(
            "chat.postMessage",
            channel=await self.channel_of(place),
            thread_ts=place.thread or None,
            text=words,
            blocks=list(blocks) or None,
            metadata={"event_type": _EVENT, "event_payload": {"key": key}} if key else None,
            **_QUIET,
        )
        ts = ts_of(answer, "ts")
        if not ts:
            raise Uncertain("chat.postMessage", "no_name")
        return ts

    async def find_sent(self, address: str, key: str) -> str:
        """The name of the message that was posted with `key`, among the last ones there; "" where it isn't. Raises a SlackProblem."""
        return next((ts_of(message, "ts") for message in await self._last(address) if self._is_ours(message, key)), "")

    async def find_standing(self, address: str, key: str, words: str) -> list[str]:
        """The names of all messages that were posted with `key`, among the last ones there, and still say `words`. Raises a SlackProblem."""
        found = await self._last(address)
        return [
            ts_of(message, "ts") for message in found if self._is_ours(message, key) and text(message, "text") == words
        ]

    def _is_ours(self, message: Message, key: str) -> bool:
        """Whether we posted it with this key: anybody can write a key."""
        by = {name_of(message, "user"), name_of(message, "bot_id")} - {""}
        return _key(message) == key and bool(by & ({self._me.user, self._me.bot} - {""}))

    async def _last(self, address: str) -> Sequence[Message]:
        if not self._me.user:
            await self.me()
        place = place_at(address)
        channel = await self.channel_of(place)
        asked: dict[str, Any] = {"channel": channel, "limit": _READ_BACK, "include_all_metadata": True}
        if place.thread:
            return await self._last_of_thread({**asked, "ts": place.thread})
        return tables(await self.client.call("conversations.history", **asked), "messages", _READ_BACK)

    async def _last_of_thread(self, asked: Mapping[str, Any]) -> list[Message]:
        """The last messages of a thread, which Slack reads from its beginning."""
        messages: list[Message] = []
        cursor = ""
        for _ in range(20):
            answer = await self.client.call("conversations.replies", **asked, cursor=cursor or None)
            messages = [*messages, *tables(answer, "messages", 1000)][-_READ_BACK:]
            cursor = text(table(answer, "response_metadata"), "next_cursor")
            if not cursor:
                return messages
        raise Away("conversations.replies", "endless")

    async def change(self, address: str, message: str, words: str, blocks: Sequence[Block]) -> None:
        """Let a message show this. Raises a SlackProblem."""
        channel = await self.channel_of(place_at(address))
        await self.client.call("chat.update", channel=channel, ts=message, text=words, blocks=list(blocks), **_PLAIN)

    async def take_away(self, address: str, message: str) -> None:
        """Delete a message of ours. Raises a SlackProblem."""
        await self.client.call("chat.delete", channel=await self.channel_of(place_at(address)), ts=message)

    async def whisper(self, address: str, user: str, words: str, blocks: Sequence[Block] = ()) -> None:
        """Say something that only `user` sees there, until they look elsewhere. Raises a SlackProblem."""
        place = place_at(address)
        await self.client.call(
            "chat.postEphemeral",
            channel=await self.channel_of(place),
            user=user,
            thread_ts=place.thread or None,
            text=words,
            blocks=list(blocks) or None,
            **_PLAIN,
        )

    async def answer_tap(self, response_url: str, words: str) -> None:
        """Tell who tapped, and nobody else; what they tapped on stays. Raises a SlackProblem."""
        told = {"response_type": "ephemeral", "replace_original": False, "text": words}
        await self.client.respond(response_url, told)

    async def stored(self, file: str) -> Stored:
        """What Slack has under a file's id. Raises a SlackProblem."""
        told = table(await self.client.call("files.info", file=file), "file")
        size = told.get("size")
        url = text(told, "url_private_download", "url_private")
        return Stored(line(told, "name"), line(told, "mimetype"), size if isinstance(size, int) else 0, url)

    async def attach(self, address: str, name: str, data: bytes, *, alt: str = "", words: str = "") -> str:
        """Put a file there, with words over it; its id. Uncertain only once it may be seen. Raises a SlackProblem."""
        place = place_at(address)
        channel = await self.channel_of(place)
        wanted = {"filename": name, "length": len(data), "alt_txt": alt or None}
        try:
            ticket = await self.client.call("files.getUploadURLExternal", **wanted)
        except Uncertain as problem:
            raise Away(problem.method, problem.error) from None
        file, url = name_of(ticket, "file_id"), text(ticket, "upload_url")
        if not file or not url:
            raise Away("files.getUploadURLExternal", "no_place")
        await self.client.upload(url, data)
        await self.client.call(
            "files.completeUploadExternal",
            files=[{"id": file, "title": name}],
            channel_id=channel,
            thread_ts=place.thread or None,
            initial_comment=words or None,
        )
        return file

    async def publish(self, user: str, view: Mapping[str, Any]) -> None:
        """Show this as a person's Home tab. Raises a SlackProblem."""
        await self.client.call("views.publish", user_id=user, view=dict(view))


_PLAIN = {"parse": "none", "link_names": False}
_QUIET = {**_PLAIN, "unfurl_links": False, "unfurl_media": False, "mrkdwn": False}


def _key(message: Message) -> str:
    metadata = table(message, "metadata")
    return line(table(metadata, "event_payload"), "key") if metadata.get("event_type") == _EVENT else ""


def _keep(kept: OrderedDict[str, str], name: str, value: str) -> None:
    kept[name] = value
    while len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
