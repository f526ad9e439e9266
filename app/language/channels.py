"""The chat channels as people name them, and the one on which they want to be reminded: "remind me on WhatsApp to call Ama". Pure.

A channel is one's wish where it stands with the order itself: before it ("on Slack, remind me …"), right behind it or behind its time, or
as the kind of reminder. Behind the task's own first word it is the task's: "remind me to post on Slack".
"""

import re
from typing import NamedTuple

# Channel -> how it is written, and how people write it.
TITLES = {"telegram": "Telegram", "whatsapp": "WhatsApp", "slack": "Slack"}
_WRITTEN = {"telegram": r"telegram", "whatsapp": r"what['’]?s[ -]?app", "slack": r"slack"}
_NAME = "(?:" + "|".join(f"(?P<a_{name}>{written})" for name, written in _WRITTEN.items()) + ")"
_MOST_READ = 400  # characters in which a channel is looked for
_BY = r"(?:on|via|by|over|through|using|in|with|sur|par|avec|dans)"
_ON = rf"{_BY} (?:my |the |mon |le )?{_NAME}(?: (?:message|dm|chat|app))?\b"
# What begins the task's own words. "Quarter to five" doesn't.
_TASK = r"(?:\b(?:about|that|because|when|if|de|que|qu|pour|quand|si)\b|\bd['’]|\bto\b(?! (?:\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|twelve\b|noon\b|midnight\b))|[.!?;:\n])"
_BEFORE_TASK = rf"(?:(?!{_TASK}).){{0,60}}?"
_FOR_AN_HOUR = r"(?:for (?=\d|noon|midnight|tomorrow|tonight|this |next |mon|tue|wed|thu|fri|sat|sun))?"
_REMIND = (
    r"(?:\b(?:remind|ping|nudge|tell|alert|notify|buzz|poke|message|text|wake) me\b"
    r"|\b(?:rappelle|rappelez|préviens|prévenez|avertis|alerte|notifie)[- ]moi\b|\bme rappel(?:er|les)\b)"
)
_REMINDER = r"\b(?:reminder|alarm|rappel|alarme)\b"
_MAKES = r"(?:set|add|make|create|put|send|give|need|want|schedule|mets|mettre|ajoute|crée|envoie|programme)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rest)
    for pattern, rest in (
        (rf"(?P<head>\A|[.!?;\n,] ?|\b(?:and|then|et|puis) )(?:{_ON}),? (?={_REMIND})", r"\g<head>"),
        (rf"(?P<head>{_REMIND}{_BEFORE_TASK}),? {_ON}", r"\g<head>"),
        (rf"(?P<head>{_REMINDER} ?{_FOR_AN_HOUR}{_BEFORE_TASK}),? {_ON}", r"\g<head>"),
        (
            rf"(?P<head>(?:\A|\b{_MAKES} (?:me |up |moi )?)(?:a |an )){_NAME} (?P<noun>{_REMINDER})",
            r"\g<head>\g<noun>",
        ),
        (
            rf"(?P<head>(?:\A|\b{_MAKES}(?:[- ]moi)? )(?:un |une ))(?P<noun>{_REMINDER}) {_NAME}\b",
            r"\g<head>\g<noun>",
        ),
        (rf"\A{_NAME} me (?:a reminder )?", "remind me "),
    )
)


class Wished(NamedTuple):
    """A channel, and the words without it."""

    channel: str
    rest: str


def named(words: str) -> str:
    """The channel that these words name and nothing else; "" where they name none."""
    found = _ALONE.fullmatch(words.strip(" .,;!?\"'“”«»"))
    return _which(found) if found else ""


def names_one(text: str) -> bool:
    """Whether a channel is named anywhere in a text."""
    return _ANYWHERE.search(text) is not None


def leaves_open(words: str) -> bool:
    """Whether these words choose no channel, but wherever they were heard last."""
    return _ANY.fullmatch(words.strip(" .,;!?\"'“”«»")) is not None


def wished(text: str) -> Wished | None:
    """The channel on which a reminder is wanted, where a message asks for one; None where none is named with it."""
    for form, rest in _FORMS:
        found = form.search(text[:_MOST_READ])
        if found is not None:
            said = f"{text[: found.start()]}{found.expand(rest)}{text[found.end() :]}"
            return Wished(_which(found), re.sub(r" {2,}", " ", said).strip())
    return None


def _which(found: re.Match[str]) -> str:
    return next(name for name in _WRITTEN if found[f"a_{name}"])


_ANYWHERE = re.compile(rf"\b{_NAME}\b", re.IGNORECASE)
_ANY = re.compile(
    r"any(?:where)?|wherever(?: .*)?|all|everywhere|last(?: used)?|none|no|off|default|auto(?:matic)?|n'importe où|partout|le dernier",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:on |to |via |sur |par )?(?:my |the |mon |le )?{_NAME}", re.IGNORECASE)
