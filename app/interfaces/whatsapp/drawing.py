"""An outbox entry as WhatsApp messages. The same entry always becomes the same parts, whatever the time and the settings are.

What can be said whole by a template is one part. Anything else begins with an Announcement: it goes as a template where nothing else is
taken, and is nothing where the words themselves can come; it has a number of its own, so that it is never sent twice, nor instead of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.cards.card import Card
from app.charts.selection import charts_in
from app.conversation.delivery import Part
from app.interfaces.pushed.parts import buttons_of, caption_of
from app.interfaces.whatsapp.bodies import MOST_ROWS, flattened
from app.interfaces.whatsapp.writing import card_heading, card_texts, fitted, texts_of
from app.interfaces.writing.markup import plain_text, runs_of
from app.interfaces.writing.runs import Run, clean, units
from app.memory.records import OutboxEntry
from app.messages import Button, files_in, is_markdown

ON_SCREEN = "Something waits for your OK on the screen."
LONGEST_SPOKEN = 500  # words; a longer answer is read faster than heard
LONGEST_ASKED = 900  # of 1024 that stand over buttons: what may be put in front needs room too
LONGEST_SAYABLE = 800  # of what a template's variable holds, for the same reason
_NOTHING = "…"


@dataclass(frozen=True, slots=True)
class Announcement(Part):
    """Says by a template what waits, while nothing else is taken. Its text is plain and on one line."""


@dataclass(frozen=True, slots=True)
class Sayable(Part):
    """A text that a template can say whole; `plain` is how."""

    plain: str = ""


def drawn(entry: OutboxEntry, cards: Sequence[Card], *, speaks: bool) -> list[Part]:
    """The parts in order, pictures and files last. `speaks`: what is wanted aloud can be said aloud."""
    words, markdown = str(entry.body.get("text", "")), is_markdown(entry.body)
    plain = " ".join((plain_text(words) if markdown else clean(words)).split())
    asked = {card.action for card in cards}
    buttons = buttons_of(entry)
    said = list(_texts(words, tuple(each for each in buttons if each.target not in asked), markdown=markdown))
    said += [part for card in cards for part in _card(card, buttons)]
    if entry.body.get("voice") and speaks and len(words.split()) <= LONGEST_SPOKEN:
        spoken = plain_text(words) if markdown else words
        said.append(Part(f"{spoken}\n{ON_SCREEN}" if asked else spoken, voice=True))
    said += [Part(caption_of(chart, words), chart=chart) for chart in charts_in(entry.body)]
    said += [Part("", file=file) for file in files_in(entry.body)]
    if len(said) == 1 and said[0].text and not said[0].buttons and len(plain) <= LONGEST_SAYABLE:
        return [Sayable(said[0].text, plain=plain)]
    return [Announcement(flattened(plain) or _NOTHING), *said]


def _texts(words: str, buttons: Sequence[Button], *, markdown: bool) -> Iterator[Part]:
    """The words in as many messages as they need, the last one short enough for the buttons under it."""
    texts = texts_of(words, markdown=markdown) or [_NOTHING]
    if buttons and units(texts[-1]) > LONGEST_ASKED:
        runs = runs_of(words) if markdown else [Run(clean(words))]
        texts = fitted(runs, LONGEST_ASKED)
    yield from map(Part, texts[:-1])
    yield from _under(texts[-1], buttons)


def _card(card: Card, buttons: Sequence[Button]) -> Iterator[Part]:
    """A message of its own with the buttons that decide it; a long one as text, and the buttons under its heading."""
    own = tuple(each for each in buttons if each.target == card.action)
    texts = card_texts(card)
    if own and (len(texts) > 1 or units(texts[0]) > LONGEST_ASKED):
        texts.append(card_heading(card))
    yield from map(Part, texts[:-1])
    yield from _under(texts[-1], own)


def _under(text: str, buttons: Sequence[Button]) -> Iterator[Part]:
    """A text with its buttons; more than one list holds stand under the same text again."""
    yield Part(text, tuple(buttons[:MOST_ROWS]))
    for start in range(MOST_ROWS, len(buttons), MOST_ROWS):
        yield Part(text, tuple(buttons[start : start + MOST_ROWS]))
