"""Slack as a team's chat, by its Web API (https://docs.slack.dev/reference/methods): with a bot's token, or with a token of the user's own,
which alone may search.

Each method answers 200 with `ok`; what isn't ok is one of our failures by its name. What is written carries a key in its metadata, so that it can be
found again where nobody knows whether it was taken.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from app.errors import AccountAway, AccountClosed, NotFound, OutcomeUnknown, ToolProblem
from app.integrations import answered
from app.integrations.access import Access
from app.integrations.calls import Calls
from app.integrations.fetching.addresses import host_of
from app.integrations.ports import Me
from app.integrations.team import slack_text as reading
from app.integrations.team.known import Known
from app.integrations.team.port import ANYWHERE, Channel, Colleague, Post, TeamFile, Within

API = "https://slack.com/api"
_EVENT = "kwasi_post"
_MOST_FOUND = 100  # that one search gives
_PAGES, _A_PAGE, _MOST_A_PAGE = 10, 200, "1000"  # the last for what is short and needed whole: people, channels
_CLOSED = frozenset(("invalid_auth", "account_inactive", "token_revoked", "token_expired", "not_authed"))
_MISSING = frozenset(
    ("channel_not_found", "message_not_found", "thread_not_found", "user_not_found", "users_not_found")
)
_AWAY = frozenset(("ratelimited", "internal_error", "fatal_error", "request_timeout", "service_unavailable"))
_TAKEN = frozenset(("already_reacted", "no_reaction"))  # it is as it was wanted
_REASONS: Mapping[str, str] = {
    "not_in_channel": "I'm not in that channel. Invite me there first: /invite in Slack.",
    "is_archived": "That channel is archived.",
    "restricted_action": "The workspace doesn't allow that.",
    "msg_too_long": "That is too long for one message in Slack.",
    "no_text": "There is nothing to write.",
    "invalid_name": "Slack knows no emoji of that name.",
    "cant_delete_message": "Slack doesn't let me delete that.",
    "cannot_dm_bot": "Nobody can be written to there.",
}
MOST_FILE = 20_000_000  # bytes
_SITE = ".slack.com"
_TOO_LARGE = "{name} is larger than I read (20 MB)."
_ELSEWHERE = "{name} doesn't lie at Slack itself, so I don't fetch it."
_NO_SCOPE = (
    "That token may not do this at Slack (it lacks {scope}). docs/slack-tools.md says which permissions to give it."
)
_NO_SEARCH = "An app's token can't search at Slack, only one of your own can. docs/slack-tools.md says how to make one."
_REFUSED = "Slack refused that ({error})."
_AWAY_SAID = "Slack doesn't answer just now ({error}). Try again in a moment."
_CLOSED_SAID = "Slack no longer takes that token. Connect the account again."


class _NotSearched(ToolProblem):
    """Slack lets this kind of token not search."""


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["SlackTeam"]:
    """One account, over connections that end with it."""
    async with Calls(access, str(access.account.settings.get("api") or API)) as calls:
        yield SlackTeam(calls, access, Known.of(access))


class SlackTeam:
    """As `port.TeamChat` says."""

    def __init__(self, calls: Calls, access: Access, known: Known | None = None) -> None:
        """Asks nothing yet. Without `known` the people are asked for once while this is open."""
        self._calls = calls
        self._access = access
        self._known = known
        self._people: Mapping[str, Colleague] = {}
        self._places: dict[str, str] = {}
        self._self = ""

    async def me(self) -> Me:
        """As the port says."""
        answer = await self._ask("auth.test")
        self._self = answered.text(answer, "user_id")
        site = host_of(answered.text(answer, "url")) or answered.text(answer, "team_id")
        return Me(answered.text(answer, "user"), answered.text(answer, "team"), site)

    async def channels(self, words: str, limit: int) -> Sequence[Channel]:
        """As the port says."""
        rows = await self._all(
            "conversations.list",
            "channels",
            limit=_MOST_A_PAGE,
            types="public_channel,private_channel",
            exclude_archived="true",
        )
        wanted = words.casefold().lstrip("#").split()
        found = [reading.channel(row) for row in rows]
        self._places |= {one.id: one.name for one in found}
        fits = [one for one in found if all(word in one.name.casefold() for word in wanted)]
        return sorted(fits, key=lambda one: (not one.is_joined, one.name))[:limit]

    async def people(self, words: str, limit: int) -> Sequence[Colleague]:
        """As the port says."""
        await self._know_people()
        found = reading.fitting(self._people.values(), words)
        if not found and await self._know_people(is_missing=True):
            found = reading.fitting(self._people.values(), words)
        return found[:limit]

    async def history(self, channel: Channel, limit: int, since: datetime | None = None) -> Sequence[Post]:
        """As the port says."""
        self._places[channel.id] = channel.name
        asked = {"channel": channel.id, "limit": limit, **({"oldest": f"{since.timestamp():.6f}"} if since else {})}
        rows = answered.rows(await self._ask("conversations.history", **asked), "messages")
        return await self._posts(channel.id, list(reversed(rows))[-limit:])

    async def thread(self, channel: str, message: str, limit: int) -> Sequence[Post]:
        """As the port says."""
        answer = await self._ask("conversations.replies", channel=channel, ts=message, limit=limit)
        return await self._posts(channel, answered.rows(answer, "messages")[:limit])

    async def search(self, words: str, limit: int, within: Within = ANYWHERE) -> Sequence[Post]:
        """As the port says."""
        asked, count = reading.asked(words, within), limit if within == ANYWHERE else _MOST_FOUND
        await self._know_people()
        try:
            answer = await self._ask("search.messages", query=asked, count=count, sort="timestamp")
        except _NotSearched:
            if within.channel is None:
                raise
            return await self._looked_through(words, limit, within.channel, within)
        rows = answered.rows(answered.table(answer, "messages"), "matches")
        return [reading.found(row, self._people) for row in rows if reading.fits(row, within)][:limit]

    async def _looked_through(self, words: str, limit: int, channel: Channel, within: Within) -> list[Post]:
        """The last messages of a channel that fit, newest first."""
        self._places[channel.id] = channel.name
        since = {"oldest": f"{within.since.timestamp():.6f}"} if within.since else {}
        found, wanted = list[Post](), words.casefold().split()
        async for row in self._paged("conversations.history", "messages", channel=channel.id, **since):
            if row is None or len(found) == limit:
                break
            posts = await self._posts(channel.id, [row]) if reading.fits(row, within) else []
            found += [one for one in posts if all(word in one.text.casefold() for word in wanted)]
        return found

    async def files(self, words: str, limit: int, within: Within = ANYWHERE) -> Sequence[TeamFile]:
        """As the port says."""
        await self._know_people()
        asked: dict[str, Any] = {"count": _A_PAGE}
        if within.channel:
            self._places[within.channel.id] = within.channel.name
            asked["channel"] = within.channel.id
        asked |= {"user": within.sender.id} if within.sender else {}
        asked |= {"ts_from": f"{within.since.timestamp():.0f}"} if within.since else {}
        rows = answered.rows(await self._ask("files.list", **asked), "files")
        found = [reading.file(row, self._people, self._places) for row in rows]
        wanted = words.casefold().split()
        fits = [
            one for one in found if one.id and all(word in f"{one.name} {one.author}".casefold() for word in wanted)
        ]
        return sorted(fits, key=lambda one: one.at, reverse=True)[:limit]

    async def file(self, name: str) -> tuple[TeamFile, bytes]:
        """As the port says."""
        await self._know_people()
        row = answered.table(await self._ask("files.info", file=name), "file")
        found = reading.file(row, self._people, self._places)
        if found.size > MOST_FILE:
            raise ToolProblem(_TOO_LARGE.format(name=found.name))
        url = answered.text(row, "url_private_download") or answered.text(row, "url_private")
        return found, await self._downloaded(url, found.name)

    async def _downloaded(self, url: str, name: str) -> bytes:
        """The bytes of a file. Our token goes to the API's own origin and to hosts of Slack's alone."""
        try:
            own = self._calls.url(url)
        except ToolProblem:
            own = ""
        if own:
            return (await self._calls.call("GET", own, most_bytes=MOST_FILE)).body
        parts = urlsplit(url)
        if parts.scheme != "https" or not f".{parts.hostname or ''}".endswith(_SITE):
            raise ToolProblem(_ELSEWHERE.format(name=name))
        async with Calls(self._access, f"https://{parts.netloc}/") as calls:
            return (await calls.call("GET", url, most_bytes=MOST_FILE)).body

    async def talk_with(self, person: Colleague) -> Channel:
        """As the port says."""
        opened_now = answered.table(await self._ask("conversations.open", users=person.id), "channel")
        return Channel(
            answered.text(opened_now, "id"), person.name, is_private=True, is_talk=True, handle=person.handle
        )

    async def post(self, channel: str, text: str, *, thread: str = "", key: str = "") -> Post:
        """As the port says."""
        await self._know_people()
        if reading.names_nobody(text, self._people.values()):
            await self._know_people(is_missing=True)
        metadata = {"event_type": _EVENT, "event_payload": {"key": key}} if key else None
        answer = await self._ask(
            "chat.postMessage",
            changes=True,
            channel=channel,
            text=reading.written(text, self._people.values()),
            thread_ts=thread,
            metadata=metadata,
            unfurl_links="false",
        )
        ts = answered.text(answer, "ts")
        if not ts:
            raise OutcomeUnknown
        return Post(ts, channel, self._places.get(channel, ""), "", reading.moment(ts), text, thread=thread)

    async def find_posted(self, channel: str, key: str, since: datetime, *, thread: str = "") -> Post | None:
        """As the port says; page by page, as threads come with their oldest first and channels may be busy."""
        asked = {"channel": channel, "ts": thread, "oldest": f"{since.timestamp():.6f}", "include_all_metadata": "true"}
        method = "conversations.replies" if thread else "conversations.history"
        if not self._self:
            await self.me()
        async for row in self._paged(method, "messages", **asked):
            if row is None:
                raise OutcomeUnknown
            if reading.key(row, _EVENT) == key and reading.is_by(row, self._self):
                return (await self._posts(channel, [row]))[0]
        return None

    async def delete(self, channel: str, message: str) -> None:
        """As the port says."""
        await self._ask("chat.delete", changes=True, channel=channel, ts=message)

    async def unreact(self, channel: str, message: str, emoji: str) -> None:
        """As the port says."""
        await self._ask("reactions.remove", changes=True, channel=channel, timestamp=message, name=emoji.strip(" :"))

    async def react(self, channel: str, message: str, emoji: str) -> None:
        """As the port says."""
        await self._ask("reactions.add", changes=True, channel=channel, timestamp=message, name=emoji.strip(" :"))

    async def _posts(self, channel: str, rows: Sequence[Mapping[str, Any]]) -> list[Post]:
        await self._know_people()
        place = self._places.get(channel, "")
        if not place:
            told = answered.table(await self._ask("conversations.info", channel=channel), "channel")
            place = self._places[channel] = reading.channel(told).name
        return [reading.post(row, channel, place, self._people, self._places) for row in rows]

    async def _know_people(self, *, is_missing: bool = False) -> bool:
        """Who everybody is; asked once while this is open, and where nobody has asked lately. `is_missing`: somebody wasn't found, so that a
        list that was kept is asked for anew. Whether it was asked for."""
        if self._people and not (is_missing and self._known):
            return False
        kept = self._known.get(is_missing=is_missing) if self._known else {}
        if kept:
            self._people = kept
            return False
        rows = await self._all("users.list", "members", limit=_MOST_A_PAGE)
        self._people = {one.id: one for one in map(reading.colleague, rows) if one.id}
        if self._known:
            self._known.keep(self._people)
        return True

    async def _all(self, method: str, key: str, **asked: str) -> list[Mapping[str, Any]]:
        """All pages of a list, so many at most."""
        return [row async for row in self._paged(method, key, **asked) if row is not None]

    async def _paged(self, method: str, key: str, **asked: str) -> AsyncIterator[Mapping[str, Any] | None]:
        """What is on the pages of a list, so many pages at most; None at the end where there are more."""
        cursor = ""
        for _ in range(_PAGES):
            fields: dict[str, Any] = {"limit": _A_PAGE, "cursor": cursor, **asked}
            answer = await self._ask(method, **fields)
            for row in answered.rows(answer, key):
                yield row
            cursor = answered.text(answered.table(answer, "response_metadata"), "next_cursor")
            if not cursor:
                return
        yield None

    async def _ask(self, method: str, *, changes: bool = False, **fields: object) -> Mapping[str, Any]:
        """One call. `changes`: it isn't asked again where nobody knows whether it was carried out."""
        given = {name: reading.field(value) for name, value in fields.items() if value not in ("", None)}
        headers = {"content-type": "application/x-www-form-urlencoded"}
        reply = await self._calls.call(
            "POST", method, headers=headers, content=urlencode(given).encode(), repeatable=not changes
        )
        answer = answered.row(reply.json())
        if answer.get("ok") is True or answer.get("error") in _TAKEN:
            return answer
        raise _problem(answered.text(answer, "error"), answer)


def _problem(error: str, answer: Mapping[str, Any]) -> Exception:
    """What an error's name means."""
    if error in _CLOSED:
        return AccountClosed(_CLOSED_SAID)
    if error in _MISSING:
        return NotFound()
    if error in _AWAY:
        return AccountAway(_AWAY_SAID.format(error=error))
    if error == "not_allowed_token_type":
        return _NotSearched(_NO_SEARCH)
    if error == "missing_scope":
        return ToolProblem(_NO_SCOPE.format(scope=answered.text(answer, "needed")[:60] or error))
    return ToolProblem(_REASONS.get(error, _REFUSED.format(error=error[:60] or "no reason")))
