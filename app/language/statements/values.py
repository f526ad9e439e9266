"""Whether one statement tells another value of what an earlier one told: "the gate code is now 8842" behind "the gate code is 4521", "I swim on
Mondays now" behind "I swim every Wednesday". Pure."""

import re

from app.language.vocabulary import Word, lexicon, words_of


def replaces(statement: str, earlier: str) -> bool:
    """Whether the earlier one holds no longer: both say what the same thing is, and the later says "now", or both say a figure; or what is new is told in
    the same words but for a figure, or but for a time."""
    about, value = _valued(statement)
    before, was = _valued(earlier)
    if about and about == before:
        return _NOW.search(statement) is not None or (_has_figure(value) and _has_figure(was))
    return _NEW.search(statement) is not None and _is_of_the_same(statement, earlier)


def _is_of_the_same(statement: str, earlier: str) -> bool:
    """Whether both say a figure of the same thing, or a time of what is much the same."""
    now, was = words_of(statement), words_of(earlier)
    new, old = _subject(now), _subject(was)
    if not new or not old:
        return False
    if all(map(_has_figure, (statement, earlier))) and not any(map(_is_time, (*now, *was))):
        return new == old
    timed = any(map(_is_time, now)) and any(map(_is_time, was))
    return timed and _people(now) == _people(was) and len(new & old) * 2 >= min(len(new), len(old))


def _subject(words: list[Word]) -> set[str]:
    """What is told of, without figures, times and words that only say that it is new."""
    return {
        word.stem
        for word in words
        if not (
            lexicon().has("empty", word) or _is_time(word) or word.folded[0] in _NO_WORD or _NEW.fullmatch(word.folded)
        )
    }


def _people(words: list[Word]) -> set[str]:
    small = lexicon().own_words.values()
    names = (word for word in words if word.is_name and not any(word.folded in own for own in small))
    return {word.stem for word in names if not _is_time(word)} | {word.person for word in words if word.person}


def _is_time(word: Word) -> bool:
    return bool(lexicon().length("time", [word.folded]) or lexicon().length("time", [word.folded.rstrip("s")]))


def _valued(statement: str) -> tuple[str, str]:
    """What a plain statement is about, and what it says that is: "the gate code", "4521"."""
    found = _IS.fullmatch(statement.strip(" ."))
    return (found["about"].casefold(), found["value"]) if found else ("", "")


def _has_figure(value: str) -> bool:
    return any(letter.isdigit() for letter in value)


_IS = re.compile(
    r"(?P<about>(?:my|our|the|mon|ma|mes|notre|nos|le|la|les|l'|[A-Z][\w'’-]*['’]s) ?[\w'’ -]{2,60}?) (?:is|are|was|est|sont|c'est) (?P<value>.{1,80})",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|from now on|these days|maintenant|désormais|dorénavant)\b", re.IGNORECASE)
_NO_WORD = frozenset("'0123456789")
_NEW = re.compile(
    r"\b(?:now|new|changed|from now on|these days|instead|nouveau|nouvel|nouvelle|maintenant|désormais|dorénavant|changé)\b",
    re.IGNORECASE,
)
