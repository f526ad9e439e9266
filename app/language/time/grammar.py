"""A cascade of small rules over tokens: each level rewrites runs of tokens into one token with a meaning.

A rule's pattern is written in words: `lower` is that word, `UPPER` a class of tokens, and ( | ? * ! ) mean what they
mean in a regular expression. Each token is one character of a string, so a pattern compiles to a small regular
expression over that string, and lookaround works on whole tokens.
Invariant: a builder that returns None leaves the tokens as they were. It does not know any English.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from app.language.time.meaning import Impossible
from app.language.time.tokens import Token

_ATOM = re.compile(r"[A-Z][A-Z0-9]*|[a-z][a-z']*|@")
_FIRST_SYMBOL = 0xE000


@dataclass(frozen=True, slots=True)
class Context:
    """What a builder may ask: the local time it is said, how dates are written, which half of the day is likely, whether it tells of what was."""

    now: datetime
    aware_now: datetime
    month_first: bool = False
    lean: str = ""
    past: bool = False

    @property
    def today(self) -> date:
        """The day it is said."""
        return self.now.date()


class Found:
    """The tokens a rule matched, with their meanings by class."""

    def __init__(self, tokens: Sequence[Token], alphabet: "Alphabet") -> None:
        self.tokens = tokens
        self._alphabet = alphabet

    def has(self, *words: str) -> bool:
        """Whether any of these words is among the tokens."""
        return any(token.text in words for token in self.tokens)

    def values(self, name: str) -> list[Any]:
        """The meanings of all tokens of a class, in order."""
        return [self._alphabet.meaning(name, token) for token in self.of(name)]

    def of(self, name: str) -> list[Token]:
        """All tokens of a class, in order."""
        symbols = self._alphabet.symbols(name)
        return [token for token in self.tokens if token.symbol in symbols]

    def meaning(self, name: str, token: Token) -> Any:
        """What one of the tokens means as a member of a class."""
        return self._alphabet.meaning(name, token)

    def symbols(self, name: str) -> str:
        """The characters of a class."""
        return self._alphabet.symbols(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The meaning of the first token of a class, or `default`."""
        values = self.values(name)
        return values[0] if values else default


