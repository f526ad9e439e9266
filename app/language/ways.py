"""Words about ways: how somebody goes, what kind of place a name means, which place of their own, and where facts say that is. Pure.

The words are cues (`goes_…`, `own_…` in `words/cues.toml`).
"""

import re

from app.language.cues import cues
from app.language.places import place_in
from app.language.words.tokens import fold

_MODES = (
    ("goes_by_foot", "foot"),
    ("goes_by_bike", "bike"),
    ("goes_by_transit", "transit"),
    ("goes_by_car", "car"),
)
# Which facts say where a place of one's own is, by their key; the most exact one first.
_OWN = (("own_home", ("address", "home")), ("own_work", ("office", "bureau", "work")))
_LONGEST = 300
_OWN_THING = re.compile(r"\A(?:my|mon|ma|mes|our|notre)\s+(?=\S)", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:the|a|an|le|la|les|un|une)\s+(?=\S)|\Al['’]\s*(?=\S)", re.IGNORECASE)
_NEAREST = re.compile(
    r"\b(?:(?:the |a )?(?:nearest|closest|next)(?= \S)|(?:le|la) plus proche|(?:the )?nearest to (?:me|here)|près d'ici)\b",
    re.IGNORECASE,
)
_THEIRS = re.compile(r"\A(?P<who>\w[\w ]{0,40})['’]s (?:place|house|home|flat|apartment)\Z", re.IGNORECASE)
# "My address is 5 Ring Road", which no "in" or "at" leads to.
_IS = re.compile(r"\b(?:address|adresse|home|office|bureau) (?:is|est) (?P<place>[^;.!?()\n]{2,100})", re.IGNORECASE)
_LEAVE = {"en": "leave for {place}", "fr": "partir : {place}"}


def mode_of(text: str) -> str:
    """How somebody goes: car, foot, bike or transit; "" where no word says it."""
    said = cues(text)
    return next((mode for cue, mode in _MODES if cue in said or text.strip().casefold() == mode), "")


def sought(name: str) -> tuple[str, str]:
    """(what to look for, how): "the nearest pharmacy" is the pharmacy that lies `nearest`, "the station" one that lies `around`, a name lies
    `anywhere`."""
    plain = " ".join(_NEAREST.sub(" ", name).split()) or name
    if plain != name:
        return _ARTICLE.sub("", plain), "nearest"
    bare = _ARTICLE.sub("", name)
    is_named = any(word[:1].isupper() for word in bare.split())
    return (bare, "around") if bare != name and not is_named else (bare, "anywhere")


def own_keys(name: str) -> tuple[str, ...]:
    """The keys of the facts that say where a place of one's own is: "home", "the office", "my gym"; none for other names."""
    said = cues(name)
    if keys := next((keys for cue, keys in _OWN if cue in said), ()):
        return keys
    own = _OWN_THING.sub("", name.strip())
    if theirs := _THEIRS.fullmatch(own):
        return (f"{fold(theirs['who'])}'s home",)
    return (fold(own),) if own != name.strip() else ()


def is_here(name: str) -> bool:
    """Whether it only says where one is: "here", "my current location"."""
    return not name.strip() or "own_here" in cues(name)


def place_said(statement: str) -> str:
    """The place that a fact names: "Osu, Accra" of "I live in Osu, Accra"; "" where it names none."""
    found = _IS.search(statement[:_LONGEST])
    place = place_in(statement) or (found["place"].strip(" ,'’\"") if found else "")
    return "" if own_keys(place) else place


def leaving(place: str, language: str) -> str:
    """What a reminder to leave says."""
    return _LEAVE.get(language, _LEAVE["en"]).format(place=place)
