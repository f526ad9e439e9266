"""What is asked of a thing at work that is called by its bare name: "what's left in PAY", "du nouveau sur deploys ?", "the state of dark mode". Pure.

A name that is written as any word needs a verb or a noun of work besides. The message is then read with the thing written as the services know it ("#deploys", "acme/api"), and the reading
counts where its call is about that thing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from app.language import questions
from app.language.choosing import work
from app.language.choosing.known_names import LONGEST, NEWS, THE, TO, WRITES, Mention, mentions
from app.language.choosing.windows import parts_of
from app.language.choosing.work_shown import lately
from app.language.choosing.work_values import WRITTEN
from app.language.dialogue.state import Before
from app.language.orders import speech
from app.language.orders.names import Name, as_phrase, is_titled
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part

_MOST, _MOST_JOINTS, _SURE, _PLAINLY = 3, 2, 0.5, 0.8
_AND = re.compile(r",? (?:and|et) |[;?] ", re.IGNORECASE)
_WORKS = re.compile(
    rf"\b(?:{NEWS}|left|open|todo|up with|to do|remain\w*|there|state|status|progress|working|waiting|blocked|broken|failing|failed|passed|pass|fail|fix\w*|done|closed|merged|assigned|unassigned"
    r"|prs?|pull requests?|issues?|tickets?|bugs?|builds?|checks?|ci|releases?|sprint|backlog|stories|commits?|branch\w*|deploy\w*|review\w*|merge|close|reopen|assign|label|move|approve"
    r"|reste|restent|ouverte?s?|état|statut|avance|en est|cours|bloquée?s?|cassée?s?|attend\w*|fait|fini|décidée?s?|assign\w+|ferme[rz]?|fusionne[rz]?)\b",
    re.IGNORECASE,
)
_OF_MEETING = re.compile(
    r"\b(?:decid\w*|agree\w*|left open|open|came (?:out|of)|come (?:out|of)|actions?|action items?|to-?dos?|promised?|said|outcomes?|takeaways?|conclu\w*|recap|summary|notes|who (?:has|is|does)"
    r"|décidée?s?|convenus?|sorti|resté\w*|ouverte?s?|dit|promis|résumé|compte rendu|doit)\b",
    re.IGNORECASE,
)
_PREFERS: Mapping[str, re.Pattern[str]] = {
    "repo": re.compile(
        r"\b(?:prs?|pull requests?|builds?|ci|checks?|releases?|commits?|branch\w*|repo\w*|dépôt)\b", re.IGNORECASE
    ),
    "project": re.compile(r"\b(?:tickets?|stories|sprint|backlog|board|epics?)\b", re.IGNORECASE),
    "channel": re.compile(rf"\b(?:{NEWS}|channel|canal|slack|tell|post|poste)\b", re.IGNORECASE),
}
_ARGUMENT: Mapping[str, tuple[str, ...]] = {
    "repo": ("repo",),
    "project": ("project",),
    "channel": ("channel",),
    "ticket": ("ticket",),
    "item": ("item",),
    "meeting": ("meeting",),
    "person": (
        "assignee",
        "sender",
        "by",
        "assigned_to",
        "reviewer",
        "reviewed_by",
        "name",
        "assign",
        "ask_review",
        "channel",
        "words",
    ),
}
# What is shown of a thing that a question is about in no other words.
_SHOWS: Mapping[str, tuple[str, dict[str, str]]] = {
    "repo": ("search_github", {"state": "open"}),
    "project": ("jira_search", {"status": "open"}),
    "channel": ("slack_read", {}),
    "ticket": ("jira_get", {}),
    "item": ("read_github_item", {}),
    "meeting": ("get_meeting_insights", {}),
}
_LOOKS = frozenset(
    (
        *(tool for tool, _ in _SHOWS.values()),
        *(
            "github_builds",
            "github_releases",
            "github_repository",
            "read_github_diff",
            "slack_search",
            "slack_files",
            "jira_board",
        ),
    )
)
# What the reader of everyday requests may take such a message for: whatever else it sees plainly is what was asked.
_BEATEN = frozenset(
    "list_tasks search_mail find_notes ask_fact find_everything search_history news briefing smalltalk aside help what_about read_page agenda list_events list_reminders choose "
    "send_mail message write tell_fact about_me check_item follow_news read_journal list_read_later world amend".split()
)
_ELSEWHERE = re.compile(
    r"\W*(?:(?:and|et|ok|now|so|what about|how about|also|then|alors|sinon)\W+)*(?P<place>\S.{1,80}?)(?:[\s,]+(?:too|as well|aussi|then|instead|plutôt))?\s*[?.!]*",
    re.IGNORECASE,
)


def read(clause: Clause, before: Before) -> Reading | None:
    """The calls that are asked of things which are known by their names; None for any other message."""
    if not clause.known or len(clause.text) > LONGEST or "\n" in clause.text.strip():
        return None
    found = list(mentions(clause.text, clause.known))
    if not found or _NAMES_OTHERS.search(clause.text):
        return None
    return _elsewhere(clause, found, before) or _of_both(clause, found, before) or _of_one(clause, found, before)


def _of_both(clause: Clause, found: Sequence[Mention], before: Before) -> Reading | None:
    """What is asked around an "and" of two things: "what's left in PAY and what's new in deploys"."""
    for cut in islice(_AND.finditer(clause.text), _MOST_JOINTS):
        first = [one for one in found if one.end <= cut.start()]
        halves = clause.text[: cut.start()], clause.text[cut.end() :]
        if not first or len(first) == len(found):
            continue
        one = _of_one(replace(clause, text=halves[0]), first, before)
        if one is None or any(WRITTEN & call.arguments.keys() for call in one.calls):
            continue
        second = list(mentions(halves[1], clause.known))
        other = _of_one(replace(clause, text=halves[1]), second, before) if second else None
        if other is not None:
            return Reading((*one.calls, *other.calls))
    return None


def _of_one(clause: Clause, found: Sequence[Mention], before: Before) -> Reading | None:
    parts = list(parts_of(clause.text))
    asked = (_asked(one, clause, before, parts) for one in _likeliest(found, clause.text))
    return next(filter(None, asked), None)


def _likeliest(found: Iterable[Mention], text: str) -> list[Mention]:
    """Those that may carry the message, the plain ones first, not too many."""
    kept = [
        one for one in found if one.is_plain or _WORKS.search(_without(one, text)) or WRITES.search(text[: one.start])
    ]
    return sorted(kept, key=lambda one: -_weight(one, text))[:_MOST]


def _without(one: Mention, text: str) -> str:
    return f"{text[: one.start]} {text[one.end :]}"


def _weight(one: Mention, text: str) -> float:
    """How likely it is what the message is about: by its kind's words, and people last."""
    prefers = _PREFERS.get(one.of.kind)
    return (
        (one.of.kind != "person") * 2
        + (prefers is not None and prefers.search(_without(one, text)) is not None)
        + one.is_plain / 2
    )


