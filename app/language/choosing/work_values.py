"""What the arguments of the tools for work are given for words that were said: people, states, kinds, repositories, keys. Pure."""

import re
from collections.abc import Callable, Mapping

from app.language.orders.numbers import in_digits

WRITTEN = frozenset(("title", "text", "summary", "description"))
PEOPLE = frozenset(("assign", "unassign", "ask_review", "assignee", "with_whom", "name", "by", "sender"))
_MANY = frozenset(("labels", "add_labels", "remove_labels", "assign", "unassign", "ask_review", "fields"))
_ME = re.compile(r"\A(?:me|myself|moi|i|@me|mine|my)\Z", re.IGNORECASE)
_OWN = re.compile(r"['’]s?\Z")  # "Kofi's"
_NOBODY = re.compile(r"\A(?:no ?one|nobody|unassigned|personne)\Z", re.IGNORECASE)
_MAY_CHANGE = re.compile(r"\b(?:edit|writ|chang|modif|comment|collaborat|éditi|écri)", re.IGNORECASE)
_STROKE = re.compile(r"\s+(?:slash|stroke|barre)\s+", re.IGNORECASE)
_REPO_WORD = re.compile(r"\A(?:the|my|our|le|la|notre)\s+|\s+(?:repo|repository|project|dépôt)\Z", re.IGNORECASE)
_KEY = re.compile(r"\A(?P<project>[A-Za-z][A-Za-z0-9]{1,9})[\s#-]+(?P<number>\d[\d\s]{0,9})\Z")
_PULLS = re.compile(r"\b(?:prs?|pulls?|pull[ -]requests?|merge[ -]requests?|mrs?)\b", re.IGNORECASE)
_ISSUES = re.compile(r"\b(?:issues?|bugs?|tickets?|reports?)\b", re.IGNORECASE)
_PLURAL = re.compile(r"\A(?P<one>[^\W\d_]{2,30}?)(?P<ies>ies)?s?\Z")
_LED_TO = re.compile(r"\A(?:(?:en|à|to|into|in) (?=[A-Z])|to (?=to do\b))")
_SINCE = re.compile(r"\A(?:ever )?(?:since|depuis|from)\s+(?=\S)", re.IGNORECASE)
_LATELY = re.compile(r"lately|recently|these days|récemment|dernièrement|ces derniers temps", re.IGNORECASE)
_PRIORITY_WORD = re.compile(r"\s*\b(?:priority|prio|priorité)\b\s*", re.IGNORECASE)
_SPRINTS: Mapping[str, re.Pattern[str]] = {
    "next": re.compile(
        r"\b(?:(?:next|coming|upcoming) (?:sprint|iteration)|prochain sprint|sprint (?:suivant|prochain))\b",
        re.IGNORECASE,
    ),
    "backlog": re.compile(r"\bbacklog\b", re.IGNORECASE),
}
_OF_SPRINT = frozenset(("since", "status", "project", "text"))
_NAMES_SPRINT = re.compile(
    r"\A(?:(?:in|on|of|for|the|our|my|next|coming|upcoming|le|du|au|dans|prochain|notre) ){0,4}(?:sprint|iteration|backlog)(?:['’]s)?(?: suivant| prochain)?\Z",
    re.IGNORECASE,
)
_NO_PROJECT = frozenset(("jira", "project", "projet", "backlog", "sprint", "board"))
_METHOD = re.compile(r"squash|rebase|merge|fast", re.IGNORECASE)
_NO_STATE = frozenset(("in", "on", "the", "en", "à", "still"))
_EMOJI: Mapping[str, str] = {
    **dict.fromkeys(
        ("👍", "thumbs", "thumbs up", "thumbs-up", "thumb up", "like", "thumb", "pouce", "pouce en l'air"), "+1"
    ),
    **dict.fromkeys(("👎", "thumbs down", "thumbs-down", "pouce en bas"), "-1"),
    **dict.fromkeys(("❤", "love", "cœur", "coeur"), "heart"),
    **dict.fromkeys(("🎉", "party popper", "party", "confetti"), "tada"),
    **dict.fromkeys(("👀", "yeux"), "eyes"),
    **dict.fromkeys(("✅", "check", "check mark", "checkmark", "tick", "green tick", "coche"), "white_check_mark"),
    **dict.fromkeys(("🙏", "thanks", "folded hands", "praying hands", "merci"), "pray"),
    **dict.fromkeys(("😂", "crying laughing", "laughing"), "joy"),
    **dict.fromkeys(("👏", "applause", "clapping", "bravo"), "clap"),
    **dict.fromkeys(("🚀", "fusée"), "rocket"),
    **dict.fromkeys(("🔥", "feu"), "fire"),
    "💯": "100",
    "🙌": "raised_hands",
    "😄": "smile",
}
_STATES: Mapping[str, str] = {
    **dict.fromkeys(("open", "opened", "still open", "ouverte", "ouvertes", "ouvert", "ouverts"), "open"),
    **dict.fromkeys(("closed", "fermée", "fermées", "fermé", "fermés", "resolved"), "closed"),
    "draft": "draft",
    "brouillon": "draft",
    **dict.fromkeys(("merged", "fusionnée", "fusionnées", "fusionné", "fusionnés"), "merged"),
}


