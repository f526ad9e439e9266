"""Words as they are typed in a hurry, written out: "whats", "2moro", "remnid me".

Pure. Short forms are always written out, except in what is dictated after a colon; slips of the finger are mended only in the
words of orders, against a fixed list, and only for a message that means nothing as it stands.
"""

import re
from functools import lru_cache

_SHORT_FORMS: dict[str, str] = {
    "whats": "what's", "wheres": "where's", "whos": "who's", "hows": "how's", "whens": "when's", "im": "I'm", "ive": "I've",
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't", "isnt": "isn't",
    "arent": "aren't", "wasnt": "wasn't", "havent": "haven't", "hasnt": "hasn't", "couldnt": "couldn't",
    "shouldnt": "shouldn't", "wouldnt": "wouldn't", "thats": "that's", "theres": "there's", "lets": "let's", "u": "you",
    "ur": "your", "plz": "please", "tmrw": "tomorrow", "tmr": "tomorrow", "tmw": "tomorrow", "tomoz": "tomorrow",
    "2moro": "tomorrow", "2mrw": "tomorrow", "2morrow": "tomorrow", "tonite": "tonight", "2nite": "tonight",
    "2day": "today", "rn": "right now", "abt": "about", "bday": "birthday", "nxt": "next", "remindme": "remind me",
    "gimme": "give me", "lemme": "let me", "wat": "what", "wht": "what", "rember": "remember", "remeber": "remember", "tommorow": "tomorrow",
    "tommorrow": "tomorrow", "wensday": "wednesday", "teh": "the", "wats": "what's", "wen": "when", "gotta": "have to", "b4": "before", "nite": "night", "thurs": "Thursday", "dmain": "demain", "dem1": "demain", "ds": "dans", "auj": "aujourd'hui", "ajd": "aujourd'hui",
}  # fmt: skip
_SHORT = re.compile(rf"(?<![\w'#@./-])(?:{'|'.join(_SHORT_FORMS)})(?![\w'@/-]|\.\w)", re.IGNORECASE)
_AND = re.compile(r"(?<=[a-z]) (?:n|'n'|n') (?=[a-z])", re.IGNORECASE)
_TO = re.compile(
    r"(?<=remind me )2 (?=[a-z])(?!(?:seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|times|pm|am|o'clock)\b)",
    re.IGNORECASE,
)
_DICTATED = re.compile(r"[:\n\"]")

SHORTEST = 5
_KNOWN = frozenset(
    "remind reminder reminders remember forget task tasks note notes list lists shopping grocery groceries journal diary delete "
    "remove cancel change rename reschedule snooze search everything alarm alarms timer timers tomorrow today tonight monday "
    "tuesday wednesday thursday friday saturday sunday every morning evening afternoon birthday complete completed finish "
    "finished bought minutes minute hours weekly daily monthly show mark done move what's where which about please packing "
    "market reading".split()
)
# Words of their own that are one letter away from those.
_OTHER_WORDS = frozenset(
    "cancer shipping stopping rewind remand remainder masks charge chance crate noted nodes noses notice listen moved "
    "talks tanks tacks takes lasts lifts remote starch forged tiger times timed tamer tired sundae sundry weakly dairy minuets "
    "abort mourning moaning completes pleased parking picking packing marker markets heading leading noon dose node none lost "
    "last most mask mare maker mover love more made make shot shoe shop slow snow".split()
)


def written_out(text: str) -> str:
    """Short forms in full; what stands after a colon, on a new line or in quotes is left as it is."""
    dictated = _DICTATED.search(text)
    end = dictated.start() if dictated else len(text)
    said = _SHORT.sub(lambda found: _SHORT_FORMS[found[0].casefold()], text[:end])
    said = re.sub(r"\b2 (?=self\b)", "to ", said, flags=re.IGNORECASE)
    return _TO.sub("to ", _AND.sub(" and ", said)) + text[end:]


_OF_FACTS = (
    "birthday",
    "allergic",
    "allergy",
    "vegetarian",
    "vegan",
    "diabetic",
    "lactose",
    "gluten",
    "peanuts",
    "married",
    "anniversary",
    "password",
)


def of_facts(word: re.Match[str]) -> str:
    """A word of what somebody tells of themselves, by which it is found again, without its slip; any other as it was typed."""
    said = word[0]
    return (
        said
        if said.removesuffix("s") in _OF_FACTS
        else next((known for known in _OF_FACTS if known[0] == said[0] and _is_slip(said, known)), said)
    )


@lru_cache(maxsize=2048)
def nearest(word: str) -> str | None:
    """The one known word that is a single slip away; None for a word that stands for itself."""
    if _stands_for_itself(word):
        return None
    found = [known for known in _KNOWN if known[0] == word[0] and _is_slip(word, known)]
    alike = [known for known in found if len(known) == len(word)] or found
    return alike[0] if len(alike) == 1 else None


def _stands_for_itself(word: str) -> bool:
    if word in _KNOWN or word in _OTHER_WORDS or len(word) < SHORTEST - 1:
        return True
    return any(word == f"{known}{end}" for known in _KNOWN for end in ("s", "d", "ed", "ing", "r", "'s"))


def _is_slip(word: str, known: str) -> bool:
    """Two neighbours changed places; in longer words also a letter too many, too few or wrong."""
    if len(word) == len(known):
        return _is_swap_or_wrong(word, known)
    longer, shorter = (word, known) if len(word) > len(known) else (known, word)
    if len(longer) - len(shorter) != 1 or len(known) < SHORTEST:
        return False
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


def _is_swap_or_wrong(word: str, known: str) -> bool:
    wrong = [place for place, letters in enumerate(zip(word, known, strict=True)) if letters[0] != letters[1]]
    if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
        return word[wrong[0]] == known[wrong[1]] and word[wrong[1]] == known[wrong[0]]
    return len(wrong) == 1 and len(known) >= SHORTEST
