"""Who is who among somebody's people, from what they told: "my brother's name is Anze", "Ama is my sister". Pure.

What speaks of "my brother" then also speaks of Anze, and what speaks of Anze of my brother.
"""

import re
from collections.abc import Iterable

from app.language.vocabulary import lexicon, words_of

_NAME = r"(?P<name>[A-ZÀ-Ý][\w'’-]+)"
_MINE = r"\b(?:[Mm]y|[Oo]ur|[Mm]on|[Mm]a|[Nn]otre)"
_KIN = r"(?P<kin>[\w-]+(?: (?:sister|brother|daughter|son|mother|father|friend))?)"
_SAYS = (
    re.compile(rf"{_MINE} {_KIN}(?:['’]s name is| is called| is named| goes by| s['’]appelle),? {_NAME}"),
    re.compile(
        rf"{_MINE} {_KIN},? {_NAME},?(?= (?:is|was|has|lives|works|likes|loves|can|can't|doesn't|goes|drives|est|a|habite|travaille|aime)\b)"
    ),
    re.compile(rf"\b{_NAME} (?:is|est) (?:my|our|mon|ma) {_KIN}\b(?!['’-]| in law| [a-z]+ing\b)"),
)
_NO_NAMES = frozenset(
    "today tomorrow tonight she he it this that there here who what where neither not if dr mr mrs".split()
)
MOST = 200  # texts that are looked at, and names that are kept


def who_is_who(texts: Iterable[str]) -> dict[str, str]:
    """The names of their people by what they are to them ("brother": "Anze"); who goes by two names is left out."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for text, _ in zip(texts, range(MOST), strict=False):
        for said in (one for says in _SAYS if (one := says.search(text))):
            kin, name = said["kin"].casefold(), said["name"]
            if name.casefold() in _NO_NAMES or lexicon().length("time", [name.casefold()]):
                continue
            if not any(word.person for word in words_of(kin)):
                continue
            if found.setdefault(kin, name) != name:
                twice.add(kin)
    return {kin: name for kin, name in found.items() if kin not in twice}


def with_names(text: str, people: dict[str, str]) -> str:
    """A text with the other of their two names for whom it speaks of: "my brother Anze keeps bees"; as it is where there is none."""
    for kin, name in people.items():
        mine, names_it = _mine(kin).search(text), name.casefold() in text.casefold()
        if mine and not names_it:
            text = f"{text[: mine.end()]} {name}{text[mine.end() :]}"
        elif names_it and not mine:
            text = re.sub(rf"\b{re.escape(name)}\b(?!['’]s)", f"{name} (my {kin})", text, count=1, flags=re.IGNORECASE)
    return text


def _mine(kin: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:my|our|mon|ma|notre) {re.escape(kin)}\b", re.IGNORECASE)


def subject_of(told: str) -> str:
    """Whom or what a statement is about, by its first words: "my sister", "Ama Serwaa"; "" where it doesn't begin with that."""
    found = _SUBJECT.match(told)
    return "" if found is None or found[0].split()[0].casefold() in _NO_SUBJECT else found[0]


def of_whom(told: str, earlier: str) -> str:
    """ "Her name is Beatrice" behind "my aunt is called Beatriz": my aunt's."""
    whom = subject_of(earlier)
    if not whom or _OWN_NAME.match(told):
        return told  # "Uncle Yaw too, he sells spare parts"
    if _SON.match(told):
        return f"{told} ({whom})"  # French has no word to put in its place
    owner, _, theirs = whom.rpartition("'s ")
    if owner and not any(word.person or word.is_name for word in words_of(theirs)):
        whom, owner = owner, ""  # "my niece Elsie's birthday is": it is about Elsie
    again = re.match(rf"{_LEAD}(?:her|his|their) (?={re.escape(theirs)}\b)", told, re.IGNORECASE) if owner else None
    if again is not None:
        return f"{again['lead']}{owner}'s {told[again.end() :]}"  # "his girlfriend", behind "my brother's girlfriend"
    if _THEY.match(told) and not (whom.endswith("s") or " and " in whom or " et " in whom):
        return told
    owned = _HERS.sub(rf"\g<lead>{whom}'s", told, count=1)
    return owned if owned != told else _SHE.sub(rf"\g<lead>{whom}", told, count=1)


def of_what(told: str, earlier: str) -> str:
    """ "It's 5522 now" behind "the gate code is 4410": the gate code is 5522. As it is where the one says no value, or the other has none."""
    changed = _CHANGED.fullmatch(told.strip(" .!"))
    if changed:  # "they've changed the gate code, it's 9034 now"
        return f"{changed['what']} {'are' if changed['are'] else 'is'} {changed['value']}"
    value, was = _ITS.fullmatch(told.strip(" .!")), _IS.match(earlier)
    return f"{was['what']} {was['is']} {value['value']}" if value and was else told


_CHANGED = re.compile(
    r"(?:they|we|i|he|she|somebody|someone|my [\w'’-]+)(?:['’]ve| have| has|['’]s)? (?:changed|moved|swapped|put) (?P<what>(?:the|my|our|his|her) [\w'’ -]{2,40}?)"
    r"(?: again| around)?[,;.] ?(?:so |and )?(?:it['’]s|it is|(?P<are>they['’]re|they are))(?: now)? (?P<value>[^,;.?!]{1,60}?)(?: now| instead)?",
    re.IGNORECASE,
)
_ITS = re.compile(
    r"(?:[\w' ]{0,30}\bchanged?\b|le \w+ a changé)?[,;:. ]*(?:and |but |so |mais |et )?(?:it(?:'s| is| was)|that's|they(?:'re| are)|c['’]est)(?: now| in fact| actually| maintenant)? "
    r"(?P<value>(?!not\b|pas\b|my\b|the\b)[^,;.?!]{1,40}?)(?: now| instead| actually| maintenant)?",
    re.IGNORECASE,
)
_IS = re.compile(
    r"(?P<what>(?!(?:it|that|i|we|he|she|they|il|elle|je|c)\b)[\w'’ -]{2,60}?) (?P<is>is|are|est|sont) (?=\S)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:(?:[Mm]y|[Oo]ur|[Mm]on|[Mm]a|[Nn]otre) [\w'’-]+(?: [\w'’-]+){0,2}?|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?|[a-z]{3,15})(?=(?:'s)? (?:is|was|has|lives|works|likes|can't|goes|moved|called|named|s'appelle|est|a|habite|travaille|il est|elle est|il a|elle a|vit|aime)\b)"
)
_NO_SUBJECT = frozenset(
    "i you we it he she they there this that who what which where when how all everyone il elle ce cela ça on qui que".split()
)
_OWN_NAME = re.compile(r"\w+[^,:]*? [A-Z][\w'’-]+[^,:]*,")
_SON = re.compile(r"(?:son|sa|ses|leurs?)\b", re.IGNORECASE)
_LEAD = r"\A(?P<lead>(?:and |but |so )?(?:[\w ]{0,20}[:,] )?)"
_THEY = re.compile(rf"{_LEAD}(?:they|their)\b", re.IGNORECASE)
_HERS = re.compile(rf"{_LEAD}(?:her|his|their)\b", re.IGNORECASE)
_SHE = re.compile(rf"{_LEAD}(?:she|he|they|elle|il)\b", re.IGNORECASE)
