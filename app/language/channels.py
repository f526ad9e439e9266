"""The chat channels as people name them, and the one on which they want to be reminded: "remind me on WhatsApp to call Ama". Pure.

A channel is one's wish where it stands with the order itself: before it ("on Slack, remind me …"), right behind it or behind its time, or
as the kind of reminder. Behind the task's own first word it is the task's: "remind me to post on Slack". At the end of a message it may be
either (`orders/said_on.py`).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from app.language.words.tokens import fold

# Channel -> how it is written, how people write it, and how they write it in a hurry where it can be nothing else: "on wa".
TITLES = {"telegram": "Telegram", "whatsapp": "WhatsApp", "slack": "Slack"}
_WRITTEN = {"telegram": r"telegram", "whatsapp": r"wh?at['’]?s[ -]?app", "slack": r"slack"}
_SHORT = {"telegram": r"tg", "whatsapp": r"(?:wa|whatsup)"}
# Where people are told things and nothing of ours writes: apps by their names, and other means, which are nouns of every day.
OTHER_APPS = {
    "signal": "Signal", "messenger": "Messenger", "facebook": "Facebook", "instagram": "Instagram", "discord": "Discord", "teams": "Teams",
    "imessage": "iMessage", "viber": "Viber", "wechat": "WeChat", "skype": "Skype", "snapchat": "Snapchat", "twitter": "Twitter",
    "linkedin": "LinkedIn", "threema": "Threema", "mattermost": "Mattermost", "mastodon": "Mastodon", "google chat": "Google Chat",
}  # fmt: skip
AND = " and "
OTHER_MEANS = {"email": "email", "sms": "SMS", "phone": "phone"}
_APPS_WRITTEN = {
    "google chat": r"(?:google|g) ?chat",  # before its parts
    **{name: name for name in OTHER_APPS if name != "google chat"},
    "messenger": r"(?:facebook |fb )?messenger",
    "instagram": r"insta(?:gram)?",
    "teams": r"(?:ms |microsoft )?teams",
}
_MEANS_WRITTEN = {
    "email": r"(?:e-?mail|courriel|mél|mail)s?",
    "sms": r"(?:sms|textos?|text)",
    "phone": r"(?:phone(?: call)?|téléphone)",
}


def _any_of(written: Mapping[str, str]) -> str:
    return f"(?:{'|'.join(written.values())})"


_NAME, _SHORTLY, _EITHER = _any_of(_WRITTEN), _any_of(_SHORT), f"(?:{_any_of(_WRITTEN)}|{_any_of(_SHORT)})"
_APP, _MEANS = _any_of(_APPS_WRITTEN), _any_of(_MEANS_WRITTEN)
_PLACE = r"(?:(?:right )?here|in this (?:chat|channel|app)|ici)"
HERE = "here"
_MOST_READ = 400  # characters in which a channel is looked for
_ANY_SHORT = "|".join(_SHORT.values())
_KIND = r"(?: (?:message|dm|chat|app))?\b"
_WITH = r"(?:by|in|with|avec|dans)"
# Behind "in" and "with", what is short may be anything: "in WA".
_BY = rf"(?:on|via|over|through|thru|using|sur|par|{_WITH}(?! (?:{_ANY_SHORT})\b)) (?:both |either )?(?:my |the |mon |le )?"
_BY_APP = r"(?:on|via|over|through|thru|using|sur|par|by|in|avec) (?:both |either )?(?:my |mon )?"
_BY_MEANS = (
    r"(?:(?:by|via|over|through|thru|using|par) (?:both |either )?(?:an? |un |my |mon )?|(?:with|avec) (?:an? |un ))"
)
_ON_ONE = rf"(?:{_BY}{_EITHER}|{_BY_APP}{_APP}|{_BY_MEANS}{_MEANS}){_KIND}"
# One more of them behind it. "And email" is one where no one to be written to follows: "and email Ama".
_MEANS_ALONE = rf"{_MEANS}{_KIND}(?= (?:at|to|in|on|tomorrow|tonight|every|about|à|demain|de|d['’])|\W*\Z|,? (?:please|pls|stp|svp)\b)"
_ONE_MORE = (
    rf"(?:,? (?:and|or|et|ou) |, | ?[&/+] ?)(?:also |aussi )?(?:{_ON_ONE}|(?:{_EITHER}|{_APP}){_KIND}|{_MEANS_ALONE})"
)
_ON = rf"(?P<way>{_ON_ONE}(?:{_ONE_MORE}){{0,3}})"
# What begins the task's own words. "Quarter to five" doesn't.
_TASK = r"(?:\b(?:about|that|because|when|if|de|que|qu|pour|quand|si)\b|\bd['’]|\bto\b(?! (?:\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|twelve\b|noon\b|midnight\b))|[.!?;:\n])"
_BEFORE_TASK = rf"(?:(?!{_TASK}).){{0,60}}?"
_TO_TASK = rf"(?:at|in|on|tomorrow|tonight|every|this|next) {_BEFORE_TASK}to (?!me\\b)"
_TO_TASK_OR_TIME = r"(?:to|at|in|on|about|that|tomorrow|tonight|every|this|next|à|de|demain|dans|pour)\b|d['’]"
_FOR_AN_HOUR = r"(?:for (?=\d|noon|midnight|tomorrow|tonight|this |next |mon|tue|wed|thu|fri|sat|sun))?"
_WRITES_ME = (  # "drop me a line", said of a time and a thing: a reminder
    r"(?:\bhit me up\b|\b(?:give|drop|send|shoot) me an? (?:ping|nudge|shout|buzz|poke|line|note|text|message|msg|dm)\b"
    r"|\b(?:write|send a message|send word)(?: to)? me\b)"
)
_M_ECRIT = (
    r"\b(?:(?:fais|faites|envoie|envoyez|laisse|mets|donne)[- ]moi un (?:petit )?(?:ping|signe|mot|message|msg|coucou)"
    r"|(?:écris|ecris|écrivez)[- ]moi)\b"
)
_REMIND = (
    r"(?:\b(?:remind|ping|nudge|tell|alert|notify|buzz|poke|message|text|wake) me\b"
    r"|\b(?:rapp?ell?e|rapp?ell?ez|préviens|previens|prévenez|avertis|alerte|notifie|bipe)[- ]moi\b|\bme rappel(?:er|les)\b)"
)
_REMINDER = r"\b(?:reminder|alarm|rappel|alarme)\b"
_MAKES = r"(?:get|set|add|make|create|put|send|give|need|want|schedule|mets|mettre|ajoute|crée|envoie|programme)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rest)
    for pattern, rest in (
        (
            rf"(?P<head>\A|[.!?;\n,] ?|\b(?:and|then|et|puis) )(?:{_ON}),? (?P<when>(?:(?!{_TASK}).){{0,30}}?)(?={_REMIND})",
            r"\g<head>\g<when>",
        ),
        (rf"{_WRITES_ME}(?P<head>{_BEFORE_TASK}),? {_ON}", r"remind me\g<head>"),
        (rf"{_M_ECRIT}(?P<head>{_BEFORE_TASK}),? {_ON}", r"rappelle-moi\g<head>"),
        (rf"(?P<head>{_REMIND}{_BEFORE_TASK}),? {_ON}", r"\g<head>"),
        (rf"(?P<head>{_REMIND}),? (?P<way>{_PLACE})(?!['’])(?=,? (?:{_TO_TASK_OR_TIME}))", r"\g<head>"),
        (rf"(?P<head>{_REMINDER} ?{_FOR_AN_HOUR}{_BEFORE_TASK}),? {_ON}", r"\g<head>"),
        (
            rf"(?P<head>\A(?:an? )?|\b{_MAKES} (?:me |up |moi )?an? )(?P<way>{_NAME}|{_APP}|{_MEANS}) (?P<noun>{_REMINDER})",
            r"\g<head>\g<noun>",
        ),
        (
            rf"(?P<head>(?:\A|\b{_MAKES}(?:[- ]moi)? )(?:un |une ))(?P<noun>{_REMINDER}) (?P<way>{_NAME}|{_APP}|{_MEANS})\b",
            r"\g<head>\g<noun>",
        ),
        (
            rf"\b(?:drop|send|shoot|give) me an? (?P<way>{_EITHER}|{_APP})(?: (?:message|msg|dm|ping|nudge|text|note))?\b",
            "remind me",
        ),
        (rf"\b(?:drop|send|shoot) me an? (?P<way>{_MEANS}){_KIND}(?= {_TO_TASK})", "remind me"),
        (
            rf"\b(?:envoie|envoyez|fais|laisse)[- ]moi un (?:(?:message|msg|ping|mot) )?(?P<way>{_EITHER})\b",
            "rappelle-moi",
        ),
        (
            rf"\A(?P<head>(?:please |pls |hey |can you |could you ){{0,2}})(?P<way>{_EITHER} me(?= )|(?:{_APP}|{_MEANS}) me(?= a reminder\b)) (?:a reminder )?",
            r"\g<head>remind me ",
        ),
    )
)
_LAST = re.compile(
    rf"(?P<mark>\s*[,;–—]|\s-|)\s(?P<on>{_ON}|(?<=[,;–—-]\s){_EITHER}{_KIND}(?:{_ONE_MORE}){{0,3}})"
    r"(?P<polite>(?:,? (?:please|pls|plz|thanks|thx|thank you|stp|svp|s'il te pla[iî]t|s'il vous pla[iî]t|merci|ok|okay|will you|would you|if you can|instead|kwasi)){0,2})[ .!?]*\Z",
    re.IGNORECASE,
)


class Wished(NamedTuple):
    """A channel, or several, as `listed` reads them; and the words without them."""

    channel: str
    rest: str


class Last(NamedTuple):
    """A channel at the end of a message: the words before it, those that name it, whether a mark stands between, and whether it is an app."""

    channel: str
    before: str
    on: str
    is_apart: bool
    is_app: bool


class Mention(NamedTuple):
    """A channel's name in a text."""

    channel: str
    start: int
    end: int


