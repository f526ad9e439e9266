"""A text cut into clauses, the things it asks for or says: commands, look-ups, questions, wishes, conditions, each with its own words and place.

A clause begins at the front of a sentence, and behind a joiner or a mark where a known verb, a question word, a wish or a condition follows.
What somebody is to be told, reminded of or asked is content of the clause that carries it and is never read as a command. The words
of each language are a table of `words/clauses.toml`; all languages are read at once.

Invariant: linear in the text, of which only `READ_AT_MOST` characters are read. Pure; knows no domain and no tool.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

Kind = Literal["act", "read", "question", "wish", "if", "none"]

READ_AT_MOST = 1_600
QUOTE, LINK, ADDRESS, FILE, BLANK, NUMBER = "quote0", "link0", "address0", "file0", "blank0", "0"
MARKS = frozenset((QUOTE, LINK, ADDRESS, FILE, BLANK, NUMBER))
"""What stands for names of things in the words of a clause."""
_DATA = Path(__file__).parent / "words" / "clauses.toml"
_MOST_POLITE = 24  # tokens in front of a verb: a row of joints is a row of places from which all that follows would be looked through
_STOPS = frozenset((".", "?", "!", ";", "\n"))
_JOINING_MARKS = frozenset((",", ":", "–", "—", "("))
_SHAPES: dict[str, str] = {
    LINK: r"(?:https?://|www\.)[^\s\"'<>]*[^\s\"'<>.,;:!?)]",
    ADDRESS: r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}",
    QUOTE: r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|(?<!\w)'[^'\n]{1,300}'(?!\w)",
    BLANK: r"\{[^{}\n]{1,60}\}",
    FILE: r"\w[\w-]{0,80}\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|md|html?|json|odt|ods|png|jpe?g|zip|ics|py)\b",
    NUMBER: r"\d(?:[\d.,:/-]*\d)?",
    "": r"[^\W\d_](?:\w|['-](?=\w)){0,40}|[.?!;](?=[\s\"'”)]|\Z)|\n|[,:–—(#]",
}
_TOKEN = re.compile("|".join(f"({shape})" for shape in _SHAPES.values()))
_MARK_OF = (None, *_SHAPES)
_DOING = frozenset(("act", "read", "question", "wish"))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text in lower case, or a mark for what is quoted, linked, addressed, a number or a file's name; `text[start:end]`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing asked for: `words` after its verb, lower case and without content; `before`: what joins it to the last.

    `start`, `end`: its place in the text, from its verb on, content included. `dictates`: what follows its colon is somebody's wording.
    """

    kind: Kind
    verb: str
    words: tuple[str, ...]
    sentence: int
    before: tuple[str, ...] = ()
    dictates: bool = False
    start: int = 0
    end: int = 0

    @property
    def asks(self) -> bool:
        """Whether anything is wanted here, rather than told or supposed."""
        return self.kind in _DOING

    @property
    def text(self) -> str:
        """Verb and words, one space between them."""
        return " ".join((self.verb, *self.words))


@dataclass(frozen=True, slots=True)
class _Opening:
    """A clause found to begin: from `start` to `body` stand the joint, politeness and the verb, the last at `verb_at`."""

    kind: Kind
    verb: str
    start: int
    body: int
    verb_at: int


@cache
def clause_words() -> Mapping[str, frozenset[str]]:
    """The words of all languages, by what they are for."""
    tables: dict[str, frozenset[str]] = {}
    for language in tomllib.loads(_DATA.read_text(encoding="utf-8")).values():
        for name, words in language.items():
            tables[name] = tables.get(name, frozenset()) | {word.strip() for word in words.split(",")}
    return tables


@cache
def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in clause_words()[name])


@cache
def _longest_politeness() -> int:
    return max(map(len, _phrases("polite")))


