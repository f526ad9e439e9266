"""What is said without a tool: greetings and thanks, what it can do, and plainly what it cannot do without a model.

Tables from the particular to the general. Never opens with an apology; always says what can be done next.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from app.language.orders.verdict import Verdict
from app.language.questions import without_exclamation
from app.language.words.tokens import tokenize

ABILITIES = (
    "I keep your tasks and lists, notes, reminders (once or repeating), things to read later, your journal and what you tell me "
    "about yourself, and I find them again. I tell what your watch measured, and I do dates, times, sums and conversions.\n"
    'Try: "remind me tomorrow at 9 to call mum", "add milk to my shopping list", "note: the gate code is 4412", '
    '"what do you know about me?" or "how many days until Christmas?"'
)
_WITHOUT = "without a language model connected"
_AWAY = "while my language model is away"  # the same where there is one
_INSTEAD = "I can keep notes, tasks, reminders and facts for you and find them again."
NOTHING_SAID = "I'm here. Tell me what to note, add, remind you of or look up."
READ_FILES = (
    f"I have {{names}}, and {_WITHOUT} I can do little with it. Send it with “keep this as a note” and I'll keep what it says, after"
    " you said yes to it."
)
KEEPS_IT = re.compile(
    r"(?:please )?(?:keep|save|store|note|remember)(?: down)? (?:this|that|it|them|these)(?: (?:file|document|text))?(?: (?:as|in|into|to) (?:a|my) notes?)?(?: please)?[.!]*",
    re.IGNORECASE,
)
UNREADABLE = f'I didn\'t catch what to do with that. {_INSTEAD} Say "help" for examples.'
NOTHING_FOUND = "I find nothing about that in what you keep with me"
NOTHING_KEPT = f"{NOTHING_FOUND}, and {_WITHOUT} that is all I know. Tell me, and I'll remember it."
NOT_FROM_HERE = "I can't do that from here. I can put it on your to-do list or remind you of it."
NO_MESSAGES = "I can't make calls or send messages from here. I can remind you to."
REST_UNREAD = "That's a long one: I read the first part and did what it says. Send me the rest by itself."
TOO_LONG = 'That is a long text. Tell me what to do with it, like "note:" in front of it to keep it as a note.'
WHO = f'I\'m Kwasi, your assistant. I run on your own machine, and {_WITHOUT} I follow rules. Say "help" for what I can do.'
LISTENING = "I'm listening. I can keep that as a note or in your journal, or remind you of something; just say so."
MOST_OF_TALK = 200  # characters
_ADDRESS = frozenset(
    "kwasi please then everyone mate man bro boss friend dear there again all my hi hello hey ok okay oh so well and love sir madam chale abeg paa o".split()
)
_CANNOT_MAKE: tuple[tuple[str, str], ...] = (
    (
        r"\b(?:write|draft|compose)\b.*\b(?:e-?mail|mail|letter|message|text|reply|response)\b",
        f"I can't write or send mail {_WITHOUT}. I can remind you to do it, or keep your points as a note.",
    ),
    (
        r"\bsummar(?:y|ise|ize)|\btl;?dr\b|\bthe gist\b",
        f"I can't summarise {_WITHOUT}. I can keep it for later or note what you tell me.",
    ),
    (
        r"\btranslat|\bhow do you say\b|\bin (?:french|spanish|german|twi|english|italian|portuguese|chinese|japanese)\b",
        f"I can't translate {_WITHOUT}. {_INSTEAD}",
    ),
    (
        r"\b(?:tell|write|make|give|sing|compose|invent|another|got any|know (?:a|any))\b.{0,40}\b(?:joke|poem|story|song|haiku|essay|riddle|rhyme|limerick|lyrics|fun fact|compliment)\b",
        f"I can't make things up {_WITHOUT}. {_INSTEAD}",
    ),
)
# What is for something outside, by what it is: said with why it isn't done and what can be done instead.
NOT_HERE: Mapping[str, str] = {
    "weather": "I can't see the weather from here: no weather service is connected. Dates, times and sums I can do.",
    "news": "I can't read the news from here: no news source is connected. What you keep with me I can find.",
    "calendar": "I can't see a calendar from here: none is connected. I can set a reminder for it instead.",
    "mail": "I can't see or send your mail from here: no account is connected. I can remind you to write, or keep your points as a note.",
    "message": NO_MESSAGES,
    "play": f"I can't play anything. {_INSTEAD}",
    "home": f"I can't switch things in your home. {_INSTEAD}",
    "order": "I can't book, order or pay. I can put it on your to-do list or remind you of it.",
    "write": f"I can't write for you {_WITHOUT}. I can keep your points as a note, or remind you of it.",
    "health": f'That I can\'t answer {_WITHOUT}. What your watch measured I can tell: "how did I sleep this week?", "my steps today" or "is my HRV going up?"',
}
# The same where the service is connected: then it is the words that were not understood.
NOT_CAUGHT: Mapping[str, str] = {
    "calendar": "I didn't catch what to do in your calendar. “What's on tomorrow?”, “put dentist in my calendar on Tuesday at 3” and “move it to 4” work.",
    "news": "I didn't catch what to do with the news. “What's new about cocoa?”, “follow news about cocoa” and “what do I follow?” work.",
    "weather": "I didn't catch what of the weather. “Weather in Kumasi tomorrow”, “will it rain at 5?” and “tell me if it rains tomorrow” work.",
    "mail": "I didn't catch what to do with your mail. “What's new in my mail?”, “find the invoice from Kofi” and “reply that I'll pay” work.",
    "github": "I didn't catch what to do on GitHub. “What's waiting for my review?”, “read acme/site#12” and “close acme/site#12” work.",
    "jira": "I didn't catch what to do in Jira. “Which tickets are assigned to me?”, “read PROJ-12” and “move PROJ-12 to Done” work.",
    "slack": "I didn't catch what to do on Slack. “What's new in #general?”, “find the wifi code on Slack” and “tell Ben on Slack that I'm late” work.",
    "drive": "I didn't catch what to do with your files. “Find the contract”, “read budget.xlsx” and “what changed this week?” work.",
}
_CONNECTED = {
    "calendar": "list_events",
    "mail": "search_mail",
    "news": "get_news",
    "weather": "get_weather",
    "github": "search_github",
    "jira": "jira_search",
    "slack": "slack_read",
    "drive": "search_files",
}
_CALLS = re.compile(r"(?:please )?(?:call|phone|ring|text|whatsapp) \w", re.IGNORECASE)
_QUESTION = re.compile(
    r"\A(?:what|who|whom|whose|when|where|why|how|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have|explain|describe|tell|give|write|create|make|generate|compare|recommend|suggest|calculate|solve)\b",
    re.IGNORECASE,
)
GENERAL = f"That I can't answer {_WITHOUT}: I know what you keep with me, not the world. {_INSTEAD}"

# Our own sentences alone are reworded, and only whole ones: what a user wrote is repeated as it stands.
_WHILE_AWAY = {
    said: said.replace(_WITHOUT, _AWAY)
    for said in (
        READ_FILES,
        NOTHING_KEPT,
        GENERAL,
        *NOT_HERE.values(),
        WHO,
        *(reply for _, reply in _CANNOT_MAKE),
    )
}


def while_away(said: str) -> str:
    """A sentence of this table as it is said where there is a language model that doesn't answer; any other as it is."""
    return _WHILE_AWAY.get(said, said)