def named(words: str) -> str:
    """The channel that these words name and nothing else; "" where they name none."""
    found = _ALONE.fullmatch(words.strip(" .,;!?\"'“”«»"))
    return _named_in(found[0])[0] if found else ""


def listed(words: str) -> list[str]:
    """The channels and other ways that these words name and nothing else, in order; none where they say anything besides."""
    return _named_in(words) if _LIST.fullmatch(words.strip(" .,;!?\"'“”«»")) else []


def is_here(words: str) -> bool:
    """Whether these words mean the place where they are said."""
    return _HERE.fullmatch(words.strip(" .,;!?\"'“”«»")) is not None


def leaves_open(words: str) -> bool:
    """Whether these words choose no channel, but wherever they were heard last."""
    return _ANY.fullmatch(words.strip(" .,;!?\"'“”«»")) is not None


def wished(text: str) -> Wished | None:
    """The channel on which a reminder is wanted, where a message asks for one; None where none is named with it."""
    for form, rest in _FORMS:
        found = form.search(text[:_MOST_READ])
        if found is not None:
            said = f"{text[: found.start()]}{found.expand(rest)}{text[found.end() :]}"
            return Wished(AND.join(_named_in(found["way"])), re.sub(r" {2,}", " ", said).strip())
    return None


def last(text: str) -> Last | None:
    """The channel that a message ends with; None for one that ends otherwise."""
    found = _LAST.search(text) if len(text) <= _MOST_READ else None
    if found is None:
        return None
    names = _named_in(found["on"])
    is_app = not set(names) & OTHER_MEANS.keys()
    return Last(AND.join(names), text[: found.start()], found["on"], bool(found["mark"].strip()), is_app)


