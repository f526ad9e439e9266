"""Statements about "the user", as the user would say them. Pure."""

import re

_USERS = re.compile(r"\b(?:the )?user['’]s\b", re.IGNORECASE)
_USER = re.compile(r"\A(?:the )?user (?P<rest>(?P<verb>[\w'’]+).*)\Z", re.IGNORECASE | re.DOTALL)
_THEIR = re.compile(r"\b(?:his|her|their)\b(?! (?:own )?\w+ (?:said|says))", re.IGNORECASE)
_IRREGULAR = {
    "is": "am",
    "has": "have",
    "was": "was",
    "does": "do",
    "doesn't": "don't",
    "isn't": "am not",
    "hasn't": "haven't",
    "goes": "go",
}
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|z|o)es\Z", re.IGNORECASE)


def first_person(statement: str) -> str:
    """ "The user lives in Accra" as "I live in Accra"; a statement that is in the first person already as it is."""
    said = _USERS.sub("my", statement)
    found = _USER.match(said)
    if found is None:
        return said
    rest = found["rest"][len(found["verb"]) :]
    return f"I {_said_of_me(found['verb'])}{_THEIR.sub('my', rest)}"


def _said_of_me(verb: str) -> str:
    """ "lives" as "live"; any other word as it is."""
    plain = verb.casefold().replace("’", "'")
    if plain in _IRREGULAR:
        return _IRREGULAR[plain]
    if plain.endswith("ies") and len(plain) > len("dies"):
        return f"{plain[:-3]}y"
    if _SIBILANT.search(plain):
        return plain[:-2]
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