def tokens(text: str) -> list[Word]:
    """Lower-case words, ends of sentences, and marks, with their places."""
    found: list[Word] = []
    for match in _TOKEN.finditer(text[:READ_AT_MOST].replace("’", "'")):
        mark = _MARK_OF[match.lastindex or 0]
        word = mark or match[0].lower()
        initial = bool(found) and len(found[-1].text) == 1 and found[-1].text.isalpha() and found[-1].text != "i"
        if word != "." or not initial:  # "p. m.", "J. Doe"
            found.extend(_apart(Word(word, match.start(), match.end())))
    return found


def _apart(word: Word) -> Iterator[Word]:
    """ "dis-moi" is a verb and a word of its own."""
    stem, hyphen, behind = word.text.rpartition("-")
    if hyphen and stem and behind in clause_words()["enclitics"]:
        yield Word(stem, word.start, word.start + len(stem))
        yield Word(behind, word.end - len(behind), word.end)
    else:
        yield word


def clauses(text: str) -> list[Clause]:
    """All clauses of a text in order."""
    found: list[Clause] = []
    for number, sentence in enumerate(_sentences(tokens(text))):
        found.extend(_clauses_of(sentence, number))
    return found


def _sentences(found: Sequence[Word]) -> Iterator[list[Word]]:
    sentence: list[Word] = []
    for token in (*found, Word("\n", 0, 0)):
        if token.text not in _STOPS:
            sentence.append(token)
        elif sentence:
            yield sentence
            sentence = []


def _clauses_of(places: Sequence[Word], number: int) -> Iterator[Clause]:
    """The sentence's clauses; words before the first of them are one that asks for nothing."""
    sentence = [word.text for word in places]
    openings: list[_Opening] = []
    for start in _starts(sentence):
        if openings and start < openings[-1].body:
            continue
        opening = _opening(sentence, start)
        if opening and not (openings and _is_content(sentence, openings[-1], opening)):
            openings.append(opening)
    if not openings or openings[0].start > 0:
        openings.insert(0, _Opening("none", "", 0, 0, 0))
    ends = [*(opening.start for opening in openings[1:]), len(sentence)]
    for opening, end in zip(openings, ends, strict=True):
        clause = _clause(sentence, opening, end, number)
        yield replace(clause, start=places[opening.verb_at].start, end=_last(places, opening, end).end)


def _last(places: Sequence[Word], opening: _Opening, end: int) -> Word:
    """The last word of a clause: what joins the next one to it is neither's."""
    joints = clause_words()["joiners"] | _JOINING_MARKS
    while end - 1 > opening.verb_at and end < len(places) and places[end - 1].text in joints:
        end -= 1
    return places[end - 1]


def _clause(sentence: Sequence[str], opening: _Opening, end: int, number: int) -> Clause:
    words = tuple(sentence[opening.body : end])
    kind: Kind = "read" if _brings(opening.verb, words) else opening.kind
    joint = sentence[max(0, opening.start - 1) : max(opening.start, opening.body - 1)]
    clause = Clause(kind, opening.verb, words, number, tuple(joint))
    content = _content_from(clause)
    is_dictation = clause.verb in clause_words()["dictated"] or _makes_a_reminder(clause)
    dictates = is_dictation and ":" in words and words[-1] != ":"
    return replace(clause, words=words[:content], dictates=dictates)


def _brings(verb: str, words: Sequence[str]) -> bool:
    """Whether a command that seems to send something only wants an answer: "tell me …", "remind me what …"."""
    known = clause_words()
    if not known["me"].intersection(words[:1]):
        return False
    asked = (known["asked_content"] | known["of_content"]).intersection(words[1:2])
    return verb in known["reports"] or (verb in known["reminds"] and bool(asked))


def _starts(sentence: Sequence[str]) -> Iterator[int]:
    """Where a clause may begin: at the front and after every joint."""
    joiners = clause_words()["joiners"]
    yield 0
    yield from (
        index
        for index, (before, _) in enumerate(pairwise(sentence), 1)
        if before in joiners or before in _JOINING_MARKS
    )


