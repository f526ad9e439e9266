"""Slash commands: answered from storage, by the same tools a model would call, with no model.

One row a command. A command that a tool can answer is a call through the one gate, so what can't be undone asks first; the others
are functions here. A command is carried out once however often it is delivered: its call stands in the ledger under an id made from
the message's.
"""

import logging
import re
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any
from zoneinfo import ZoneInfo

from app.cards.card import Card
from app.conversation import deciding, sources
from app.conversation.acting import ASKS_FIRST
from app.conversation.answering import STOPPED
from app.conversation.approvals import CHANGE_TAKEN, Approvals, Tap, place_of
from app.conversation.buttons import buttons_of
from app.conversation.cards import cards_of
from app.conversation.changing import change_in_words
from app.conversation.groups import HEARD_COMMANDS
from app.conversation.outbox import Mailroom
from app.conversation.reports import context_report, usage_report
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn, trace_of
from app.errors import AssistantError, StorageError, ToolProblem
from app.gate.executor import run_call
from app.language.decisions import Verb
from app.language.saying import in_language
from app.learning.proposals import accept, dismiss, standing, told
from app.memory.records import InboxEntry, OutboxEntry, User
from app.messages import Button, OutboundMessage
from app.timetable.manners import quiet_hours, unasked_per_day

log = logging.getLogger(__name__)

START = (
    "Hello{name}. I'm Kwasi, your assistant. Write or speak to me as you would to a person: “remind me to call mum at six”, "
    "“what's on my list?”, “remember that my sister's name is Ama”.\n\n"
    "I ask before anything leaves this machine or can't be taken back. /help shows what else there is."
)
NOTHING_RUNS = "Nothing is running. What was still waiting is stopped."
_SLASH = re.compile(r"\s*/(?P<name>[a-z]+)(?:\s+(?P<rest>.*))?\s*\Z", re.DOTALL | re.IGNORECASE)
_LOOKS_LIKE_ONE = re.compile(r"\s*/(?P<name>[a-z][a-z_-]*)(?:\s|\Z)", re.IGNORECASE)
EXPORT = (
    "All I keep of you, to read and as data: open /export on my page and your browser saves a zip, or run "
    "./scripts/run export on the machine I run on."
)
EXPORT_OF_ANOTHER = (
    "All I keep of you, and nothing of anybody else, to read and as data: whoever looks after the machine I run on makes it for you with\n"
    "./scripts/run export --user {user}"
)
QUIET_HELP = "/quiet 22:00-07:00, /quiet off and /quiet 3 change that. What you set a time for always comes on time."
_LONGEST_NUMBER = 5
LEARNINGS_HELP = "Say which, by its number: /learnings accept 5, or /learnings dismiss 5. /learnings alone lists them."
_DECISIONS = {"accept": accept, "yes": accept, "dismiss": dismiss, "no": dismiss}
UNKNOWN = "I don't know /{name}.{meant} /help lists what I know; or just write it in your own words."


