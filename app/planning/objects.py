"""What a command acts on: something new ("a note"), or something that is already there and must be found first ("the slides").

The first noun phrase that is no receiver decides: a definite one means a thing that exists. What the assistant holds by name itself
(reminders, lists), what belongs to the machine (lights, volume) and moments are no things to be found. Pure; a reading of words,
no grammar of English.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.language.words.lexicon import lexicon
from app.planning import vocabulary as words_of
from app.planning.clauses import Clause

_DETERMINERS = frozenset("the this that these those my our his her their its".split())
_POSSESSIVES = frozenset("my our his her their its".split())
_NEW = frozenset("a an another one two three some any no more".split())
_PARTICLES = frozenset("up on off out in back down away over again please also".split())
_ENDS = (
    frozenset(
        """, : ( – — and or but so to for from of in on at by with about into onto as before after until till during since if when
    that which who whose what where how why than then please is are was were has have will so between under over off up down
    out through via because while know tomorrow today tonight yesterday""".split()
    )
    | words_of.ASKING
)
# "add mom's birthday" makes a new thing; "delete mom's birthday" needs the one that is there.
_MAKING = frozenset("add book create insert log make note order put record save schedule set".split())
_DITRANSITIVE = frozenset(
    """ask email e-mail forward give let inform mail message notify offer pay remind send show tell text thank warn write""".split()
)
_TO_A_THING = frozenset("add append assign attach copy give insert invite join upload extend".split())
# What the assistant holds by its own name, what is only words, moments, and what is nobody's file.
_NEVER_FOUND = frozenset(
    """alarm timer reminder task todo to-do note list journal diary calendar agenda fact item contact book queue favorite favourite
    question word sentence text message title subject tag label phrase description status instruction command joke story poem
    name language zone timezone mode setting bank pin password account limit location bill credit checking savings order
    thing stuff time way one job change undo
    day morning afternoon evening night week weekday weekend month year hour minute second moment date""".split()
).union(lexicon().words("weekday"))
_MACHINE = frozenset(
    """light lights lamp volume music song track playlist album radio station channel tv television temperature thermostat heating
    fan vacuum robot device speaker brightness screen phone camera door game podcast movie video card""".split()
)
# What is sent or paid, never a receiver.
_SENT = frozenset(
    """answer article attachment contract document file fee invitation invoice link message minutes newsletter notes page photos
    plan report rent results salary slides summary ticket""".split()
)
_NAMES = frozenset((words_of.FILE, words_of.QUOTE))
_NAMED_TO_BE_FOUND = frozenset("bill channel order".split())
_SOURCES = frozenset(("from", "like", "using"))
_PLACES = frozenset(("to", "into", "onto"))
_LONGEST_PHRASE = 6


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A noun phrase: where it ends, whether it is definite, its words after the determiner, whether a name follows, and whether
    it says whose it is."""

    end: int
    definite: bool
    words: tuple[str, ...]
    named: bool = False
    of_somebody: bool = False

    @property
    def is_to_be_found(self) -> bool:
        """Whether it names a thing that is there and is none of the assistant's or the machine's own."""
        if not self.definite or not self.words:
            return self.named and not self.words
        head = self.words[-1].removesuffix("s")
        if self.named and head in _NAMED_TO_BE_FOUND:
            return True
        return not {head, self.words[-1]} & _NEVER_FOUND and not _MACHINE & set(self.words)


def acts_on_known(clause: Clause) -> bool:
    """Whether the command's object is a thing that must be found before it can be acted on."""
    theme = _theme(clause)
    if theme is not None and theme.is_to_be_found and not (theme.of_somebody and clause.verb in _MAKING):
        return True
    joints = _SOURCES | _PLACES if clause.verb in _TO_A_THING else _SOURCES
    return any(phrase.is_to_be_found for phrase in _after(clause.words, joints))


def _theme(clause: Clause) -> _Phrase | None:
    """What is acted on, after the one it is given to."""
    words = clause.words
    at = next((index for index, word in enumerate(words) if word not in _PARTICLES), len(words))
    first = _phrase(words, at)
    if clause.verb not in _DITRANSITIVE:
        return first
    following = words[first.end : first.end + 1]
    if following and (_is_definite(following[0]) or following[0] in _NEW):
        return _phrase(words, first.end)
    return first if first.named or "to" in words[first.end :] or _SENT & set(first.words[-1:]) else None


def _after(words: Sequence[str], joints: frozenset[str]) -> Iterator[_Phrase]:
    """The noun phrases that follow one of these prepositions."""
    yield from (_phrase(words, index + 1) for index, word in enumerate(words) if word in joints)


def _phrase(words: Sequence[str], at: int) -> _Phrase:
    """The noun phrase that begins at `at`; an empty one where none does."""
    definite = at < len(words) and _is_definite(words[at])
    start = at + 1 if definite and words[at] in _DETERMINERS else at
    end = start
    while end < min(len(words), start + _LONGEST_PHRASE) and not _ends(words, end, start):
        end += 1
    name = words[end : end + 1]
    named = name == (words_of.FILE,) if end == start else bool(name) and name[0] in _NAMES
    of_somebody = definite and (words[at] in _POSSESSIVES or words[at].endswith("'s"))
    return _Phrase(end, definite, tuple(words[start:end]), named, of_somebody)


def _ends(words: Sequence[str], index: int, start: int) -> bool:
    word = words[index]
    return word in _ENDS or word in words_of.MARKS or (index > start and (word in _DETERMINERS or word in _NEW))


def _is_definite(word: str) -> bool:
    return word in _DETERMINERS or word.endswith("'s")