def _opening(sentence: Sequence[str], start: int) -> _Opening | None:
    """The clause that begins here, if one does."""
    known = clause_words()
    at = _after_politeness(sentence, start)
    verb, following = ((*sentence[at : at + 2], "", "")[:2]) if at < len(sentence) else ("", "")
    if (verb,) in _phrases("conditions") or (verb, following) in _phrases("conditions"):
        return _Opening("if", verb, start, at + 1, at)
    if verb in known["acts"] or verb in known["reads"]:
        kind: Kind = "act" if verb in known["acts"] else "read"
        return _Opening(kind, verb, start, at + 1, at) if _is_verb(verb, following, first=start == 0) else None
    if verb in known["asking"]:
        return _Opening("question", verb, start, at + 1, at)
    if (verb, following) in _phrases("wishes") or (verb,) in _phrases("wishes"):
        return _Opening("wish", verb, start, min(at + 2, len(sentence)), at)
    return None


def _is_verb(verb: str, following: str, *, first: bool) -> bool:
    """Whether a word that may be a noun is a command here."""
    known = clause_words()
    if verb == "open":
        return following in known["after_open"]
    if verb not in known["nouns_too"] or _follows_a_verb(following):
        return True
    return first and bool(following) and following not in known["joiners"] and following not in _JOINING_MARKS


def _follows_a_verb(word: str) -> bool:
    return word in clause_words()["after_verb"] or word in MARKS or word in (":", "#")


def _after_politeness(sentence: Sequence[str], at: int) -> int:
    """The index of the first word that matters."""
    polite, end = _phrases("polite"), min(len(sentence), at + _MOST_POLITE)
    while at < end:
        longest = min(_longest_politeness(), len(sentence) - at)
        taken = next((n for n in range(longest, 0, -1) if tuple(sentence[at : at + n]) in polite), 0)
        if not taken and sentence[at] != ",":
            return at
        at += taken or 1
    return at


def _is_content(sentence: Sequence[str], carrier: _Opening, opening: _Opening) -> bool:
    """Whether what seems to open is part of what the clause before it carries ("remind me to buy bread and pay …")."""
    if clause_words()["sequence"].intersection(sentence[opening.start - 1 : opening.body - 1]):
        return False
    so_far = Clause(carrier.kind, carrier.verb, tuple(sentence[carrier.body : opening.start]), 0)
    return _content_from(so_far) is not None


def _content_from(clause: Clause) -> int | None:
    """The index of the word that opens the carried content, or None."""
    if clause.kind == "read" or not (clause.verb in clause_words()["carriers"] or _makes_a_reminder(clause)):
        return None
    return next((index for index in range(len(clause.words)) if _opens_content(clause, index)), None)


def _opens_content(clause: Clause, index: int) -> bool:
    """Whether what follows this word is what somebody is to be told, asked or reminded of."""
    known = clause_words()
    word, before = clause.words[index], clause.words[max(0, index - 3) : index]
    if word in known["that"]:  # "send the file that Ana sent" describes, "tell my aunt that …" carries
        return clause.verb in known["speaking"] or not known["definite"].intersection(before)
    if word in known["infinitive"]:
        is_receiver = clause.words[index + 1 : index + 2] == () or _follows_a_verb(clause.words[index + 1])
        if _makes_a_reminder(clause):
            return bool(known["reminders"].intersection(before)) and not is_receiver
        return clause.verb in known["infinitive_carriers"] and 0 < index <= 3 and not is_receiver
    asked = clause.verb in known["asks"] and word in known["asked_content"] and index > 0
    return asked or word in known["content_opens"] or word == ":"


def _makes_a_reminder(clause: Clause) -> bool:
    """Whether something is written down for later, whose wording may hold verbs ("add a task to send …")."""
    return clause.kind == "act" and bool(clause_words()["reminders"].intersection(clause.words[:4]))
