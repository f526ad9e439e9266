"""What a statement is about: its key, so that "I moved to Kumasi" replaces where they lived and one allergy stands beside another.

Invariant: statements that can't both hold have one key; those that can, have two, as far as their words show it. Pure.
"""

import re

LONGEST_KEY = 200
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NEWER = re.compile(r"\A(?:new|current|actual) (?=.)", re.IGNORECASE)

_KIN = (
    r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|mother|mum|mom|father|dad|parents|sister|brother|sibling|son|daughter|"
    r"child|baby|kid|aunt|auntie|uncle|cousin|niece|nephew|grand\w+|gran|step\w+|in-laws|\w+-in-law|friend|best friend|roommate|flatmate|"
    r"boss|manager|colleague|neighbou?r|landlord|landlady|teacher|coach|mentor|doctor|dentist|dog|cat|pet|puppy|kitten|horse|parrot)"
)
# Somebody of theirs: "my sister", "my sister's husband Kofi". The name is no part of what it is about.
_WHOSE = rf"(?:my|our) (?P<who>(?:[\w-]+ ){{0,2}}?{_KIN}(?:['’]s (?:[\w-]+ )?{_KIN})?)(?:,? (?-i:[A-Z])[\w'’-]+,?)?"
_STILL = r"(?:(?:now|currently|still|also|actually|really|just|recently|finally|always|mostly|usually|only) )*"
_TASTE = r"(?:love|loves|like|likes|enjoy|enjoys|hate|hates|dislike|dislikes|adore|adores|detest|detests|can['’]?t stand|cannot stand)"
_NOT = r"(?:don['’]?t|do not|doesn['’]?t|never|no longer)"
_NO_MORE = r"(?: (?:any ?more|any longer|now|these days|that much|much|a lot|so much|very much|at all))*"

# What there is only one of: a new statement replaces the old one. The first row that fits gives the key; {group} is filled in.
_SINGLE: tuple[tuple[str, str], ...] = (
    (
        rf"\A{_WHOSE}(?:['’](?:s|re|ve))? {_STILL}(?:(?:has|have|is|are|no longer|doesn['’]?t|don['’]?t|does not|do not) )?{_STILL}"
        r"(?:lives?|living|based|stays?|staying|resides?|residing|moved|relocated)(?: back| over| house)? (?:in|to|at|near|on)\b",
        "{who}'s home",
    ),
    (
        rf"\A{_WHOSE}(?:['’](?:s|re))? {_STILL}(?:(?:is|are|no longer|doesn['’]?t|does not) )?{_STILL}(?:works?|working) (?:at|for|in|as|with)\b",
        "{who}'s work",
    ),
    (rf"\A{_WHOSE}(?: is|['’]s) (?:called|named)\b", "{who}'s name"),
    (
        rf"\A{_WHOSE}(?: is|['’]s) (?!(?-i:[A-Z])\w*(?:an|ish|ese|ic|im|ist|ch|ss|ek|ai)\b)(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+){{0,2}}(?: now)?\Z",
        "{who}'s name",
    ),
    (rf"\A{_WHOSE} (?:is|are|turned|just turned|has turned) (?:now )?\d+\b", "{who}'s age"),
    (
        rf"\A{_WHOSE}(?: is| are|['’]s|['’]re) (?:an? |also |not |no longer |very |so |really |too |in |on |at |from |the |my |our |\w+ing\b|"
        r"allergic|married|single|divorced|pregnant|vegan|vegetarian|diabetic|retired|ill|sick|fine|well|here|away)",
        "",
    ),
    (rf"\Ai (?:{_STILL}{_NOT} )?{_STILL}(?:really )?{_TASTE} (?P<what>.+?){_NO_MORE}\Z", "liking {what}"),
    (
        rf"\Ai(?:['’]m| am) {_STILL}(?:not |no longer )?(?:really |severely |very |a bit )?(?P<what>(?:allergic|intolerant) to .+?){_NO_MORE}\Z",
        "{what}",
    ),
    (
        rf"\Ai(?:['’]ve been|['’]m| am) {_STILL}(?:not |no longer )?(?:an? )?(?P<what>vegan|vegetarian|pescatarian|diabetic|teetotal|smoker)\b.*\Z",
        "{what}",
    ),
    (
        r"\A(?!(?:it|that|this|he|she|they)\b).+? (?:is|are)(?: now| actually| still)* (?:my|our) (?P<key>(?:new |current )?favou?rite [\w'’-]+(?: [\w'’-]+){0,2}?)(?: now| these days)?\Z",
        "{key}",
    ),
    (r"\b(?:live|stay)(?:ing)? in an? (?-i:[a-z0-9 -]+)\Z", "housing"),
    (r"\b(?:my|our) (?P<key>(?:[\w'’-]+ ){0,4}?[\w'’-]+) (?:is|are|was|were)(?: now)?\b", "{key}"),
    (r"\b(?:my|our) (?P<key>[\w-]+)['’]s (?:called|named)\b", "{key}"),
    (
        r"\b(?:i|we)(?:['’]ve| have)? (?:just |now |currently |still |actually |recently |finally )*"
        r"(?:live|stay|reside|moved|relocated)(?: back| over| house)? (?:in|to|at|near|on)\b",
        "home",
    ),
    (
        r"\b(?:i|we)(?:['’](?:m|re)| am| are) (?:now |currently |still )*(?:living|based|staying) (?:in|at|near)\b",
        "home",
    ),
    (r"\bi(?:['’]m| am) (?:originally )?from\b", "origin"),
    (r"\bi(?:['’]m| am)? ?(?:now |currently |still )*work(?:ing)? (?:at|for|in|as)\b", "work"),
    (r"\b(?:call me|i go by|my name['’]s)\b", "name"),
    (r"\bi(?:['’]m| am) (?:called|named)\b", "name"),
    (
        r"\bi was born (?:on|in) (?:the )?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december)",
        "birthday",
    ),
    (r"\bi was born\b", "birthplace"),
    (r"\bi(?:['’]m| am) (?:now )?\d+(?: years old| yrs old)?(?=\W*\Z| now|,)", "age"),
    (
        r"\bi(?:['’]m| am) (?:now |still |happily |newly )*(?:married|single|divorced|engaged|widowed)\b",
        "marital status",
    ),
    (r"\b(?:i|we) drive an? ", "car driven"),
)
_SINGLE_KEYS = tuple((re.compile(pattern, re.IGNORECASE), key) for pattern, key in _SINGLE)

