"""Where somebody wants to be told things first: "send my reminders on WhatsApp", "stop pinging me on Slack, use Telegram". Pure.

Read by sentences in `channels.toml`, else by the few parts that any such sentence has: one channel that isn't refused, the assistant's words
to them (writing to me, my reminders), and that it is meant to last or preferred; no task, no time, nobody else. A wrong channel costs more
than one that is missed, so whatever has something besides is left to the other readers.
"""

import re

from app.language import channels
from app.language.choosing import sentences
from app.language.cues import cues
from app.language.orders.plan import Call, Clause, Reading
from app.language.time.recurrence import spans

SET = "set_channel"
OPEN = "any"
_LONGEST = 160  # characters
_STATE = f"{SET}{sentences.SUFFIX}state"
_IS_CHOICE = frozenset(("reaches_me", "names_all_told"))
_APP = f"(?:{'|'.join(channels.TITLES)})"
_NEXT = re.compile(r" ?[,;:\n–—]| - | (?:and|but|so|et|mais|donc)\b(?! not\b)", re.IGNORECASE)
# Where one piece of a sentence ends besides, and with it what "stop" and "not" refuse.
_PIECES = re.compile(
    r"[.!?]|(?=\b(?:instead of|rather than|not|pas|plutôt que|au lieu de|use|utilise)\b)", re.IGNORECASE
)
# What is left behind, or less liked: "from Slack to Telegram", "prefer Telegram to Slack".
_LEFT = re.compile(rf"\b(?:from|de) {_APP}\b|(?<=\bprefer )(?P<kept>{_APP}) (?:to|over) {_APP}\b", re.IGNORECASE)
_ABLE = re.compile(
    r"\W*(?:can|could|are|will|would) you\b|\W*(?:est-ce que )?(?:tu peux|peux-tu|pourrais-tu)\b", re.IGNORECASE
)
_SHORT = 45  # characters of a message that is about an app and nothing else
# What is no time here, though it may be read as one.
_NO_TIME = re.compile(
    r"\b(?:from now(?: on)?|from here on|now|always|(?:the |my |your )?(?:daily|morning|evening)|every ?time|whenever|first|these days"
    r"|à partir de maintenant|désormais|dorénavant|maintenant|toujours|du matin|ces jours-ci)\b",
    re.IGNORECASE,
)


def read(clause: Clause) -> Reading | None:
    """The call; None where it is none of these, or names no channel that is known."""
    if SET not in clause.tools or len(clause.text) > _LONGEST:
        return None
    said = channels.spelt(clause.text)
    written = _written(said)
    cued = cues(written)
    if _is_question(said) and not cued & {"names_all_told", "lasts_or_prefers", "leaves_channel_open"}:
        return None
    found = _sentence(said) if _may_be(said) else None
    if found is not None:
        return found
    channel = _read(said, written, cued)
    if not channel or _names_other(said) or spans(_NO_TIME.sub(" ", said), clause.now):
        return None
    return Reading((Call(SET, {"channel": channel}),))


def _is_question(said: str) -> bool:
    """Whether it asks what the assistant is able to do."""
    return said.rstrip().endswith("?") and _ABLE.match(said) is not None


def _sentence(said: str) -> Reading | None:
    match = sentences.best(sentences.tidy(said), {"", "state"}, sentences.templates("channels"))
    if match is None:
        return None
    channel = channels.named(sentences.slots(match).get("channel", ""))
    if not channel and match.name != _STATE:
        return None
    return Reading((Call(SET, {"channel": channel} if channel else {}),))


def _may_be(text: str) -> bool:
    """Whether it names a channel, or asks for one: other messages are not looked at."""
    return bool(channels.mentions(text)) or "channel" in text.casefold() or "canal" in text.casefold()


def _read(said: str, written: str, cued: frozenset[str]) -> str:
    """The channel that the parts of a sentence choose; "" where they choose none."""
    is_theirs = bool(cued & _IS_CHOICE)
    is_of_app = "about_apps" in cued and len(said) <= _SHORT and "?" not in said
    if "leaves_channel_open" in cued and (is_theirs or is_of_app):
        return OPEN
    return _chosen(written) if is_theirs and "lasts_or_prefers" in cued else ""


def _written(said: str) -> str:
    """The text with each channel by its name, and a full stop where a part of a sentence ends."""
    for one in reversed(channels.mentions(said)):
        said = f"{said[: one.start]}{one.channel}{said[one.end :]}"
    return _NEXT.sub(". ", said)


def _chosen(written: str) -> str:
    """The one channel that no piece of the sentence refuses; "" where there is none, or several."""
    kept = {
        one.channel
        for piece in _PIECES.split(_LEFT.sub(lambda found: found["kept"] or " ", written))
        for one in channels.mentions(piece)
        if "denies_channel" not in cues(piece)
    }
    return kept.pop() if len(kept) == 1 else ""


def _names_other(said: str) -> bool:
    """Whether somebody or something is named besides: "tell Ama to …"."""
    rest = re.sub(r"\A\W*\w+", "", said)
    names = [
        found[0] for found in _CAPITAL.finditer(rest) if not said[: found.start()].rstrip().endswith((".", "!", "?"))
    ]
    return any(not channels.named(name) for name in names)


_CAPITAL = re.compile(r"(?<![\w'])[A-Z][\w]+")
