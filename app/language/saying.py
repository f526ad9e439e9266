"""What was said in English, in another language: whole sentences of ours by a phrasebook, `words/said_<language>.toml`.

A row is an English sentence with slots and the same in the other language: `"Removed {things}." = "Retiré : {things}."`. The name of a slot says
what it may be (`_kinds`); what stands in it is kept as it is, but for times, lists' names, enumerations and words that we put in ourselves, which have words of
their own there. A line is read sentence by sentence from its beginning; what no row says stays as it is. Pure; every row is a file's, so that another language
is a file more.

Invariant: a line longer than `MOST_READ` is left as it is, and words of the user, or of whoever wrote to them, are never changed.
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
_MORE = re.compile(r" and (?P<count>\d+) more\Z")
_FIRST = 12  # letters of its beginning by which a row is found
# A mail that is read: its head is ours, and so are the lines of what is attached; of a conversation, the first line.
_LETTER = re.compile(
    r"^(?P<head>Received: .+(?:\n.+){0,40}\n\n|\S.{0,300}, .{1,60} \(#\d+\): .*\n)(?P<theirs>(?s:.*?))(?P<files>(?:\n{1,2}Attached: .+){0,20})\Z",
    re.MULTILINE,
)
_DATED = r"(?=, | \(|\Z)"  # what may follow the day and hours of an event
_ASIDE = re.compile(r"\([^()\n]*\)")
_ASIDES = re.compile(rf"(?: {_ASIDE.pattern}){{1,4}}\Z")
_ADDRESS = r"[^\s,@()]+@[^\s,@()]+"
_HOURS = r"\d\d:\d\d–\d\d:\d\d"


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
    event: re.Pattern[str]
    names: Mapping[str, str]
    words: Mapping[str, str]
    cards: Mapping[str, str]
    asides: Mapping[str, str]
    headings: Mapping[str, str]
    moment: re.Pattern[str]

    def lines(self, said: str) -> str:
        """Each line of a text."""
        return "\n".join(map(self.line, said.split("\n")))

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

    def briefing(self, said: str) -> str:
        """A briefing: its sentences, and the headings above what is its user's own."""
        return "\n".join(
            self._headed(line[:-1]) if line.endswith(":") else self.line(line) for line in said.split("\n")
        )

    def _headed(self, title: str) -> str:
        for head, own in self.headings.items():
            if title == head or (head.endswith(" ") and title.startswith(head)):
                return f"{own}{title.removeprefix(head)} :"
        if self.moment.fullmatch(title):
            day = self.when(title)
            return f"{day[:1].upper()}{day[1:]} :"
        return self.line(f"{title}:")

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
            return _AND.sub(f" {self.words['and']} ", value)
        if kind == "items":
            return _MORE.sub(
                lambda found: f" {self.words['more'].format(count=found['count'])}",
                self.due.sub(lambda found: self.when(found[0]), value),
            )
        if kind in _NAMED:
            return self._named(kind, value)
        if kind in _OURS:
            return _OURS[kind].sub(lambda found: self.words.get(found[0], found[0]), value)
        if kind == "plan":
            return self._plan(value)
        if kind in _PIECED:
            return _COMMA.sub(lambda found: f"{found[1]}{self._piece(found[2])}", value)
        if kind in ("event", "events"):
            return self.event.sub(self._event, value)
        return self.when(value) if kind in _TIMED else value

    def _piece(self, said: str) -> str:
        """One of what stands about a thing between commas: a word of ours, ours before a name ("for Ana"), or a time."""
        if own := self.asides.get(said):
            return own
        for head, own in self.asides.items():
            if head.endswith(" ") and said.startswith(head):
                rest = said.removeprefix(head)
                return own + (self.when(rest) if self.moment.fullmatch(rest) else rest)
        return self.when(said) if self.moment.fullmatch(said) else said

    def deeds(self, said: str) -> str:
        """What was done, line by line behind its times: each in the words of the tool that did it."""
        return "\n".join(map(self._deed, said.split("\n")))

    def _deed(self, line: str) -> str:
        found = _DEED.fullmatch(line)
        if found is None:
            return self.line(line)
        own = self.line(found["said"])
        if found["said"].endswith("…") and (whole := _WHOLE.match(own)) and own != found["said"]:
            own = f"{whole[0]} …"  # what was cut off of our own sentence behind it tells nothing
        ended = "".join(f" ({self.words.get(one, one)})" for one in _ENDED.findall(found["ended"]))
        by = f", {self.words['by itself']}" if found["by"] else ""
        return f"{found['at']}{own}{ended}{by}"

    def _plan(self, value: str) -> str:
        """An event as a card tells of it, and what we say of it in brackets."""
        asides = _ASIDES.search(value)
        body = value[: asides.start()] if asides else value
        said = "".join(f" {self.line(aside)}" for aside in _ASIDE.findall(asides[0])) if asides else ""
        return self.event.sub(self._event, body) + said

    def _event(self, match: re.Match[str]) -> str:
        """Day and hours of an event, and that it repeats."""
        if match["repeats"]:
            return self.words["repeats"]
        return f"{self.when(match['day'])}, {self.words.get(match['hours']) or self.when(match['hours'])}"

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


