"""What the user asked for, as far as it decides how a reply is read: an order, a question, a piece of text, or something told.

"Your meeting is moved" answers "move my meeting" as a claim and "any news?" as a report. Pure; reads the user's words only.
"""

import re
from dataclasses import dataclass
from typing import Literal

from app.excerpt import excerpt
from app.gate.claims.actions import ANY, Actions
from app.gate.claims.phrasebook import read_rules
from app.gate.claims.verbs import ABROAD_ORDERS, BASES, GOING_ON, PASTS

LOOKED_AT = 600
Kind = Literal["order", "question", "told", "unknown"]

_CLAUSE = re.compile(r"[.!?;:,\n]+\s*|\s+(?:and then|and also|and|then|und|et|y)\s+|\s[-–—]\s", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"„«][^”\"“»]*[”\"“»]")
_WORD = re.compile(r"[\w'-]+")


@dataclass(frozen=True, slots=True)
class Request:
    """`orders`: the actions asked for. `deeds`: what the user says to have done. `text_work`: the answer is a text."""

    kind: Kind
    words: str = ""  # the request itself, small letters
    firm: bool = False  # the order cannot be a noun by itself ("record for the 100m")
    orders: Actions = frozenset()
    deeds: Actions = frozenset()
    text_work: bool = False
    asks_us: bool = False  # a question for what the assistant did
    about: Actions = frozenset()  # what a yes-or-no question wants to know of: "did you send it?"
    pure_text: bool = False  # the whole answer is somebody's words: a translation, a corrected sentence, a poem


def read_request(asked: str) -> Request:
    """What these words ask for. Empty words are unknown; only the beginning counts, and nothing that is quoted or attached."""
    words, read = _own_words(asked), read_rules("request").patterns
    clauses = [clause for clause in (_without_please(part) for part in _CLAUSE.split(words)) if clause]
    ordered = [] if read["nouns_only"].match(words) else [actions for actions in map(_ordered, clauses) if actions]
    wished = ANY if not ordered and read["wish"].search(words) else frozenset[str]()
    orders, about = wished.union(*ordered), _about(words)
    return Request(
        kind=_kind(words, clauses, has_orders=bool(orders)),
        words=words.casefold(),
        firm=_is_firm(words, clauses),
        orders=orders,
        deeds=_deeds(words),
        text_work=bool(read["texts"].search(words) or (clauses and read["producing"].match(clauses[0]))),
        asks_us=bool(read["asks_us"].search(words)),
        about=about,
        pure_text=not (orders or about) and bool(read["pure"].search(words)),
    )


def _own_words(asked: str) -> str:
    """The request itself: without what is quoted or attached, and without the text that it is about ("translate this: …")."""
    words = _QUOTED.sub(" ", excerpt(asked.partition("[attached:")[0], LOOKED_AT)).replace("’", "'")
    words = re.sub(r"[ \t]+", " ", words).strip()
    head, _, _ = words.partition(":")
    read = read_rules("request").patterns
    return head if read["producing"].match(_without_please(head)) or read["pure"].search(head) else words


def _without_please(clause: str) -> str:
    polite = read_rules("request").patterns["polite"].match(clause.strip())
    return clause.strip()[polite.end() if polite else 0 :].strip()


def _kind(words: str, clauses: list[str], *, has_orders: bool) -> Kind:
    read = read_rules("request").patterns
    if read["no"].match(words):
        return "told"
    if has_orders or read["yes"].match(words) or read["item"].match(words):
        return "order"
    if "?" in words or any(read["asking"].match(clause) or read["producing"].match(clause) for clause in clauses):
        return "question"
    return "told" if clauses and read["telling"].match(clauses[0]) else "unknown"


def _ordered(clause: str) -> Actions:
    """The actions a clause asks for when it begins with such a verb."""
    rules = read_rules("request")
    read, first = rules.patterns, _first_word(clause)
    if read["asking"].match(clause) and not read["do_it"].match(clause):
        return frozenset()
    if read["producing"].match(clause) or (first in rules.words["on_text"] and read["texts"].search(clause)):
        return frozenset()
    named = BASES.get(first) or ABROAD_ORDERS.get(first) or GOING_ON.get(first)
    return named or (ANY if read["imperative"].match(clause) else frozenset())


def _is_firm(words: str, clauses: list[str]) -> bool:
    rules = read_rules("request")
    verbs = BASES.keys() - rules.words["nouns"]
    read = rules.patterns
    return bool(read["polite"].match(words)) or any(
        _first_word(clause) in verbs or read["imperative"].match(clause) for clause in clauses
    )


def _first_word(clause: str) -> str:
    return clause.split()[0].strip("*_`'\"").casefold()


def _about(words: str) -> Actions:
    """What a question whether something was done asks for."""
    rules = read_rules("request")
    asked = " ".join(match[0] for match in rules.patterns["whether"].finditer(words)).casefold()
    general = rules.words["general"]
    known = (
        ANY if form in general else PASTS.get(form) or BASES.get(form, frozenset()) for form in _WORD.findall(asked)
    )
    return frozenset[str]().union(*known)


def _deeds(words: str) -> Actions:
    """What the user did: "I booked the hotel"."""
    read = read_rules("request").patterns
    alone = read["deed_alone"].match(words)
    found = [*read["deed"].finditer(words), *([alone] if alone else [])]
    return frozenset[str]().union(*(PASTS.get(match["verb"].casefold(), frozenset()) for match in found))
