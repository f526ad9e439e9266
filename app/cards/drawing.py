"""A card drawn with plain characters: for a terminal, and for readers that get one text. Pure.

Our frame can't be written by anybody else: every line of a card begins with its bar, and no other text on that screen keeps the bar.
"""

import shutil
from collections.abc import Iterator, Sequence

import regex
from wcwidth import wcwidth

from app.cards.card import Card, rows
from app.cards.literal import harmless
from app.language.saying import worded

BAR = "┃"  # begins each line of a card, and stands nowhere else
_OTHER_BAR = "│"
_VALUE = f"{BAR}   {_OTHER_BAR} "
_TAB = 4
_FEWEST = 20  # columns
_GRAPHEME = regex.compile(r"\X")
_TICKS = regex.compile(r"`+")


def as_said(text: str) -> str:
    """What is not a card, for a terminal: it moves no cursor and draws no bar of ours."""
    return harmless(text).replace(BAR, _OTHER_BAR)


def framed(cards: Sequence[Card], width: int) -> str:
    """The cards in their frames, every line at most `width` columns; a long value goes on behind the bar."""
    return "\n\n".join("\n".join(_lines(card, width=max(width, _FEWEST))) for card in cards)


def fenced(cards: Sequence[Card]) -> str:
    """The cards as Markdown that shows them letter by letter: in a fence that nothing in them closes."""
    drawn = "\n\n".join("\n".join(_lines(card)) for card in cards)
    ticks = max((len(run[0]) for run in _TICKS.finditer(drawn)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}\n{drawn}\n{fence}"


def as_one_text(reply: str, cards: Sequence[Card]) -> str:
    """A reply for readers that get one text, and may read it as Markdown. The cards stand first: whatever the reply opens and doesn't
    close (a fence, a comment), they are not in it. No reply keeps our bar."""
    said = reply.replace(BAR, _OTHER_BAR)
    return f"{fenced(cards)}\n\n{said}" if cards else said


def choices_in_words(cards: Sequence[Card]) -> str:
    """What to type in a chat to decide these cards."""
    alone, language = len(cards) == 1, cards[0].language
    numbers = [card.number for card in cards]
    plain = [worded(word, language) for word in ("yes", "no")] if alone and not cards[0].read_in else []
    return "  ".join(
        (
            *plain,
            *(f"/{verb} {numbers[0]}" for verb in ("confirm", "cancel")),
            f"/edit {numbers[0]} {worded('<change>', language)}",
        )
    )


def columns() -> int:
    """How wide this terminal is; 80 where there is none."""
    return shutil.get_terminal_size().columns


def in_full(cards: Sequence[Card]) -> str:
    """The cards to be read, as a text: every line of a value stands behind a bar."""
    return "\n\n".join("\n".join(_lines(card, marks=("", f"{_OTHER_BAR} "), brief=False)) for card in cards)


def _lines(
    card: Card, *, width: int = 0, marks: tuple[str, str] = (f"{BAR} ", _VALUE), brief: bool = True
) -> Iterator[str]:
    """Line by line; `marks` begin the lines that are ours and those of a value."""
    for row in rows(card, brief=brief):
        mark = marks[row.kind == "value"]
        for line in row.text.expandtabs(_TAB).split("\n"):
            yield from (f"{mark}{piece}".rstrip() for piece in _wrapped(line, width - len(mark) if width else 0))


def _wrapped(line: str, columns: int) -> Iterator[str]:
    """A line in pieces of so many columns at most (0: as it is), cut between characters as people see them."""
    if not columns:
        yield line
        return
    piece, room = "", columns
    for grapheme in _GRAPHEME.findall(line):
        wide = sum(max(wcwidth(character), 0) for character in grapheme)
        if wide > room and piece:
            yield piece
            piece, room = "", columns
        piece, room = piece + grapheme, room - wide
    yield piece