Stop = Callable[[str], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One command as it came in. `external_id` is unique within the channel."""

    user: User
    name: str
    arguments: str
    channel: str
    address: str
    external_id: str


@dataclass(slots=True)
class Answer:
    """What a command says, with what waits for its user's OK and the buttons under it."""

    text: str
    buttons: list[Button] = field(default_factory=list)
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """One row: its name without the slash, what the menu says about it, and what it does for a turn with the words behind it."""

    name: str
    about: str
    function: "Callable[[Commands, Turn, str], Awaitable[Answer]]"


class Commands:
    """Carries commands out."""

    def __init__(self, resources: Resources, approvals: Approvals, stop: Stop) -> None:
        """`stop` ends what a user has under way."""
        self.resources = resources
        self.approvals = approvals
        self.stop = stop

    async def obey(self, turn: Turn, resources: Resources) -> None:
        """A stage: a message that is nothing but a slash command is answered from storage. (Telegram's commands don't come this far.)"""
        [entry] = turn.entries if len(turn.entries) == 1 else [None]
        if entry is None or entry.untrusted:
            return
        found, name = slash(entry.text), "" if entry.corrects else unknown_slash(entry.text)
        if found is not None or name:
            turn.text, turn.answered_early = entry.text, True
            said = (await self.answer(turn, *found)).text if found else unknown(name)
            turn.reply = in_language(said, await language_of(resources.store, turn.user.id))
            turn.sayable = found is not None and found[0].casefold() in HEARD_COMMANDS

    async def decide(self, turn: Turn, resources: Resources) -> None:
        """A stage: a plain yes or no decides what waits, and a change of it changes it."""
        await deciding.decide_in_words(turn, resources, self.approvals)
        await change_in_words(turn, resources, self.approvals)

    async def take(self, asked: Asked, mailroom: Mailroom) -> OutboxEntry:
        """Carry out a command that came outside any turn, and put its answer into the outbox; once, however often it comes."""
        turn = turn_of(asked, self.resources)
        told = await self.resources.store.outbox.get_by_key(asked.user.id, f"reply:{turn.id}")
        if told is not None:
            return told
        answer = await self.answer(turn, asked.name, asked.arguments)
        message = OutboundMessage(
            user_id=asked.user.id,
            channel=asked.channel,
            address=asked.address,
            key=f"reply:{turn.id}",
            text=in_language(answer.text, await language_of(self.resources.store, asked.user.id)),
            kind="command",
            buttons=tuple(answer.buttons),
            cards=answer.cards,
            turn_id=turn.id,
            aloud=asked.name.casefold() in HEARD_COMMANDS,
        )
        said = await mailroom.say(
            message, self.resources.clock.now(), unless_since=turn.moment if answer.text == STOPPED else None
        )
        await self.resources.store.pending.stand_on(asked.user.id, [card.action for card in answer.cards], said.key)
        return said

    async def answer(self, turn: Turn, name: str, arguments: str) -> Answer:
        """What a command comes to in `turn`. Raises only StorageError."""
        row = ROWS.get(name.casefold())
        log.info("command", extra={"event": "command.taken", "command": row.name if row else "unknown"})
        if row is None:
            return Answer(unknown(name))
        try:
            return await row.function(self, turn, arguments.strip())
        except StorageError:
            raise
        except AssistantError as problem:
            return Answer(problem.sentence)

    async def call(self, turn: Turn, tool: str, **arguments: Any) -> Answer:
        """One tool call of `turn` through the gate; the turn's id makes it one call for ever."""
        agent = self.resources.agents.select(frozenset())
        text = await run_call(agent, tool, arguments, turn.deps(self.resources))
        buttons = await buttons_of(turn, self.resources)
        return Answer(
            in_language(ASKS_FIRST, turn.language) if turn.waiting else text,
            buttons,
            cards_of(turn.waiting, turn.language),
        )


def slash(text: str) -> tuple[str, str] | None:
    """The command and the words behind it, where a message is nothing but one that we know."""
    found = _SLASH.match(text)
    return (found["name"], found["rest"] or "") if found and found["name"].casefold() in ROWS else None


def unknown(name: str) -> str:
    """What is said to a command that isn't one, with the one that was probably meant."""
    near = get_close_matches(name.casefold(), ROWS, 1)
    return UNKNOWN.format(name=name[:40], meant=f" Did you mean /{near[0]}?" if near else "")


def unknown_slash(text: str) -> str:
    """The name in a message that looks like a command and is none of ours; empty where it looks like none."""
    found = _LOOKS_LIKE_ONE.match(text)
    return found["name"] if found and found["name"].casefold() not in ROWS else ""


def turn_of(asked: Asked, resources: Resources) -> Turn:
    """A turn for one command; its id is made from the message's, and short enough for a button."""
    now = resources.clock.now()
    mark = uuid.uuid5(uuid.NAMESPACE_URL, f"{asked.user.id}|{asked.channel}|{asked.external_id}").hex
    entry = InboxEntry("", asked.user.id, asked.channel, asked.external_id, asked.address, "", "done", None, now)
    return Turn(id=mark, user=asked.user, entries=[entry], moment=now, trace_id=trace_of(mark))


async def _start(_: Commands, turn: Turn, __: str) -> Answer:
    return Answer(START.format(name=f", {turn.user.name}" if turn.user.name else ""))


async def _help(_: Commands, __: Turn, ___: str) -> Answer:
    return Answer("\n".join(("Just write or speak. Also:", *(f"/{row.name} – {row.about}" for row in COMMANDS))))


def _calling(tool: str, argument: str = "") -> Callable[[Commands, Turn, str], Awaitable[Answer]]:
    """A command that is one tool call; what stands behind it is the call's `argument`."""

    async def function(commands: Commands, turn: Turn, words: str) -> Answer:
        given = {argument: words} if argument and words else {}
        return await commands.call(turn, tool, **given)

    return function


async def _stop(commands: Commands, turn: Turn, _: str) -> Answer:
    return Answer(STOPPED if await commands.stop(turn.user.id) else NOTHING_RUNS)


async def _pause(commands: Commands, turn: Turn, _: str) -> Answer:
    await commands.resources.store.controls.pause(turn.user.id, commands.resources.clock.now())
    return Answer("Paused: I won't speak first until /resume. Reminders that come due are kept and said then.")


async def _resume(commands: Commands, turn: Turn, _: str) -> Answer:
    store = commands.resources.store
    if (await store.controls.get(turn.user.id)).paused_at is None:
        return Answer("I wasn't paused.")
    await store.controls.resume(turn.user.id)
    return Answer("Back. What came due meanwhile comes now.")


async def _usage(commands: Commands, turn: Turn, _: str) -> Answer:
    resources = commands.resources
    return Answer(await usage_report(turn.user, resources.store, resources.settings, resources.clock))


async def _context(commands: Commands, turn: Turn, _: str) -> Answer:
    return Answer(await context_report(turn.user, commands.resources.store))


async def _forget(commands: Commands, turn: Turn, words: str) -> Answer:
    """With words, forget that; without, what there is to forget."""
    if words:
        return await commands.call(turn, "forget_fact", what=words)
    known = await commands.call(turn, "recall_facts")
    return Answer(f"{known.text}\n\n/forget with a number, a name, a topic or a time takes it out, and asks first.")


async def _facts(commands: Commands, turn: Turn, words: str) -> Answer:
    return await commands.call(turn, "recall_facts", **({"about": words} if words else {}), show="sources")


def _saying(
    function: "Callable[[Resources, Turn, str], Awaitable[str]]",
) -> "Callable[[Commands, Turn, str], Awaitable[Answer]]":
    """A command whose answer is words alone."""

    async def answer(commands: Commands, turn: Turn, words: str) -> Answer:
        return Answer(await function(commands.resources, turn, words))

    return answer


async def _learnings(commands: Commands, turn: Turn, words: str) -> Answer:
    """What is proposed to be gone by, and what is; with a verb and numbers, take those up or drop them. No model can call it."""
    resources, now = commands.resources, turn.moment
    verb, *numbers = words.split() or [""]
    decide = _DECISIONS.get(verb.casefold())
    marks = [number.lstrip("#") for number in numbers]
    if words and (decide is None or not marks or not all(_is_number(mark) for mark in marks)):
        raise ToolProblem(LEARNINGS_HELP)
    if decide is None:
        found = await standing(resources.store, turn.user.id)
        turn.taint.carry(source for one in found for source in one.taint)
        return Answer(told(found, ZoneInfo(turn.user.time_zone), now))
    async with resources.database.transaction():
        said = [await decide(resources.store, turn.user.id, int(mark), now, turn_id=turn.id) for mark in marks]
    return Answer("\n".join(said))


def _is_number(mark: str) -> bool:
    return mark.isascii() and mark.isdecimal() and len(mark) < _LONGEST_NUMBER + _LONGEST_NUMBER


async def _show(commands: Commands, turn: Turn, _: str) -> Answer:
    """What waits for its user's OK with nothing left out, oldest first."""
    return Answer(await deciding.waiting_in_full(turn, commands.resources))


def _deciding(verb: Verb) -> Callable[[Commands, Turn, str], Awaitable[Answer]]:
    async def function(commands: Commands, turn: Turn, words: str) -> Answer:
        text = await deciding.decide_by_command(turn, commands.resources, commands.approvals, verb, words)
        return Answer(text, await buttons_of(turn, commands.resources), cards_of(turn.waiting, turn.language))

    return function


async def _edit(commands: Commands, turn: Turn, words: str) -> Answer:
    """With words, ask again with that change; without, the next message is the change."""
    if await commands.resources.store.pending.decided_in(turn.user.id, turn.id):
        return Answer(CHANGE_TAKEN)
    action, change = await deciding.request_meant(turn, commands.resources, words)
    place = (
        "" if turn.in_group else place_of(turn.channel, turn.address)
    )  # it is asked and answered where its card stands
    tap = Tap(turn.user, "edit", action.id, change, place, said_in=turn.id)
    return Answer(await commands.approvals.decide(tap))


async def _export(commands: Commands, turn: Turn, _: str) -> Answer:
    """Each their own: the page and the machine's commands are the owner's."""
    is_owner = commands.resources.mailroom.allowed.is_owner(turn.user.id)
    return Answer(EXPORT if is_owner else EXPORT_OF_ANOTHER.format(user=turn.user.id))


async def _timezone(commands: Commands, turn: Turn, words: str) -> Answer:
    if words:
        return await commands.call(turn, "set_time_zone", place=words)
    now = await commands.call(turn, "get_datetime")
    return Answer(f"{now.text}\nYour time zone is {turn.user.time_zone}. /timezone and a city changes it.")


async def _quiet(commands: Commands, turn: Turn, words: str) -> Answer:
    """With hours or a number, keep quiet so; without, when I keep quiet."""
    if words.isdecimal() and len(words) < _LONGEST_NUMBER:
        return await commands.call(turn, "set_quiet_hours", most_a_day=int(words))
    if words:
        return await commands.call(turn, "set_quiet_hours", hours=words)
    settings = commands.resources.settings
    hours, most = quiet_hours(turn.user, settings), unasked_per_day(turn.user, settings)
    said = f"Quiet from {hours.start:%H:%M} to {hours.end:%H:%M}." if hours else "No quiet hours."
    return Answer(f"{said} At most {most} messages a day that you didn't ask for.\n{QUIET_HELP}")


async def _channel(commands: Commands, turn: Turn, words: str) -> Answer:
    """With the name of a channel, tell them things there first; without, where that is."""
    return await commands.call(turn, "set_channel", **({"channel": words} if words else {}))


COMMANDS: tuple[Command, ...] = (
    Command("start", "hello, and what I do", _start),
    Command("help", "this list", _help),
    Command("notes", "your notes; with words, those about them", _calling("find_notes", "words")),
    Command("tasks", "your open tasks; with a name, that list", _calling("list_tasks", "list_name")),
    Command("reminders", "what I'll remind you of", _calling("list_reminders", "day")),
    Command("schedules", "what runs by itself, and how it last went", _calling("list_schedules")),
    Command("quiet", "when I keep quiet; with hours like 22:00-07:00, off or a number a day, change it", _quiet),
    Command("channel", "where I tell you things first; with telegram, whatsapp, slack or any, change it", _channel),
    Command("stop", "end what I'm doing now", _stop),
    Command("pause", "I don't speak first until /resume", _pause),
    Command("resume", "go on after /pause", _resume),
    Command("show", "what waits for your OK, with nothing cut", _show),
    Command("confirm", "do what waits for your OK; with a number, that one", _deciding("confirm")),
    Command("cancel", "leave what waits; with a number, that one", _deciding("cancel")),
    Command("edit", "change what waits: /edit 7 tomorrow instead", _edit),
    Command("undo", "take back the last change", _calling("undo")),
    Command("facts", "what I know about you and from where; with words, about that", _facts),
    Command("forget", "what I know about you; with a name, topic or time, forget that", _forget),
    Command("learnings", "how I could behave, or do; accept 5 or dismiss 5 decides one", _learnings),
    Command("sources", "whose words I read lately, and whom of them you trust", _saying(sources.listed)),
    Command("trust", "let what a source says act without asking you", _saying(sources.trust)),
    Command("distrust", "take that back", _saying(sources.distrust)),
    Command("export", "take all I keep of you with you", _export),
    Command("usage", "what the language models cost", _usage),
    Command("context", "how large the last request was, by part", _context),
    Command("timezone", "your time zone; with a city, change it", _timezone),
)
ROWS = {row.name: row for row in COMMANDS}
