"""A message cut into what its writer asserts: clauses, each with the sentence it stands in.

Invariant: no question, request, supposition, quotation or pasted text comes out. Pure; in time linear in the text. Knows no facts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.excerpt import excerpt

MOST_READ = 8_000  # characters of a message; what is behind them was pasted rather than said
LONGEST_SENTENCE = 500
MOST_CLAUSES = 80

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|<[^<>\n]{1,200}>", re.DOTALL)
_REPLIED = re.compile(r"^[^\S\n]*(?:>|\[attached:|(?:from|to|subject|sent):).*$", re.MULTILINE | re.IGNORECASE)
_LINK = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«]([^“”\"«»\n]{1,400})[”\"»]|(?<!\w)'((?:[^'\n]|'(?=\w)){3,400})'(?!\w)")
_TITLE_WORDS = 6
_FIRST_PERSON = re.compile(r"\b(?:i|my|we|our|me)\b", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b((?i:dr|mr|mrs|ms|st|prof|e\.g|i\.e|etc|vs|approx)|[A-HJ-Z])\.")
_END = re.compile(
    r"(?<=[.!?…])[\"”')\]]*\s+|\n+|(?<=\w)\s+[–—-]{1,2}\s+|--|[;]\s*|(?<=[a-z)])(?=[\U0001f300-\U0001faff])|:\)|:\("
)

_ASKED = re.compile(
    r"\A(?:what|who|whom|whose|where|when|why|how|which)(?:['’]?s|['’]re)?\b(?! i was\b)|"
    r"\A(?:is|are|am|was|were|do|does|did|don['’]?t|can|could|will|would|should|shall|may|might|must|has|have|had|isn['’]?t|aren['’]?t) "
    r"(?:i|we|you|he|she|it|they|there|that|this|the|my|our|your|any\w*|some\w*|[A-Z]\w+)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|pretend|let['’]?s say|what if|i wish|wish i|as if|as though|even if|in case|whether|hypothetically|"
    r"for example|e\.g\.|would have|could have|should have|as a joke|just kidding|joking)\b",
    re.IGNORECASE,
)
_RELAYED = re.compile(
    r"\b(?:says?|said|tells?|told|claims?|claimed|thinks?|believes?|asked|asks|wrote|writes|replied|insists?|reckons?|according to|quote|lyrics?|"
    r"translate|spell|define|rewrite|proofread|draft|text|email|reply|message)\b(?: (?:me|us|him|her|them|everyone|mum|mom|dad|[A-Z]\w+))?(?: that|:|,)? (?:i|my|we|our)\b",
    re.IGNORECASE,
)
_OWN_WORDS = re.compile(
    r"\A(?:i|we)(?:['’]ve| have)? (?:just |already |once )?(?:said|told|tell|mentioned|think|believe|say|wrote)\b",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\A(?:please|pls|can you|could you|would you|will you|kindly|let['’]?s|remind|add|put|set|schedule|book|send|email|call(?! me\b)|text|tell|show|give|find|search|"
    r"look|play|create|make|write|save|note|delete|remove|forget|cancel|move|change|update|translate|draft|order|buy|check|open|turn|start|stop|read|list|"
    r"help|explain|define|calculate|convert|wake|mark|log|record|get|cc|reply|forward|summari[sz]e|summari[sz]e|plan|suggest|recommend|rename|spell)\b(?!['’]s)",
    re.IGNORECASE,
)
_TOLD_TO_KEEP = re.compile(
    r"\A(?:(?:please|pls|ok|okay|and|also|just|can you|could you|i (?:want|need|would like|['’]d like) you to) )*"
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|note|know|fyi|for your information|for the record|for future reference|don['’]t forget)"
    r"(?: for (?:me|later))?(?: this)?[,:]? (?:that )?(?=(?:i|my|we|our)\b)|"
    r"\A(?:(?:i (?:want|need|would like|['’]d like) you to|you (?:can|may|should)|please|just|from now on|everyone calls me and you can),? )+(?=call me\b)",
    re.IGNORECASE,
)
# What people begin with before they say something. Each is taken off, again and again.
_OPENERS = re.compile(
    r"\A(?:(?:hey|hi|hello|hiya|yo|thanks|thank you|thx|cheers|wow|whoa|yeah|yes|yep|yup|yay|woohoo|no|nope|nah|oh|ooh|ah|aw|aww|haha|lol|ha|well|so|"
    r"ok|okay|sure|right|true|exactly|absolutely|definitely|totally|actually|honestly|basically|anyway|anyways|btw|by the way|guess what|fyi|also|and|but|"
    r"because|cause|cuz|since|plus|then|though|although|therefore|hence|overall|after all|luckily|fortunately|thankfully|sadly|unfortunately|surprisingly|obviously|of course|to be honest|tbh|"
    r"just so you know|for the record|in fact|as you know|you know|you see|i mean|good news|great news|like i said|as i said|on a different note|"
    r"speaking of which|the thing is|personally|interestingly|turns out|it turns out|the truth is|for your information|for context|i (?:think|guess|feel like|"
    r"believe|suppose|admit|must say|have to say|gotta say)(?: that)?|congrats|great|nice|cool|awesome|sounds good|sorry|hmm|um|uh|erm|that['’]s (?:great|"
    r"awesome|cool|so \w+)|same here|me too|except(?: that)?)\b[,.!:]*(?: (?:[A-Z]\w+|there|all|everyone|man|mate|dude|folks|team)(?=[,!.]))?[,.!: …]*)",
    re.IGNORECASE,
)
# A moment or a circumstance in front. Habitual ones make a habit of what follows.
_WHENCE = re.compile(
    r"\A(?P<when>(?:(?:just )?(?:the other (?:day|night|week)|last \w+(?: \w+ing)?|yesterday|today|tonight|this (?:morning|week|month|year|\w+day|weekend|summer|winter|spring|autumn|fall)|"
    r"earlier(?: \w+){0,2}|recently|lately|next \w+|tomorrow|(?:a|an|\w+|a few|a couple of) (?:days?|weeks?|months?|years?) ago|on [A-Z]?\w+day(?: morning| evening| night)?|"
    r"in (?:\w+ )?\d{4}|(?:back )?in (?:january|february|march|april|may|june|july|august|september|october|november|december|college|school|high school|university)|"
    r"(?:when|while|as|after|since|before) (?:i|we) [\w' ]{2,40}?(?=,)|as a (?:kid|child|teenager|student)|growing up|after [\w' ]{2,30}(?=,)|at the moment|for now|right now|these days|currently|nowadays|now)))"
    r"[,:]? (?=(?:i|we|my|our)\b)|"
    r"\A(?P<habit>at (?:home|work|school|the office|night|weekends)|in (?:the (?:mornings?|evenings?|afternoons?|summer|winter)|my (?:free|spare) time|our (?:free|spare) time|general|winter|summer)|"
    r"on (?:\w+days|weekends|the weekend|weekdays)|every \w+(?: \w+)?|most \w+|during the (?:day|week|summer|winter)|(?:usually|normally|generally|typically|often|sometimes|as a rule|"
    r"whenever [\w' ]{2,40}?(?=,)|when(?:ever)? (?:i|we)['’]?(?:m|re| am| are)? [\w' ]{2,40}?(?=,)|after work|before bed|before work|outside work|once a \w+|(?:two|three|four|\d) times a \w+))"
    r",? (?:(?=(?:i|we|my|our)\b)|(?<=, )(?=\w))|\A(?P<self>(?:as for me|for me|for us|as an? [\w' -]{3,40}),? )(?=(?:i|we|my|our|it['’]s)\b)",
    re.IGNORECASE,
)
_DOES = (
    r"(?:is|are|was|were|has|have|had|lives?|works?|loves?|likes?|hates?|goes|plays?|studies|wants?|needs?|teaches|speaks?|drives?|moved|got|"
    r"does|makes?|helps?|keeps?|tends?|\w+ed)\b"
)
_JOINT = re.compile(
    rf",?\s+(?:and|plus|but)\s+(?=(?:my|our) (?:[\w'-]+ ){{1,4}}?{_DOES})|"
    r",?\s+(?:and|but|so|because(?! i\S* (?:\w+ ){1,3}(?:it|them|that)\b)|cause|plus|also|while|whereas|though|although|yet|except)\s+(?=(?:(?:maybe|perhaps|then|now|also|usually) )?(?:(?:at|on) (?:the )?[\w'-]+,? )?(?:i|we)(?:['’]\w+)?\b)|"
    r",\s*(?=(?:just )?(?:got (?:married|engaged|divorced|promoted|hired|laid off|fired|an? )|moved to|started|finished)\b)|"
    r",?\s*\b(?:no,? wait|wait,? no|i mean|sorry|correction|or rather|scratch that|no,? actually|actually,? no|no)\b[,:]?\s+(?=(?:i|we|my|our)\b)|"
    r",\s+but\s+|[,:]\s*(?=(?:i|we|my|our)(?:['’]\w+)?\s)|\s+[-–]\s+",
    re.IGNORECASE,
)
# "As a nurse, I …"
_ROLE = re.compile(
    r"\Aas (?P<who>an? (?!(?:kid|child|teen|baby|result|rule|matter|joke|reminder|last|first|whole|group|team|side|bonus|start|treat|gift|test)\b)[\w' -]{3,40}), ",
    re.IGNORECASE,
)
# Where a request begins that follows without a mark.
_TAIL = re.compile(
    r"[,.!]?\s+(?:(?:so |and |but )?(?:can|could|would|will|do|does|did|should|are|is) (?:you|i|we|there|it)\b|(?:so |and )?(?:please|pls)\b|what['’]?s?\b(?= (?:is|are|the|should|do|can|was))|"
    r"how (?:do|can|much|many|long|far|should)\b|do you\b|right\b(?=\W*\Z)|you (?:know|see)\b|ok\b(?=\W*\Z)|and (?:i )?(?:now )?(?:want|need|would like|'d like|have|should|must) (?:to|help|some|your)\b|(?:so )?(?:remind|tell|show|find|give|add|book|set) (?:me|my|a|the)\b).*\Z",
    re.IGNORECASE | re.DOTALL,
)
_MARKS = " \t\n.,!?;:…-–—\"“”'‘*_~()[]"


@dataclass(frozen=True, slots=True)
class Clause:
    """Something its writer asserts. `when` is the moment said before it, `habit` the circumstance in which it is always so; `quote` is the
    whole sentence, as it was written."""

    text: str
    quote: str
    when: str = ""
    habit: str = ""


def clauses(text: str) -> list[Clause]:
    """The assertions of a message in their order, at most MOST_CLAUSES."""
    found: list[Clause] = []
    for sentence in _sentences(text):
        found += _of(sentence)
        if len(found) >= MOST_CLAUSES:
            break
    return found[:MOST_CLAUSES]


def _sentences(text: str) -> Iterator[str]:
    plain = excerpt(text, MOST_READ).replace("’", "'").replace("\u00a0", " ")
    plain = _LINK.sub(" ", _REPLIED.sub("\n", _CODE.sub(" ", plain)))
    plain = _ABBREVIATED.sub(r"\1", _QUOTED.sub(_spoken, plain))
    for part in _END.split(plain):
        if part and part.strip(_MARKS) and len(part) <= LONGEST_SENTENCE:
            yield part.strip()


def _spoken(quoted: re.Match[str]) -> str:
    """A title keeps its words; what somebody says is left out."""
    inside = quoted[1] or quoted[2]
    return inside if len(inside.split()) <= _TITLE_WORDS and not _FIRST_PERSON.search(inside) else " … "


def _of(sentence: str) -> Iterator[Clause]:
    said = _TOLD_TO_KEEP.sub("", _opened(sentence))
    if sentence.rstrip("\"”') ").endswith("?"):
        return
    if _SUPPOSED.search(said) or _ORDERED.match(said) or (_RELAYED.search(said) and not _OWN_WORDS.match(said)):
        return
    role = _ROLE.match(said)
    if role is not None:
        yield Clause(f"I'm {role['who']}", quote=sentence.strip()[:LONGEST_SENTENCE])
    whence = _WHENCE.match(said)
    for number, part in enumerate(_JOINT.split(said[whence.end() :] if whence else said)):
        bare = _opened(part)
        whence = (whence if number == 0 else None) or _WHENCE.match(bare)
        words = _TAIL.sub("", bare[whence.end() :] if whence and number else bare).strip(_MARKS)
        if words and not _ASKED.match(words) and not _ORDERED.match(words):
            when, habit = (whence["when"] or "", whence["habit"] or "") if whence else ("", "")
            yield Clause(words, quote=sentence.strip()[:LONGEST_SENTENCE], when=when, habit=habit)


def _opened(said: str) -> str:
    """A sentence without what it begins with."""
    for _ in range(6):
        shorter = _OPENERS.sub("", said, count=1)
        if shorter == said or not shorter.strip(_MARKS):
            break
        said = shorter
    return said.strip()
