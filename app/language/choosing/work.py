"""What is asked of the services of work, from sentences in a file each: to a call of their tools, behind what of them was shown. Pure.

One row a service says which file, which of its tools have to be there, and how its things are named in writing; what a sentence always gives its
tool stands in the file. Words that point ("it", "the second one") mean what was read or handled last, else what was shown at that place.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from app.language.choosing import sentences, work_cues
from app.language.dialogue.state import Before, calls_of
from app.language.orders import alerts, speech, standing
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import places, points
from app.language.templates import Match

_GIVEN = "+"
STATUS, ALERT, BRIEFING = "connection_status", "set_alert", "give_briefing"
_AND = re.compile(r",? (?:and|et) ", re.IGNORECASE)
_HALVES, _TWO, _BACK = 3, 2, 2
_SHOWN = ("__shown", "__pointed")
_NEXT, _POINTED, _PLAIN_POINT = "next", "__pointed", "on "
_JOINING = re.compile(r"\s+(?:with|about|from|for|and|of|the|avec|de|du|sur|pour|et)\s+", re.IGNORECASE)
_COLON = re.compile(r"\s?:\s+|\s[-–—]\s+")


@dataclass(frozen=True, slots=True)
class _Service:
    """`reads` is a tool that is there where the service is connected; `thing` the argument that names one of its things, which all tools but `about_all`
    need, `named` how one stands in what somebody writes, `row` where it stands in an answer of its tools; `called` are words that only it is meant
    by, so that somebody without it hears how it is connected; `several` the arguments that take more than one value, `people` those of them in
    which the user stands for "@me". `by_words`: its things have no names but their titles; `written` is how one is known in a message all the
    same ("notes.txt"). `has_cues`: words beside a name decide where no sentence fits (`work_cues`). `lists` are the tools whose rows are its things,
    where not all of its tools' are.`at`: which account names mean ("on codeberg"), where several services are one for us."""

    file: str
    reads: str
    thing: str
    about_all: frozenset[str]
    named: re.Pattern[str]
    row: re.Pattern[str]
    called: re.Pattern[str]
    several: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    has_cues: bool = False
    by_words: bool = False
    written: re.Pattern[str] | None = None
    at: Mapping[str, str] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()


