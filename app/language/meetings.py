"""What came of a meeting, read from what was said in it: what was decided, who does what by when, which questions were left open.

Rules for English and French, without a model; what they find is a part of it, and each with the line it comes from. Pure and bounded: so many
sentences of so many characters are read, and so many times are looked for in them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol

from app.language.time.phrases import find_time

Kind = Literal["decision", "action", "question"]
_MOST_SENTENCES, _LONGEST, _MOST_FOUND = 6_000, 400, 60
_SHORTEST = 3  # words
_FLAGS = re.IGNORECASE
_SENTENCE = re.compile(r"[^.!?…]{1,400}[.!?…]*")
_CLAUSE = re.compile(
    r",? (?:and|but|so|et|mais|donc) (?=(?:I|we|je|on|nous|[A-ZÀ-Þ]\w{1,30}) ?['’]?(?:ll|ve|will|have|are|is|vais|va|a|avons)\b)"
)
_DECIDED = re.compile(
    r"\b(?:we(?:'ve| have)? (?:all )?(?:decided|agreed|settled)|(?:it(?:'s| is)|that(?:'s| is)) (?:decided|settled|agreed)|the decision is|final decision"
    r"|let's (?:go (?:with|for)|stick (?:with|to)|drop|postpone|keep|cancel)|we(?:'ll| will| are going to|'re going to) (?:go (?:with|for|ahead)|stick (?:with|to)|use|drop|launch"
    r"|ship|postpone|cancel|keep|move (?:to|the))|(?:so )?agreed[:,]|decision:"
    r"|on (?:a|est) (?:décidé|d'accord)|(?:c'est|est) (?:décidé|acté|convenu|validé)|nous avons (?:décidé|convenu)|on (?:part sur|garde|abandonne|reporte|retient)|décision ?:)",
    _FLAGS,
)
_NO_DECISION = re.compile(
    r"\b(?:n't|not) (?:yet )?(?:decided|agreed|settled)\b|\bhave(?:n't| we| you)\b.{0,20}\bdecided\b|\bpas (?:encore )?décidé",
    _FLAGS,
)
_MINE = re.compile(
    r"\b(?:i(?:'ll| will| am going to|'m going to| can take| can do|'ll take)|je (?:vais|m'en occupe|m'occupe)|je (?:prends|ferai|enverrai|t'envoie|vous envoie|prépare|m'occuperai))"
    r"\b\s*(?P<what>.{0,300})",
    _FLAGS,
)
_ITEM = re.compile(r"^(?:action(?: item| point)?s?|to-?do|next step|à faire)\s*:\s*(?P<what>.{3,300})", _FLAGS)
_NAME = r"[A-ZÀ-Þ][\w'’-]{1,30}(?: [A-ZÀ-Þ][\w'’-]{1,30})?"
_THEIRS = re.compile(
    rf"(?:^|[,;] |\b(?:and|so|then|et|donc) )(?P<who>{_NAME})(?:'ll| will| is going to| has to| needs to| takes| va| doit| s'occupe(?:ra)? de| enverra| fera) (?P<what>.{{3,300}})"
)
_ASKED = re.compile(
    rf"^(?:(?:ok|okay|so|and|alors|bon),? )?(?P<who>{_NAME}), (?:(?:can|could|would|will) you|please|you(?:'ll| will)|(?:peux|pourrais)-tu|tu peux|merci de) (?:please )?(?P<what>.{{3,300}})"
)
# What "I'll …" says of the talk itself, and not of a task.
_NO_TASK = re.compile(
    r"^(?:be (?:right |there|late|back|away|out|honest|quick|brief|off)|just (?:say|add|start|share)|say|see|think|wait|go (?:first|next|ahead)|start (?:with|by)|stop|try|let|have to|need|never|not|share my"
    r"|mute|drop|leave|jump|take (?:that|this) as|tell you|explain|show you|dire|voir|partager|commencer|être|revenir|essayer)\b",
    _FLAGS,
)
_OPEN = re.compile(
    r"\b(?:open question|still (?:open|unclear|need to (?:decide|figure|find out))|to be (?:decided|confirmed|discussed)|tbd|tbc|have(?:n't| not) (?:yet )?(?:decided|agreed)|take (?:that|this|it) offline|question ouverte|reste à (?:décider|voir|confirmer|trancher)|à (?:décider|confirmer|trancher)|on ne sait pas encore|pas encore décidé)\b",
    _FLAGS,
)
_UNSURE = re.compile(
    r"\b(?:(?:i |we )?(?:don't|do not) know|not sure|no idea|good question|we'll see|let's (?:see|park|come back|discuss (?:that|it) (?:later|next))|offline|later|tbd|(?:have|need) to (?:check|ask)"
    r"|je (?:ne )?sais pas|aucune idée|bonne question|on verra|à voir|plus tard)\b",
    _FLAGS,
)
_TO_THE_ROOM = re.compile(
    r"^(?:(?:so|and|ok|okay),? )?(?:can (?:you|everyone|everybody) (?:hear|see)|how are you|any (?:other )?(?:questions|thoughts)|right|ok|okay|shall we (?:start|begin)|is (?:that|this) (?:ok|clear)|you know"
    r"|ça va|vous m'entendez|d'accord)\b",
    _FLAGS,
)
_ANSWERED_WITHIN = 3  # lines
_UNTIL = re.compile(r"\s*(?:,|\b(?:by|before|until|on|for|d'ici|avant|pour|d’ici)\b)?\s*\Z", _FLAGS)
_FILLER = re.compile(r"^(?:(?:so|ok|okay|yes|yeah|right|well|and|um+|uh+|alors|oui|bon|donc|euh),? )+", _FLAGS)


class Said(Protocol):
    """A line of a transcript."""

    @property
    def text(self) -> str:
        """What was said."""
        ...

    @property
    def who(self) -> str:
        """By whom; "" where that isn't known."""
        ...