# An event said, the state it leaves kept: "where do I live?" is answered by where, and not by how they came there.
_LEFT_BEHIND: tuple[tuple[str, str], ...] = (
    (
        r"(?P<who>i|we)(?:['’]ve| have)? (?:just |now |recently |finally )*(?:moved|relocated)(?: back| over| house| home)? to (?P<what>.+)",
        r"\g<who> live in \g<what>",
    ),
    (
        r"i(?:['’]ve| have)? (?:just |now |recently |finally )*(?:(?:changed|switched) jobs?(?: and)?(?: i)?(?: now)?(?: work| to)?|"
        r"(?:started|began) (?:working|work|a (?:new )?job)|(?:got|took|landed) a (?:new )?job) (?P<joint>at|for|with|in|as) (?P<what>.+)",
        r"I work \g<joint> \g<what>",
    ),
    (r"i(?:['’]ve| have)? (?:just |recently )?(?:turned|become) (?P<what>\d{1,3})", r"I am \g<what>"),
    (
        r"i(?:['’]ve| have)? (?:just |recently |finally )?(?:got|gotten) (?P<what>married|divorced|engaged)",
        r"I am \g<what>",
    ),
)
_STATES = tuple((re.compile(pattern, re.IGNORECASE), state) for pattern, state in _LEFT_BEHIND)
_SPELLINGS = {
    "favorite": "favourite",
    "color": "colour",
    "neighbor": "neighbour",
    "mom": "mum",
    "mommy": "mum",
    "mummy": "mum",
}
_OF_THEIRS = re.compile(rf"\A{_WHOSE}\b", re.IGNORECASE)
_TAKEN_BACK = re.compile(r",? (?:no,? )?(?:wait|sorry|i mean)\Z", re.IGNORECASE)
# What something is not, said beside what it is.
# What is known holds now, until it is corrected.
_UNTIL_TOLD = re.compile(r",? (?:now|right now|these days|at the moment|nowadays)\Z", re.IGNORECASE)
_CONTRAST = re.compile(r"(?:, (?:and )?| and )not (?!only\b|just\b).+\Z|,? instead(?: of .+)?\Z", re.IGNORECASE)
# With a time beside it the event is the fact.
_DATED = re.compile(
    r"\b(?:ago|last|yesterday|since|when|because|before|after|in \d{4}|next|soon|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b",
    re.IGNORECASE,
)