# What begins a line of ours before the name of a thing: a row of a list, or what was done to it. Words of others never begin one (`cards/quoting.py`).
_OURS = r"(?m)^(?:- (?:[a-z][a-z ]{0,40} )?|[A-Z][a-z]{2,12}(?: [a-z]{2,10}){0,4} )?"
_ITEM = r"[A-Za-z0-9][\w.-]{0,99}/[\w.-]{1,100}#\d{1,9}"
_KEY, _MESSAGE = r"[A-Z][A-Z0-9]{1,9}-\d{1,7}", r"#[\w.-]{1,80}/\d{1,12}\.\d{1,6}"
# A row ends with what we say of its thing, between brackets in which others' words have none.
_ROW = re.compile(r"(?m)^- (?P<name>[^\n]{1,300}?) \((?:[^()\n]|\([^()\n]{0,80}\)){0,600}\)$")
_QUOTED = re.compile(r"“[^“”]{0,300}”")
_SERVICES = (
    _Service(
        "github",
        reads="search_github",
        thing="item",
        about_all=frozenset(
            (
                *("search_github", "github_notifications", "github_repository", "github_builds", "github_releases"),
                "create_github_issue",
            )
        ),
        named=re.compile(_ITEM),
        row=re.compile(_OURS + rf"(?P<name>{_ITEM})(?![\w#-])"),
        called=re.compile(
            r"\b(?:github|gitea|forgejo|codeberg|pull[- ]requests?|prs?|repos?|repository|repositories|my review)\b",
            re.IGNORECASE,
        ),
        several=frozenset(("add_labels", "assign", "ask_review")),
        people=frozenset(("assign",)),
        has_cues=True,
        at={"codeberg": "codeberg", "gitea": "gitea", "forgejo": "gitea"},
    ),
    _Service(
        "jira",
        reads="jira_search",
        thing="ticket",
        about_all=frozenset(("jira_search", "jira_create", "jira_board")),
        named=re.compile(rf"\b{_KEY}\b"),
        row=re.compile(_OURS + rf"(?P<name>{_KEY})(?![\w-])"),
        called=re.compile(
            r"\b(?:jira|tickets?|sprint|backlog|scrum|kanban)\b|(?-i:\b[A-Z]{2,9}\b)(?=.{0,20}\b(?:board|bugs?|stor(?:y|ies)|tasks?)\b)|\b(?:bugs?|stor(?:y|ies)|tasks?|tableau)\b(?=.{0,20}(?-i:\b[A-Z]{2,9}\b))",
            re.IGNORECASE,
        ),
        several=frozenset(("add_labels",)),
        people=frozenset(("assignee",)),
        has_cues=True,
    ),
    _Service(
        "drive",
        reads="search_files",
        thing="file",
        about_all=frozenset(("search_files", "list_recent_files", "save_file")),
        named=_ROW,
        row=_ROW,
        lists=frozenset(("search_files", "list_recent_files", "read_file")),
        called=re.compile(
            r"\b(?:(?:one)?drive|nextcloud|files?|documents?|docs?|sheets?|spreadsheets?|slides|presentation|deck|pdfs?|fichiers?|tableur)\b",
            re.IGNORECASE,
        ),
        by_words=True,
        has_cues=True,
        written=re.compile(
            r"\b[\w-]{1,80}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|txt|md|csv|key|numbers|pages)\b", re.IGNORECASE
        ),
    ),
    _Service(
        "meetings",
        reads="get_meeting_insights",
        thing="meeting",
        about_all=frozenset(("list_recent_meetings", "get_meeting_insights")),
        named=_ROW,
        row=_ROW,
        lists=frozenset(("list_recent_meetings",)),
        called=re.compile(r"\b(?:transcripts?|meeting notes|recap|minutes of|comptes? rendus?)\b", re.IGNORECASE),
        by_words=True,
    ),
    _Service(
        "slack",
        reads="slack_read",
        thing="message",
        about_all=frozenset(("slack_read", "slack_search", "slack_channels", "slack_people", "slack_post")),
        named=re.compile(_MESSAGE),
        row=re.compile(rf"(?m)\[(?P<name>{_MESSAGE})\]$"),
        called=re.compile(r"\bslack\b|(?<!\w)#[a-z][\w-]{1,80}\b(?!/)", re.IGNORECASE),
    ),
)
_ME = re.compile(r"\A(?:me|myself|moi)\Z", re.IGNORECASE)
_REPO_WORD = re.compile(r"\A(?:the|my|our)\s+(?:project\s+)?|\s+(?:repo|repository|project|board)\Z", re.IGNORECASE)
_MOST_WORDS = 8  # of a name
_NO_TITLE = re.compile(r",|/|\bhttps?:")


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that is asked for, or how to connect what it is asked of; None where it is none of these sentences."""
    if ALERT in clause.tools and (waited := alerts.awaited_at_work(clause.text)):
        return Reading((Call(ALERT, standing.condition(waited)),), thing=waited)
    if across := _across(clause, before):
        return Reading(across)
    if asked := _of_one(clause, before):
        return Reading(asked[1])
    for service in _in_turn(clause, before):
        written = service.written or service.named
        if service.reads in clause.tools:
            if service.has_cues and (cued := work_cues.asked(clause.text, clause.tools, service.file, written)):
                return Reading((cued,))
        elif (
            STATUS in clause.tools
            and service.called.search(clause.text)
            and (match := _match(service, clause, Before()))
        ):
            place = _place(service, clause.text, sentences.slots(match).values())
            return Reading((Call(STATUS, {"service": place or service.file}),))
    return None


def _in_turn(clause: Clause, before: Before) -> list[_Service]:
    """The services, first those of which something stands in a text by its name, then those of which something was shown last."""
    return sorted(_SERVICES, key=lambda one: (not _is_named(one, clause.text), _last_shown(one, before)))


def _across(clause: Clause, before: Before) -> tuple[Call, ...]:
    """What the two halves of a message around an "and" ask of two services: "merge acme/site#1 and move PROJ-2 to Done". None where the first half
    has words to be written, which go to the message's end."""
    if sum(one.called.search(clause.text) is not None or _is_named(one, clause.text) for one in _SERVICES) < _TWO:
        return ()
    for cut in islice(_AND.finditer(clause.text), _HALVES):
        first = _of_one(replace(clause, text=clause.text[: cut.start()]), before)
        second = _of_one(replace(clause, text=clause.text[cut.end() :]), before) if first else None
        if (
            first
            and second
            and first[0] != second[0]
            and not any(_WRITTEN & call.arguments.keys() for call in first[1])
        ):
            return (*first[1], *second[1])
    return ()


