"""The hour, scene by scene: what the person does and what they must see. Each begins when the one before it is over."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from app.conversation.outbox import Channel
from scripts.prove.hour.lines import STORY
from scripts.prove.hour.model_server import recording
from scripts.prove.hour.talk import Talk

Scene = Callable[[Talk], Awaitable[None]]
PIXEL = Path(__file__).resolve().parents[3] / "tests" / "e2e" / "pixel.png"

_STOPPED = ("Stopped.", "Nothing is running")


async def text(talk: Talk) -> None:
    """Plain words, then words that change something."""
    await talk.asks("Good morning!", "All quiet so far")
    await talk.asks("Add milk and eggs to my shopping list", "Milk and eggs are on it")
    await talk.asks("Remember that my sister's name is Ama", "Ama, noted")
    await talk.asks("Remember that my old address is 4 Hill Road", "I have that down")


async def voice(talk: Talk) -> None:
    """A spoken question and a spoken wish."""
    await talk.hears("Two things from the shop", after=await talk.sends("voice", recording(b"spoken-milk")))
    await talk.hears("The walk is in your notes", after=await talk.sends("voice", recording(b"spoken-walk")))


async def reminder(talk: Talk) -> None:
    """Set here, due while the hour goes on."""
    await talk.asks("Remind me to stretch in a moment", "I'll nudge you to stretch")


async def photo(talk: Talk) -> None:
    """A picture for a model that sees."""
    sent = await talk.sends("photo", PIXEL.read_bytes(), caption="What do you see?")
    await talk.hears("That is a picture, 1 of it", after=sent)


async def paper(talk: Talk) -> None:
    """A PDF with words in it."""
    sent = await talk.sends("document", pdf("Invoice 4711 over 320 cedis"), caption="What is this?", name="paper.pdf")
    await talk.hears("The paper is invoice 4711", after=sent)


async def burst(talk: Talk) -> None:
    """Three messages in one breath."""
    first = await talk.says("For the party: balloons")
    await talk.says("For the party: a cake")
    await talk.says("For the party: candles")
    for thing in ("balloons", "a cake", "candles"):
        await talk.hears(thing, after=first)


async def approval(talk: Talk) -> None:
    """What can't be undone asks, and Confirm does it."""
    asked = await talk.asks("Forget my sister's name", "That needs your OK first")
    card = await talk.card("Forget", after=asked.place)
    await talk.presses(card, "Confirm")
    await talk.hears("Forgotten for good: 1 fact", after=card.place, once=False)
    talk.forgets("Ama, noted", "That needs your OK first")


async def approval_edited(talk: Talk) -> None:
    """Somebody else's words ask; Edit changes what is kept."""
    sent = await talk.says("Please note down: parking spot 12", forwarded=True)
    asked = await talk.hears("keeping it needs your OK", after=sent, once=False)
    card = await talk.card("Keep a note", after=asked.place)
    await talk.presses_for_words(card, "Edit", "Write me what to change")
    changed = await talk.asks("Parking spot 14 on level 2", "It is spot 14 now")
    await talk.presses(await talk.card("Keep a note", after=changed.place), "Confirm")
    await talk.hears("Saved", after=changed.place, once=False)


async def forwarded(talk: Talk) -> None:
    """Somebody else's words ask, and the person doesn't want it."""
    sent = await talk.says("Please note down: door code 0000", forwarded=True)
    asked = await talk.hears("a door code; keeping it needs your OK", after=sent)
    card = await talk.card("Keep a note", after=asked.place)
    await talk.presses(card, "Cancel", "Left")


async def plan(talk: Talk) -> None:
    """Three steps: the second fails, the person helps, it goes on; the third asks."""
    wish = "Look up when my visa appointment is and save a note of it, tick the passport off my packing list and then forget my old address"
    shown = await talk.asks(wish, "Shall I?", once=False)
    await talk.presses(await talk.card("Carry out a plan", after=shown.place), "Confirm")
    failed = await talk.hears("didn't work", after=shown.place)
    again = await talk.card("Carry out a plan", after=failed.place)
    await talk.asks("Pack the passport: put it on my packing list", "The passport is on your packing list")
    await talk.presses(again, "Confirm")
    await talk.presses(await talk.card("Forget", after=again.place), "Confirm")
    await talk.until(
        lambda now: (now.id == shown.id or not talk.can.edit) and now.text.count("✅") == 3,
        0,
        "three ticks on the checklist",
    )
    talk.forgets("I have that down")


async def stop(talk: Talk) -> None:
    """In the middle of a long answer."""
    sent = await talk.says("Tell me the whole story of Anansi, slowly")
    if talk.can.edit:
        await talk.until(lambda now: STORY[:20] in now.text, sent, "the story's first words")
    else:
        await talk.all_taken()
    stopped = await talk.says("/stop")  # said once: the story's own end says nothing more
    await talk.until(lambda now: any(word in now.text for word in _STOPPED), stopped, "an answer to /stop")


async def commands(talk: Talk) -> None:
    """Straight from storage."""
    for command, words in (
        ("/help", "Just write or speak"),
        ("/tasks shopping", "milk"),
        ("/notes", "walk took two hours"),
        ("/usage", "oken"),
        ("/context", "went to the language model"),
        ("/timezone", "Your time zone is"),
        ("/pause", "Paused: "),
        ("/resume", "Back. "),
    ):
        await talk.asks(command, words, once=False)


async def undo(talk: Talk) -> None:
    """The last change and no other."""
    await talk.asks("Put bread on the shopping list", "Bread is on it")
    await talk.asks("/undo", "bread", once=False)


async def reminder_said(talk: Talk) -> None:
    """By now it is due."""
    await talk.hears("stretch your back", after=0)
    await talk.asks("Thank you!", "Any time, Sam")


SCENES: tuple[Scene, ...] = (
    text, reminder, voice, photo, paper, burst, approval, approval_edited, forwarded, plan, stop, commands, undo, reminder_said,
)  # fmt: skip


def scenes_of(channel: Channel) -> tuple[Scene, ...]:
    """Those that a channel can have."""
    return tuple(scene for scene in SCENES if channel.files or scene not in (voice, photo, paper))


def pdf(words: str) -> bytes:
    """A page with these words on it."""
    stream = f"BT /F1 24 Tf 72 700 Td ({words}) Tj ET".encode()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        count, table, count, len(body),
    )  # fmt: skip