@dataclass(frozen=True, slots=True)
class Insight:
    """What came of it: in which line (`at`, its place) it was said, in which words; of an action `who` does `what`, and the day it is due."""

    kind: Kind
    at: int
    words: str
    who: str = ""
    what: str = ""
    due: date | None = None


def insights(lines: Sequence[Said], now: datetime, people: Sequence[str] = ()) -> list[Insight]:
    """What came of a meeting that was at `now`, on its user's clock. `people` are those who were there or asked to it, besides who speaks."""
    names = {name for line in lines for name in (line.who,) if name} | {name for name in people if name}
    found: list[Insight] = []
    for count, (at, sentence) in enumerate(_sentences(lines)):
        if count >= _MOST_SENTENCES or len(found) >= _MOST_FOUND:
            break
        one = _action(sentence, lines[at].who, names, now) or _decision(sentence) or _question(sentence, at, lines)
        if one is not None:
            kind, who, what, due = one
            found.append(Insight(kind, at, sentence, who, what, due))
    return found


def is_transcript(name: str) -> bool:
    """Whether a file's name is one that programs give to what was said in a meeting."""
    plain = name.casefold()
    return plain.endswith((".vtt", ".srt")) or bool(_TRANSCRIPT.search(plain[-200:]))


def meeting_title(name: str) -> str:
    """What a transcript's file says the meeting was called: "Weekly sync" of "Weekly sync - 2026/11/28 10:00 GMT - Transcript"."""
    plain = re.sub(r"\.[A-Za-z]{2,4}$", "", name[:200])
    cut = _STAMP.split(_TRANSCRIPT.sub("", plain), maxsplit=1)[0]
    return " ".join(cut.replace("_", " ").split()).strip(" -–—:,()") or plain


def is_unnamed(title: str) -> bool:
    """Whether a title of a transcript names no meeting: "Meeting", "Recording 3", "GMT20260504-0900", "video1234"."""
    return all(word in _OF_ANY_MEETING for word in re.split(r"[\W\d_]+", title[:200].casefold()) if word)


