"""Orders to forget: a fact, somebody, a topic, a time, everything. What the words come to is the tool's concern."""

import re

from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_ASIDE = re.compile(r"it|that|this|about (?:it|that|this)|the (?:whole )?thing|", re.IGNORECASE)
_OWN = re.compile(r"\A(?:my|the) ", re.IGNORECASE)
_DROP = r"(?:please |you can |can you |just )*(?:forget|unlearn|erase|delete|remove|wipe)"
_KNOWN = r"(?:that )?(?:you|i|we)(?:'ve| have)? (?:ever )?(?:know|knew|remember|told|said|kept|keep|stored|got|have|talked|discussed|mentioned)(?: to)?(?: you)?"


def forget(match: re.Match[str], _: Clause) -> Reading | None:
    """What somebody calls it; nothing for "forget it"."""
    what = said(match, "what")
    return None if _ASIDE.fullmatch(what) else _call(_OWN.sub("", what))


def forget_about(match: re.Match[str], _: Clause) -> Reading | None:
    """All there is about something."""
    what = said(match, "what")
    return None if _ASIDE.fullmatch(what) else _call(f"everything about {what}")


def forget_number(match: re.Match[str], _: Clause) -> Reading:
    """A fact by its number."""
    return _call(f"#{match['number']}")


def forget_stated(match: re.Match[str], _: Clause) -> Reading:
    """A statement."""
    return _call(f"that {said(match, 'what')}")


def forget_all(match: re.Match[str], _: Clause) -> Reading:
    """Everything, or everything of a time."""
    return _call(f"everything {said(match, 'time')}".strip())


def _call(what: str) -> Reading:
    return Reading((Call("forget_fact", {"what": what}),))


_TIME = (
    r"(?:(?:from |of |on |during |in )?(?P<time>(?:(?:before|since|until|after|older than) .+|yesterday.*|today.*|tonight|last .+|this .+|"
    r"the (?:last|past) .+|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day.*|.+ ago|(?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b.*|(?:19|20)\d\d)))"
)

ROWS: tuple[Row, ...] = (
    Row(rf"{_DROP}(?: about)? (?:the )?(?:fact|memory) (?:number |#|no\.? )?(?P<number>\d{{1,9}})", forget_number),
    Row(r"(?:please )?forget (?:about )?(?:#|no\.? |number )(?P<number>\d{1,9})", forget_number),
    Row(
        rf"{_DROP} (?:everything|all|anything|what|all of what)(?: {_KNOWN})? (?:about|concerning|regarding|to do with|that (?:has|have) to do with) "
        r"(?P<what>(?!me\Z|us\Z|myself\Z).+)",
        forget_about,
    ),
    Row(rf"{_DROP} (?:the )?(?:fact |memory )?that (?P<what>(?:i|my|we|our|i'm|i've|we're|we've)\b.+)", forget_stated),
    Row(rf"{_DROP} (?:the )?(?:fact|memory) (?:that |about )?(?P<what>.+)", forget_about),
    Row(
        rf"{_DROP} (?:everything|all|what|anything|(?:our|the|this|my|that) (?:whole |entire )?(?:chats?|conversations?|talk|messages|history))"
        rf"(?: {_KNOWN})?(?: about me| on me)? {_TIME}",
        forget_all,
    ),
    Row(
        rf"{_DROP} (?:absolutely )?(?:everything|all(?: of it)?|me|all (?:my|your|the) (?:data|memor(?:y|ies)|facts|history)|(?:my|your|our) (?:whole |entire )?"
        rf"(?:memor(?:y|ies)|data|history))(?: {_KNOWN})?(?: (?:about|on) (?:me|us|myself))?",
        forget_all,
    ),
    Row(r"(?:please |just |you can )*forget (?:about|the thing about|the thing with) (?P<what>.+)", forget_about),
    Row(r"(?:please |just |you can )*forget (?P<what>(?:my|where|who|what|how|when|i|we|the) ?.+)", forget),
    Row(r"(?:please )?forget (?P<what>(?!to\b|about\b|all\b|everything\b|not\b|for\b|me\b)[\w' -]{2,40})", forget),
)
