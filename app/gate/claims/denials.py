"""What takes a claim back within its own sentence: a negation, a condition, a modal, somebody else's act or word.

Pure; English. A claim is a match in a sentence; these functions look at what stands around it.
"""

import re

_BOUNDARY = re.compile(r"[,;:()]|\s[-–—]\s|\b(?:but|so|because|while)\b|\.{3}|…")
_NEGATION = re.compile(
    r"\b(?:not|never|nothing|none|neither|nor|nobody|no one|cannot|missing|without)\b|n't\b|\bno (?!longer)(?:\w+ ){1,3}(?:has|have|was|were|is|are)\b|"
    r"\bno \w+ed\b|\b(?:will|would|can|could|may|might|must|should|to|needs? to) (?:\w+ )?be\b|\bwait(?:s|ing)? (?:for|on) (?:your|you)\b|"
    r"\bneeds? your\b|\byour (?:ok|okay|approval|go-ahead|confirmation)\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(
    r"\bnot only\b|\bshould be (?:in|there|with)\b|\bwill be (?:reminded|notified|alerted|pinged)\b|\bwon't (?:get|receive|hear|bother|miss)\b|\bwithout (?:a hitch|any (?:problem|trouble)|delay)\b",
    re.IGNORECASE,
)
_IF = r"if|when|whenever|once|after|as soon as|as long as|until|unless|before|in case|till|whether|such as|assuming|provided|should you|one tap|tap|press|click"
_CONDITION = re.compile(rf"\b(?:{_IF})\b", re.IGNORECASE)
# A state may also stand in a clause that only asks, means or describes: "why it was declined", "mails that were sent".
_ASIDE = re.compile(
    rf"\b(?:{_IF}|since|saying|means?|why|how|where|what|whatever|which|(?<=\w )that(?:'s| (?:was|were|is|are|has|have|had)))\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"(?:\A[\s*•·_-]*|[.;:]\s+|\b(?:and|but|so)\s+)(?:if|when|whenever|once|as soon as|unless|until|after)\b[^.;]*\Z",
    re.IGNORECASE,
)
_FOR_PROMISES = re.compile(
    r"\b(?:if|when you|once|after you|as soon as|until you|unless|in case|provided)\b", re.IGNORECASE
)
_MODAL = re.compile(
    r"\b(?:will|would|could|should|might|may|must|can|shall|'ll|'d|want me to|need to|going to|supposed to|ready to|waiting to)\s+(?:\w+\s+){0,2}\Z|\bto\s+\Z",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\b(?:says?|said|writes?|wrote|states?|reports? that|reads|according to|told (?:me|us|you)|mentions?|explains?|announced|confirmed|"
    r"ends with|answered|replied that|asks?|asked|thinks?|shows?|you (?:told|asked|said|wrote|mentioned))\b",
    re.IGNORECASE,
)
_I_REPORT = re.compile(
    r"\bI(?:'ve| have)?\s+(?:just\s+|already\s+)*(?:said|wrote|confirmed|answered|told|asked|announced|replied)\b",
    re.IGNORECASE,
)
_WORDS_TO_SAY = re.compile(
    r"\b(?:you could say|something like|he|she|they)\W*\Z|(?:'d|\b(?:could|would|can|might|how about|maybe|try|let's|for example|e\.g))\b[^:.]{0,40}:\s*\Z",
    re.IGNORECASE,
)
_BY_SOMEBODY = re.compile(
    r"\s+(?:\S+\s+){0,3}?by (?!me\b|now\b|then\b|noon\b|tonight\b|tomorrow\b|email\b|mail\b|card\b|text\b|an hour\b|phone\b)"
    r"(?:(?-i:[A-Z])|the |your |her |his |letter)",
    re.IGNORECASE,
)
_SHORT_HAS = re.compile(r"(?:'s|'ve)\b(?!.*\bbeen\b)", re.IGNORECASE | re.DOTALL)
_OBJECT = re.compile(r"\s+(?:me|you|us|it|him|her|them|the|a|an|your|my|some|all)\b", re.IGNORECASE)
# A draft that stands in the reply, or something kept that is shown by its number.
_OWN_TEXT = re.compile(
    r"\A\s*#\d+\s|\b(?:draft|summary|text|translation|version|outline|poem|answer|reply below)s?\s+(?:is|are)\b",
    re.IGNORECASE,
)
_CALLED_AS = re.compile(r"\bcalled\s+(?:[*_]*[A-Z\ufffc]|\W*\ufffc)")
_TOLD = re.compile(r"\b(?:that|whether|why|how) (?:you|she|he|they|we|I|it|the|there|his|her|your|my)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:you|he|she|they|who)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"'ll\b|\bwill\b|going to|ing\b", re.IGNORECASE)


def taken_back(text: str, match: re.Match[str], *, said: bool) -> bool:
    """Whether the sentence says itself that it is not so, not yet so, or not ours. `said`: the match has "I" for its subject."""
    before, clause = text[: match.start()], _own_clause(text, match) if said else clause_of(text, match)
    if _NEGATION.search(clause) and not _NO_NEGATION.search(clause):
        return True
    if _MODAL.search(text[: _verb_at(match)]) or _conditional(text, match, said=said):
        return True
    if _CALLED_AS.match(text, match.start()):
        return True
    if said:
        return bool(_WORDS_TO_SAY.search(before)) or ("," in match[0] and bool(_SOMEBODY.search(match[0], 2)))
    if _OWN_TEXT.search(clause) or (_REPORT.search(before) and not _I_REPORT.search(before)):
        return True
    return bool(_BY_SOMEBODY.match(text, match.end())) or _has_of_somebody(text, match)


def _verb_at(match: re.Match[str]) -> int:
    return match.start("verb") if match.groupdict().get("verb") else match.start()


def _own_clause(text: str, match: re.Match[str]) -> str:
    """The clause up to what is told in it: "I wrote Ben | that you can't come"."""
    start, end = _edges(text, match)
    told = _TOLD.search(text, match.start(), end)
    return text[start : told.start() if told else end]


def clause_of(text: str, match: re.Match[str]) -> str:
    """The clause a match stands in: from the boundary before it to the one after it."""
    start, end = _edges(text, match)
    return text[start:end]


def _edges(text: str, match: re.Match[str]) -> tuple[int, int]:
    starts = [found.end() for found in _BOUNDARY.finditer(text, 0, match.start() + 1)]
    following = _BOUNDARY.search(text, match.end())
    return (starts[-1] if starts else 0), (following.start() if following else len(text))


def _conditional(text: str, match: re.Match[str], *, said: bool) -> bool:
    """A condition in front of it in the same clause, at the head of the sentence, or behind a promise."""
    start, _ = _edges(text, match)
    if (_CONDITION if said else _ASIDE).search(text, start, max(_verb_at(match), match.start() + 1)):
        return True
    if not said and _LEADING.search(text, 0, start):
        return True
    return bool(_GOES_ON.search(match[0]) and _FOR_PROMISES.search(text, match.end()))


def _has_of_somebody(text: str, match: re.Match[str]) -> bool:
    """ "he's sent me a link": a short form of "has", so somebody else's act."""
    return bool(_SHORT_HAS.match(match[0])) and bool(_OBJECT.match(text, match.end()))
