"""Slack's payloads on their way to the one door of all channels (`pushed/reception.py`), and what only Slack can tell and show: people's names,
what was said in a thread before it turned to us, the Home tab.

What is asked of Slack before a message is kept is bounded: Slack wants its answer in three seconds, and a message without its thread is better
than none.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from app.clock import Clock
from app.interfaces.pushed.incoming import Said, Sender, Tap
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.quoting import quoted
from app.interfaces.pushed.reception import SAID_BY_ITSELF
from app.interfaces.pushed.service import Hand, Raw
from app.interfaces.slack.blocks import Block, fallback, message_blocks
from app.interfaces.slack.content import content_of
from app.interfaces.slack.failures import Refused, SlackProblem
from app.interfaces.slack.fields import line, name_of, ts_of
from app.interfaces.slack.home import Section, home_view
from app.interfaces.slack.incoming import CHANNEL, HomeOpened, Me, SlackTap
from app.interfaces.slack.payloads import event_of, people_in
from app.interfaces.slack.place import place_at
from app.interfaces.slack.wording import words_of
from app.interfaces.slack.workspace import Message, Workspace
from app.interfaces.writing.runs import Run, clean, html_of
from app.memory.records import User
from app.prompts.turn import THREAD

log = logging.getLogger(__name__)
STRANGER = (
    "This assistant doesn't know you yet. If it's yours, set OWNER_SLACK_USER_ID={id} in its settings, or send it what "
    "./scripts/run link slack prints."
)
IN_PRIVATE = "The answer comes in our direct messages."
_ASKING = 1.0  # seconds for all that is asked of Slack before a message is kept
_LONGEST_THREAD = 1500
_MOST_NAMES = 20
Today = Callable[[User], Awaitable[Sequence[Section]]]


class SlackFront:
    """What is said and shown on the spot."""

    channel = CHANNEL
    link_command = "link"

    def __init__(self, workspace: Workspace) -> None:
        """Says nothing yet."""
        self._workspace = workspace

    def stranger(self, sender: Sender) -> str:
        """How the owner lets them in."""
        return STRANGER.format(id=sender.id)

    async def say(self, address: str, sentence: str) -> None:
        """A message that was never in the outbox."""
        words, blocks = _literal(sentence)
        await self._try(lambda: self._workspace.post(address, words, blocks), "reply_failed")

    async def answer(self, tap: Tap, sentence: str, *, alert: bool) -> bool:
        """A line that only who tapped sees, under what they tapped; what went well says itself."""
        if not alert and tap.verb in SAID_BY_ITSELF:
            return True
        url = tap.response_url if isinstance(tap, SlackTap) else ""
        words, blocks = _literal(sentence)
        said = {"response_type": "ephemeral", "replace_original": False, "text": words, "blocks": blocks}
        if not (url and await self._try(lambda: self._workspace.client.respond(url, said), "answer_failed")):
            whispered = partial(self._workspace.whisper, tap.address, tap.sender.id, words, blocks)
            await self._try(whispered, "answer_failed")
        return True

    async def strip(self, tap: Tap) -> None:
        """A message that nobody has on the books can't be shown without its words: it is left."""

    async def whisper(self, url: str, sentence: str) -> None:
        """Answer a slash command where it was typed, for who typed it alone."""
        said = {"response_type": "ephemeral", "text": sentence}
        await self._try(lambda: self._workspace.client.respond(url, said), "answer_failed")

    async def _try(self, call: Callable[[], Awaitable[Any]], event: str) -> bool:
        try:
            await call()
        except (SlackProblem, ValueError) as problem:
            reason = problem.error if isinstance(problem, SlackProblem) else type(problem).__name__
            log.info("not told", extra={"event": f"slack.{event}", "reason": reason})
            return False
        return True


def _literal(sentence: str) -> tuple[str, list[Block]]:
    """A sentence letter by letter, whoever's words are in it: for notifications, and as it is shown."""
    html = html_of([Run(clean(sentence))])
    return fallback(html), message_blocks(html)


