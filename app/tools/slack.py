"""The tools for a team's chat: what was written there, and writing there. What is read was written by others and taints the turn with its channel;
what is written waits for its user's OK, with the channel and the very text.
"""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from pydantic_ai import RunContext

from app.cards import sources
from app.cards.literal import quoted
from app.cards.quoting import bracketed, within
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.excerpt import excerpt
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.team.port import Channel, Colleague, Post, TeamChat, Within
from app.language.team_messages import Named, last_message
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.provenance import has_read
from app.tools.toolset import Tool

T = TypeVar("T")
_READS = Risk(reads_private=True, reads_untrusted=True)
_WRITES = Risk(side_effect=True, egress=True, local=False)
_CLOCKS = timedelta(minutes=2)  # that its clock may be behind ours
_ANY_CHANNEL = frozenset(("channel", "team channel", "our channel", "my channel"))
_SHOWN, _MOST_TEXT, _MOST_WRITTEN = 30, 1_500, 12_000
_NOTHING = "Nothing was written there{since}."
_NOT_FOUND = "Nothing on Slack has these words."
_NOTHING_FITS = "Nothing on Slack fits that."
_NO_QUESTION = "What should I look for on Slack: words, somebody, a channel or a time?"
_SELF = ("me", "@me", "myself")
_NO_CHANNEL = "I find no channel and nobody called “{said}” on Slack. Channels there are: {names}."
_WHICH = "Which one? {names}"
_WHICH_CHANNEL = "Which channel? {names}"
_NO_MESSAGE = "Which message? Give its name as I showed it, such as {example}."
_NO_LAST = "I see no such message among the latest in {place}."
_EXAMPLE = "#general/1796002454.000160"
_NO_TEXT = "What should it say?"
_POSTED = "Posted in {place}."
_REPLIED = "Replied in {place}."
_REACTED = "Put :{emoji}: under it in {place}."
_NOBODY = "I find nobody called “{said}” on Slack."


async def slack_channels(ctx: RunContext[AgentDeps], words: str = "", account: str = "") -> str:
    """Channels of the team, by words of their names."""

    async def read(_: Account, team: TeamChat) -> str:
        found = await team.channels(words, _SHOWN)
        await has_read(ctx.deps, *(sources.channel(one.name) for one in found))
        lines = [
            f"- #{within(one.name)}{f': {within(one.topic[:120])}' if one.topic else ''}{'' if one.is_joined else ' (not in it)'}"
            for one in found
        ]
        return "\n".join(lines) or "There is no such channel."

    return await on_team(ctx.deps, account, read)


async def slack_read(ctx: RunContext[AgentDeps], channel: str, since: str = "", account: str = "") -> str:
    """What was written lately in a channel, or between the user and somebody. `since`: a day or time."""
    deps = ctx.deps
    start = when.stretch(since, "", deps.local_now)[0] if since.strip() else None

    async def read(_: Account, team: TeamChat) -> str:
        place = await place_of(team, channel)
        posts = await team.history(place, _SHOWN, start)
        await has_read(deps, sources.channel(place.name))
        told = f" since {since.strip()}" if start else ""
        return "\n".join(_line(one, deps) for one in posts) or _NOTHING.format(since=told)

    return await on_team(deps, account, read)


async def slack_thread(ctx: RunContext[AgentDeps], message: str, account: str = "") -> str:
    """A message with its replies. `message`: its name as shown, "#channel/number"."""
    deps = ctx.deps

    async def read(_: Account, team: TeamChat) -> str:
        place, ts = await _message(team, message)
        posts = await team.thread(place.id, ts, _SHOWN)
        await has_read(deps, sources.channel(place.name))
        return "\n".join(_line(one, deps) for one in posts)

    return await on_team(deps, account, read)