def _asked(one: Mention, clause: Clause, before: Before, parts: Sequence[Part]) -> Reading | None:
    """What the message asks of that thing."""
    if one.of.kind == "meeting" and not _OF_MEETING.search(clause.text):
        return None
    elsewhere = [part for part in parts if part.sure >= _PLAINLY and part.intent not in _BEATEN]
    if elsewhere and (len(parts) > 1 or not _IS_OF_WORK.search(clause.text)):
        return None
    written = f"{clause.text[: one.start]}{_written(one.of)}{clause.text[one.end :]}"
    own = replace(clause, text=written)
    asked = work.read(own, before) or work.learned(own, before, sure=_SURE)
    if asked is not None and (calls := _about(one, asked.calls, clause.text)):
        return replace(asked, calls=calls)
    if len(parts) > 1 or (asked is not None and asked.calls):
        return None
    return _shown(one, clause)


# Words of services whose things are none of these.
_NAMES_OTHERS = re.compile(
    r"\b(?:mails?|e-?mails?|inbox|courriels?|calendar|agenda|calendrier|in the news|actualités|journal|diary|notes?|reminders?|rappels?|(?:my|the|a|ma|la|une)\s+(?:[\w-]{1,30}\s+){0,2}(?:lists?|listes?))\b",
    re.IGNORECASE,
)
_IS_OF_WORK = re.compile(
    r"\b(?:prs?|pull requests?|builds?|tickets?|issues?|bugs?|sprint|backlog|repos?|slack|jira|github)\b", re.IGNORECASE
)