_PIECED = frozenset(("about", "pieces"))
_COMMA = re.compile(r"(\A\(?|, )((?:[^,()]|\([^()]*\))+)")
_DID = re.compile(r"^(?P<head>What I did [^\n]{1,80}:)\n(?P<deeds>(?:- [^\n]*(?:\n|\Z))+)", re.MULTILINE)
_DEED = re.compile(
    r"(?P<at>- (?:[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} )?\d\d:\d\d )(?P<said>\S.*?)(?P<ended>(?: \((?:taken back|left out|not certain|failed)\))*)(?P<by>, by itself)?"
)
_ENDED = re.compile(r"\(([a-z ]+)\)")
_WHOLE = re.compile(r".*[.)](?= )")
_TIMED, _NAMED = frozenset(("when", "often", "date", "moment", "hours")), frozenset(("list", "noun", "without"))
# What of a slot may be a word of ours.
_OURS = {
    "word": re.compile(r"\A.*\Z"),
    "reason": re.compile(r"\A.*\Z"),
    "length": re.compile(r"[a-z]+"),
    "guests": re.compile(r"(?<=\()[a-z ]+(?=\)(?:, |\Z))"),
    "accounts": re.compile(r"(?<=\), )(?:works(?=; |\Z)|doesn't work(?=: ))"),
    "commands": re.compile(r"(?<=` )or(?= `)"),
    "count": re.compile(r"(?<= )[a-z].*"),
    "counts": re.compile(r"journal entr(?:y|ies)|read-later items?|[a-z-]+"),
}


# How a briefing begins, which is nothing that its user wrote.
_BRIEFING = re.compile(r"(?:Good (?:morning|afternoon|evening)|Happy birthday)(?:, [^\n,.!]{1,60})?[.!](?=\s|\Z)")


def in_language(said: str, language: str) -> str:
    """`said` as it is said in a language; as it is where the language has no phrasebook."""
    book = phrasebook(language)
    if book is None or not said:
        return said
    if (did := _DID.search(said)) is not None:
        before, behind = said[: did.start("deeds")], said[did.end() :]
        return book.lines(before) + book.deeds(did["deeds"]) + book.lines(behind)
    if _BRIEFING.match(said):
        return book.briefing(said)
    letter = _LETTER.search(said)
    if letter is None:
        return book.lines(said)
    return book.lines(said[: letter.end("head")]) + letter["theirs"] + book.lines(letter["files"])


def worded(phrase: str, language: str) -> str:
    """A title, a label or another fixed phrase of cards and buttons, its slots left open; as it is where the language has none for it."""
    book = phrasebook(language)
    return book.cards.get(phrase, phrase) if book else phrase


def time_in_language(said: str, language: str) -> str:
    """Words of time of ours, such as "Friday 12 March at 15:00"."""
    book = phrasebook(language)
    return book.when(said) if book else said