@dataclass(frozen=True, slots=True)
class _Replies:
    """The rows of `talk.toml`, by what is said whole, as folded words, and by intent."""

    said: Mapping[tuple[str, ...], str]
    meant: Mapping[str, str]


@cache
def _replies() -> _Replies:
    rows = tomllib.loads((files("app.language.orders") / "talk.toml").read_text(encoding="utf-8"))["reply"]
    said, meant = dict[tuple[str, ...], str](), dict[str, str]()
    for row in rows:
        reply = row["say"].format(abilities=ABILITIES, name=WHO)
        for phrase in row.get("said", "").split(","):
            said.setdefault(_words(phrase), reply)
        if "intent" in row:
            meant[row["intent"]] = reply
    return _Replies(said, meant)


def _words(text: str) -> tuple[str, ...]:
    return tuple(token.folded for token in tokenize(text) if token.folded[:1].isalnum() or token.folded == "/")


def small(text: str, intent: str = "") -> str | None:
    """The answer to a greeting, thanks or a question about the assistant itself; None for anything else. `intent`: what the reader takes the
    words for."""
    table, said = _replies(), _words(text[:MOST_OF_TALK])
    for kept in (said, said[:-1], said[1:], said[:-2], said[1:-1]):  # with somebody's name, "then", "please" around it
        if kept and kept in table.said and not _is_cut(said, kept):
            return table.said[kept]
    return table.meant.get(intent)


def _is_cut(said: tuple[str, ...], kept: tuple[str, ...]) -> bool:
    """Whether what stands around a phrase is more than an address: "no milk" isn't "no"."""
    return any(
        word not in _ADDRESS for word in (*said[: said.index(kept[0])], *said[said.index(kept[0]) + len(kept) :])
    )


def cannot_make(text: str) -> str | None:
    """What needs a language model whatever else is connected: writing, summaries, translations, jokes."""
    return next(
        (sentence for pattern, sentence in _CANNOT_MAKE if re.search(pattern, text[:1000], re.IGNORECASE)), None
    )


def verdict(reply: str) -> Verdict:
    """What is to be said of an answer of this table that does nothing."""
    if reply in (UNREADABLE, LISTENING):
        return Verdict("unread", reply)
    if reply == NOTHING_KEPT:
        return Verdict("unfound", reply)
    if reply in NOT_CAUGHT.values():
        return Verdict("unread", reply)
    return Verdict("beyond", reply) if reply == GENERAL or reply in NOT_HERE.values() else Verdict()


def is_connected(service: str, tools: frozenset[str]) -> bool:
    """Whether a service can be called for."""
    return _CONNECTED.get(service, "") in tools


def cannot(text: str, intent: str = "", tools: frozenset[str] = frozenset()) -> str:
    """What it cannot do, and what it can do instead. `intent`: what the words are for, where that is known; `tools`: what can be called."""
    if is_connected(intent, tools):
        return NOT_CAUGHT[intent]
    known = cannot_make(text) or NOT_HERE.get(intent) or (NO_MESSAGES if _CALLS.match(text) else None)
    if known is not None:
        return known
    asks = intent == "world" or _QUESTION.match(without_exclamation(text)) or text.rstrip().endswith("?")
    return GENERAL if asks else UNREADABLE
