"""The live view's hand in Slack: a placeholder, changed at the pace that Slack takes. A bot shows no typing sign there."""

from html import escape

from app.errors import DeliveryError, DeliveryRefused
from app.interfaces.pushed.screen import PLACEHOLDER
from app.interfaces.slack.blocks import LIMIT, fallback, message_blocks
from app.interfaces.slack.failures import UNCHANGED, SlackProblem, as_delivery
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.workspace import Workspace
from app.interfaces.writing.splitting import draft_html

_PAUSE = 1.5  # Slack takes about fifty changes a minute
_GROUP_PAUSE = 3.0


def _failure(problem: Exception) -> DeliveryError:
    return as_delivery(problem, repeatable=False) if isinstance(problem, SlackProblem) else DeliveryRefused()


class SlackScreen:
    """Slack's chats, as the live view writes into them."""

    channel = CHANNEL

    def __init__(self, workspace: Workspace) -> None:
        """Shows nothing yet."""
        self._workspace = workspace

    def pause(self, address: str) -> float:
        """Seconds between two changes."""
        return _PAUSE if address.startswith(("U", "W")) else _GROUP_PAUSE

    def number(self, message: str) -> int:
        """Slack's times are their order: of "1700000000.000100" or "C123:1700000000.000100"."""
        ts = message.split(":")[1] if ":" in message else message
        whole, _, part = ts.partition(".")
        if not (whole.isdecimal() and part.isdecimal() and len(ts) < 20):
            return 0
        return int(whole) * 1_000_000 + int(part.ljust(6, "0")[:6])

    def activity(self, words: str) -> str:
        """In italics."""
        return f"<i>{escape(words)}</i>" if words.strip() else ""

    def draft(self, markdown: str) -> str:
        """As much as one message takes."""
        return draft_html(markdown, LIMIT)

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """A new placeholder."""
        try:
            return await self._workspace.post(address, PLACEHOLDER, [])
        except (SlackProblem, ValueError) as problem:
            raise _failure(problem) from problem

    async def change(self, address: str, message: str, text: str) -> None:
        """Show this."""
        try:
            await self._workspace.change(address, message, fallback(text), message_blocks(text))
        except (SlackProblem, ValueError) as problem:
            if getattr(problem, "error", "") not in UNCHANGED:
                raise _failure(problem) from problem

    async def take_away(self, address: str, message: str) -> None:
        """Delete it."""
        try:
            await self._workspace.take_away(address, message)
        except (SlackProblem, ValueError) as problem:
            raise _failure(problem) from problem

    async def typing(self, address: str) -> None:
        """Not possible."""