def _written(of: Name) -> str:
    """The thing as the services know it."""
    if of.kind == "channel":
        return f"#{of.name}"
    if of.kind == "meeting":
        return f"the {of.name} meeting"
    return of.name


def _about(one: Mention, calls: Sequence[Call], text: str) -> tuple[Call, ...]:
    """The calls with the thing in its right spelling, where one of them is about it and has its name in nothing that is to be written; () for others."""
    exact, found = as_phrase(one.of.name), False
    made = list[Call]()
    for call in calls:
        if any(_written(one.of) in str(value) for name, value in call.arguments.items() if name in WRITTEN):
            return ()
        if call.tool == "slack_post" and not WRITES.search(text):
            return ()
        given = dict(call.arguments)
        for name in _ARGUMENT[one.of.kind]:
            if name in given and exact in as_phrase(str(given[name])):
                found = True
                given[name] = given[name] if one.of.kind == "person" else _as_argument(one.of)
        made.append(Call(call.tool, given))
    return tuple(made) if found else ()


def _as_argument(of: Name) -> str:
    return f"#{of.name}" if of.kind == "channel" else of.name


def _shown(one: Mention, clause: Clause) -> Reading | None:
    """What there is of the thing, for a question in words that no reader knows."""
    tool, given = _SHOWS.get(one.of.kind, ("", {}))
    of_title = one.is_plain and is_titled(one.of)
    asks = any(map(questions.asks, (clause.text, speech.bare(clause.text)))) and (
        of_title or _WORKS.search(_without(one, clause.text))
    )
    if tool not in clause.tools or not asks:
        return None
    return Reading((Call(tool, {**given, _ARGUMENT[one.of.kind][0]: _as_argument(one.of)}),))


def _elsewhere(clause: Clause, found: Sequence[Mention], before: Before) -> Reading | None:
    """ "In site too?", "et dans billing ?": the last look once more, there; what there is there, where it is a thing of another kind."""
    whole = _ELSEWHERE.fullmatch(clause.text)
    last = next(iter(lately(before)), None)
    if whole is None or last is None or last.tool not in _LOOKS:
        return None
    led = re.match(rf"(?:{TO}\s*)?{THE}", whole["place"], re.IGNORECASE)
    begins = whole.start("place") + (led.end() if led else 0)
    here = [
        one
        for one in found
        if one.end >= whole.end("place")
        and one.of.kind in _SHOWS
        and as_phrase(clause.text[begins : whole.end("place")]).endswith(one.phrase)
    ]
    here = [one for one in here if len(clause.text[begins : one.start].strip("# ")) == 0]
    same = [one for one in here if _ARGUMENT[one.of.kind][0] in last.arguments]
    if same:
        kept = {name: value for name, value in last.arguments.items() if name != "account"}
        return Reading((Call(last.tool, {**kept, _ARGUMENT[same[0].of.kind][0]: _as_argument(same[0].of)}),))
    if not here or is_titled(here[0].of):
        return None
    tool, given = _SHOWS[here[0].of.kind]
    is_there = tool in clause.tools
    return (
        Reading((Call(tool, {**given, _ARGUMENT[here[0].of.kind][0]: _as_argument(here[0].of)}),)) if is_there else None
    )
