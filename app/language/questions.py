"""What a question about one's own things asks for: what kind of answer, about whom, and by which words.

Pure; the words are data (`vocabulary.py`). Invariant: at most `LOOKED_AT` characters are read. Knows nothing of what was told.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce

from app.language.vocabulary import LANGUAGES, LONGEST_PHRASE, Word, lexicon, with_phrases, words_of

LOOKED_AT = 300
_QUESTION = re.compile(r"[^.!?\n]+[?]?")
_HOLDER, _PLAIN, _ATTRIBUTE, _IMPLIED = 0.8, 1.0, 0.6, 0.3  # what a word of a question counts
_OPENING, _IN_PLACE = (
    3,
    10,
)  # words in which what asks is looked for: at the beginning, and in a question ("je dois combien à Ousmane ?")
_LENT = "=lend"  # what words of lending, borrowing and giving back mean
_NEAR_OWNER = 3  # words between an owner and whom they have: "Kofi's two little sisters"
_WHETHER, _WHO, _COUNT, _PRICE, _WHAT = "whether", "who", "count", "price", "what"


@dataclass(frozen=True, slots=True)
class Asked:
    """A word that a question is about and what it counts. Without one that is `required` nothing answers."""

    word: Word
    weight: float
    required: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """`kind`: who, where, when, count, price, what or whether; "" of a topic that asks nothing. `of_self`: it is about the user, not about
    somebody else. `giver`: who gives, where it asks of lending and owing: "self", "other" or ""."""

    kind: str
    asked: tuple[Asked, ...]
    of_self: bool
    giver: str = ""
    is_of_you: bool = False
    of_hour: bool = False  # a day alone doesn't answer
    kin: tuple[tuple[Word, Word], ...] = ()  # whose people are asked about, each owner with whom they have

    @property
    def is_of_theirs(self) -> bool:
        """Whether it is about one of the user's people."""
        return any(one.word.person for one in self.asked)

    @property
    def topic(self) -> str:
        """The words that say what it is about."""
        return " ".join(one.word.folded for one in self.asked)


def language_of(text: str) -> str:
    """The language most of whose small words stand in a text; English where none has more."""
    return spoken(text) or LANGUAGES[0]


_PLAINLY = 2  # small words more that another language must have than the one that was spoken before


def spoken(text: str, before: str = "") -> str:
    """The language most of whose small words stand in a text; "" where none has more. `before`: what was spoken until then, and goes on
    unless the words plainly belong to another: "plus 15" is no French between English messages.
    """
    words = [(word.folded,) for word in words_of(text[:LOOKED_AT])]
    counts = {one: sum(word in own for word in words) for one, own in lexicon().own_words.items()}
    best = max(LANGUAGES, key=lambda one: counts[one])
    more = _PLAINLY if before else 1
    return best if all(counts[best] >= count + more for one, count in counts.items() if one != best) else before


CONFIRMED = "(confirmed) "  # what begins the words of a turn that a yes made: they are ours


def spoken_in(said: Iterable[str]) -> str:
    """The language of a conversation, the first of its messages first: of the first words that plainly belong to one, and of each later message
    that plainly belongs to another."""
    own = (text for text in said if not text.startswith(CONFIRMED))
    return reduce(lambda before, text: spoken(text, before), own, "") or LANGUAGES[0]


def asks(text: str) -> bool:
    """Whether it is a question of the user's about what they may have told: not one about the assistant itself."""
    words = words_of(without_exclamation(text[:LOOKED_AT]))
    return bool(words) and (text.rstrip().endswith("?") or asks_of_itself(words))


def without_exclamation(text: str) -> str:
    """A text without the "What a day!" that it begins with, which asks nothing."""
    return _EXCLAIMED.sub("", text)


_EXCLAIMED = re.compile(r"\A\s*(?:what|how|quelle?)\b[^.!?]{1,40}!+\s+(?=\S)", re.IGNORECASE)


