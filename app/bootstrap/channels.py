"""Which pushed channels run, by setting. A channel's library is loaded only where it is switched on: it takes a while."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.config import Settings
from app.conversation.holder import this_process
from app.conversation.outbox import pushed_channels
from app.conversation.turn import FileSource

if TYPE_CHECKING:
    from app.interfaces.pushed.service import ChannelService, ChannelServices, Speak


def build_channels(services: "ChannelServices", speak: "Speak") -> "dict[str, ChannelService]":
    """The pushed channels that are switched on, by name, not started yet. `speak` makes voice notes."""
    return {name: _BUILDERS[name](services, speak) for name in pushed_channels(services.settings)}


def _telegram(services: "ChannelServices", speak: "Speak") -> "ChannelService":
    from app.interfaces.telegram.service import telegram_service  # its library is large

    return telegram_service(services, holder=this_process(), speak=speak)


_BUILDERS: "Mapping[str, Callable[[ChannelServices, Speak], ChannelService]]" = {"telegram": _telegram}


def build_files(settings: Settings) -> Mapping[str, FileSource]:
    """Where bytes are fetched from that are still at a channel, by the channel's name."""
    return {"telegram": _TelegramFiles(settings)} if settings.telegram_bot_token else {}


class _TelegramFiles:
    """Telegram's files, its library loaded at the first one."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._files: FileSource | None = None

    async def fetch(self, reference: str) -> bytes:
        """The bytes. Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        if self._files is None:
            from app.interfaces.telegram.bot import build_bot  # its library is large
            from app.interfaces.telegram.files import Files  # the same

            assert self._settings.telegram_bot_token is not None
            bot = build_bot(self._settings.telegram_bot_token, self._settings.telegram_api_url)
            self._files = Files(bot)
        return await self._files.fetch(reference)

    async def close(self) -> None:
        """Let go of the connections, if any were made."""
        if self._files is not None:
            await self._files.close()
