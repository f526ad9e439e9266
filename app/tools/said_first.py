"""The tool for where somebody is told things first: the channel that they chose, which they may leave to where they wrote last.

Invariant: what is kept is the name of a channel that is switched on and knows its user, or nothing. Does not decide where anything goes.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import WRITES
from app.language import channels
from app.memory.repositories import Repositories
from app.timetable.said_first import SAID_FIRST_ON, chosen
from app.tools.toolset import Tool

ELSEWHERE = "So it comes where you wrote to me last."
ON_PAGE = "So it comes here, on the web page and in the terminal."
_COMES_INSTEAD = "So it comes on {title}, as you chose."
_COMES = "It comes on {title}."
_IN_FEED = "Everything I say first stands here in any case, on the web page and in the terminal."
_ONE_PLACE = "A reminder comes in one place: this one on {title}."
_NOT_ON = "I can't send reminders on {title}."
_NOT_BY = "I can't send reminders by {title}."
_OFF = "{title} isn't set up here."
_UNKNOWN = (
    "I don't know you on {title} yet: `./scripts/run link {channel}`, on the machine I run on, makes a code for that."
)
_NONE = "I can't write on “{said}”."
_WITH_WINDOW = "I can write there only within {hours} hours of your last message; past that I say it elsewhere."
HELP = (
    "/channel telegram, /channel whatsapp and /channel slack change that; /channel any leaves it to where you wrote last. "
    "/pause holds back all that I say first."
)
LAST = "What I say first goes to where you wrote to me last."
_CHOSEN = "What I say first goes to {title}."


async def set_channel(ctx: RunContext[AgentDeps], channel: str = "") -> Done:
    """Where reminders and what is said first go.

    Args:
        channel: telegram, whatsapp, slack, "here", or "any": where they wrote last.
    """
    deps = ctx.deps
    user = await deps.store.users.get(deps.user.id) or deps.user
    before = chosen(user)
    if not channel.strip():
        return Done(f"{standing(before)}\n{HELP}")
    if channels.is_here(channel) and deps.channel not in channels.TITLES:
        return Done(f"{_IN_FEED} {standing(before)}")
    channel = deps.channel if channels.is_here(channel) else channel
    name = "" if channels.leaves_open(channel) else channels.named(channel)
    if not name and not channels.leaves_open(channel):
        raise ToolProblem(f"{_NONE.format(said=channel.strip()[:40])} {_possible(deps)}")
    if name and (missing := await why_not(deps, name)):
        raise ToolProblem(f"{missing} Nothing has changed.")
    await deps.store.users.set_setting(deps.user.id, SAID_FIRST_ON, name or None)
    return Done(_confirmed(deps, name), undo={"action": "set_channel", "channel": before})


async def restore(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """Take a change of it back."""
    await store.users.set_setting(user_id, SAID_FIRST_ON, given["channel"] or None)
    return "Where I tell you things first is as it was."


async def why_not(deps: AgentDeps, channel: str) -> str:
    """Why nothing can be said to this user on a channel, and what to do about it; "" where it can."""
    title = channels.TITLES[channel]
    if channel not in deps.pushed:
        return _OFF.format(title=title)
    known = await deps.store.users.identities(deps.user.id)
    return "" if any(name.channel == channel for name in known) else _UNKNOWN.format(title=title, channel=channel)


async def wanted_on(deps: AgentDeps, channel: str) -> tuple[str, str]:
    """The channel that a reminder is wanted on, as it is kept, and what its user is told of that; both "" where they named none.

    Of several it comes on the first where it can come; each of the others is said not to be taken, and why."""
    if not channel.strip() or channels.leaves_open(channel):
        return "", ""
    if channels.is_here(channel):
        channel = deps.channel
        if channel not in channels.TITLES:
            return "", ""
    names = channels.listed(channel)
    if not names:
        return "", f"{_NONE.format(said=channel.strip()[:40])} {await _instead(deps)}"
    ours = [name for name in names if name in channels.TITLES]
    refused = [_cant(name) for name in names if name not in channels.TITLES]
    whys = {name: await why_not(deps, name) for name in ours}
    kept = next((name for name in ours if not whys[name]), "")
    missing = [why for name, why in whys.items() if why and name != kept]
    if not kept:
        return (ours[0] if ours else ""), " ".join((*missing, *refused, await _instead(deps)))
    beside = _ONE_PLACE if sum(not why for why in whys.values()) > 1 else _COMES
    return kept, " ".join((beside.format(title=channels.TITLES[kept]), *missing, *refused))


def _cant(name: str) -> str:
    means = channels.OTHER_MEANS.get(name)
    return _NOT_BY.format(title=means) if means else _NOT_ON.format(title=channels.OTHER_APPS[name])


async def _instead(deps: AgentDeps) -> str:
    """Where a reminder comes that can't come where it is wanted."""
    user = await deps.store.users.get(deps.user.id) or deps.user
    name = chosen(user)
    if name and not await why_not(deps, name):
        return _COMES_INSTEAD.format(title=channels.TITLES[name])
    return ELSEWHERE if deps.pushed else ON_PAGE


def standing(channel: str) -> str:
    """Where they are told things first."""
    return _CHOSEN.format(title=channels.TITLES.get(channel, channel)) if channel else LAST


def _possible(deps: AgentDeps) -> str:
    titles = [title for name, title in channels.TITLES.items() if name in deps.pushed]
    return f"What is switched on here: {', '.join(titles)}." if titles else "No chat channel is switched on here."


def _confirmed(deps: AgentDeps, channel: str) -> str:
    window = deps.pushed.get(channel)
    if window is None:
        return standing(channel)
    hours = round(window.total_seconds() / 3600)
    return f"{standing(channel)} {_WITH_WINDOW.format(hours=hours)}"


TOOLS: tuple[Tool, ...] = (Tool(set_channel, WRITES),)
