"""What a model wrote, before it is kept: plain words of bounded length, grounded in what the model was shown, and no orders.

Pure. Everything here answers with less or with nothing, never with an error: a model may write anything at all.
"""

import re
from collections.abc import Iterable
from typing import Any

from app.memory.words import fold

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]+"
)
_MARKUP = re.compile(r"[*_`#~|]{2,}|^\s*(?:[#>*•-]+|\d+[.)])\s+|`|[{}]")
_TAG = re.compile(r"<[\s/]*[a-zA-Z_!]|\[/?(?:inst|system|user|assistant)\b|<\|", re.IGNORECASE)
_LINK = re.compile(r"\b(?:https?|ftp|data|javascript|file):|!\[", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_STEM = 5
_SHORTEST = 3
_ENDING = re.compile(r"(?<=...)(?:ing|ies|es|ed|s|e|y)$")
# Orders to the assistant to get round its rules: what may not be kept, since it is shown to a model again.
_ORDERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:ignore|disregard|override|bypass|circumvent|disobey)\b.{0,60}\b(?:instruct|rules?\b|prompt|guard|polic|safety|limit|budget|approv|previous|above)",
        r"\b(?:skip|bypass|disable|drop|waive|avoid|omit|suppress)\w*\b.{0,60}\b(?:approv|confirm|permission|consent|authori[sz]|check|safety|warning)",
        r"\b(?:without|no|never|not|don['’]?t|needn['’]?t|pre|auto\w*|always|already)\b.{0,60}\b(?:approv\w*|permissions?|consent|authori[sz]\w*)",
        r"\b(?:without|no need for|never ask for|don['’]?t ask for|needs? no|not need)\b.{0,40}\bconfirm",
        r"\b(?:system|developer) (?:prompt|message|instruction)|\bjailbreak|\bdeveloper mode|\bprompt injection",
        r"\byou are (?:now|no longer)\b|\bact as (?:an? )?(?:admin|root|system|developer)|\bnew instructions?\b",
        r"\b(?:call|run|use|invoke|execute|trigger) (?:the )?(?:tools?|functions?|commands?|code|shell|script)\b",
        r"\b(?:forward|send|post|upload|leak|exfiltrate|share|email|e-mail)\b.{0,60}\b(?:every|all)\b.{0,40}\b(?:mails?|e-?mails?|messages?|notes?|data|contacts?|files?|conversations?)\b",
    )
)
_SECRETS = re.compile(
    r"\b(?:passwords?|passcodes?|pass phrases?|pin codes?|api[ _-]?keys?|secret keys?|credentials?|access tokens?)\b",
    re.IGNORECASE,
)
_EVERYDAY = frozenset(
    """all and any are ask asks but can did for get got had has have her him his how its let may not now one our out put say see she the
    too two use was way who why yes you about after again also always another because been before being could does doing done each else ever every from
    going having here into just know like long made make many maybe more most much need needs never next only other
    over please really said same says should since some something still such sure take tell than thank thanks that their
    them then there these they thing things think this those through today tomorrow told tonight very want wants went were
    what when where which while will with would yesterday your yours user asked assistant""".split()
)


def line(value: Any, longest: int) -> str:
    """A text as one line without markup; "" where it is no text, empty, longer than `longest` characters, or holds tags or
    links."""
    if not isinstance(value, str) or len(value) > 4 * longest:
        return ""
    plain = " ".join(_MARKUP.sub(" ", _INVISIBLE.sub(" ", value)).split())
    return "" if len(plain) > longest or _TAG.search(value) or _LINK.search(value) else plain


def flat(text: str) -> str:
    """Any text as one line that shows what it holds: nothing invisible, no line ends."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def sentences(text: str, words: int) -> str:
    """As many whole sentences from the beginning as make at most so many words; of one that is longer, its beginning."""
    kept: list[str] = []
    for sentence in _SENTENCE.split(text):
        room = words - sum(len(one.split()) for one in kept)
        if len(sentence.split()) > room:
            return " ".join(kept) if kept else " ".join(sentence.split()[: words - 1]) + " …"
        kept.append(sentence)
    return " ".join(kept)


def gives_orders(text: str) -> bool:
    """Whether it tells an assistant to get round its rules."""
    return any(pattern.search(text) for pattern in _ORDERS)


def names_secrets(text: str) -> bool:
    """Whether it is about a password or a key: nothing for what stands in every prompt."""
    return _SECRETS.search(text) is not None


def stems(text: str) -> set[str]:
    """The beginnings of its telling words, folded."""
    words = (word for word in fold(text).split() if len(word) >= _SHORTEST and not word.isdecimal())
    return {_ENDING.sub("", word)[:_STEM] for word in words if word not in _EVERYDAY}


def numbers(text: str) -> set[str]:
    """Its numbers of two digits and more, without leading zeros: a count of a few is nobody's invention."""
    return {found.lstrip("0") for found in re.findall(r"\d+", text) if len(found.lstrip("0")) > 1}


def grounded(text: str, sources: Iterable[str], *, share: float) -> bool:
    """Whether at least this share of its telling words, and all of its numbers, stand in the sources."""
    shown = "\n".join(sources)
    told = stems(text)
    known = len(told & stems(shown))
    return known >= share * len(told) and (known > 0 or not told) and numbers(text) <= numbers(shown)


def is_same(one: str, other: str) -> bool:
    """Whether two lines say the same, as far as their telling words go."""
    ours, theirs = stems(one) or set(fold(one).split()), stems(other) or set(fold(other).split())
    return bool(ours) and len(ours & theirs) >= 0.8 * max(len(ours), len(theirs))