def without_order(text: str) -> str:
    """A message without the words that ask to be reminded."""
    return _ORDERS.sub("", text[:_MOST_READ], count=1)


def mentions(text: str) -> list[Mention]:
    """Each channel that is named in a text's beginning, with its place."""
    return [
        Mention(_named_in(found["name"])[0], *found.span("name")) for found in _ANYWHERE.finditer(text[:_MOST_READ])
    ]


def spelt(text: str) -> str:
    """A text with the names of channels put right where a finger slipped: "whatsap", "telegarm"."""
    return _WORD.sub(lambda found: _meant(found[0]), text[:_MOST_READ]) + text[_MOST_READ:]


@lru_cache(maxsize=4_096)
def _meant(word: str) -> str:
    said = fold(word)
    if said in _OTHERS or said in TITLES or said[0] not in "wts":
        return word
    for name, title in TITLES.items():
        most = 2 if len(name) > _SHORT_NAME else 1
        is_one_wrong = len(said) == len(name) <= _SHORT_NAME and sorted(said) != sorted(name)  # "stack", "slick"
        is_near = OSA.distance(said, name, score_cutoff=most) <= most
        is_near = is_near or OSA.distance(_single(said), _single(name), score_cutoff=most - 1) < most
        if said[0] == name[0] and not is_one_wrong and is_near:
            return title
    return word