def _of_one(clause: Clause, before: Before) -> tuple[str, tuple[Call, ...]] | None:
    """The first service of which a text asks something in one of its sentences, and the calls."""
    asked = ((one.file, _both(one, clause, before)) for one in _in_turn(clause, before) if one.reads in clause.tools)
    return next((found for found in asked if found[1]), None)


def _both(service: _Service, clause: Clause, before: Before) -> tuple[Call, ...]:
    """What a message asks for, or what its two halves do around an "and": "assign it to me and label it urgent". What is to be written down
    goes to its end."""
    whole = _asked(service, clause, before)
    if whole is None or not _WRITTEN & whole.arguments.keys():
        for cut in islice(_AND.finditer(clause.text), _HALVES):
            first = _asked(service, replace(clause, text=clause.text[: cut.start()]), before)
            second = _asked(service, replace(clause, text=clause.text[cut.end() :]), before) if first else None
            if first is not None and second is not None:
                return first, second
    return (whole,) if whole is not None else ()


def _asked(service: _Service, clause: Clause, before: Before) -> Call | None:
    match = _match(service, clause, before)
    if match is None:
        return None
    tool, given = _named(match)
    arguments: dict[str, object] = {**given}
    for name, words in sentences.slots(match).items():
        if name in ("item", "repo", service.thing) and (
            len(words.split()) > _MOST_WORDS or (service.by_words and _NO_TITLE.search(words))
        ):
            return None
        arguments[name] = _value(service, name, words, before)
    if place := _place(service, clause.text, sentences.slots(match).values()):
        arguments["account"] = place
    if service.thing in _needed(tool, service) and not arguments.get(service.thing):
        arguments[service.thing] = _last(service, before)
    named = [] if service.by_words else service.named.findall(clause.text)
    if arguments.get("part") == _NEXT:
        arguments |= _next_part(tool, service, before)
    if match.name.endswith(_POINTED) and not _is_pointed(sentences.slots(match).get(service.thing, ""), match):
        return None
    others = [one for one in _SERVICES if one is not service and match.name.endswith(_SHOWN)]
    if any(_is_named(one, str(arguments.get(service.thing, ""))) for one in others):
        return None
    if "" in arguments.values() or (named and arguments.get(service.thing, named[0]) not in named):
        return None
    return Call(tool, arguments) if tool in clause.tools else None


def _place(service: _Service, text: str, slots: Iterable[str]) -> str:
    """The account whose name stands in a sentence's own words; "" for none."""
    own = text.casefold()
    for words in slots:
        own = own.replace(words.casefold(), " ")
    return next((service.at[word] for word in re.findall(r"\w+", own) if word in service.at), "")


def _match(service: _Service, clause: Clause, before: Before) -> Match | None:
    """The sentence that it is."""
    shown = any(call.tool in _tools_of(service) for call in _lately(before))
    plain = sentences.tidy(clause.text).rstrip(".!?")
    own = [place for place, words in (("named", service.named), ("called", service.called)) if words.search(plain)]
    kept = sentences.places(shown=shown, likely=False, own=[*own, *(["pointed"] if shown else [])])
    templates = sentences.templates(service.file)
    if (match := sentences.best(plain, kept, templates)) and _is_written_whole(match):
        return match
    return sentences.best(_COLON.sub(r" saying ", plain, count=1), kept, templates)


def _is_written_whole(match: Match) -> bool:
    """Whether what is to be written begins behind words of the sentence, so that a colon or a dash is a part of it."""
    slots = sentences.slots(match)
    beside = (words for name, words in slots.items() if name not in _WRITTEN)
    return bool(_WRITTEN & slots.keys()) and not any(_COLON.search(f"{words} ") for words in beside)


def _named(match: Match) -> tuple[str, dict[str, object]]:
    """The tool of a sentence, and what it is always given."""
    tool, *given = sentences.tool(match).split(_GIVEN)
    pairs = (one.partition("=") for one in given)
    return tool, {name: value for name, _, value in pairs}


def _lately(before: Before) -> list[Call]:
    """The calls of the last few messages that came to any, the latest first."""
    ran = [calls for asked in (before.asked, *before.past) if (calls := calls_of(asked))]
    return [call for calls in ran[: _BACK + 1] for call in reversed(calls)]


def _is_named(service: _Service, text: str) -> bool:
    """Whether one of its things stands in a text by its name."""
    written = service.written or (None if service.by_words else service.named)
    return written is not None and written.search(text) is not None


