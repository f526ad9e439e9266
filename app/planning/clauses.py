"""A request cut into the things it asks for: commands, look-ups, questions, wishes, conditions, each with its own words.

What somebody is to be told, reminded of or asked is content of the clause that carries it and is never read as a command.
Linear in the text's length (of which only the beginning is read), pure, and knows no domain.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from app.planning import vocabulary as words_of

Kind = Literal["act", "read", "question", "wish", "if", "none"]
Tokens = Sequence[str]

_READ_AT_MOST = 1_600
_MOST_POLITE = 24  # tokens in front of a verb: a row of joints is a row of places from which all that follows would be looked through
_TOKEN = re.compile(
    r"(?P<url>(?:https?://|www\.)[^\s\"'<>]*[^\s\"'<>.,;:!?)])"
    r"|(?P<address>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4})"
    r"|(?P<quote>\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|(?<!\w)'[^'\n]{1,300}'(?!\w))"
    r"|(?P<blank>\{[^{}\n]{1,60}\})"
    r"|(?P<file>\w[\w-]{0,80}\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|md|html?|json|odt|ods|png|jpe?g|zip|ics|py)\b)"
    r"|(?P<number>\d(?:[\d.,:/-]*\d)?)"
    r"|(?P<word>[^\W\d_](?:\w|['-](?=\w)){0,40})"
    r"|(?P<end>[.?!;](?=[\s\"'”)]|\Z)|\n)"
    r"|(?P<mark>[,:–—(#])"
)
_MARKS = {
    "url": words_of.URL,
    "address": words_of.ADDRESS,
    "quote": words_of.QUOTE,
    "blank": words_of.BLANK,
    "file": words_of.FILE,
    "number": words_of.NUMBER,
}
_DOING = frozenset(("act", "read", "question", "wish"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing asked for: `words` after its verb, lower case and without content; `before`: what joins it to the last."""

    kind: Kind
    verb: str
    words: tuple[str, ...]
    sentence: int
    before: tuple[str, ...] = ()
    dictates: bool = False

    @property
    def asks(self) -> bool:
        """Whether anything is wanted here, rather than told or supposed."""
        return self.kind in _DOING

    @property
    def text(self) -> str:
        """Verb and words, one space between tokens."""
        return " ".join((self.verb, *self.words))


@dataclass(frozen=True, slots=True)
class _Opening:
    """A clause found to begin: from `start` to `body` stand the joint, politeness and the verb."""

    kind: Kind
    verb: str
    start: int
    body: int


def tokens(text: str) -> list[str]:
    """Lower-case words, ends of sentences, and marks for what is quoted, linked, addressed, a number or a file's name."""
    found: list[str] = []
    for match in _TOKEN.finditer(text[:_READ_AT_MOST].replace("’", "'")):
        word = _MARKS.get(match.lastgroup or "") or match.group().lower()
        initial = bool(found) and len(found[-1]) == 1 and found[-1].isalpha() and found[-1] != "i"
        if word != "." or not initial:  # "p. m.", "J. Doe"
            found.append(word)
    return found


def clauses(text: str) -> list[Clause]:
    """All clauses of a text in order."""
    found: list[Clause] = []
    for number, sentence in enumerate(_sentences(tokens(text))):
        found.extend(_clauses_of(sentence, number))
    return found


def _sentences(found: Tokens) -> Iterator[list[str]]:
    sentence: list[str] = []
    for token in (*found, "\n"):
        if token not in words_of.STOPS:
            sentence.append(token)
        elif sentence:
            yield sentence
            sentence = []


def _clauses_of(sentence: Tokens, number: int) -> Iterator[Clause]:
    """The sentence's clauses; words before the first of them are one that asks for nothing."""
    openings: list[_Opening] = []
    for start in _starts(sentence):
        if openings and start < openings[-1].body:
            continue
        opening = _opening(sentence, start)
        if opening and not (openings and _is_content(sentence, openings[-1], opening)):
            openings.append(opening)
    if not openings or openings[0].start > 0:
        openings.insert(0, _Opening("none", "", 0, 0))
    ends = [*(opening.start for opening in openings[1:]), len(sentence)]
    for opening, end in zip(openings, ends, strict=True):
        yield _clause(sentence, opening, end, number)


def _clause(sentence: Tokens, opening: _Opening, end: int, number: int) -> Clause:
    words = tuple(sentence[opening.body : end])
    kind: Kind = "read" if _brings(opening.verb, words) else opening.kind
    joint = sentence[max(0, opening.start - 1) : max(opening.start, opening.body - 1)]
    clause = Clause(kind, opening.verb, words, number, tuple(joint))
    content = _content_from(clause)
    dictates = (clause.verb in words_of.DICTATED or _makes_a_reminder(clause)) and ":" in words and words[-1] != ":"
    return replace(clause, words=words[:content], dictates=dictates)