def _single(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _named_in(words: str) -> list[str]:
    """What of these is named, each once, in order."""
    found = (one.lastgroup or "" for one in _EACH.finditer(words))
    return list(dict.fromkeys(_EVERY[int(group[1:])] for group in found))


_WORD = re.compile(r"(?<![\w@#/.-])[^\W\d_]{4,10}(?![\w@/-]|\.\w)")
_SHORT_NAME = 5  # letters
_OTHERS = frozenset("whatsup sack sacks slacks telegrams telegraph telegraphs telegramme telegrammes".split())
_ORDERS = re.compile(rf"{_REMIND}|{_WRITES_ME}|{_M_ECRIT}|{_REMINDER}|\bdon't let me forget\b", re.IGNORECASE)
_ANYWHERE = re.compile(
    rf"\b(?P<name>{_NAME}\b|(?:(?<=\bon )|(?<=\bto )|(?<=\bvia )|(?<=\bthru )|(?<=\bover )|(?<=\buse )|(?<=\bsur )|(?<=\bpar )|(?<=\butilise )"
    rf"|(?<=\bprefer )|(?<=\bpréfère )|(?<=\bcheck )|(?<=\bthrough )|(?=\w+ (?:is|works|c'est|est)\b)){_SHORTLY}\b)",
    re.IGNORECASE,
)
_ANY = re.compile(
    r"any(?:where)?|wherever(?: .*)?|all|everywhere|last(?: used)?|none|no|off|default|auto(?:matic)?|n'importe où|partout|le dernier",
    re.IGNORECASE,
)
# Each name on its own, its place among `_EVERY` in its group's name.
_TABLES = (_WRITTEN, _SHORT, _APPS_WRITTEN, _MEANS_WRITTEN, {HERE: _PLACE})
_EVERY = tuple(name for table in _TABLES for name in table)
_ALL_WRITTEN = tuple(written for table in _TABLES for written in table.values())
_EACH = re.compile(rf"\b(?:{'|'.join(f'(?P<n{at}>{one})' for at, one in enumerate(_ALL_WRITTEN))})\b", re.IGNORECASE)
_LIST = re.compile(
    rf"(?:both )?(?:{_BY})?(?:{_EITHER}|{_APP}|{_MEANS}){_KIND}(?:(?:,? (?:and|or|et|ou) |, | ?[&/+] ?)(?:{_BY})?(?:{_EITHER}|{_APP}|{_MEANS}){_KIND}){{0,3}}",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"(?:(?:in|over|to) )?here|(?:(?:in|to|on) )?this (?:chat|channel|app|conversation)|ici|(?:(?:dans|sur) )?(?:ce chat|cette conversation|ce canal)",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:on |to |via |sur |par )?(?:my |the |mon |le )?{_EITHER}", re.IGNORECASE)
