"""What an answer gives of the fields that a tracker wants: "PROJ wants more of a Bug: Severity (Low, High). Which should it be?" and "high". Pure, bounded.

Every word of the answer must belong to a field, to one of its values, or to nothing ("make it …"): an order of its own that happens to hold a value's
name is no answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from app.language.choosing.possible import begins_order
from app.language.words.tokens import fold

_WANTS = re.compile(r" wants more of an? [^:]+: (?P<wants>.+)\. Which should it be\?\Z")
_NO_VALUE = re.compile(r"\A“[^”]*” is no value of (?P<name>[^.]+)\. There are: (?P<values>.+)\.\Z")
_OTHER_KIND = re.compile(r"\A(?P<name>[^.]+) wants a (?:number|day as [\d-]+), not “[^”]*”\.\Z")
_FIELD = re.compile(r"(?P<name>[^();]+?)(?: \((?P<values>[^()]*)\))?(?:; |\Z)")
_PIECE = re.compile(r"\s*(?:[,;\n]|\band\b|\bet\b)\s*", re.IGNORECASE)
_MOST, _MOST_FIELDS, _MOST_WORDS = 160, 12, 6
_FILLER = frozenset(
    "a an the it its it's is be should must make set put use take choose pick with as to for of on one please pls thanks and ok okay sorry i mean meant "
    "then now instead rather yes say le la les un une c'est est sera mets met prends avec en pour de du et oui stp svp merci plutôt plutot doit être etre"
    .split()
)  # fmt: skip
# Values and fields as they are called in French, where the tracker's are English.
_CALLED = {
    **dict.fromkeys(("haute", "haut", "elevee", "eleve", "forte"), "high"),
    **dict.fromkeys(("basse", "bas", "faible"), "low"),
    **dict.fromkeys(("moyenne", "moyen"), "medium"),
    **dict.fromkeys(("critique",), "critical"),
    **dict.fromkeys(("majeure", "majeur"), "major"),
    **dict.fromkeys(("mineure", "mineur"), "minor"),
    **dict.fromkeys(("bloquante", "bloquant"), "blocker"),
    "non": "no",
    "equipe": "team",
    "gravite": "severity",
}
_WORD = re.compile(r"[\w'’.+-]+")
_LETTERS, _NEAR = 5, 0.8


@dataclass(frozen=True, slots=True)
class Wanted:
    """A field that is wanted, with the values there are; without any it takes what is said."""

    name: str
    values: tuple[str, ...] = ()

    def value_in(self, words: Sequence[str]) -> str:
        """The one value whose words are all among these; "" where none or several are."""
        own = [one for one in self.values if _words(one) and set(_words(one)) <= set(words)]
        longest = [one for one in own if not any(set(_words(one)) < set(_words(other)) for other in own)]
        return longest[0] if len(longest) == 1 else ""


def wanted_in(question: str) -> tuple[Wanted, ...]:
    """The fields that a sentence of a tracker's tool asks for; none where it asks for none."""
    if found := _WANTS.search(question):
        rows = list(_FIELD.finditer(found["wants"]))[:_MOST_FIELDS]
        return tuple(Wanted(one["name"].strip(), _listed(one["values"])) for one in rows)
    if found := _NO_VALUE.match(question):
        return (Wanted(found["name"], _listed(found["values"])),)
    found = _OTHER_KIND.match(question)
    return (Wanted(found["name"]),) if found else ()


def filled(question: str, answer: str, *, named: bool = False) -> list[str]:
    """ "Severity: High" for each field that the answer gives a value; none where it says anything else. `named`: it must name the field, as where
    something else was said since it was asked."""
    fields = wanted_in(question)
    if not fields or len(answer) > _MOST or "?" in answer:
        return []
    found = _in_all(fields, answer) or _in_pieces(fields, answer)
    if named and not all(_names(field, _words(answer)) for field in fields if field.name in found):
        return []
    return [f"{name}: {value}" for name, value in found.items()]


def with_fields(given: Sequence[str], filled_in: Sequence[str]) -> list[str]:
    """The fields of a call with those that were filled in, each in place of an older one of its name."""
    names = {one.partition(":")[0].strip().casefold() for one in filled_in}
    return [*(one for one in given if one.partition(":")[0].strip().casefold() not in names), *filled_in]


def _listed(values: str | None) -> tuple[str, ...]:
    return tuple(one.strip() for one in (values or "").split(", ") if one.strip() and one.strip() != "none")


def _words(text: str) -> list[str]:
    bare = [str(one).strip(".'’") for one in _WORD.findall(fold(text))]
    return [_CALLED.get(word, word) for word in bare if word]


def _names(field: Wanted, words: Sequence[str]) -> list[str]:
    """The words of an answer that are the field's name; none where some of it is missing."""
    near = [_near(own, words) for own in _words(field.name)]
    return near if all(near) else []


def _near(own: str, words: Sequence[str]) -> str:
    if own in words or len(own) < _LETTERS:
        return own if own in words else ""
    near = get_close_matches(own, words, 1, _NEAR)
    return near[0] if near else ""


def _in_all(fields: Sequence[Wanted], answer: str) -> dict[str, str]:
    """By the values that are named in it, where it holds no other words: "high, red team"."""
    words = _words(answer)
    named = [field for field in fields if _names(field, words)]
    found = {field.name: value for field in named if (value := field.value_in(words))}
    taken = {word for value in found.values() for word in _words(value)}
    free = [(field, value) for field in fields if field not in named and (value := field.value_in(words))]
    others = {field.name: value for field, value in free if not taken.intersection(_words(value))}
    said = [word for value in others.values() for word in _words(value)]
    if len(found) < len(named) or len(set(said)) < len(said):  # "high", where two fields have that value
        return {}
    known = taken | set(said) | {word for field in named for word in _names(field, words)}
    every = {**found, **others} if all(word in known or word in _FILLER for word in words) else {}
    return {field.name: every[field.name] for field in fields if field.name in every}


def _in_pieces(fields: Sequence[Wanted], answer: str) -> dict[str, str]:
    """Piece by piece: a field by its name and what is said of it; without a name, the value of the only one left that takes any words."""
    found = dict[str, str]()
    for piece in filter(None, _PIECE.split(answer.strip(" .!"))):
        left = [field for field in fields if field.name not in found]
        name, value = next(_piece_of(left, piece), ("", ""))
        if not name:
            return {}
        found[name] = value
    return found


def _piece_of(fields: Sequence[Wanted], piece: str) -> Iterator[tuple[str, str]]:
    said, words = _WORD.findall(piece), _words(piece)
    if len(said) != len(words) or begins_order(piece):
        return
    for field in fields:
        own = _names(field, words)
        rest = [(raw, word) for raw, word in zip(said, words, strict=True) if word not in own and word not in _FILLER]
        if own and 0 < len(rest) <= _MOST_WORDS:
            yield field.name, field.value_in([word for _, word in rest]) or " ".join(raw for raw, _ in rest)
    bare = [word for word in words if word not in _FILLER]
    fitting = [(field.name, field.value_in(bare)) for field in fields if bare]
    fitting = [(name, value) for name, value in fitting if value and set(bare) <= set(_words(value))]
    if len(fitting) == 1:
        yield fitting[0]
    if len(fields) == 1 and not fields[0].values and bare and len(words) <= _MOST_WORDS:
        yield fields[0].name, piece.strip(" .!")