def _brings(verb: str, words: Sequence[str]) -> bool:
    """Whether a command that seems to send something only wants an answer: "tell me …", "remind me what …"."""
    if not words_of.ME & set(words[:1]):
        return False
    return verb in words_of.REPORTS or (verb == "remind" and bool((words_of.ASKED_CONTENT | {"of"}) & set(words[1:2])))


def _starts(sentence: Tokens) -> Iterator[int]:
    """Where a clause may begin: at the front and after every joint."""
    yield 0
    yield from (index for index, (before, _) in enumerate(pairwise(sentence), 1) if before in words_of.JOINTS)


def _opening(sentence: Tokens, start: int) -> _Opening | None:
    """The clause that begins here, if one does."""
    at = _after_politeness(sentence, start)
    verb, following = ((*sentence[at : at + 2], "", "")[:2]) if at < len(sentence) else ("", "")
    if (verb,) in words_of.CONDITIONS or (verb, following) in words_of.CONDITIONS:
        return _Opening("if", verb, start, at + 1)
    if verb in words_of.ACTS or verb in words_of.READS:
        kind: Kind = "act" if verb in words_of.ACTS else "read"
        return _Opening(kind, verb, start, at + 1) if _is_verb(verb, following, first=start == 0) else None
    if verb in words_of.ASKING:
        return _Opening("question", verb, start, at + 1)
    if (verb, following) in words_of.WISHES:
        return _Opening("wish", verb, start, at + 2)
    return None


def _is_verb(verb: str, following: str, *, first: bool) -> bool:
    """Whether a word that may be a noun is a command here."""
    if verb == "open":
        return following in words_of.AFTER_OPEN
    if verb not in words_of.NOUNS_TOO:
        return True
    return following in words_of.AFTER_VERB or (first and bool(following) and following not in words_of.JOINTS)


def _after_politeness(sentence: Tokens, at: int) -> int:
    """The index of the first word that matters."""
    end = min(len(sentence), at + _MOST_POLITE)
    while at < end:
        longest = min(words_of.LONGEST_POLITE, len(sentence) - at)
        taken = next((n for n in range(longest, 0, -1) if tuple(sentence[at : at + n]) in words_of.POLITE), 0)
        if not taken and sentence[at] != ",":
            return at
        at += taken or 1
    return at


def _is_content(sentence: Tokens, carrier: _Opening, opening: _Opening) -> bool:
    """Whether what seems to open is part of what the clause before it carries ("remind me to buy bread and pay …")."""
    if words_of.SEQUENCE & set(sentence[opening.start - 1 : opening.body - 1]):
        return False
    so_far = Clause(carrier.kind, carrier.verb, tuple(sentence[carrier.body : opening.start]), 0)
    return _content_from(so_far) is not None


def _content_from(clause: Clause) -> int | None:
    """The index of the word that opens the carried content, or None."""
    if clause.kind == "read" or not (clause.verb in words_of.CARRIERS or _makes_a_reminder(clause)):
        return None
    return next((index for index in range(len(clause.words)) if _opens_content(clause, index)), None)


def _opens_content(clause: Clause, index: int) -> bool:
    """Whether what follows this word is what somebody is to be told, asked or reminded of."""
    word, before = clause.words[index], clause.words[max(0, index - 3) : index]
    if word == "that":  # "send the file that Ana sent" describes, "tell my aunt that …" carries
        return clause.verb in words_of.SPEAKING or not words_of.DEFINITE & set(before)
    if word == "to" and _makes_a_reminder(clause):
        return bool(words_of.REMINDERS & set(before)) and not _is_receiver(clause, index)
    if word == "to":
        return clause.verb in words_of.INFINITIVE_CARRIERS and 0 < index <= 3 and not _is_receiver(clause, index)
    asked = clause.verb == "ask" and word in words_of.ASKED_CONTENT and index > 0
    return asked or word in words_of.CONTENT_OPENS


def _makes_a_reminder(clause: Clause) -> bool:
    """Whether something is written down for later, whose wording may hold verbs ("add a task to send …")."""
    return clause.kind == "act" and bool(words_of.REMINDERS & set(clause.words[:4]))


def _is_receiver(clause: Clause, index: int) -> bool:
    """Whether `to` names somebody ("to the team") rather than an infinitive."""
    return clause.words[index + 1 : index + 2] == () or clause.words[index + 1] in words_of.AFTER_VERB