class Payloads:
    """Reads payloads."""

    def __init__(self, workspace: Workspace, front: SlackFront, members: Members, clock: Clock, today: Today) -> None:
        """`today` is what the Home tab shows to somebody who is known."""
        self.me = Me("")
        self._workspace = workspace
        self._front = front
        self._members = members
        self._clock = clock
        self._today = today
        self._beside: set[asyncio.Task[None]] = set()

    async def take(self, raw: Raw, hand: Hand) -> None:
        """Keep what a payload tells. Raises StorageError where it couldn't be kept."""
        event = event_of(raw, self.me, self._clock.now())
        if isinstance(event, HomeOpened):
            return self._do_beside(self._show_home(event.user))
        if not hasattr(event, "sender"):
            log.info("payload ignored", extra={"event": "slack.ignored", "reason": getattr(event, "reason", "")})
            return None
        if isinstance(event, Said) and await self._members.find(event.sender) is not None:
            event = await self._whole(raw, event)
        await hand(event)
        if "command" in raw and (url := line(raw, "response_url")) and not name_of(raw, "channel_id").startswith("D"):
            self._do_beside(self._front.whisper(url, IN_PRIVATE))
        return None

    async def close(self) -> None:
        """Let go of what is still going on beside."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _whole(self, raw: Raw, said: Said) -> Said:
        """What somebody who is known said, with the names of whom they named, and what was said before in their thread. Nothing is asked of
        Slack for anybody else."""
        names = await self._names(raw)
        named = event_of(raw, self.me, said.sent_at, names) if names else said
        whole = named if isinstance(named, Said) else said
        if place_at(whole.address).thread in ("", whole.message):
            return whole
        return await (self._with_thread(whole) if whole.in_group else self._under(whole))

    async def _names(self, raw: Raw) -> Mapping[str, str]:
        """What the people are called whom a message names."""
        return await self._called(people_in(raw))

    async def _called(self, people: Sequence[str]) -> dict[str, str]:
        wanted = [user for user in dict.fromkeys(people) if user != self.me.user][:_MOST_NAMES]
        names: dict[str, str] = {}
        try:
            async with asyncio.timeout(_ASKING):
                for user in wanted:
                    names[user] = await self._workspace.name_of(user)
        except (SlackProblem, TimeoutError) as problem:
            log.info("names not asked", extra={"event": "slack.no_names", "reason": type(problem).__name__})
        return {user: name for user, name in names.items() if name}

    async def _before(self, said: Said) -> list[Message]:
        """What was said in its thread before; nothing where Slack doesn't tell in time."""
        try:
            async with asyncio.timeout(_ASKING):
                thread = await self._workspace.thread(place_at(said.address))
        except (SlackProblem, TimeoutError) as problem:
            log.info("thread not read", extra={"event": "slack.no_thread", "reason": type(problem).__name__})
            return []
        return [each for each in thread if ts_of(each, "ts") < said.message]

    async def _under(self, said: Said) -> Said:
        """The first message of a thread in our talk with one person: it replies to what the thread hangs on."""
        before = await self._before(said)
        if len(before) != 1 or name_of(before[0], "user") not in (said.sender.id, self.me.user):
            return said
        strangers = content_of(before[0]).strangers
        untrusted = ", ".join(filter(None, (said.untrusted, *strangers)))
        return replace(said, text=f"{quoted(words_of(before[0], self.me.user))}{said.text}", untrusted=untrusted)

    async def _with_thread(self, said: Said) -> Said:
        """The message with what was said in its thread before, each author named. That is theirs, and no order of the sender's."""
        before = await self._before(said)
        if not before:
            return said
        lines = await self._lines(before)
        authors = {name_of(each, "user") for each in before} - {said.sender.id, self.me.user}
        strangers = "others in the thread" if authors else ""
        untrusted = ", ".join(filter(None, (said.untrusted, strangers)))
        words = quoted(" / ".join(lines), _LONGEST_THREAD, head=THREAD, newest=True)
        return replace(said, text=f"{words}{said.text}", untrusted=untrusted)

    async def _lines(self, messages: Sequence[Message]) -> list[str]:
        names = await self._called([name_of(each, "user") for each in messages])
        return [
            f"{names.get(name_of(each, 'user'), 'I' if name_of(each, 'user') == self.me.user else 'somebody')}: {words}"
            for each in messages
            if (words := " ".join(words_of(each, "", names).split()))
        ]

    async def _show_home(self, account: str) -> None:
        """Today, for somebody who is known; how to be known, for anybody else."""
        try:
            user = await self._members.find(Sender(account))
            stranger = self._front.stranger(Sender(account))
            sections = await self._today(user) if user else [Section("Kwasi", (stranger,))]
            await self._workspace.publish(account, home_view(sections))
        except Refused as problem:
            log.info("home not shown", extra={"event": "slack.home_failed", "reason": problem.error})
        except Exception:
            log.exception("home not shown", extra={"event": "slack.home_failed"})