# What has ended, and how it was said while it held: "I don't live in Accra any more" speaks of "I live in Accra".
_ENDINGS: tuple[tuple[str, str], ...] = (
    (r"(?P<who>i|we) (?:don['’]?t|do not) (?P<what>.+?) (?:any ?more|any longer|these days|now)", r"\g<who> \g<what>"),
    (r"(?P<who>i|we) no longer (?P<what>.+)", r"\g<who> \g<what>"),
    (
        r"(?P<who>i|we)(?:['’](?:m|re)| am| are) not (?P<what>.+?) (?:any ?more|any longer|these days|now)",
        r"\g<who> am \g<what>",
    ),
    (r"(?P<who>i|we)(?:['’](?:m|re)| am| are) no longer (?P<what>.+)", r"\g<who> am \g<what>"),
    (
        r"i(?:['’]ve| have)? (?:just |recently |finally )*(?:left|quit|resigned from|lost) my job(?: (?:at|as|with) (?P<what>.+))?",
        r"i work at \g<what>",
    ),
    (
        r"i(?:['’]ve| have)? (?:just |recently |finally )*(?:stopped|quit|gave up|given up) (?P<what>\w+.*)",
        r"i \g<what>",
    ),
    (
        r"(?P<who>i|we)(?:['’]ve| have)? (?:just |recently |finally )*moved (?:out of|away from) (?P<what>.+)",
        r"\g<who> live in \g<what>",
    ),
)
_ENDED = tuple((re.compile(pattern, re.IGNORECASE), state) for pattern, state in _ENDINGS)


def words_of(text: str) -> list[str]:
    """The words, case-folded, without punctuation."""
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


def fact_key(statement: str) -> str:
    """What a statement is about; the statement itself where there may be many of its kind."""
    was = state_before(statement)
    if was and (key := single_key(was)):
        return key
    return single_key(statement) or _whole(statement)


def told_key(statement: str, named: str = "") -> str:
    """The key of what the user has remembered outright; `named` where they or a model named it."""
    return " ".join(named.casefold().split()) or fact_key(restated(tidy(statement)))


def tidy(statement: str) -> str:
    """A statement on one line, without the full stop and without a "no, wait" behind it."""
    return _TAKEN_BACK.sub("", " ".join(statement.split()).strip(" ."))


def spelled(key: str) -> str:
    """A key in one spelling, so that a "favorite color" is a "favourite colour"."""
    return " ".join(_SPELLINGS.get(word, word) for word in key.split())


def whose(statement: str) -> str:
    """Whom of their people a statement is about ("sister's husband"); empty where it is about themselves or a thing."""
    found = _OF_THEIRS.match(statement)
    return " ".join(words_of(found["who"])) if found else ""


def single_key(statement: str) -> str:
    """The key of what there is only one of; empty for anything else."""
    for pattern, key in _SINGLE_KEYS:
        found = pattern.search(statement)
        if found:
            named = {name: " ".join(words_of(_NEWER.sub("", value or ""))) for name, value in found.groupdict().items()}
            return spelled(key.format(**named))[:LONGEST_KEY]
    return ""


def restated(statement: str) -> str:
    """ "I moved to Accra" as "I live in Accra", "my car is red now, not blue" as "my car is red"; any other statement as it is."""
    if single_key(statement):
        statement = _UNTIL_TOLD.sub("", _CONTRAST.sub("", statement))
    if _DATED.search(statement):
        return statement
    for event, state in _STATES:
        found = event.fullmatch(statement)
        if found:
            return found.expand(state)
    return statement


def state_before(statement: str) -> str:
    """What held until now, where a statement says that it no longer does: "I live in Accra". Empty for any other."""
    for ending, state in _ENDED:
        found = ending.fullmatch(statement)
        if found:
            return found.expand(state)
    return ""


def _whole(statement: str) -> str:
    return " ".join(words_of(statement))[:LONGEST_KEY]