Builder = Callable[[Context, Found], object | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over tokens, the class its result belongs to, and the function that makes the meaning."""

    pattern: str
    makes: str
    build: Builder


@dataclass
class Alphabet:
    """One character per word and per class of results; classes are sets of characters."""

    classes: Mapping[str, Mapping[str, Any]]
    _words: dict[str, str] = field(default_factory=dict)
    _symbols: dict[str, str] = field(default_factory=dict)

    def word(self, word: str) -> str:
        """The character of a word, made on first use (while patterns compile)."""
        if word not in self._words:
            self._words[word] = chr(_FIRST_SYMBOL + len(self._words))
        return self._words[word]

    def symbols(self, name: str) -> str:
        """The characters of a class of words, or the one of a class of results."""
        if name not in self._symbols:
            words = self.classes.get(name)
            self._symbols[name] = "".join(map(self.word, words)) if words is not None else self.word(f"<{name}>")
        return self._symbols[name]

    def union(self, name: str, members: Sequence[str]) -> None:
        """Declare a class that holds all tokens of other classes."""
        self._symbols[name] = "".join(self.symbols(member) for member in members)

    def meaning(self, name: str, token: Token) -> object:
        """What a token means as a member of a class."""
        words = self.classes.get(name)
        return words[token.text] if words is not None and token.text in words else token.value

    def known(self, word: str) -> str:
        """The character of a word of the grammar, "?" for any other."""
        return self._words.get(word, "?")

    def needs(self, pattern: str) -> tuple[frozenset[str], ...]:
        """The classes of which a line must hold a token for the pattern to match: its plain atoms, outside groups."""
        depth, plain = 0, ""
        for mark in pattern:
            depth += (mark == "(") - (mark == ")")
            plain += mark if depth == 0 and mark != ")" else " " if mark != ")" else ")"
        if "|" in plain:
            return ()
        atoms = (
            match for match in _ATOM.finditer(plain) if plain[match.end() : match.end() + 1] not in {"?", "*", "{"}
        )
        return tuple(
            frozenset(self.symbols(atom) if atom[0].isupper() else self.word(atom))
            for atom in (match.group() for match in atoms)
            if atom != "ANY"
        )

    def compile(self, pattern: str, *, named: bool = False) -> re.Pattern[str]:
        """A pattern in words as a regular expression over characters; `named`: its classes are the groups g0, g1 and so on."""
        count = itertools.count()

        def symbol(match: re.Match[str]) -> str:
            atom = match.group()
            if atom == "ANY":
                return "."
            if not atom[0].isupper():
                return self.word(atom)
            return f"(?P<g{next(count)}>[{self.symbols(atom)}])" if named else f"[{self.symbols(atom)}]"

        return re.compile(_ATOM.sub(symbol, pattern).replace(" ", ""), re.DOTALL)


@dataclass(frozen=True)
class Level:
    """Rules compiled against an alphabet, applied in order."""

    alphabet: Alphabet
    rules: tuple[tuple[Rule, re.Pattern[str], tuple[frozenset[str], ...]], ...]

    def apply(self, tokens: list[Token], context: Context) -> list[Token]:
        """The tokens after every rule has rewritten what it recognises."""
        line = "".join(token.symbol for token in tokens)
        present = set(line)
        for rule, pattern, needs in self.rules:
            # Most rules need a word that the text does not have; that is far cheaper to see than to search.
            if any(need.isdisjoint(present) for need in needs):
                continue
            position = 0
            while match := pattern.search(line, position):
                first, last = match.span()
                position = first + 1
                joined = self._joined(rule, tokens[first:last], context)
                if joined:
                    tokens = [*tokens[:first], joined, *tokens[last:]]
                    line = line[:first] + joined.symbol + line[last:]
                    present = set(line)
        return tokens

    def _joined(self, rule: Rule, tokens: list[Token], context: Context) -> Token | None:
        """The one token that the matched ones become; None if the builder declines."""
        meaning = rule.build(context, Found(tokens, self.alphabet)) if tokens else None
        if meaning is None:
            return None
        makes = "IMPOSSIBLE" if isinstance(meaning, Impossible) else rule.makes
        # Words that were put in another order, or stand for one piece of the text, do not follow its order.
        start, end = min(token.start for token in tokens), max(token.end for token in tokens)
        return Token(start, end, "", makes, meaning, self.alphabet.symbols(makes))


_WRITTEN = re.compile(r"([A-Z][A-Z0-9]*)(?:(th)|(h)([A-Z][A-Z0-9]*)?)?")


@dataclass(frozen=True)
class Rewrite:
    """Tokens that are read as other words. UPPER in `words` is the token matched; `DOMth` and `HOURhMIN` are written from numbers."""

    pattern: re.Pattern[str]
    needs: tuple[frozenset[str], ...]
    words: tuple[str, ...]
    classes: tuple[str, ...]

    @classmethod
    def compiled(cls, alphabet: Alphabet, pattern: str, words: str) -> "Rewrite":
        """The rewrite over this alphabet."""
        classes = tuple(atom for atom in _ATOM.findall(pattern) if atom[0].isupper())
        expression = alphabet.compile(pattern, named=True)
        return cls(expression, alphabet.needs(pattern), tuple(words.split()), classes)

    def apply(self, tokens: list[Token], spell_out: Callable[[str, int, int], list[Token]]) -> list[Token]:
        """The tokens with every match rewritten; `spell_out` makes the tokens of words that have a place in the text."""
        line = "".join(token.symbol for token in tokens)
        out: list[Token] = []
        position = 0
        for match in self.pattern.finditer(line):
            if match.end() == match.start():
                continue
            out += tokens[position : match.start()]
            out += self._written(tokens, match, spell_out)
            position = match.end()
        return out + tokens[position:]

    def _written(
        self, tokens: list[Token], match: re.Match[str], spell_out: Callable[[str, int, int], list[Token]]
    ) -> list[Token]:
        places = [(name, match.start(f"g{index}")) for index, name in enumerate(self.classes)]
        left = [(name, place) for name, place in places if match.start() <= place < match.end()]

        def take(name: str) -> Token:
            found = next(pair for pair in left if pair[0] == name)
            left.remove(found)
            return tokens[found[1]]

        first, last = tokens[match.start()], tokens[match.end() - 1]
        out: list[Token] = []
        for word in self.words:
            if not (slot := _WRITTEN.fullmatch(word)):
                out += spell_out(word, first.start, last.end)
            elif not (slot[2] or slot[3]):
                out.append(take(slot[1]))
            else:
                number = take(slot[1])
                minutes = f"h{take(slot[4]).value:02}" if slot[4] else "h00" if slot[3] else "th"
                out += spell_out(f"{number.value}{minutes}", first.start, last.end)
        return _covering(out, first.start, last.end)


def _covering(tokens: list[Token], start: int, end: int) -> list[Token]:
    """The tokens that stand for a piece of the text, over all of it: "evening time" is cut out with its "time"."""
    if tokens and max(token.end for token in tokens) < end:
        tokens[-1] = replace(tokens[-1], end=end)
    if tokens and min(token.start for token in tokens) > start:
        tokens[0] = replace(tokens[0], start=start)
    return tokens


def rewritten(
    tokens: list[Token], rewrites: Sequence[Rewrite], spell_out: Callable[[str, int, int], list[Token]]
) -> list[Token]:
    """The tokens after every rewrite, in order; those whose words are not there cost next to nothing."""
    present = {token.symbol for token in tokens}
    for rewrite in rewrites:
        if not any(need.isdisjoint(present) for need in rewrite.needs):
            tokens = rewrite.apply(tokens, spell_out)
            present = {token.symbol for token in tokens}
    return tokens


def compile_level(alphabet: Alphabet, rules: Sequence[Rule]) -> Level:
    """A level ready to apply."""
    return Level(
        alphabet, tuple((rule, alphabet.compile(rule.pattern), alphabet.needs(rule.pattern)) for rule in rules)
    )


def spell(alphabet: Alphabet, token: Token, symbol: str | None = None) -> Token:
    """The token with its character set."""
    # Written out: `replace` is what reading a text would spend most of its time in.
    return Token(token.start, token.end, token.text, token.kind, token.value, symbol or alphabet.known(token.text))