_OF_ANY_MEETING = frozenset(
    "gmt utc rec video audio zoom meet new my untitled voice memo recording recordings transcript transcription caption captions subtitles meeting meetings call teams "
    "webex google microsoft sans titre réunion enregistrement nouvel nouvelle appel sous titres vocal mémo".split()
)
_TRANSCRIPT = re.compile(
    r"(?:^|[\s\-–—_(])(?:transcript|transcription|notes by gemini|notes de gemini|meeting notes|compte[- ]rendu)\)?(?=$|[\s.\-–—_])",
    _FLAGS,
)
_STAMP = re.compile(r"[\s\-–—_(]*(?<!\d)20\d\d[/\-_.]\d\d[/\-_.]\d\d")
_Read = tuple[Kind, str, str, date | None]


def _sentences(lines: Sequence[Said]) -> "list[tuple[int, str]]":
    """Each sentence with the place of its line."""
    found: list[tuple[int, str]] = []
    for at, line in enumerate(lines):
        if len(found) >= _MOST_SENTENCES:
            break
        parts = [clause for part in _SENTENCE.findall(line.text[:4_000]) for clause in _CLAUSE.split(part)]
        found += [(at, part.strip()) for part in parts if len(part.split()) >= _SHORTEST]
    return found


def _action(sentence: str, speaker: str, names: set[str], now: datetime) -> _Read | None:
    bare = _FILLER.sub("", sentence)
    if item := _ITEM.match(bare):
        inner = _THEIRS.match(item["what"])
        return _task(inner["who"] if inner else "", inner["what"] if inner else item["what"], now)
    if sentence.endswith("?") and not _ASKED.match(bare):
        return None
    for shape in (_ASKED, _THEIRS):
        said = shape.search(bare)
        if said and (who := _one_of(said["who"], names)) and not _NO_TASK.match(said["what"]):
            return _task(who, said["what"], now)
    mine = _MINE.search(bare)
    if mine and len(mine["what"].split()) >= 2 and not _NO_TASK.match(mine["what"]):
        return _task(speaker, mine["what"], now)
    return None


def _task(who: str, said: str, now: datetime) -> _Read | None:
    """Somebody's task, without the words for when."""
    words = said[:_LONGEST].strip().rstrip(".!?… ")
    if len(words.split()) < 2:
        return None
    when = find_time(words, now)
    due = when.when.date() if when and when.has_date and when.when.date() >= now.date() else None
    what = words.strip(" ,;")
    if when and due:
        head, tail = words[: when.start].rstrip(), words[when.end :].strip(" ,;")
        without = " ".join(filter(None, (_UNTIL.sub("", head), tail))).strip(" ,;")
        what = without if len(without.split()) >= 2 else what
    return ("action", who, what[:1].upper() + what[1:], due)


def _decision(sentence: str) -> _Read | None:
    is_one = not sentence.endswith("?") and _DECIDED.search(sentence) and not _NO_DECISION.search(sentence)
    return ("decision", "", _FILLER.sub("", sentence), None) if is_one else None


def _question(sentence: str, at: int, lines: Sequence[Said]) -> _Read | None:
    """One that is said to be open, or was answered with "I don't know", or with nothing before the end."""
    bare = _FILLER.sub("", sentence)
    if _OPEN.search(sentence):
        return ("question", "", bare, None)
    if not sentence.endswith("?") or _TO_THE_ROOM.match(bare):
        return None
    after = [line for line in lines[at + 1 : at + 1 + _ANSWERED_WITHIN] if line.who != lines[at].who or not line.who]
    is_open = not after or any(_UNSURE.search(line.text[:_LONGEST]) for line in after[:1])
    return ("question", "", bare, None) if is_open else None


def _one_of(said: str, names: set[str]) -> str:
    """The person of that name, if one of that name was there; whole where only a part was said."""
    wanted = said.casefold()
    whole = [name for name in names if name.casefold() == wanted]
    part = [name for name in names if wanted in name.casefold().split()]
    return (whole or sorted(part) or [""])[0]
