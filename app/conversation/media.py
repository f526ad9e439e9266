"""What came with the words: fetch → hear → see, three stages of a turn.

Bytes that are still at the channel are fetched and kept, so that a turn that is taken up again finds them here. The user's own voice
becomes their words, at its place among them. What files and pictures say is other people's: it joins the message by name and taints the
turn. What can't be had, heard or read is told to the user whatever the model says, in `turn.notices`, and to the model before it answers,
beside the user's words. Knows no channel and no engine.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import wraps

from pydantic_ai.models.fallback import FallbackModel

from app.cards import sources
from app.conversation.answering import STOPPED
from app.conversation.turn import FileSource, Resources, Turn
from app.errors import AssistantError, DeliveryLater, InputRefused
from app.learning.blocks import line
from app.memory.records import InboxEntry, StoredAttachment
from app.models.reading.kinds import sniff
from app.models.reading.reader import File, Reading
from app.models.reading.wording import called

log = logging.getLogger(__name__)
Stage = Callable[[Turn, Resources], Awaitable[None]]

TEXT_SHOWN = 40_000  # characters of all files of a turn together
PICTURES_SHOWN = 10
_LOOK_AGAIN = 0.2  # seconds
_LONGEST_WAIT = 5.0  # seconds, before a channel that is busy is asked once more
_NO_WAY = "I can't get {name} from there."
_NOT_NOW = "I couldn't get {name} just now. Send it again in a minute."
_ROOM_USED = "There was more in those files than I can take in at once: send {name} by itself and I'll read all of it."
_NOTICE = 400  # characters of one, as the model is told it
_UNREAD = (
    "<not_read>\nWhat went wrong with what came along with this message. These are my notices, not the user's words; the user sees them under"
    " your answer. You have not read what they name: don't answer as if you had."
)
_VOICE_NAMES = ("", "voice")
_KINDS = {"audio": "sound", "image": "picture", "video": "film"}


def _stoppable(stage: Stage) -> Stage:
    """Let a stage end within a moment when its turn is stopped: a long recording takes longer than anybody waits after "stop"."""

    @wraps(stage)
    async def until_stopped(turn: Turn, resources: Resources) -> None:
        work = asyncio.ensure_future(stage(turn, resources))
        try:
            while not work.done() and not turn.books.stopped:
                await asyncio.wait((work,), timeout=_LOOK_AGAIN)
        finally:
            work.cancel()
            await asyncio.wait((work,))
        if work.cancelled():
            turn.reply, turn.status = STOPPED, "stopped"
            turn.text = turn.text or "\n".join(entry.text for entry in turn.entries if entry.text)
            return
        work.result()

    return until_stopped


@_stoppable
async def fetch(turn: Turn, resources: Resources) -> None:
    """Bring the attachments' bytes here. A turn that is taken up again finds what the first attempt fetched."""
    stored = await resources.store.inbox.attachments(turn.user.id, [entry.id for entry in turn.entries])
    if any(_is_away(one) for one in stored):
        turn.tell(resources, "activity", "getting what you sent…")
    found = await asyncio.gather(*(_here(one, turn, resources) for one in stored))
    turn.attachments = [one for one in found if one is not None]


@_stoppable
async def hear(turn: Turn, resources: Resources) -> None:
    """Put the message together: what was typed and what was said, in the order in which it came."""
    typed = any(entry.text.strip() for entry in turn.entries)
    voices = [one for one in turn.attachments if _is_voice(one, beside_words=typed)]
    if voices:
        turn.tell(resources, "activity", "listening…")
    said = {one.id: await _heard(one, turn, resources) for one in voices}
    turn.attachments = [one for one in turn.attachments if one.id not in said]
    lines = [line for entry in turn.entries for line in (entry.text, *_of(entry, voices, said))]
    turn.text = "\n".join(line for line in lines if line)
    turn.voice = any(said[one.id] and not _is_foreign(one, turn.entries) for one in voices)
    _end_if_nothing_is_left(turn)


@_stoppable
async def see(turn: Turn, resources: Resources) -> None:
    """Let the words of files join the message, and pictures go along for a model that can look; the rest is named."""
    files, turn.attachments = turn.attachments, []
    if not files:
        return
    turn.tell(resources, "activity", "looking at what you sent…")
    for one in files:
        if one.name:
            await _taint(turn, resources, one, "")
    sees = _sees(resources)
    readings = await asyncio.gather(*(_read(one, turn, resources, sees=sees) for one in files))
    useful = bool(turn.text) or any(reading.text or reading.pictures for reading in readings)
    if not useful:
        turn.notices += [reading.note for reading in readings if reading.note]
        _end_if_nothing_is_left(turn)
        return
    for one, reading in zip(files, readings, strict=True):
        if not one.name and (reading.text or reading.pictures):  # a name alone has tainted it already
            await _taint(turn, resources, one, reading.kind)
        _add(turn, one, reading)


def unread(notices: Sequence[str]) -> str:
    """What could not be had, heard or read, as a block for the model beside its user's words; empty where all could."""
    lines = [f"- {line(notice, _NOTICE)}" for notice in dict.fromkeys(notices)]
    return "\n".join((_UNREAD, *lines, "</not_read>")) if lines else ""