@cache
def phrasebook(language: str) -> Phrasebook | None:
    """The file of a language; None where there is none."""
    file = files("app.language.words") / f"said_{language}.toml"
    if not file.is_file():
        return None
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    times = read["times"]
    kinds = _kinds(times, read["names"], read["words"])
    known = sorted(read["sentences"].items(), key=lambda row: -len(_SLOT.sub("", row[0])))
    rows = tuple((_head(said), _Row(_pattern(said, kinds), own)) for said, own in known)
    due = re.compile(rf"(?<=, )(?:{kinds['when']})(?=, #\d| and \d+ more\Z|[.?]?\Z)|(?<=\()(?:{kinds['when']})(?=\))")
    event = re.compile(
        rf"(?<=, )(?P<day>{kinds['when']}), (?P<hours>{kinds['hours']}|all day|until {kinds['date']}){_DATED}|(?<=, )(?P<repeats>repeats){_DATED}"
    )
    own = {name: read[name] for name in ("names", "words", "cards", "asides", "headings")}
    return Phrasebook(rows, times, _times(times), due, event, **own, moment=re.compile(kinds["when"]))


def _kinds(times: Mapping[str, str], names: Mapping[str, str], words: Mapping[str, str]) -> Mapping[str, str]:
    """What may stand in a slot, by its name."""
    word = rf"(?:{_words(times)}|\d[\d:/]*(?:st|nd|rd|th)?)"
    moment = rf"(?!next time|not on|due)(?:{word}(?:[ ,()]{{1,3}}{word})*\)?)"
    known = "|".join(re.escape(name) for name in names if " " in name)
    ours = "|".join(re.escape(name) for name in sorted(words, key=len, reverse=True))
    label = r"[^\W_][^\n,()#“”]{0,59}"
    event = r"\S[^\n]*\(#\d+\)"
    return {
        "text": r"\S(?:[^\n]*?\S)?",
        "title": r"\S(?:[^\n]*\S)?",
        "things": r"\S[^\n]*\(#\d+\)",
        "items": r"\S[^\n]*",
        "quoted": r'[^"“”\n]*',
        "number": r"\d[\d,]*",
        "low": r"−?\d+",
        "degrees": r"−?\d+ °[CF]",
        "speed": r"\d+ (?:km/h|mph)",
        "list": r"(?:[Yy]our [^\n\"“”:(]{1,80}? list)",
        "when": moment,
        "often": rf"(?i:{moment})",  # what begins a sentence
        "date": rf"(?=(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )(?:{moment})",
        "zone": r"[A-Z][\w/ +:-]{1,40}?",
        "moment": rf"(?=(?:today|yesterday|tomorrow|[A-Z][a-z]+day \d+ [A-Z][a-z]+(?: \d+)?) at \d\d:\d\d)(?:{moment})",
        "hours": rf"{_HOURS}(?: [A-Z][a-z]+day)?",
        "length": r"\d+ [a-z]+(?: and \d+ [a-z]+)?",
        "word": rf"(?:{ours})(?!\w)",
        "reason": r"[^()\n]{1,120}?",
        "label": label,
        "name": r"[^\W_][^\n,.!()#“”]{0,59}",
        "book": r"[^\]\n]{1,80}",
        "event": event,
        "events": event,
        "plan": r"\S(?:[^\n]*\S)?",
        "addresses": rf"{_ADDRESS}(?:, {_ADDRESS})*",
        "counts": r"\d[^\n]*",
        "guests": r"\S[^\n]*",
        "accounts": r"\S[^\n]*",
        "commands": r"`[^\n]*`",
        "host": r"(?:[\w-]+(?:\.[\w-]+)+|localhost)",
        "link": r"(?:https?:/|/)[^\s()]+",
        "plain": r"(?![^\n]*\(#\d+\)\Z)\S[^\n]*",
        "noun": r"[a-z-]+(?: [a-z]+)?",
        "item": r"[\w./-]+[#-]\d+",  # of a code host or a tracker
        "key": r"[A-Z][A-Z0-9_]{1,30}",  # of a tracker's project
        "repo": r"[\w.-]+/[\w.-]+",
        "count": r"\d[\d,]* [a-z-]+(?: [a-z]+){0,3}",
        "about": r"\((?:[^()\n]|\([^()\n]*\)){1,300}\)",
        "pieces": r"[^\n.]{1,200}?",
        "ref": r"\[[^\[\]\n]{1,90}/[\d.]+\]",  # a message of a team chat
        "colon": r":(?=\Z)",
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


_OPEN_END = re.compile(r"\{(?:text|title|items|plain|plan|counts|guests|accounts|about|ref)\}[.?!”\"»]?\Z")


def _head(said: str) -> str:
    """The letters a row begins with."""
    return said.partition("{")[0][:_FIRST]
