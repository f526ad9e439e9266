"""A message cut into what its writer asserts: clauses, each with the sentence it stands in.

Words are data (`vocabulary.py`); this module knows the order in which they are looked at.
Invariant: no question, request, supposition, quotation, joke or pasted text comes out. Pure; in time linear in the text. Knows no facts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.excerpt import excerpt
from app.language.statements.vocabulary import LANGUAGES, Wordlist, folded_words, language, language_of
from app.language.words.tokens import Token, tokenize

MOST_READ = 8_000  # characters of a message; what is behind them was pasted rather than said
LONGEST_SENTENCE = 500
MOST_CLAUSES = 40
_TITLE_WORDS, _ROLE_WORDS, _NEAR = 6, 5, 6

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|<[^<>\n]{1,200}>", re.DOTALL)
_REPLIED = re.compile(r"^[^\S\n]*(?:>|\[attached:|\w{2,7}: ?\S+@).*$", re.MULTILINE)
_LINK = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«]([^“”\"«»\n]{1,400})[”\"»]|(?<!\w)'((?:[^'\n]|'(?=\w)){3,400})'(?!\w)")
_ABBREVIATED = re.compile(r"\b([^\W\d_]{1,6}(?:\.[^\W\d_])?)\.(?=\s)")
_END = re.compile(
    r"(?<=[.!?…])[\"”')\]]*\s+|\n+|;\s*|(?<=\w)\s+[–—-]{1,2}\s+|--|(?<=[a-z)])(?=[\U0001f300-\U0001faff])|:\)|:\("
)
_MARKS = " \t\n.,!?;:…-–—\"“”'‘*_~()[]"
_PAUSES = frozenset(",:-–—(")


@dataclass(frozen=True, slots=True)
class Clause:
    """Something its writer asserts. `when` is the moment said before it, `habit` the circumstance in which it is always so; `quote` is the
    whole sentence, as it was written; `told`: they asked for it to be remembered."""

    text: str
    quote: str
    when: str = ""
    habit: str = ""
    told: bool = False


def clauses(text: str) -> list[Clause]:
    """The assertions of a message in their order, at most MOST_CLAUSES."""
    found: list[Clause] = []
    topic = ""
    for sentence in _sentences(text):
        cut = _Cutter(sentence, topic)
        if cut.is_joke:
            return []
        stated = cut.clauses()
        if cut.keeps_before:
            found[-1:] = [replace(clause, told=True) for clause in found[-1:]]
        found += stated
        topic = cut.topic
        if len(found) >= MOST_CLAUSES:
            break
    return found[:MOST_CLAUSES]


def _sentences(text: str) -> Iterator[str]:
    plain = excerpt(text, MOST_READ).replace("’", "'").replace("\u00a0", " ")
    plain = _LINK.sub(" ", _REPLIED.sub("\n", _CODE.sub(" ", plain)))
    plain = _ABBREVIATED.sub(_without_stop, _QUOTED.sub(_spoken, plain))
    for part in _END.split(plain):
        if part and part.strip(_MARKS) and len(part) <= LONGEST_SENTENCE:
            yield part.strip()


def _without_stop(found: re.Match[str]) -> str:
    word = found[1]
    short = (len(word) == 1 and word.isupper() and word != "I") or language("en").words("abbreviations").at(
        folded_words(word)
    ) > 0
    return word if short else found[0]


def _spoken(quoted: re.Match[str]) -> str:
    """A title keeps its words; what somebody says is left out."""
    inside = quoted[1] or quoted[2]
    words = [token.folded for token in tokenize(inside)]
    own = any(language(name).words("firsts").anywhere(words) for name in LANGUAGES)
    return inside if len(inside.split()) <= _TITLE_WORDS and not own else " … "


class _Cutter:
    """One sentence on its way into clauses."""

    def __init__(self, sentence: str, topic: str = "") -> None:
        """`topic`: what the sentence before named as a question: "My favourite colour?"."""
        self.quote = sentence[:LONGEST_SENTENCE]
        words = [token.folded for token in tokenize(sentence)]
        self.language = language_of([*words, *folded_words(topic)])
        self.sentence = self.language.mend(sentence)
        self.tokens: list[Token] = tokenize(self.sentence)
        self.words = [token.folded for token in self.tokens]
        self.keeps_before = False
        self.topic = ""
        self._before = topic

    @property
    def is_joke(self) -> bool:
        """Whether it takes back what was said."""
        return self._list("jokes").anywhere(self.words)

    def clauses(self) -> list[Clause]:
        """The clauses; stops where what follows is supposed, dictated or somebody else's."""
        found: list[Clause] = []
        pieces = self._pieces()
        asked = self.sentence.rstrip("\"”') ").endswith("?")
        keeps = False
        for begin, end in pieces:
            start = self._past(begin, end, "openers")
            at = self._past(start, end, "polite", marks=False)
            if self._keeps_what_was(at, end):
                self.keeps_before = not found
                found[-1:] = [replace(clause, told=True) for clause in found[-1:]]
                continue
            kept = 0 if self._at("naming", at) else self._list("keep").at(self.words[:end], at)
            keeps = keeps or kept > 0
            told = keeps and (kept > 0 or not self._is_ordered(at))
            start = self._past(at + kept, end, "openers") if kept else at if self._at("naming", at) else start
            if self._is_over(start, end):
                break
            is_question = asked and end == len(self.words) and not told
            if is_question and len(pieces) == 1:
                self.topic = self._topic(start, end)
            elif not is_question and self._is_asserted(start, end, told=told):
                found += self._clause(start, end, told=told)
        return found

    def _list(self, name: str) -> Wordlist:
        return self.language.words(name)

    def _at(self, name: str, index: int) -> int:
        return self._list(name).at(self.words, index)

    def _past(self, start: int, end: int, name: str, *, marks: bool = True) -> int:
        """Where the words go on behind phrases of that list, and the marks between them; never past the end."""
        while start < end:
            size = self._list(name).at(self.words[:end], start) or (marks and not self.words[start][0].isalnum())
            if not size:
                break
            start += size
        return start

    def _pieces(self) -> list[tuple[int, int]]:
        """Where one assertion, request or remark ends and the next begins."""
        starts, ends, index = [0], [], 1
        while index < len(self.words):
            begins = 0 if self._opens(starts[-1], index) else self._next_piece(index)
            if begins:
                ends.append(index)
                starts.append(begins)
                index = begins
            index += 1
        return list(zip(starts, [*ends, len(self.words)], strict=True))

    def _opens(self, start: int, index: int) -> bool:
        """Whether only the moment or the circumstance of what follows was said: "last week, I moved"."""
        start = self._past(start, index, "openers")
        return start < index and any(start + self._at(name, start) == index for name in ("when", "habit"))

    def _next_piece(self, index: int) -> int:
        word = self.words[index]
        if self._at("requests", index):
            return index
        if self._at("reasons", index) and self._speaks_back(index):
            return 0
        pause = word in _PAUSES and (word != "-" or self.sentence[self.tokens[index].start - 1] == " ")
        joint = self._at("joints", index)
        if not pause and not joint:
            return 0
        at = index + (joint or 1)
        if word == "so" and self._at("so_what", at):
            return at
        while at < len(self.words) and (
            size := self._at("joints", at) or self._at("openers", at) or (self.words[at] in _PAUSES)
        ):
            at += size
        return at if at < len(self.words) and self._begins(at, is_pause=pause) else 0

    def _speaks_back(self, index: int) -> bool:
        """Whether what follows ends with "them": it can't be understood by itself."""
        end = next((at for at in range(index, len(self.words)) if not self.words[at][0].isalnum()), len(self.words))
        return end > index and self._list("back").at(self.words[:end], end - 1) == 1

    def _begins(self, index: int, *, is_pause: bool) -> bool:
        """Whether an assertion, a request or a demand to remember begins there."""
        if any(self._at(name, index) for name in ("subjects", "requests", "keep", "keep_after", "taken_back")):
            return True
        if is_pause and (
            self._at("orders", index)
            or self._at("questions", index)
            or any(of.at(self.words, index) for _, of in self.language.table("elided"))
        ):
            return self.words[index] not in ("play", "love")
        near = self.words[index : index + _NEAR]
        for name in ("when", "habit"):
            size = self._at(name, index)
            if size and any(self._at("subjects", at) for at in (index + size, index + size + 1)):
                return True
        if self._at("owners", index) or self._at("bare_kin", index):
            return self._is_own_finite(near)
        return self._names_unowned(index) or self._is_named_own(index)

    def _is_own_finite(self, near: Sequence[str]) -> bool:
        return any(
            self._list("finite").at([word]) or (place < 2 and word.endswith("'s"))
            for place, word in enumerate(near[1:])
        )

    def _is_named_own(self, index: int) -> bool:
        """ "Madam Comfort is my seamstress"."""
        named = index
        while named < len(self.words) and self.sentence[self.tokens[named].start].isupper() and named - index < 3:
            named += 1
        return named > index and self.words[named : named + 2] in (["is", "my"], ["is", "our"])

    def _keeps_what_was(self, start: int, end: int) -> bool:
        """ "…, remember that", "…, save it somewhere": what was said before is to be kept."""
        size = self._list("keep_after").at(self.words[:end], start)
        rest = start + size
        while rest < end and not self.words[rest][0].isalnum():
            rest += 1
        return bool(size) and (rest >= end or bool(self._at("keep_tail", rest)))

    def _is_over(self, start: int, end: int) -> bool:
        """Whether nothing from here on is the writer's own assertion."""
        words = self.words[start:end]
        if self._at("dictates", start) or self._list("supposed").anywhere(words):
            return True
        own = self._list("firsts").at(words)
        return not own and any(self._relays(words, place) for place in range(len(words)))

    def _relays(self, words: Sequence[str], place: int) -> bool:
        if not self._list("relays").at(words, place):
            return False
        near = words[place + 1 : place + 4]
        return any(self._list("subjects").at([word]) or self._list("owners").at([word]) for word in near)

    def _is_asserted(self, start: int, end: int, *, told: bool) -> bool:
        return start < end and not self._at("questions", start) and (told or not self._is_ordered(start))

    def _is_ordered(self, start: int) -> bool:
        ordered = self._at("orders", start) or self._at("requests", start)
        return ordered > 0 and not any(self._at(name, start) for name in ("subjects", "naming"))

    def _topic(self, start: int, end: int) -> str:
        return (
            self._text(start, self._bare_end(start, end))
            if self._at("owners", start) and end - start <= _NEAR + 1
            else ""
        )

    def _clause(self, start: int, end: int, *, told: bool) -> Iterator[Clause]:
        if self._is_role(start, end):
            yield Clause(f"I'm {self._text(start + 1, end)}", self.quote)
            return
        when = habit = ""
        for name in ("when", "habit"):
            size = self._at(name, start)
            behind = start + size + (self.words[start + size : start + size + 1] == [","])
            if size and behind < end and (self._at("subjects", behind) or self._at("owners", behind)):
                when, habit = (
                    (self._text(start, start + size), habit)
                    if name == "when"
                    else (when, self._text(start, start + size))
                )
                start = behind
                break
        while size := self._list("closers").at_end(self.words, self._bare_end(start, end)):
            if start + size >= end:
                break
            end = self._bare_end(start, end) - size
        said = self._whole(start, self._bare_end(start, end))
        if said and self._past(start, end, "openers") == start:
            yield Clause(said, self.quote, when, habit, told)

    def _is_role(self, start: int, end: int) -> bool:
        """ "As a nurse, …"."""
        of = self.words[start:end]
        return (
            of[:2] in (["as", "a"], ["as", "an"])
            and len(of) <= _ROLE_WORDS
            and not self._at("not_roles_in_as", start + 2)
        )

    def _is_theirs(self, start: int, end: int) -> bool:
        """ "Mum's …", "the boiler is …": theirs without a word that says so."""
        words = self.words[start:end]
        bare = [words[0].removesuffix("'s"), *words[1:]] if words else []
        size = max(self._list(name).at(bare) for name in ("bare_kin", "household"))
        return size > 0 and self._is_own_finite(["", *words[size - 1 :]][:_NEAR])

    def _names_unowned(self, start: int) -> bool:
        """ "library card number is …"."""
        words = self.words[start : start + _NEAR]
        at = words.index("is") if "is" in words else 0
        if any(word.endswith("'s") for word in words[:at]):
            return False
        return (
            at > 0
            and self._at("unowned", start + at - 1) == 1
            and not any(self._at(of, start) for of in ("firsts", "owners", "unnamed"))
        )

    def _bare_end(self, start: int, end: int) -> int:
        while end > start and not self.words[end - 1][-1].isalnum():
            end -= 1
        return end

    def _text(self, start: int, end: int) -> str:
        return self.sentence[self.tokens[start].start : self.tokens[end - 1].end].strip() if start < end else ""

    def _whole(self, start: int, end: int) -> str:
        """The words with what was left out: whose dad it is, who moved, what is green."""
        said = self._text(start, end)
        if self._before and said and not self._at("subjects", start) and end - start <= 2 * _NEAR:
            return f"{self._before} is {said}"
        if self._is_theirs(start, end) or self._names_unowned(start):
            return f"my {self._text(start + (self.words[start] == 'the'), end)}"
        for who, heads in self.language.table("elided"):
            if heads.at(self.words[:end], start) and (
                start <= self._past(0, end, "openers") or who.startswith("their")
            ):
                return f"{who} {said[0].lower()}{said[1:]}"
        return said