async def slack_search(
    ctx: RunContext[AgentDeps],
    words: str = "",
    account: str = "",
    *,
    sender: str = "",
    channel: str = "",
    since: str = "",
) -> str:
    """Messages of the whole team with these words, newest first. `sender`: who wrote them. `since`: a day or time."""
    deps = ctx.deps
    if not any(one.strip() for one in (words, sender, channel, since)):
        raise ToolProblem(_NO_QUESTION)

    async def read(_: Account, team: TeamChat) -> str:
        within = await within_of(deps, team, sender, channel, since)
        posts = await team.search(words.strip(), _SHOWN, within)
        await has_read(deps, *(sources.channel(one.place) for one in posts))
        nothing = _NOTHING_FITS if within != Within() else _NOT_FOUND
        return "\n".join(_line(one, deps) for one in posts) or nothing

    return await on_team(deps, account, read)


async def slack_people(ctx: RunContext[AgentDeps], name: str, account: str = "") -> str:
    """Somebody of the team: what they are called, their title, their address."""

    async def read(_: Account, team: TeamChat) -> str:
        found = await team.people(name, 10)
        await has_read(ctx.deps, sources.channel("people"))
        lines = [
            f"- {', '.join(filter(None, map(within, (one.name, f'@{one.handle}', one.title, one.address))))}"
            for one in found
        ]
        return "\n".join(lines) or _NOBODY.format(said=name.strip()[:60])

    return await on_team(ctx.deps, account, read)


async def slack_post(
    ctx: RunContext[AgentDeps], channel: str, text: str, account: str = "", *, place: str = ""
) -> Done:
    """Write in a channel, or to somebody. "@name" mentions. `place`: leave it out."""
    return await _write(ctx.deps, account, {"channel": channel, "text": text, "place": place})


async def slack_reply(
    ctx: RunContext[AgentDeps], message: str, text: str, account: str = "", *, place: str = ""
) -> Done:
    """Answer a message in its thread. `message`: "#channel/number" as shown. `place`: leave it out."""
    return await _write(ctx.deps, account, {"message": message, "text": text, "place": place})


async def slack_react(
    ctx: RunContext[AgentDeps], message: str, emoji: str, account: str = "", *, place: str = ""
) -> Done:
    """Put an emoji (its name: thumbsup) under a message. `place`: leave it out."""

    async def react(at: Account, team: TeamChat) -> Done:
        where, ts = await _where(ctx.deps, team, {"message": message, "place": place})
        await team.react(where.id, ts, emoji)
        name = emoji.strip(" :")
        undo = {"action": "take_reaction_away", **_undo(at, where, ts), "emoji": name}
        return Done(_REACTED.format(emoji=name, place=_said(where)), undo)

    return await on_team(ctx.deps, account, react)


async def _write(deps: AgentDeps, account: str, arguments: dict[str, Any]) -> Done:
    async def write(at: Account, team: TeamChat) -> Done:
        place, thread = await _where(deps, team, arguments)
        made = await team.post(place.id, _text(arguments), thread=thread, key=_key(deps, arguments))
        return _done(at, place, thread, made.id)

    return await on_team(deps, account, write)