def asks_of_itself(words: Sequence[Word]) -> bool:
    """Whether its words ask, wherever in it: "where is it", "the key is where", "the key, where did I put it", "tell me the code"."""
    spoken = [word.folded for word in _unframed(words)]
    return bool(lexicon().asking(spoken)[0] or _asking_late(spoken)[1] or _asks_for(words))


def _asks_for(words: Sequence[Word]) -> bool:
    """ "Give me" and a thing there is one of: "the code", "Kofi's number"."""
    folded = [word.folded for word in words]
    while folded and (size := lexicon().length("please", folded)):
        folded = folded[size:]
    size = lexicon().length("asks_for", folded)
    rest = words[len(words) - len(folded) + size :][:1]
    return bool(size and rest) and (lexicon().has("definite", rest[0]) or rest[0].owns)


def as_asked(about: str, said: str) -> str:
    """The sentence of `said` that asks about a topic, since it also says what kind of answer is wanted; else the topic."""
    if asks(about):
        return about
    topic = [word for word in words_of(about[:LOOKED_AT]) if not _is_empty(word)]
    for found in _QUESTION.finditer(said[: 2 * LOOKED_AT]):
        words = words_of(found[0])
        if asks(found[0]) and all(
            any(one.stem == word.stem or one.means & word.means for one in words) for word in topic
        ):
            return found[0].strip()
    return about


