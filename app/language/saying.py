"""What was said in English, in another language: whole sentences of ours by a phrasebook, `words/said_<language>.toml`.

A row is an English sentence with slots and the same in the other language: `"Removed {things}." = "Retiré : {things}."`. The name of a slot says
what it may be (`_KINDS`); what stands in it is kept as it is, but for times, counts, lists' names and enumerations, which have words of their own there. A line
is read sentence by sentence from its beginning; what no row says stays as it is. Pure; every row is a file's, so that another language is a file more.

Invariant: a line longer than `MOST_READ` is left as it is, and words of the user are never changed.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

MOST_READ = 600  # characters of a line: notes and lists are nobody's sentence
_SLOT = re.compile(r"\{(?P<kind>[a-z]+?)(?P<number>\d?)\}")
_AND = re.compile(r"(?<=\)) and (?=[^()]{1,200}\(#\d+\)\Z)")
_FIRST = 12  # letters of its beginning by which a row is found


@dataclass(frozen=True, slots=True)
class _Row:
    """One sentence: how it is read, and how it is said there."""

    pattern: re.Pattern[str]
    said: str


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The rows of one language, those of the longest literal words first, and its words of time."""

    rows: tuple[tuple[str, _Row], ...]
    times: Mapping[str, str]
    time: re.Pattern[str]
    due: re.Pattern[str]
    names: Mapping[str, str]

    def line(self, said: str) -> str:
        """One line, up to the first sentence that no row says: from there on it may be words of the user."""
        told, at = list[str](), 0
        while at < len(said) <= MOST_READ:
            found = self._sentence(said, at)
            if found is None:
                break
            told.append(found[0])
            at = found[1]
            if said[at : at + 1] == " ":
                told.append(" ")
                at += 1
        return "".join((*told, said[at:]))

    def _sentence(self, said: str, at: int) -> tuple[str, int] | None:
        for head, row in self.rows:
            if said.startswith(head, at) and (match := row.pattern.match(said, at)):
                slots = {name: self._slot(name, value) for name, value in match.groupdict().items()}
                own = row.said.format(**slots)
                return (own[:1].upper() + own[1:] if said[at].isupper() else own), match.end()
        return None

    def _slot(self, name: str, value: str) -> str:
        kind = name.rstrip("0123456789")
        if kind == "things":
            return _AND.sub(f" {self.names['and']} ", value)
        if kind == "items":
            return self.due.sub(lambda found: self.when(found[0]), value)
        if kind in _NAMED:
            return self._named(kind, value)
        return self.when(value) if kind in _TIMED else self.names.get(value, value)

    def _named(self, kind: str, value: str) -> str:
        plain = value[:1].lower() + value[1:]
        named = plain.removeprefix("your ").removesuffix(" list")
        return self.names.get(plain) or self.names.get(kind, value).format(name=named)

    def when(self, said: str) -> str:
        """Words of time of ours, word by word."""
        return self.time.sub(self._time, said)

    def _time(self, match: re.Match[str]) -> str:
        number = re.search(r"\d+", match[0])
        key = re.sub(r"\d+", "{n}", match[0], count=1) if number else match[0]
        own = self.times.get(key) or self.times.get(key.lower())
        if own is None:
            return match[0]
        return own.replace("{n}", number[0]) if number else own


_TIMED, _NAMED = frozenset(("when", "date")), frozenset(("list", "noun", "without"))


def in_language(said: str, language: str) -> str:
    """`said` as it is said in a language; as it is where the language has no phrasebook."""
    book = phrasebook(language)
    return "\n".join(map(book.line, said.split("\n"))) if book and said else said


@cache
def phrasebook(language: str) -> Phrasebook | None:
    """The file of a language; None where there is none."""
    file = files("app.language.words") / f"said_{language}.toml"
    if not file.is_file():
        return None
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    times = read["times"]
    kinds = _kinds(times, read["names"])
    known = sorted(read["sentences"].items(), key=lambda row: -len(_SLOT.sub("", row[0])))
    rows = tuple((_head(said), _Row(_pattern(said, kinds), own)) for said, own in known)
    due = re.compile(rf"(?<=, )(?:{kinds['when']})(?=, #\d|[.?]?\Z)|(?<=\()(?:{kinds['when']})(?=\))")
    return Phrasebook(rows, times, _times(times), due, read["names"])


def _kinds(times: Mapping[str, str], names: Mapping[str, str]) -> Mapping[str, str]:
    """What may stand in a slot, by its name."""
    word = rf"(?:{_words(times)}|\d[\d:/]*(?:st|nd|rd|th)?)"
    moment = rf"(?!next time|not on|due)(?:{word}(?:[ ,()]{{1,3}}{word})*\)?)"
    known = "|".join(re.escape(name) for name in names if " " in name)
    return {
        "text": r"\S(?:[^\n]*?\S)?",
        "title": r"\S(?:[^\n]*\S)?",
        "things": r"\S[^\n]*\(#\d+\)",
        "items": r"\S[^\n]*",
        "quoted": r'[^"“”\n]*',
        "number": r"\d[\d,]*",
        "list": r"(?:[Yy]our [^\n\"“”:(]{1,80}? list)",
        "when": moment,
        "date": rf"(?=(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )(?:{moment})",
        "zone": r"[A-Z][\w/ +:-]{1,40}?",
        "noun": r"[a-z-]+(?: [a-z]+)?",
        "without": known,
    }


def _words(times: Mapping[str, str]) -> str:
    keys = sorted(times, key=len, reverse=True)
    words = (r"\d+".join(map(re.escape, key.split("{n}"))) for key in keys)
    return "|".join(rf"(?<!\w){word}(?!\w)" for word in words)


def _times(times: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(_words(times), re.IGNORECASE)


def _pattern(said: str, kinds: Mapping[str, str]) -> re.Pattern[str]:
    """A row's English, its slots as groups; it ends where a sentence may end."""
    pieces, at = list[str](), 0
    for slot in _SLOT.finditer(said):
        pieces += [re.escape(said[at : slot.start()]), f"(?P<{slot['kind']}{slot['number']}>{kinds[slot['kind']]})"]
        at = slot.end()
    end = (
        "\\Z" if _OPEN_END.search(said) else "(?=\\s|\\Z)"
    )  # nothing says where words of the user end but the end of the line
    return re.compile(f"{''.join(pieces)}{re.escape(said[at:])}{end}")


_OPEN_END = re.compile(r"\{(?:text|title|items)\}[.?!”\"»]?\Z")


def _head(said: str) -> str:
    """The letters a row begins with."""
    return said.partition("{")[0][:_FIRST]