async def _here(one: StoredAttachment, turn: Turn, resources: Resources) -> StoredAttachment | None:
    """An attachment with its bytes; None, and a notice, where they can't be had."""
    if not _is_away(one):
        return one
    name = called(one.name, _KINDS.get(one.media_type.partition("/")[0], ""))
    source = resources.files.get(one.reference.partition(":")[0])
    if source is None:
        turn.taint.add(sources.file(name))  # a stranger may have chosen it
        turn.notices.append(_NO_WAY.format(name=name))
        return None
    try:
        data = await _fetched(source, one.reference)
    except AssistantError as problem:
        sentence = problem.sentence if isinstance(problem, InputRefused) else _NOT_NOW.format(name=name)
        fields = {"event": "media.not_fetched", "turn": turn.id, "problem": type(problem).__name__}
        log.warning("attachment not fetched", extra=fields)
        turn.taint.add(sources.file(name))
        turn.notices.append(sentence)
        return None
    media_type = sniff(data, one.media_type).media_type or one.media_type
    await resources.store.inbox.fill(turn.user.id, one.id, data, media_type)
    return replace(one, data=data, media_type=media_type, reference="")


def _is_away(one: StoredAttachment) -> bool:
    return bool(one.reference) and not one.data


async def _fetched(source: FileSource, reference: str) -> bytes:
    """The bytes, asked for twice where the channel wants to be left alone for a moment."""
    try:
        return await source.fetch(reference)
    except DeliveryLater as later:
        await asyncio.sleep(min(later.seconds, _LONGEST_WAIT))
        return await source.fetch(reference)


async def _heard(one: StoredAttachment, turn: Turn, resources: Resources) -> str:
    """What is said in a recording; empty, and a notice, where that can't be told."""
    heard = await resources.media.transcribe(one.data, turn.user.locale)
    fields = {"event": "media.heard", "turn": turn.id, "status": heard.status, "engine": heard.engine}
    log.info("recording heard", extra={**fields, "seconds": round(heard.seconds, 1)})
    if heard.status != "ok":
        turn.notices.append(heard.note)
        return ""
    return heard.text


async def _read(one: StoredAttachment, turn: Turn, resources: Resources, *, sees: bool) -> Reading:
    """What a file says; a named recording says what is said in it."""
    if sniff(one.data, one.media_type).kind == "sound":
        heard = await resources.media.transcribe(one.data, turn.user.locale)
        return Reading("sound", text=heard.text, note=heard.note)
    file, now = File(one.name, one.data, one.media_type), turn.local_moment
    return await resources.media.read(file, turn.user.locale, sees=sees, now=now)


async def _taint(turn: Turn, resources: Resources, one: StoredAttachment, kind: str) -> None:
    """Whoever wrote a file isn't known, and its name can be anybody's: what is trusted is this name with these bytes."""
    source, mark = sources.file(called(one.name, kind)), hashlib.sha256(one.data).hexdigest()
    await resources.store.sources.seen(turn.user.id, source, mark, resources.clock.now())
    turn.taint.add(source)


def _add(turn: Turn, one: StoredAttachment, reading: Reading) -> None:
    """Let a file join the message: its words or its name, and its pictures."""
    room = max(TEXT_SHOWN - len(turn.text), 0)
    name = called(one.name) if one.name else "a file"
    about = f", {reading.pages} pages" if reading.pages > 1 else ""
    if reading.text:
        described = f"[attached: {name}{about}]\n{reading.text[:room]}"
    else:
        described = f"[attached: {name} ({called(one.media_type)}{about})]"
    turn.text = f"{turn.text}\n\n{described}".strip()
    if len(reading.text) > room:
        turn.notices.append(_ROOM_USED.format(name=name))
    elif reading.note:
        turn.notices.append(reading.note)
    pictures = reading.pictures[: PICTURES_SHOWN - len(turn.attachments)]
    turn.attachments += [replace(one, data=picture.data, media_type=picture.media_type) for picture in pictures]


def _is_voice(one: StoredAttachment, *, beside_words: bool) -> bool:
    """Whether this is a message that was spoken: a voice note bears no name of its own. Sound with a name is somebody's file, also one
    called "voice" that words came with."""
    stem = one.name.rpartition(".")[0] or one.name
    claimed = one.media_type.startswith("audio/")
    return (not stem or (stem in _VOICE_NAMES and not beside_words)) and (claimed or sniff(one.data).kind == "sound")


def _is_foreign(one: StoredAttachment, entries: Sequence[InboxEntry]) -> bool:
    """Whether it came with a message that somebody else wrote."""
    return any(entry.id == one.inbox_id and entry.untrusted for entry in entries)


def _of(entry: InboxEntry, voices: Sequence[StoredAttachment], said: dict[int, str]) -> list[str]:
    """What was said in the recordings of one message."""
    return [said[one.id] for one in voices if one.inbox_id == entry.id]


def _end_if_nothing_is_left(turn: Turn) -> None:
    """Where there is nothing to answer but what went wrong, that is the answer."""
    if turn.notices and not turn.text and not turn.attachments:
        turn.reply, turn.notices = "\n\n".join(dict.fromkeys(turn.notices)), []


def _sees(resources: Resources) -> bool:
    """Whether the model that is asked first can look at pictures."""
    model = resources.models.chain("primary")
    if model is resources.models.offline:
        return False
    first = model.models[0] if isinstance(model, FallbackModel) else model
    return bool(first.profile.get("supports_image_input", True))
