"""The shape of one user turn as a model reads it, and back again.

The moment goes in front of the user's words and never into the system prompt, so that the prompt's prefix stays
byte-identical; what memory adds stands between the two in tags that stored text cannot close. `compose` and `split` are
inverses: the offline model reads what the pipeline wrote.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

_MOMENT = "%A, %B %d, %Y — %H:%M"
_SHAPE = re.compile(
    r"\A\[(?P<moment>[^\]\n]+) (?P<zone>\S+)\]\n(?:<memory>\n(?P<memory>.*?)\n</memory>\n)?(?P<text>.*)\Z", re.DOTALL
)
# What opens a tag to a careless reader: a bracket, what looks like one, or its name in HTML, where nothing but unseen characters stand
# before the word, slash or mark that follows. A closing bracket is not looked for: text that is cut has lost its own and may get ours.
_UNSEEN = (
    r"\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
_BRACKET = r"(?:[<\uff1c\ufe64\u02c2\u1438\u27e8\u276e\u2770\u29fc]|&(?:lt|#0*60|#x0*3c);?)"
_SLASH = r"/\\\u2044\u2215\u29f8\uff0f!?"
_TAG = re.compile(
    # Angle quotes are somebody's punctuation before any letter but those of a tag's name. A run is matched whole, so that it is read once.
    rf"{_BRACKET}(?:[{_UNSEEN}]*+{_BRACKET})*+(?P<tag>(?=[{_UNSEEN}]*(?:[{_SLASH}]|[^\W\d])))?"
    rf"|[\u2329\u3008](?P<name>(?=[{_UNSEEN}]*[{_SLASH}a-z_]))",
    re.IGNORECASE,
)
_MEMORY = "<memory>\n"
CHANGE = "Change this request: "  # begins a turn that changes a held call
CHANGED = "(I changed my earlier message to:)"  # the first line of a message that was changed after a turn had taken it
_SAYS_CHANGED = re.compile(rf"^{re.escape(CHANGED)}\s?", re.MULTILINE)
REPLYING, THREAD = "replying to", "before that in the thread"  # what a line in front of the words tells of
_QUOTED = re.compile(rf"^\((?:{REPLYING}|{THREAD}): (?P<words>[^\n]*)\)(?:\n|\Z)", re.MULTILINE)
# What a channel tells in words because it has no words of its own: a place, a card, a sticker. Whoever made it may have worded it.
_THINGS = ("sticker", "location", "place", "contact", "contacts", "poll", "checklist", "game", "rolled", "came with")
_SHARED = re.compile(rf"^\((?P<words>(?:{'|'.join(_THINGS)})\b[^\n]*)\)(?:\n|\Z)", re.MULTILINE)
# Lines quoted above what is written, as people and Slack mark them: somebody's words, that are answered. No face (">:(") is one.
_PASSAGE = re.compile(r"\A\s*+(?:[ \t]*+>++(?:[ \t]|(?=[^\W_]|[\"“«@#`*\n]|\Z))[^\n]*(?:\n|\Z))+")
_ATTACHED = re.compile(r"(?:\A|\n)\[attached: ")  # where a file joins a turn's text


@dataclass(frozen=True, slots=True)
class TurnPrompt:
    """What was said, when (aware, in the user's zone, to the minute), and what memory put beside it."""

    text: str
    moment: datetime | None
    memory: str = ""


def escape(stored: str) -> str:
    """Stored text that cannot open or close a tag."""
    return _TAG.sub(lambda found: found[0] if found["tag"] is None and found["name"] is None else "‹", stored)


def compose(text: str, moment: datetime, *, memory: str = "") -> str:
    """The user turn: `[Saturday, November 21, 2026 — 21:47 Europe/Paris]`, memory blocks, then the words themselves.

    `moment` is aware with a ZoneInfo; `memory` is already escaped where it is not ours.
    """
    # Words that begin like our own block get an empty one in front, so that they are read back as words.
    blocks = f"{_MEMORY}{memory}\n</memory>\n" if memory or text.startswith(_MEMORY) else ""
    return f"[{moment.strftime(_MOMENT)} {moment.tzinfo}]\n{blocks}{text}"


def split(prompt: str) -> TurnPrompt:
    """The parts of what `compose` made; any other text is all words and no moment."""
    found = _SHAPE.match(prompt)
    if found is None:
        return TurnPrompt(text=prompt, moment=None)
    try:
        moment = datetime.strptime(found["moment"], _MOMENT).replace(tzinfo=ZoneInfo(found["zone"]))
    except (ValueError, KeyError, OSError):
        return TurnPrompt(text=prompt, moment=None)
    return TurnPrompt(text=found["text"], moment=moment, memory=found["memory"] or "")


def parts_of(text: str) -> tuple[str, list[str], str]:
    """A turn's text as what its user said, the names of the files that joined it, and what those say."""
    own, *files = _ATTACHED.split(text)
    heads, bodies = zip(*(file.partition("]")[::2] for file in files), strict=True) if files else ((), ())
    said = _SAYS_CHANGED.sub("", _SHARED.sub("", _QUOTED.sub("", own)))
    return (
        _PASSAGE.sub("", said).rstrip(),
        [head.strip() for head in heads],
        "\n".join(body.strip() for body in bodies).strip(),
    )


def own_part(text: str) -> str:
    """Of a turn's text what its user said: up to the first file that joined it, and without the lines that say what a message replies to
    (those are the assistant's words, and may repeat anybody's), those quoted above it, and what was shared with it."""
    return parts_of(text)[0]


def without_quotes(text: str) -> str:
    """A turn's text without the lines that say what a message replies to."""
    return _QUOTED.sub("", text)


def replied_to(text: str) -> str:
    """The words that a turn's text replies to; "" where it replies to none, or to several."""
    found = [one["words"] for one in _QUOTED.finditer(_ATTACHED.split(text)[0]) if one[0].startswith(f"({REPLYING}")]
    return found[0][1:-1] if len(found) == 1 and found[0][:1] == "“" and found[0][-1:] == "”" else ""


def shared_in(text: str) -> list[str]:
    """What was shared in a turn's text, as the channel tells it: "location: 5.6, -0.2", "contact: Ama, +233…"."""
    return [one["words"] for one in _SHARED.finditer(_QUOTED.sub("", _ATTACHED.split(text)[0]))]