# "What can't Ama eat?" in the order of what was told: "Ama can't eat".
_INVERTED = re.compile(
    r"\b(?P<may>can't|cannot|mustn't|must not|shouldn't|should not|may not|won't) (?P<who>(?:my |our |the )?[\w'-]+(?: [A-Z][\w'-]+)?) (?P<does>eat|have|drink|take|stand)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def read_question(text: str) -> Question:
    """What is asked. Never raises; of a text without a telling word, nothing is asked."""
    words = words_of(_INVERTED.sub(r"\g<who> \g<may> \g<does>", text[:LOOKED_AT]))
    spoken = _unframed([replace(word, is_name=word.is_name and index > 0) for index, word in enumerate(words)])
    at, size, kind = _asking([word.folded for word in spoken], is_question=text.rstrip().endswith("?"))
    rest = [*spoken[:at], *spoken[at + size :]]
    kind = _priced(kind, rest)
    is_named = kind == _WHAT and bool(rest) and lexicon().has("named", rest[-1])
    kind = _WHO if is_named else kind  # "what is my dog called?" asks for a name, and for no cat's
    is_self = any(map(_is_self, spoken))
    is_of_you = not is_self and any(lexicon().length("you", [word.folded]) for word in spoken)
    asking = spoken[at : at + size]
    asked = _weighed(kind, rest, _subject(rest, at, " ".join(word.folded for word in asking), kind))
    asked += _asked_by_form(kind, asking, rest if at == 0 else [])
    if is_named:
        asked = [replace(one, required=True) for one in asked]
    if not asked and kind == _WHO:
        asked = [Asked(words_of("name")[0], _ATTRIBUTE)]  # "who am I?", "what am I called?"
    if kind == _WHETHER:
        asked = [replace(one, word=_with_opposite(one.word)) for one in asked]
    others = any(one.required and (one.word.person or one.word.is_name or one.word.owns) for one in asked)
    of_self = not others and (is_self or not kind)
    of_hour = any(lexicon().has("asks_hour", word) for word in asking)
    return Question(kind, tuple(asked), of_self, giver(rest, is_open=kind == _WHO), is_of_you, of_hour, kin(rest))


def _asked_by_form(kind: str, asking: Sequence[Word], rest: Sequence[Word]) -> list[Asked]:
    """What the asking words say themselves: "how tall" asks for a height, "what does she do" for a job."""
    if asking and kind == _COUNT and asking[-1].stem in lexicon().shapes:
        return [Asked(asking[-1], _ATTRIBUTE, required=bool(asking[-1].means))]
    if kind == _WHAT and rest and lexicon().has("does", rest[-1]):
        return [Asked(words_of("job")[0], _ATTRIBUTE)]
    return []


def _priced(kind: str, words: Sequence[Word]) -> str:
    """The kind, where what it costs is asked by "pay", or "how much" by a height."""
    if kind in (_COUNT, _WHAT) and any(_is_implied(word, _PRICE) for word in words) and not _of_a_loan(words):
        return _PRICE
    counted = any(lexicon().shape(word) == _COUNT and not _is_implied(word, _PRICE) for word in words)
    return _COUNT if kind == _PRICE and counted else kind


def _of_a_loan(words: Sequence[Word]) -> bool:
    """Whether a thing is asked for that was lent, and no sum: "what do I have to give back to Claire?"."""
    return any(not _is_implied(word, _PRICE) and _LENT in word.means for word in with_phrases(words, beside=False))


def kin(words: Sequence[Word]) -> tuple[tuple[Word, Word], ...]:
    """Whose people are spoken of: "Yaw's sister", "my sister", "la soeur de Yaw", each owner with the one they have."""
    found: list[tuple[Word, Word]] = []
    for index, word in enumerate(words):
        if not word.person:
            found += _owner_of_thing(words, index)
            continue
        behind = [one for one in words[index + 1 : index + 4] if _is_self(one) or not _is_empty(one)][:1]
        if words[index + 1 : index + 2] and lexicon().has("of", words[index + 1]) and behind:
            found.append((behind[0], word))
            continue
        before = (one for one in reversed(words[max(0, index - _NEAR_OWNER - 1) : index]) if one.owns or _is_self(one))
        found += [(owner, word) for owner in list(before)[:1]]
    return tuple(found)


def _owner_of_thing(words: Sequence[Word], index: int) -> list[tuple[Word, Word]]:
    """Whose thing it is, right behind "my" or "Esi's"."""
    if index and lexicon().has("mine", words[index - 1]) and not _is_empty(words[index]):
        return [(words[index - 1], words[index])]
    return [(words[index - 2], words[index])] if index > 1 and words[index - 2].owns else []


def giver(words: Sequence[Word], *, is_open: bool = False, is_told: bool = False) -> str:
    """Who gives, where the words tell of lending or owing: "self" or "other"; "" where they don't say. `is_open`: "who" does it.
    `is_told`: a statement, which may begin with what its user did."""
    for index, word in enumerate(words := with_phrases(words, beside=False)):
        way = lexicon().gives.get(word.stem)
        if way:
            doer = _doer(words[:index], words[index + 1 :], is_open=is_open, is_told=is_told)
            return doer if way == "gives" else {"self": "other", "other": "self"}.get(doer, "")
    return ""


def _doer(before: Sequence[Word], behind: Sequence[Word], *, is_open: bool, is_told: bool) -> str:
    """Who does it: by whom the words before name, else by whom it is done to."""
    near = [one for one in before[-4:] if _is_self(one) or not _is_empty(one)]
    done_to = [one for one in (*near[-1:], *behind) if lexicon().has("done_to", one)]
    if near and not (done_to and near[-1] in done_to):
        return "self" if _is_self(near[-1]) else "other"
    if done_to or (is_open and any(map(_is_self, behind))):
        return "other"
    return "self" if is_told and not before else ""


def _is_self(word: Word) -> bool:
    return bool(lexicon().length("self", [word.folded]))


def _weighed(kind: str, words: Sequence[Word], subject: Word | None) -> list[Asked]:
    """The telling words with their weights. Required: an owner, a person, a name, who does it, and to whom something is lent."""
    asked: list[Asked] = []
    lends = any(word.stem in lexicon().gives for word in words)
    for word in _telling(words):
        shape = lexicon().shape(word)
        if word.owns or word.person or word.is_name or word is subject:
            asked.append(Asked(word, _HOLDER, required=True))
        elif _is_implied(word, kind):
            asked.append(Asked(word, _IMPLIED))
        elif shape or (words and word is words[0]):  # "which food": what answers is one of them, by its own name
            asked.append(Asked(word, _ATTRIBUTE))
        else:
            asked.append(Asked(word, _PLAIN, required=lends and not word.means))
    return asked


def _is_implied(word: Word, kind: str) -> bool:
    """Whether the kind of answer says it already: where something is "kept", what it "costs"."""
    return word.stem in lexicon().implied.get(kind, ())


def _subject(words: Sequence[Word], at: int, asking: str, kind: str) -> Word | None:
    """Who or what does it, by its place: right behind "does" or "is", without an article."""
    if not kind or kind == _WHO:
        return None
    is_verb = kind == _WHETHER or asking.endswith(("'s", "s"))
    for index in range(at, min(len(words), at + 6)):
        aux = index > 0 and lexicon().asking([words[index - 1].folded])[1] == _WHETHER
        if ((is_verb and index == at) or aux) and not _is_empty(words[index]):
            return words[index]
    return None


def _with_opposite(word: Word) -> Word:
    others = {lexicon().opposites[one] for one in word.means if one in lexicon().opposites}
    return replace(word, means=word.means | others)


def _telling(words: Sequence[Word]) -> Iterator[Word]:
    """Phrases and words that say what it is about."""
    before = None
    for word in with_phrases(words, beside=False):
        is_theirs = word.person and before and (_is_self(before) or before.folded == "'s")  # no French "son"
        if word.size > 1 or is_theirs or not _is_empty(word):
            yield word
        before = word


def _is_empty(word: Word) -> bool:
    return bool(lexicon().length("empty", [word.folded])) or word.folded.startswith("'")


def _unframed(words: Sequence[Word]) -> list[Word]:
    """Without "do you know" and "did I say", and "give me" at the beginning."""
    kept, index, folded = list[Word](), 0, [word.folded for word in words]
    while index < len(words):
        part = folded[index : index + LONGEST_PHRASE]
        size = lexicon().length("frame", part) or (0 if kept else lexicon().length("asks_for", part))
        if not size:
            kept.append(words[index])
        index += size or 1
    return kept


def _asking(words: Sequence[str], *, is_question: bool) -> tuple[int, int, str]:
    """Where the words that ask stand, how many they are, and what they ask for. `is_question`: they may stand in the middle too, as in "je dois
    combien à Ousmane ?"."""
    size, kind = lexicon().asking(words)
    if size:
        return 0, size, kind
    late = _asking_late(words)
    if late[1]:
        return late
    for index in range(1, min(len(words), _IN_PLACE if is_question else _OPENING)):
        size, kind = lexicon().asking(words[index:])
        is_near = index < _OPENING or not lexicon().length("unasked", words[index - 1 : index])
        if size and kind != _WHETHER and is_near:
            return index, size, kind
    return 0, 0, ""


def _asking_late(words: Sequence[str]) -> tuple[int, int, str]:
    """The same behind what is asked about: at the end ("the key is where") or before "did I" ("the key, where did I put it")."""
    for index in range(1, len(words)):
        size, kind = lexicon().asking(words[index:])
        if not size or kind == _WHETHER or lexicon().length("unasked", words[index - 1 : index]):
            continue
        behind = words[index + size :]
        if all(lexicon().length("trails", [one]) for one in behind) or _is_turned(words[index + size - 1], behind):
            return index, size, kind
    return 0, 0, ""


def _is_turned(last: str, behind: Sequence[str]) -> bool:
    """Whether words that ask stand before a verb and who does it, or hold the verb: "did I", "what's he"."""
    size, kind = lexicon().asking(behind)
    doer = behind if last == "'s" else behind[size:] if kind == _WHETHER else ()
    return bool(doer) and any(lexicon().length(name, doer[:1]) for name in ("speaks", "leans", "you"))