async def _look(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By the key that it was written with."""

    async def look(at: Account, team: TeamChat) -> Done | None:
        place, thread = await _where(deps, team, arguments)
        found = await team.find_posted(place.id, _key(deps, arguments), since - _CLOCKS, thread=thread)
        return _done(at, place, thread, found.id) if found is not None else None

    return await on_team(deps, str(arguments.get("account", "")), look)


async def _prepare(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """To the channel, the person or the message that is meant now."""

    async def pin(account: Account, team: TeamChat) -> tuple[dict[str, Any], str]:
        place, thread = await _where(deps, team, arguments)
        _text(arguments)
        pinned = {"message": f"{_said(place)}/{thread}"} if thread else {"channel": _said(place)}
        pinned |= {"place": place.id}
        told = f"{'reply in' if thread else 'write in' if not place.is_talk else 'write to'} {_meant(place)}"
        return {**arguments, **pinned, "account": account.pinned}, told

    return await on_team(deps, str(arguments.get("account", "")), pin)


async def _prepare_reaction(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    async def pin(account: Account, team: TeamChat) -> tuple[dict[str, Any], str]:
        place, ts = await _message(team, str(arguments["message"]))
        pinned = {"message": f"{_said(place)}/{ts}", "place": place.id, "account": account.pinned}
        return {**arguments, **pinned}, f"react in {_meant(place)}"

    return await on_team(deps, str(arguments.get("account", "")), pin)


async def on_team(deps: AgentDeps, account: str, work: Callable[[Account, TeamChat], Awaitable[T]]) -> T:
    """Do it at the account that is meant. Raises ToolProblem where there are several."""
    accounts = accounts_of(deps)
    one = await accounts.one(deps.user.id, account, "team chat")
    async with accounts.team_chat(one) as team:
        return await work(one, team)


async def _where(deps: AgentDeps, team: TeamChat, arguments: dict[str, Any]) -> tuple[Channel, str]:
    """The place to write in, and the message to answer. Of a call that was confirmed it is the very place of its card, whatever by now is
    called so: people choose their names, and channels are renamed."""
    if deps.approved and (pinned := str(arguments.get("place", ""))):
        said = str(arguments.get("message") or arguments["channel"])
        name, _, ts = said.rpartition("/") if "message" in arguments else (said, "", "")
        is_talk = name.startswith("@")
        return Channel(pinned, name[1:], is_talk=is_talk, handle=name[1:] if is_talk else ""), ts
    if "message" in arguments:
        return await _message(team, str(arguments["message"]))
    return await place_of(team, str(arguments["channel"])), ""


async def within_of(deps: AgentDeps, team: TeamChat, sender: str, channel: str, since: str) -> Within:
    """What is to be looked through, by words for it. Raises NotFound, ToolProblem."""
    start = when.stretch(since, "", deps.local_now)[0]
    who = await person_of(team, sender) if sender.strip() else None
    return Within(who, await place_of(team, channel) if channel.strip() else None, start)


async def person_of(team: TeamChat, said: str) -> Colleague:
    """Somebody of the team by name, handle or address; "me" is whose account it is. Raises NotFound, ToolProblem with those it may be."""
    wanted = said.strip().casefold()
    wanted = (await team.me()).handle.casefold() if wanted in _SELF else wanted.lstrip("@")
    people = await team.people(wanted, 20) if wanted else []
    exact = [one for one in people if wanted in (one.name.casefold(), one.handle.casefold(), one.address.casefold())]
    found = exact or people
    if not found:
        raise NotFound(_NOBODY.format(said=said.strip()[:60]))
    if len(found) > 1:
        raise ToolProblem(_WHICH.format(names=", ".join(f"@{one.handle} ({one.name})" for one in found[:12])))
    return found[0]


async def place_of(team: TeamChat, said: str) -> Channel:
    """The channel of that name, or the talk with the person of that name. Raises NotFound, ToolProblem."""
    wanted = said.strip().casefold()
    name = wanted.lstrip("#@").removeprefix("the ").removesuffix(" channel").strip()
    name = "" if name in _ANY_CHANNEL else name  # "the channel": the only one there is, else which
    channels = [] if wanted.startswith("@") else list(await team.channels(name, 50))
    if not name:
        channels = [one for one in channels if one.is_joined] or channels
    exact = [one for one in channels if one.name.casefold() == name]
    if exact or len(channels) == 1:
        return (exact or channels)[0]
    people = await _people(team, name) if name and not wanted.startswith("#") else []
    if len(people) == 1:
        return await team.talk_with(people[0])
    if people and not channels:
        raise ToolProblem(_WHICH.format(names=", ".join(f"@{one.handle} ({one.name})" for one in people)))
    if channels:
        names = ", ".join(f"#{one.name}" for one in channels[:12])
        raise ToolProblem((_WHICH if name else _WHICH_CHANNEL).format(names=names))
    names = ", ".join(f"#{one.name}" for one in await team.channels("", 12))
    raise NotFound(_NO_CHANNEL.format(said=said.strip()[:60], names=names or "none"))


async def _people(team: TeamChat, name: str) -> Sequence[Colleague]:
    """Those who are called just so, else those who are found by it."""
    found = await team.people(name, 10)
    return [one for one in found if name in (one.name.casefold(), one.handle.casefold())] or found


async def _message(team: TeamChat, said: str) -> tuple[Channel, str]:
    """The channel and id of a message by its name, or of somebody's latest one that fits. Raises NotFound, ToolProblem for other words."""
    if (named := last_message(said)) is not None:
        return await (_last_of(team, named) if named.where else _latest_found(team, named))
    place, stroke, ts = said.strip().rpartition("/")
    if not stroke or not ts.replace(".", "", 1).isdecimal():
        raise ToolProblem(_NO_MESSAGE.format(example=_EXAMPLE))
    return await place_of(team, place), ts


async def _last_of(team: TeamChat, named: Named) -> tuple[Channel, str]:
    """The last message of somebody, or of anybody but the user, among the latest of a channel, with all words of what it is about."""
    place = await place_of(team, named.where)
    author = await person_of(team, named.who) if named.who else None
    me = await team.me()
    posts = sorted(await team.history(place, _SHOWN), key=lambda one: one.at)
    own = {me.handle.casefold(), me.name.casefold()}
    names = {author.name.casefold(), author.handle.casefold()} if author else set[str]()
    words = named.about.casefold().split()
    found = [
        one
        for one in posts
        if (one.author.casefold() in names if author else one.author.casefold() not in own)
        and all(word in one.text.casefold() for word in words)
    ]
    if not found:
        raise NotFound(_NO_LAST.format(place=_said(place)))
    return place, found[-1].id


async def _latest_found(team: TeamChat, named: Named) -> tuple[Channel, str]:
    """The latest message of somebody with those words, wherever it stands. Raises NotFound."""
    author = await person_of(team, named.who)
    found = await team.search(named.about, _SHOWN, Within(author))
    if not found:
        raise NotFound(_NOTHING_FITS)
    latest = max(found, key=lambda one: one.at)
    return await place_of(team, latest.place), latest.id


def _text(arguments: dict[str, Any]) -> str:
    """Raises ToolProblem for nothing."""
    text = str(arguments.get("text", "")).strip()[:_MOST_WRITTEN]
    if not text:
        raise ToolProblem(_NO_TEXT)
    return text


def _key(deps: AgentDeps, arguments: dict[str, Any]) -> str:
    """What one call's message is found by: the turn of a confirmed call is its own for ever."""
    told = [str(arguments.get(name, "")) for name in ("channel", "message", "text")]
    return hashlib.sha256("\n".join((deps.turn_id, *told)).encode()).hexdigest()[:32]


def _done(at: Account, place: Channel, thread: str, message: str) -> Done:
    told = (_REPLIED if thread else _POSTED).format(place=_said(place))
    return Done(told, {"action": "delete_post", **_undo(at, place, message)})


def _undo(at: Account, place: Channel, message: str) -> dict[str, Any]:
    return {"account": at.id, "channel": place.id, "place": _said(place), "message": message}


def _said(place: Channel) -> str:
    return f"@{place.handle or place.name}" if place.is_talk else f"#{place.name}"


def _meant(place: Channel) -> str:
    """As a card says it: what somebody calls themselves, which anybody may, beside how they are found."""
    called = f"{quoted(place.name)}, " if place.is_talk and place.handle not in ("", place.name) else ""
    return f"{called}{quoted(_said(place))}"


def _line(one: Post, deps: AgentDeps) -> str:
    more = [f"{one.replies} replies"] if one.replies else []
    more += [f"files: {bracketed(', '.join(one.files))}"] if one.files else []
    place = f"{'#' if one.place else ''}{one.place}"
    head = f"- {within(one.author)}, {when.say(one.at, deps.local_now)}{f' ({chr(44).join(more)})' if more else ''}"
    return f"{head}: {within(excerpt(one.text, _MOST_TEXT))} [{place}/{one.id}]"


_READING: Sequence[Any] = (slack_channels, slack_read, slack_thread, slack_search, slack_people)
TOOLS: tuple[Tool, ...] = (
    *(Tool(function, _READS) for function in _READING),
    Tool(slack_post, _WRITES, _prepare, look=_look),
    Tool(slack_reply, _WRITES, _prepare, look=_look),
    Tool(slack_react, _WRITES, _prepare_reaction),
)
