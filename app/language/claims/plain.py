"""Statements that something was done, whatever their verb, and what a reply as a whole says of how things stand.

Only read where an order was given and nothing ran: there a plain "I zapped it over" cannot be true. The verbs of verbs.toml name what
they do; these are all the others, so a claim found here is of no particular act. What cannot be told is left alone.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from app.language.claims.frames import Frames, Words, read_book
from app.language.claims.reading import Claim, denied, headlines, read_language, whole_sentence
from app.language.claims.sentences import Sentence

FEWEST_WORDS = 3  # of a statement
SHORT = 240  # characters: what an acknowledgement is at most
_FEWEST_LETTERS = 5  # of a past form in -ed


class _Past:
    """The past forms of all verbs but the harmless ones, told by their ending."""

    def __contains__(self, word: object) -> bool:
        known = _known()
        assert isinstance(word, str)
        if word in known["harmless"] or word in known["not_past"]:
            return False
        return word in known["irregular"] or (word.endswith("ed") and len(word) >= _FEWEST_LETTERS)

    def __iter__(self) -> Iterator[str]:
        raise TypeError("past forms are told by their ending, so a template must not begin with one")

    def __len__(self) -> int:
        return len(_known()["irregular"])


@cache
def _known() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in read_book("plain")["words"].items()}


@cache
def _frames() -> Frames:
    book = read_book("plain")
    lists = {"verb": _Past(), "harmless": _known()["harmless"]}
    tables = {**book["stated"], **book["open"], **book["stance"]}
    return Frames(tables, book["rules"], lists)


def find(sentence: Sentence, *, own_only: bool) -> Iterator[Claim]:
    """Statements of one sentence that something was done; `own_only`: by the assistant itself. A question states nothing."""
    if sentence.is_question:
        return
    words, english = sentence.words, read_language("en")
    spans = [span for span in _frames().find(words) if span.name == "own" or (span.name == "other" and not own_only)]
    for span in [*spans, *(() if own_only else headlines(words, _Past(), loose=False))]:
        if not denied(english, words, span, said=span.name == "own"):
            yield whole_sentence(sentence, words=words.between(span.start, span.end))


def closing(said: list[Sentence], asked: frozenset[str] | None = None) -> Iterator[Claim]:
    """The statements of a short answer that leaves nothing open: to an order that did not run, each says that it did.

    `asked`: the words of the order; a statement that speaks of none of them, and of nothing by a pronoun, is of something else.
    """
    whole = " ".join(sentence.text for sentence in said)
    frames = _frames()
    if len(whole) > SHORT or "?" in whole or any(_leaves_open(sentence.words) for sentence in said):
        return
    for sentence in said:
        words = [word for word in sentence.words.said if len(word) > 1 and word[0].isalpha()]
        is_talk = frames.says(sentence.words, "harmless") or (
            frames.says(sentence.words, "small_talk") and not any(mark in sentence.words.said[:-1] for mark in ",:-")
        )
        if len(words) >= FEWEST_WORDS and not is_talk and (asked is None or _speaks_of(words, asked)):
            yield whole_sentence(sentence)


def _leaves_open(words: Words) -> bool:
    """Whether it asks, offers, declines or waits; "no problem" does not."""
    spans = [span for span in _frames().find(words) if span.name in ("open", "cheerful")]
    cheerful = {at for span in spans if span.name == "cheerful" for at in range(span.start, span.end)}
    return any(span.name == "open" and span.start not in cheerful for span in spans)


def _speaks_of(words: Iterable[str], asked: frozenset[str]) -> bool:
    known = _known()
    return any(word in known["pronouns"] or (word in asked and word not in known["common"]) for word in words)


def says(said: Iterable[Sentence], stance: str) -> bool:
    """Whether the reply says so: "waits" (something waits for the user), "declines" (it can't be done), "talks_of_text"."""
    return any(_frames().says(sentence.words, stance) for sentence in said)


def plays_from(said: Iterable[Sentence], end: int) -> int:
    """Where the first sentence stands that opens a game or plays a part; `end` where none does."""
    return next((sentence.start for sentence in said if _frames().says(sentence.words, "plays")), end)


def asks_back(said: Iterable[Sentence]) -> bool:
    """Whether the reply asks what is meant: then a state of things is said to explain the question."""
    return says((sentence for sentence in said if sentence.is_question), "asks_back")