def value(name: str, words: list[str]) -> object:
    """What an argument is given for the words that were said; None for nothing."""
    if not any(words):
        return None
    if name == "may_change":
        return True if _MAY_CHANGE.search(" ".join(words)) else None
    if name in _MANY:
        return [_one(name, one) for one in words]
    return next(filter(None, (_one(name, one) for one in words)), None)


def _one(name: str, words: str) -> str:
    said = words.strip(" \"“”'«»")
    if name in PEOPLE:
        return person(name, said)
    if name in WRITTEN:
        return f"{said[:1].upper()}{said[1:]}"
    made = _MADE.get(name)
    return made(said) if made else said


def person(name: str, said: str) -> str:
    """Somebody as a tool's argument has them: "@me" or "me" for the user, "nobody", a name without its mark."""
    if _ME.match(said):
        return "me" if name in ("assignee", "sender") else "@me"
    return _NOBODY.sub("nobody", _OWN.sub("", said.removeprefix("@")))


def kind(said: str) -> str:
    """ "issue" or "pull request" at a code host; a tracker's own kinds stand as one ("stories" as "Story")."""
    if _PULLS.search(said):
        return "pull request"
    if _ISSUES.fullmatch(said) and said.casefold().startswith("issue"):
        return "issue"
    plural = _PLURAL.match(said)
    if plural is None:
        return said
    one = f"{plural['one']}y" if plural["ies"] else plural["one"]
    return one.capitalize()


def with_sprint(given: Mapping[str, object], text: str) -> dict[str, object]:
    """The arguments of a search for tickets, with the next sprint or the backlog where the text names one: that is no time, status, project or text."""
    sprint = next((name for name, shape in _SPRINTS.items() if shape.search(text)), "")
    words = str(given.get("text", ""))
    looked_for = not _NAMES_SPRINT.match(words) and bool(sprint) and _SPRINTS[sprint].search(words)
    if not sprint or looked_for:
        return dict(given)
    kept = {name: one for name, one in given.items() if name not in _OF_SPRINT or not _NAMES_SPRINT.match(str(one))}
    return {**kept, "sprint": sprint}


_LABEL_WORD = re.compile(
    r"\A(?:the |le |la |l['’])?(?:labels?|étiquettes?) (?=\S)|\A(?:the |le )(?=\S+ labels?\Z)|(?<=\S) labels?\Z",
    re.IGNORECASE,
)


def label(said: str) -> str:
    """A label without the word that says it is one: "bug" of "the bug label"."""
    return _LABEL_WORD.sub("", _LABEL_WORD.sub("", said)).strip()


_MADE: Mapping[str, Callable[[str], str]] = {
    **dict.fromkeys(("label", "labels", "add_labels", "remove_labels"), label),
    "since": lambda said: "" if said.casefold() in _NO_STATE or _LATELY.fullmatch(said) else _SINCE.sub("", said),
    "priority": lambda said: _PRIORITY_WORD.sub("", said),
    "method": lambda said: said if _METHOD.search(said) else "",
    "status": lambda said: "" if said.casefold() in _NO_STATE else said,
    "repo": lambda said: repo_name(said),
    "kind": kind,
    "state": lambda said: _STATES.get(said.casefold(), ""),
    "fields": lambda said: f"Story Points: {in_digits(said)}",
    "channel": lambda said: said if said.strip("#") else "",
    "emoji": lambda said: emoji_name(said),
    "parent": lambda said: ticket_key(said),
    "to": lambda said: state_name(said),
    "project": lambda said: "" if said.casefold() in _NO_PROJECT else said,
}


def state_name(said: str) -> str:
    """A state without the word that leads to it ("en In Progress"); what is one with it stays ("en cours")."""
    return _LED_TO.sub("", said)


def emoji_name(said: str) -> str:
    """An emoji by the name that a team's chat has for it, for its sign or for what people call it."""
    plain = said.strip(": ").casefold().removesuffix(" emoji").removeprefix("a ")
    return _EMOJI.get(plain.removesuffix("\ufe0f"), "_".join(plain.split()))


def repo_name(said: str) -> str:
    """ "owner/name" or a name, for however that was said ("the site repo", "acme slash site")."""
    return _REPO_WORD.sub("", _STROKE.sub("/", said)).strip()


def ticket_key(words: str) -> str:
    """ "proj 12" and "pay forty two" as the key that they are; other words as they are."""
    key = _KEY.match(in_digits(words.strip()))
    return f"{key['project'].upper()}-{''.join(key['number'].split())}" if key else words.strip()


def has_key(text: str) -> bool:
    """Whether a ticket's key stands in a text, as it is written."""
    return _WRITTEN_KEY.search(text) is not None


_WRITTEN_KEY = re.compile(r"\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b")
