"""What the user asked for, as far as it decides how a reply is read: an order, a question, a piece of text, or something told.

"Your meeting is moved" answers "move my meeting" as a claim and "any news?" as a report. Pure; reads the user's words only.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from app.excerpt import excerpt
from app.language.claims.frames import Frames, Words, read_book
from app.language.words.verbs import ANY, NOTHING, Acts, Meaning, acts_of, read_verbs

LOOKED_AT = 600  # characters
Kind = Literal["order", "question", "told", "unknown"]
_ABROAD = ("de", "fr", "es")
_QUOTED = re.compile(r"[“\"„«][^”\"“»]*[”\"“»]|(?<!\w)'[^'\n]+'(?!\w)")


@dataclass(frozen=True, slots=True)
class Request:
    """`orders`: the acts asked for. `deeds`: what the user says to have been done. `text_work`: the answer is a text."""

    kind: Kind
    words: str = ""  # the request itself, small letters
    said: frozenset[str] = frozenset()  # its words
    firm: bool = False  # the order cannot be a noun by itself ("record for the 100m")
    orders: Acts = frozenset()
    deeds: Acts = frozenset()
    text_work: bool = False
    asks_us: bool = False  # a question for what the assistant did
    about: Acts = frozenset()  # what a yes-or-no question wants to know of: "did you send it?"
    pure_text: bool = (
        False  # the whole answer is somebody's words: a translation, a corrected sentence, a part that is played
    )
    writes: bool = False  # a text is to be written
    retells: bool = False  # it asks to be told of what was done or said before


@cache
def _book() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in read_book("request")["words"].items()}


@cache
def _frames() -> Frames:
    book = read_book("request")
    tables = {**book["begins"], **book["whole"], **book["says"], **book["wished"]}
    return Frames(tables, book["rules"], {"verb_done": read_verbs().past.keys()})


def read_request(asked: str) -> Request:
    """What these words ask for. Empty words are unknown; only the beginning counts, and nothing that is quoted or attached."""
    given = _own_words(asked)
    whole = Words.of(given)
    composing = _composes(whole)
    words = _before_text(given, whole)
    clauses = _clauses(words)
    orders = frozenset[str]() if composing else _orders(words, clauses)
    about, frames = _about(words), _frames()
    kind = _kind(words, clauses, has_orders=bool(orders))
    text_work = frames.says(words, "texts") or bool(clauses and _produces(clauses[0]))
    return Request(
        kind=kind,
        words=given.casefold(),
        said=frozenset(words.said),
        firm=_is_firm(words, clauses),
        orders=orders,
        deeds=_deeds(words, kind),
        text_work=composing or text_work,
        asks_us=frames.says(words, "asks_us"),
        about=about,
        pure_text=not (orders or about) and (composing or frames.says(words, "pure")),
        writes=composing or _begins(_without_please(words), "writing"),
        retells=frames.says(words, "retelling"),
    )


def _own_words(asked: str) -> str:
    """The request without what is quoted or attached."""
    words = _QUOTED.sub(" ", excerpt(asked.partition("[attached:")[0], LOOKED_AT).replace("’", "'"))
    return re.sub(r"[ \t]+", " ", words.replace("\n", " . ")).strip()


def _composes(words: Words) -> bool:
    """Whether the request begins one whose whole answer is a text."""
    return _begins(_without_please(words), "composing")


def _before_text(given: str, whole: Words) -> Words:
    """The words without the text that they are about ("translate this: …")."""
    if ":" not in whole.said:
        return whole
    head = Words.of(given[: whole.starts[whole.said.index(":")]])
    return head if _produces(_without_please(head)) or _frames().says(head, "pure") else whole


def _begins(clause: Words, name: str) -> bool:
    return bool(clause.said) and _frames().begins(clause, name) is not None


def _produces(clause: Words) -> bool:
    return _begins(clause, "producing") and not _begins(clause, "not_producing")


def _clauses(words: Words) -> list[Words]:
    """Its clauses, each without what is only polite."""
    found: list[Words] = []
    start = 0
    for at in range(len(words.said) + 1):
        if at == len(words.said) or words.said[at] in _book()["joiners"]:
            clause = _without_please(words.part(start, at))
            start = at + 1
            if clause.said:
                found.append(clause)
    return found


def _without_please(clause: Words) -> Words:
    at = 0
    while at < len(clause.said):
        end = _frames().begins(clause, "polite", at)
        if clause.said[at] not in ",.*" and end is None:
            break
        at = end or at + 1
    return clause.part(at, len(clause.said))


def _orders(words: Words, clauses: list[Words]) -> Acts:
    if _is_nouns_only(words):
        return frozenset()
    found = frozenset[str]().union(*map(_ordered, clauses))
    wishes = _frames().says(words, "wish") and not _frames().says(words, "telling_wish")
    return ANY if wishes and not found else found


def _is_nouns_only(words: Words) -> bool:
    """ "update?", "file format for invoices?": a question without a verb."""
    said = words.said
    if (
        _frames().says(words, "wish")
        or not words.text.rstrip().endswith("?")
        or said[-1:] != (".",)
        or "." in said[:-1]
        or "," in said
    ):
        return False
    asked_of = frozenset("please pls can could would will and then".split())
    objects = frozenset("the my our a an it this that them me him her to".split())
    return said[0] not in asked_of and not objects & frozenset(said[1:])


def _kind(words: Words, clauses: list[Words], *, has_orders: bool) -> Kind:
    if _begins(words, "no"):
        return "told"
    if has_orders or _begins(words, "yes") or _begins(words, "item"):
        return "order"
    if "?" in words.text or "¿" in words.text or any(_asks(clause) or _produces(clause) for clause in clauses):
        return "question"
    return "told" if clauses and clauses[0].said[0] in _book()["telling"] else "unknown"


def _asks(clause: Words) -> bool:
    return clause.said[0] in _book()["asking"] or clause.said[:2] == ("c", "est")


def _ordered(clause: Words) -> Acts:
    """The acts a clause asks for when it begins with such a verb, or names a time before it ("every Friday send me …")."""
    first, verbs = clause.said[0], read_verbs()
    if first in _book()["timed"]:
        for at in range(1, min(7, len(clause.said) - 1)):
            if clause.said[at] in verbs.orders and clause.said[at + 1] in _book()["object"] | {"me", "you"}:
                return _ordered(clause.part(at, len(clause.said)))
    if _asks(clause) and not (first == "do" and not _begins(clause, "not_do_it")):
        return frozenset()
    if _produces(clause) or (first in verbs.kinds["on_text"] and _frames().says(clause, "texts")):
        return frozenset()
    for key in read_book("request")["wished"]:
        if _begins(clause, key):
            return acts_of(key)
    abroad = next((table.orders[first] for table in map(read_verbs, _ABROAD) if first in table.orders), NOTHING)
    named = verbs.orders.get(first) or verbs.doing.get(first) or abroad
    return named.acts or (ANY if _is_imperative(clause) else frozenset())


def _is_imperative(clause: Words) -> bool:
    """A verb that is in no table, told by its frame: "swap the two"."""
    if _begins(clause, "imperative"):
        return True
    said, known = clause.said, _book()
    if (
        len(said) < 2
        or said[0] in known["no_order"]
        or not (3 <= len(said[0]) <= 13 and said[0].isascii())
        or said[0] in read_verbs().past
    ):
        return False
    is_object = (
        said[1] in known["object"] or (said[1] in known["particles"] and len(said) > 2) or said[1:3] == ("me", "in")
    )
    return said[0].replace("-", "").isalpha() and is_object and "not" not in said[1:2]


def _is_firm(words: Words, clauses: list[Words]) -> bool:
    verbs = read_verbs()
    sure = verbs.orders.keys() - verbs.kinds["noun"]
    polite = (
        bool(words.said)
        and _begins(words, "polite")
        and words.said[0] not in ("chale", "charley", "oh", "so", "well", "actually")
    )
    return polite or any(clause.said[0] in sure or _is_imperative(clause) or _is_wished(clause) for clause in clauses)


def _is_wished(clause: Words) -> bool:
    return any(_begins(clause, key) for key in read_book("request")["wished"])


def _about(words: Words) -> Acts:
    """What a question whether something was done asks for."""
    asked: set[str] = set()
    for span in _frames().find(words):
        if span.name == "whether":
            asked |= set(words.said[span.start : words.edges(span.end, span.end, lambda at: words.said[at] == ".")[1]])
        elif span.name == "bare_whether" and words.text.rstrip().endswith("?") and span.end == len(words.said):
            asked |= set(words.said[span.start : span.end])
    verbs, general = read_verbs(), _book()["general"]
    return frozenset[str]().union(
        *(
            ANY if form in general else (verbs.past.get(form) or verbs.orders.get(form) or NOTHING).acts
            for form in asked
        )
    )


@cache
def _past_abroad() -> dict[str, Meaning]:
    return {form: meaning for name in _ABROAD for form, meaning in read_verbs(name).past.items()}


def _deeds(words: Words, kind: Kind) -> Acts:
    """What the user did ("I booked the hotel"), or where all is told, what anybody did."""
    past = read_verbs().past
    verbs = [words.said[span.verb] for span in _frames().find(words) if span.name == "deed"]
    if kind in ("told", "unknown"):
        past = {**_past_abroad(), **past}
        verbs = [word for word in words.said if word in past]
    return frozenset[str]().union(*(past[verb].acts for verb in verbs))
