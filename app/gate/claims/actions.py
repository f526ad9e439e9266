"""What kinds of action there are, and which tools do which: the table that says what a call can back.

Tools are read by the parts of their names, so that a tool still to come, or one from a foreign server, finds its row by itself.
A tool whose name says nothing backs any claim: it changed something, and nobody here knows what. Knows no language.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

Actions = frozenset[str]

ANY: Actions = frozenset(
    "send call book schedule remind keep change delete complete answer switch undo".split()
)  # what somebody else notices; a tool for our own shelves never backs these
OUTWARD: Actions = frozenset("send call book answer switch".split())

# Parts of a tool's name -> what such a tool does.
_VERBS: Mapping[str, str] = {
    "send reply respond forward post publish share notify tell broadcast submit comment contact": "send",
    "invite": "send schedule",
    "call dial phone ring": "call send",
    "book reserve order buy purchase pay checkout transfer renew rent payment checkin": "book schedule",
    "schedule plan wake": "schedule keep change",
    "add create save write new insert make log remember keep store record append put pin": "keep",
    "upload copy import open start register subscribe follow bookmark star attach download": "keep change",
    "set update edit change move rename reschedule snooze postpone modify patch assign transition label tag": "change keep",
    "mark archive sort replace convert manage apply grant mute unmute sync": "change complete delete switch",
    "delete remove clear empty trash forget erase archive unsubscribe unfollow revoke drop cancel stop block dismiss": "delete change",
    "complete finish close resolve mark tick check done": "complete change delete",
    "merge approve review": "answer complete change send",
    "accept decline rsvp vote confirm": "answer send schedule change",
    "respond": "answer send schedule",
    "undo restore reopen revert": " ".join(sorted(ANY)),
    "turn switch play lock unlock lights light volume heating": "switch change",
    "run invoke execute delegate": " ".join(sorted(ANY)),
}
# Nouns in a tool's name -> where such a tool works; what stands in one shelf is not in the other.
_PLACES: Mapping[str, str] = {
    "email emails mail gmail outlook inbox newsletter": "mail",
    "slack message messages dm channel whatsapp telegram sms chat teams": "chat",
    "calendar event events meeting appointment": "calendar",
    "reminder reminders alarm timer alert nudge": "reminder",
    "scheduled cron job": "reminder calendar",
    "note notes fact facts memory journal later bookmark profile reading": "notes",
    "task tasks todo todos list": "tasks",
    "issue issues ticket jira github pull pr branch repository": "tracker",
    "file files drive document doc docs folder sheet spreadsheet filesystem": "files",
}
_MAKES = frozenset(("keep", "change"))
# A tool of this place that makes or changes something also does this.
_BY_PLACE: Mapping[str, str] = {
    "reminder": "remind schedule",
    "calendar": "schedule",
    "mail": "send",
    "chat": "send",
    "tracker": "send",
}
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


def spread(table: Mapping[str, str]) -> dict[str, Actions]:
    """A table with several words to a row as one word to a row; a word in two rows has both."""
    words: dict[str, Actions] = {}
    for row, meaning in table.items():
        for word in row.split():
            words[word] = words.get(word, frozenset()) | frozenset(meaning.split())
    return words


_VERB_OF = spread(_VERBS)
_PLACE_OF = spread(_PLACES)


@dataclass(frozen=True, slots=True)
class Reach:
    """What a tool does, and where; no places means that it may be anywhere."""

    actions: Actions
    places: frozenset[str]


@lru_cache(maxsize=256)
def reach(tool: str) -> Reach:
    """What a tool of that name can have done. Parts that say nothing are passed over."""
    parts = [part.lower() for part in _PARTS.findall(tool)]
    places = _joined(_PLACE_OF[part] for part in parts if part in _PLACE_OF)
    actions = _joined(_VERB_OF[part] for part in parts if part in _VERB_OF)
    if not actions:
        return Reach(ANY, places)
    if actions & _MAKES and "delete" not in _first_verb(parts):
        actions |= _joined(frozenset(_BY_PLACE[place].split()) for place in places if place in _BY_PLACE)
    return Reach(actions, places)


def _first_verb(parts: list[str]) -> Actions:
    return next((_VERB_OF[part] for part in parts if part in _VERB_OF), frozenset())


def _joined(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
