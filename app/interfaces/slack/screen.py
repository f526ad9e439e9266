"""Where the live view writes in Slack: a message that stands for an answer, changed while it is made. Slack has no sign for typing."""

import logging
import re
from collections import OrderedDict

from app.errors import DeliveryRefused
from app.interfaces.pushed.screen import PLACEHOLDER
from app.interfaces.slack.blocks import LIMIT, fallback, message_blocks
from app.interfaces.slack.failures import UNCHANGED, SlackProblem, Uncertain, as_delivery
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.place import place_at
from app.interfaces.slack.workspace import Workspace
from app.interfaces.writing.runs import ITALIC, Run, clean, html_of
from app.interfaces.writing.splitting import draft_html
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
_KEY = "placeholder"
_SHOWN = fallback(PLACEHOLDER)
_MOST_LOOKED = 1000
_PAUSE, _GROUP_PAUSE = 1.5, 3.0  # Slack takes some fifty changes a minute in a workspace
_NAME = re.compile(r"(?:\w+:)?(\d{1,10})\.(\d{6})(?::[\d.]+)?")


class SlackScreen:
    """The chats of one workspace."""

    channel = CHANNEL

    def __init__(self, workspace: Workspace, store: Repositories) -> None:
        """Writes nothing yet."""
        self._workspace = workspace
        self._store = store
        self._looked = OrderedDict[str, None]()

    def pause(self, address: str) -> float:
        """Seconds between two changes."""
        return _PAUSE if address.startswith(("U", "W")) else _GROUP_PAUSE

    def number(self, message: str) -> int:
        """Where a message stands among those of its chat; 0 for what is none, such as a slash command."""
        found = _NAME.fullmatch(message)
        return int(found[1] + found[2]) if found else 0

    def activity(self, words: str) -> str:
        """What is being done."""
        return html_of([Run(clean(words), (ITALIC,))])

    def draft(self, markdown: str) -> str:
        """The beginning of an answer that is still being written."""
        return draft_html(markdown, LIMIT)

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """A new placeholder; its name. Raises a DeliveryError."""
        _checked(address)
        await self._take_away_lost(user_id, address)
        try:
            return await self._workspace.post(address, _SHOWN, message_blocks(PLACEHOLDER), key=_KEY)
        except Uncertain as problem:
            self._looked.pop(address, None)
            raise as_delivery(problem, repeatable=False) from problem
        except SlackProblem as problem:
            raise as_delivery(problem, repeatable=False) from problem

    async def _take_away_lost(self, user_id: str, address: str) -> None:
        """Take away placeholders that a crash or a lost answer left standing there, once in this process. Never raises for Slack."""
        if address in self._looked:
            return
        try:
            for name in await self._workspace.find_standing(address, _KEY, _SHOWN):
                standing = await self._store.placeholders.get(user_id, CHANNEL, address)
                if (standing is None or standing.external_id != name) and not await self._store.deliveries.has_any(
                    user_id, (name,)
                ):
                    await self._workspace.take_away(address, name)
                    log.info("lost placeholder taken away", extra={"event": "slack.placeholder_found"})
        except SlackProblem as problem:
            log.info("not looked for", extra={"event": "slack.look_failed", "reason": problem.error})
            return
        self._looked[address] = None
        while len(self._looked) > _MOST_LOOKED:
            self._looked.popitem(last=False)

    async def change(self, address: str, message: str, text: str) -> None:
        """Let a message show this. Raises a DeliveryError."""
        _checked(address)
        try:
            await self._workspace.change(address, message, fallback(text), message_blocks(text))
        except SlackProblem as problem:
            if problem.error not in UNCHANGED:
                raise as_delivery(problem, repeatable=False) from problem

    async def take_away(self, address: str, message: str) -> None:
        """Delete it. Raises a DeliveryError."""
        _checked(address)
        try:
            await self._workspace.take_away(address, message)
        except SlackProblem as problem:
            raise as_delivery(problem, repeatable=True) from problem

    async def typing(self, address: str) -> None:
        """Slack shows nothing of the kind."""


def _checked(address: str) -> None:
    try:
        place_at(address)
    except ValueError as error:
        raise DeliveryRefused from error
