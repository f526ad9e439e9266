"""A card as a message of its own: our words as such, each value in a box in which no channel reads markup, links, names or commands.

A message that the assistant writes may look like anything; the buttons stand under this one alone.
"""

from app.cards.card import Card, Row, rows
from app.interfaces.writing.runs import BOLD, ITALIC, Run, Style, clean, html_of

_STYLES = {"title": (BOLD,), "name": (), "value": (Style("pre"),), "read": (ITALIC,), "end": (BOLD,)}


def card_html(card: Card) -> str:
    """The whole card in the tags that `runs` writes."""
    drawn: list[Run] = []
    for row in rows(card):
        drawn += [Run("\n")] if drawn else []
        drawn.append(_run(row))
    return html_of(drawn)


def _run(row: Row) -> Run:
    return Run(clean(row.text) or " ", _STYLES[row.kind])
