"""Which pushed channels run, by setting. A channel's library is loaded only where it is switched on: it takes a while."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from app.config import Settings
from app.conversation.holder import this_process
from app.conversation.outbox import pushed_channels
from app.conversation.turn import FileSource

if TYPE_CHECKING:
    from app.interfaces.pushed.parts import Speak
    from app.interfaces.pushed.service import ChannelService
    from app.interfaces.pushed.services import ChannelServices


def build_channels(services: "ChannelServices", speak: "Speak") -> "dict[str, ChannelService]":
    """The pushed channels that are switched on, by name, not started yet. `speak` makes voice notes."""
    return {name: _BUILDERS[name](services, speak) for name in pushed_channels(services.settings)}


def _telegram(services: "ChannelServices", speak: "Speak") -> "ChannelService":
    from app.interfaces.telegram.service import telegram_service  # its library is large

    return telegram_service(services, holder=this_process(), speak=speak)


def _whatsapp(services: "ChannelServices", speak: "Speak") -> "ChannelService":
    from app.interfaces.whatsapp.service import whatsapp_service  # only where it is switched on

    return whatsapp_service(services, holder=this_process(), speak=speak)


def _slack(services: "ChannelServices", speak: "Speak") -> "ChannelService":
    from app.bootstrap.slack_home import today_of  # only where it is switched on
    from app.interfaces.slack.service import slack_service  # only where it is switched on

    return slack_service(services, today_of(services), holder=this_process())


_BUILDERS: "Mapping[str, Callable[[ChannelServices, Speak], ChannelService]]" = {
    "telegram": _telegram,
    "whatsapp": _whatsapp,
    "slack": _slack,
}


def build_files(settings: Settings) -> Mapping[str, FileSource]:
    """Where bytes are fetched from that are still at a channel, by the channel's name."""
    return {name: _LazyFiles(partial(_FILES[name], settings)) for name in pushed_channels(settings)}


def _telegram_files(settings: Settings) -> FileSource:
    from app.interfaces.telegram.bot import build_bot  # its library is large
    from app.interfaces.telegram.files import Files  # the same

    assert settings.telegram_bot_token is not None
    return Files(build_bot(settings.telegram_bot_token, settings.telegram_api_url))


def _whatsapp_files(settings: Settings) -> FileSource:
    from app.interfaces.whatsapp.client import graph_api  # only where it is switched on
    from app.interfaces.whatsapp.files import Files  # only where it is switched on

    return Files(graph_api(settings))


def _slack_files(settings: Settings) -> FileSource:
    from app.interfaces.slack.client import slack_client  # only where it is switched on
    from app.interfaces.slack.files import Files  # only where it is switched on
    from app.interfaces.slack.workspace import Workspace  # only where it is switched on

    return Files(Workspace(slack_client(settings)))


_FILES: Mapping[str, Callable[[Settings], FileSource]] = {
    "telegram": _telegram_files,
    "whatsapp": _whatsapp_files,
    "slack": _slack_files,
}


class _LazyFiles:
    """A channel's files, its library loaded at the first one."""

    def __init__(self, build: Callable[[], FileSource]) -> None:
        self._build = build
        self._files: FileSource | None = None

    async def fetch(self, reference: str) -> bytes:
        """The bytes. Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        if self._files is None:
            self._files = self._build()
        return await self._files.fetch(reference)

    async def close(self) -> None:
        """Let go of the connections, if any were made."""
        if self._files is not None:
            await self._files.close()
