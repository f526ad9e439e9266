"""What `doctor` and `link` know of each pushed channel: one row a channel. A channel's library is loaded only where it is switched on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from app.config import Settings
from app.conversation.outbox import CHANNELS
from app.interfaces.cli.finding import Finding
from app.interfaces.pushed.duty import status_told
from app.interfaces.pushed.status import State

Trial = Callable[[Settings, float], Awaitable[tuple[str, State | None]]]
Link = Callable[[Any], Awaitable[tuple[bool, str]]]


@dataclass(frozen=True, slots=True)
class Row:
    """`how` begins it, `owner` names the setting that says whose the owner's account is; `trial` asks the vendor who we are, `link` makes what
    links an account: whether it could, and what to print."""

    how: str
    owner: str
    trial: Trial
    link: Link


async def _telegram_trial(settings: Settings, seconds: float) -> tuple[str, State | None]:
    from app.interfaces.telegram.trial import bot_name  # heavy

    assert settings.telegram_bot_token is not None
    name, wrong = await bot_name(settings.telegram_bot_token, settings.telegram_api_url, seconds)
    return f"@{name}", wrong


async def _telegram_link(services: Any) -> tuple[bool, str]:
    from app.interfaces.telegram.linking import telegram_link  # heavy

    return _address(await telegram_link(services))


async def _whatsapp_trial(settings: Settings, seconds: float) -> tuple[str, State | None]:
    from app.interfaces.whatsapp.trial import number_told  # only where it is switched on

    return await number_told(settings, seconds)


async def _whatsapp_link(services: Any) -> tuple[bool, str]:
    from app.interfaces.whatsapp.linking import whatsapp_link  # only where it is switched on

    return _address(await whatsapp_link(services))


async def _slack_trial(settings: Settings, seconds: float) -> tuple[str, State | None]:
    from app.interfaces.slack.trial import team_told  # only where it is switched on

    return await team_told(settings, seconds)


async def _slack_link(services: Any) -> tuple[bool, str]:
    from app.interfaces.slack.linking import slack_link  # only where it is switched on

    return await slack_link(services)


def _address(said: str) -> tuple[bool, str]:
    return said.startswith("https://"), said


ROWS: dict[str, Row] = {
    "telegram": Row(
        "make a bot with @BotFather, set TELEGRAM_BOT_TOKEN, then ./scripts/run link telegram",
        "briefing_chat_id",
        _telegram_trial,
        _telegram_link,
    ),
    "whatsapp": Row(
        "docs/whatsapp.md has every step; then ./scripts/run link whatsapp",
        "owner_whatsapp_number",
        _whatsapp_trial,
        _whatsapp_link,
    ),
    "slack": Row(
        "docs/slack.md has every step; then ./scripts/run link slack", "owner_slack_user_id", _slack_trial, _slack_link
    ),
}


async def finding(services: Any, name: str) -> Finding:
    """How a channel is doing, as the process that runs it says."""
    row, channel = ROWS[name], CHANNELS[name]
    if not getattr(services.settings, channel.needs):
        return Finding(channel.title, "off", row.how)
    told = await status_told(services.store, services.clock, name)
    known = any(one.channel == name for one in await services.store.users.identities(services.owner.id))
    linked = known or getattr(services.settings, row.owner)
    whose = "" if linked else f"; no account is linked: ./scripts/run link {name}"
    return Finding(
        channel.title, "broken" if told.wrong else "ok", f"{told.sentence or 'set; it runs with the server'}{whose}"
    )


async def tried(services: Any, name: str, seconds: float) -> Finding:
    """The same, with what the vendor says of our token."""
    found = await finding(services, name)
    if found.state == "off":
        return found
    told, wrong = await ROWS[name].trial(services.settings, seconds)
    if wrong is not None:
        return Finding(found.part, "broken", wrong.sentence)
    return found if found.state != "ok" else Finding(found.part, "ok", f"{told}: {found.says}")
