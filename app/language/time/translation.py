"""Words of other languages as the words of the grammar, each in its place: "lundi prochain à 9 h" as "coming monday at 9h00".

What there is to know of a language is its lexicon. Invariant: a text without a word that is the language's alone stays as it is; a
translated token has the place of the words it stands for. It does not know what any word means.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from app.language.time.tokens import Token, retokenised
from app.language.words.lexicon import OTHER_LANGUAGES, Lexicon, lexicon
from app.language.words.tokens import fold

_LONGEST = 6  # words of a form
_LONG = 5  # characters of a word that is no chance
_ELIDED = re.compile(r"(?<=[cdjlmnst])'(?=\w)|(?<=qu)'(?=\w)", re.IGNORECASE)


def languages_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The other languages whose own words are among the tokens."""
    said = {piece for token in tokens if token.kind == "word" for piece in (token.text, *token.text.split("'"))}
    said |= {fold(word) for word in said if len(word) > 1}
    alone = len(tokens) == 1 and not said & _english()
    return tuple(
        language
        for language in OTHER_LANGUAGES
        if said & _own(language)
        or (alone and any((word,) in lexicon(language).folded for word in said))
        or _hinted(said, lexicon(language))
        or _nothing_else(said, lexicon(language))
        or _says_whole(tokens, lexicon(language))
    )


def _says_whole(tokens: Sequence[Token], words: Lexicon) -> bool:
    """Whether a form of several words is there, one of them long and no English one: "au petit-déjeuner"."""
    said = [piece.text for token in tokens for piece in _pieces(token) if piece.text != "-"]
    spans = (tuple(said[first : first + length]) for first in range(len(said)) for length in range(2, _LONGEST + 1))
    return any(
        span in words.folded and any(len(word) >= _LONG and word not in _english() for word in span) for span in spans
    )


def _nothing_else(said: set[str], words: Lexicon) -> bool:
    """ "Le 15", "dans le mois": small words of the language, its words of time, and no other."""
    hints = said & words.sets["hint"] - _english() - lexicon().sets["zone"]
    return bool(hints) and all(word in words.sets["hint"] or (word,) in words.folded for word in said)


def _hinted(said: set[str], words: Lexicon) -> bool:
    """Whether small words tell the language: two of them, or one and a word of time that no English one looks like."""
    hints = said & words.sets["hint"]
    timely = {word for word in said if (word,) in words.folded} - _english() - words.sets["hint"]
    return len(hints) > 1 or bool(hints and timely)


@cache
def _own(language: str) -> frozenset[str]:
    """Words that are of this language and of no other."""
    words = lexicon(language)
    single = {form[0] for form in words.folded if len(form) == 1}
    shy = {fold(word) for word in words.sets["shy"]}
    return frozenset(single - shy - _english()) | words.sets["marker"]


@cache
def _english_numbers() -> dict[str, str]:
    """Digits → the English number, as spelled numbers are read with more care than digits; "second" could be a unit."""
    plain = {str(value): word for word, value in reversed(list(lexicon().numbers.items()))}
    return plain | {f"{value}th": word for word, value in lexicon().ordinals.items() if value != 2}


@cache
def _english() -> frozenset[str]:
    words = lexicon()
    return frozenset(form for table in words.tables for form in words.forms(table)) | frozenset(words.numbers)


def translated(tokens: Sequence[Token], language: str) -> list[Token]:
    """The tokens with every form of the language's lexicon as the words it stands for."""
    words, pieces = lexicon(language), [piece for token in tokens for piece in _pieces(token)]
    out: list[Token] = []
    index = 0
    while index < len(pieces):
        found, used = _form_at(pieces, index, words)
        out += _stand_in(pieces[index : index + used], found) if found else [pieces[index]]
        index += used
    return out


def _pieces(token: Token) -> list[Token]:
    """ "l'après" is two words; each is folded."""
    if token.kind != "word" or fold(token.text) in {"aujourd'hui"}:
        return [replace(token, text=fold(token.text))] if token.kind == "word" else [token]
    places = [0, *(match.end() for match in _ELIDED.finditer(token.text)), len(token.text)]
    return [
        Token(token.start + first, token.start + last, fold(token.text[first:last].rstrip("'")), "word")
        for first, last in pairwise(places)
    ]


def _form_at(tokens: list[Token], index: int, words: Lexicon) -> tuple[str, int]:
    """The words that the longest form here stands for, and how many tokens it takes; "" and one if there is none."""
    best, used = "", 1
    said: list[str] = []
    for place in range(index, min(index + 2 * _LONGEST, len(tokens))):
        if tokens[place].text != "-":
            said.append(tokens[place].text)
        elif place == index:
            break
        if (found := words.folded.get(tuple(said))) and tokens[place].text != "-":
            best, used = found, place - index + 1
    return best, used


def _stand_in(tokens: list[Token], words: str) -> list[Token]:
    return retokenised(_english_numbers().get(words, words), tokens[0].start, tokens[-1].end)