def _last_shown(service: _Service, before: Before) -> int:
    """How many calls ago something of a service was shown, so that "the second one" is of what was shown last."""
    tools, lately = _tools_of(service), _lately(before)
    return next((at for at, call in enumerate(lately) if call.tool in tools), len(lately))


def _is_pointed(words: str, match: Match) -> bool:
    """Whether words name a place in what was shown, or point at it beside other words."""
    return bool(places(words)) or (points(words) and match.literal > len(_PLAIN_POINT))


def _next_part(tool: str, service: _Service, before: Before) -> dict[str, object]:
    """The part behind the one that was just read, of the same thing; nothing to be read where another call was the last."""
    last = next(iter(_lately(before)), None)
    if last is None or last.tool != tool or not before.asked or not calls_of(before.asked):
        return {"part": ""}
    return {**last.arguments, "part": int(str(last.arguments.get("part") or 1)) + 1}


def _tools_of(service: _Service) -> frozenset[str]:
    names = sentences.templates(service.file).sentences
    return frozenset(name.partition(sentences.SUFFIX)[0].partition(_GIVEN)[0] for name in names)


def _needed(tool: str, service: _Service) -> frozenset[str]:
    """The thing, for tools that are about one."""
    return frozenset() if tool in service.about_all else frozenset((service.thing,))


def _value(service: _Service, name: str, words: str, before: Before) -> object:
    if name == service.thing:
        return _meant(service, words, before)
    if name == "words" and service.by_words:
        return _JOINING.sub(" ", words).strip()
    if name in service.several:
        found = sentences.several(words)
        if any(points(word) and not _ME.match(word) for one in found for word in one.split()):
            return ""  # "bug and give it to kofi" is no two labels
        return ["@me" if name in service.people and _ME.match(one) else one.removeprefix("@") for one in found]
    if name in service.people:
        return "me" if _ME.match(words) else words.removeprefix("@")
    return (
        _REPO_WORD.sub("", words)
        if name in ("repo", "project", "board")
        else _capital(words)
        if name in _WRITTEN
        else words
    )


_WRITTEN = frozenset(("title", "text", "summary"))


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _meant(service: _Service, words: str, before: Before) -> str:
    """The name of what words point at; the words themselves where they name something."""
    at = places(words)
    shown = (_shown(service, before, least=2) if at else []) or _shown(service, before)
    if at and -len(shown) <= at[0] < len(shown):
        return shown[at[0]]
    if points(words):
        return _last(service, before)
    return words if at else speech.without_article(words)


def _last(service: _Service, before: Before) -> str:
    """What was read, made or handled last; else the first of what was shown."""
    for asked in (before.asked, *before.past):
        for reading in reversed(asked):
            for call in reversed(reading.calls):
                name = str(call.arguments.get(service.thing, ""))
                if service.named.fullmatch(name) or (name and service.by_words and call.tool in _tools_of(service)):
                    return name
            if names := _names(service, reading):
                return names[0]
    return next(iter(_shown(service, before)), "")


def _shown(service: _Service, before: Before, *, least: int = 1) -> list[str]:
    """What our last answer that named any, or `least` of them, named: each once, in their order."""
    for asked in (before.asked, *before.past):
        names = list(dict.fromkeys(name for reading in asked for name in _names(service, reading)))
        if len(names) >= least:
            return names
    return list(dict.fromkeys(_said(service, before.reply[:_MOST_READ])))


def _names(service: _Service, reading: Reading) -> list[str]:
    """What stands as a thing of the service's in an answer of its tools or in a briefing; in what we said to wait for, wherever it stands."""
    tools, outcome = {call.tool for call in reading.calls}, reading.outcome[:_MOST_READ]
    if tools & (service.lists or _tools_of(service)):
        return [found["name"] for found in service.row.finditer(outcome)]
    if BRIEFING in tools:
        return _said(service, outcome)
    return service.named.findall(outcome) if ALERT in tools and not service.by_words else []


def _said(service: _Service, reply: str) -> list[str]:
    """What a message that no tool answered names: a line's last one, for a title stands before its name; what is quoted is somebody else's."""
    if service.by_words:
        return [found["name"] for found in service.row.finditer(reply)]
    lines = (service.named.findall(_QUOTED.sub("", line)) for line in reply.splitlines())
    return [names[-1] for names in lines if names]


_MOST_READ = 8_000
