"""What is asked of the services of work, from sentences in a file each: to a call of their tools, behind what of them was shown. Pure.

One row a service says which file, which of its tools have to be there, and how its things are named in writing; what a sentence always gives its
tool stands in the file. Words that point ("it", "the second one") mean what was read or handled last, else what was shown at that place.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from app.language.choosing import (
    guards,
    said_jql,
    sentences,
    withheld,
    work_pointed,
    work_read,
    work_sentences,
    work_talk,
    work_things,
    work_values,
)
from app.language.choosing.choice import answered
from app.language.choosing.work_sentences import END_BESIDE, TITLED, WRITTEN
from app.language.choosing.work_services import SERVICES, WHICH, Service
from app.language.choosing.work_shown import is_named, last, last_shown, lately, meant, titled, tools_of
from app.language.choosing.work_tails import with_tails
from app.language.dialogue.state import Before, calls_of
from app.language.orders import alerts, standing
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import naming, places, points
from app.language.team_messages import is_in_channel
from app.language.templates import Match

STATUS, ALERT, MAIL = "connection_status", "set_alert", "send_mail"
_AND = re.compile(r",? (?:and|et) ", re.IGNORECASE)
_HALVES, _TWO = 3, 2
_SHOWN = ("__shown", "__pointed")
_NEXT, _POINTED = "next", "__pointed"
_JOINING = re.compile(r"\s+(?:with|about|from|for|and|of|the|avec|de|du|sur|pour|et)\s+", re.IGNORECASE)


_POINTS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|ça|cela|celle-ci|celui-ci|celle-là|celui-là)\b|(?<=\w)-l[ae]s?\b",
    re.IGNORECASE,
)
_POINTS_ON = re.compile(r"(?:it|this|that|them|ça|cela) ", re.IGNORECASE)
# No part of a name, as far as we can tell: what stands behind it would be taken for one, and the order for one without a condition.
_UNSURE = re.compile(
    r"\b(?:if|unless|until|once|when|as soon as|si|sauf|quand|dès que|tant que|à moins|after|before|après|avant)\b",
    re.IGNORECASE,
)
_ME = re.compile(r"\A(?:me|myself|moi)\Z", re.IGNORECASE)
_REPO_WORD = re.compile(r"\A(?:the|my|our)\s+(?:project\s+)?|\s+(?:repo|repository|project|board)\Z", re.IGNORECASE)
_ONE = frozenset(("item", "ticket", "assignee", "repo", "project", "to"))  # of which a sentence names one
_MOST_WORDS, _ANY = 8, 10_000  # of a name, and of what is none
_LONGEST_NAMES = {"item": 8, "repo": 8, "project": 3, "board": 4}
_NO_TITLE = re.compile(r",|/|\bhttps?:")
_ARTICLE = re.compile(
    r"(?:the|an?|my|our|your|this|that|these|those|some|any|la|les?|l['’]|une?|mon|ma|notre|ce|cet|cette)",
    re.IGNORECASE,
)
_BARE_KIND = re.compile(
    rf"\b{_ARTICLE.pattern}\s*(?:issue|prs?|pull[ -]requests?|merge[ -]requests?|ticket)\b", re.IGNORECASE
)


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that is asked for, or how to connect what it is asked of; None where it is none of these sentences."""
    if (again := _answers(clause, before)) is not None:
        return Reading((again,))
    if (goes_on := work_talk.read(clause, before)) is not None:
        return goes_on
    if ALERT in clause.tools and (waited := alerts.awaited_at_work(clause.text)):
        return Reading((Call(ALERT, standing.condition(waited)),), thing=waited)
    if own := said_jql.own_jql(clause.text, clause.tools):
        return Reading((own,))
    if across := _across(clause, before):
        return _ordered(clause.text, across)
    if asked := _of_one(clause, before):
        return _ordered(clause.text, asked[1])
    named = ((one, thing, _of_one(one, before)) for one, thing in work_pointed.named(clause, before))
    meant = (_ordered(one.text, of[1]) for one, thing, of in named if of and any(_is_of(call, thing) for call in of[1]))
    return next(meant, None) or _of_bare_kind(clause, before)


def _of_bare_kind(clause: Clause, before: Before) -> Reading | None:
    """What is asked back where an order names its thing by nothing but its kind ("merge the pull request"), and none was shown."""
    if not _BARE_KIND.search(clause.text) or guards.forbids(clause.text):
        return None
    for service in _in_turn(clause, before):
        asks, match = WHICH.get(service.file), work_sentences.match(service, clause, before)
        words = sentences.slots(match).get(service.thing, "") if match else ""
        if asks and _ARTICLE.fullmatch(words.strip()):
            return Reading(reply=asks)
    return None


def _is_of(call: Call, thing: str) -> bool:
    return thing in call.arguments.values()


def _ordered(text: str, calls: Sequence[Call]) -> Reading:
    """The calls, or what is done instead of those that the message doesn't order."""
    return withheld.instead(text, calls) or Reading(tuple(calls))


def without_sentence(clause: Clause, before: Before) -> Reading | None:
    """What is asked in no sentence of any service, as it was learned; or how to connect what it is asked of."""
    return (
        _not_ordered(clause, before)
        or learned(clause, before, sure=work_read.PLAIN)
        or _unconnected(clause, before)
        or learned(clause, before, sure=work_read.SURE)
        or _which(clause, before)
    )


def _which(clause: Clause, before: Before) -> Reading | None:
    """What is asked back where a message begins a talk with "merge it", and nothing was shown that it could mean."""
    if before.calls or not _POINTS.search(clause.text) or guards.forbids(clause.text):
        return None
    asks = WHICH.get(work_read.unnamed(clause.text, clause.tools))
    return Reading(reply=asks) if asks else None


def _not_ordered(clause: Clause, before: Before) -> Reading | None:
    """What is done where an order of work stands in words that are none: "if the build goes red don't merge acme/site#12"."""
    words = withheld.order_in(clause.text)
    asked = _of_one(replace(clause, text=words), before) if words else None
    merge = withheld.merge_in(clause.text) if words and asked is None else None
    if merge is not None and merge.tool in clause.tools:
        return withheld.instead(clause.text, (merge,))
    return withheld.instead(clause.text, asked[1]) if asked is not None else None


def order_of(clause: Clause, before: Before) -> Reading | None:
    """The calls of words that are an order or a question of work by themselves and dictate nothing, which would go to a message's end."""
    asked = _of_one(clause, before)
    found = _ordered(clause.text, asked[1]) if asked else learned(clause, before, sure=work_read.PLAIN)
    dictates = found is not None and any(WRITTEN & call.arguments.keys() for call in found.calls)
    return found if found is not None and found.calls and not dictates else None


def _unconnected(clause: Clause, before: Before) -> Reading | None:
    """How to connect a service that isn't there and plainly asked for something."""
    for service in _in_turn(clause, before):
        if (
            service.reads not in clause.tools
            and STATUS in clause.tools
            and service.called.search(clause.text)
            and (match := work_sentences.match(service, clause, Before()))
        ):
            place = _place(service, clause.text, sentences.slots(match).values())
            return Reading((Call(STATUS, {"service": place or service.file}),))
    return None


def learned(clause: Clause, before: Before, *, sure: float) -> Reading | None:
    """The same by what was learned from others' sentences, for a message that is none of those here and elsewhere."""
    services = {service.file: service for service in SERVICES if service.reads in clause.tools}
    if not services or withheld.forbids(clause.text) or guards.is_taken_back(clause.text):
        return None

    def handled(name: str) -> str:
        return last(services[name], before) if name in services and _POINTS.search(clause.text) else ""

    calls = work_read.asked(clause.text, clause.tools, handled, sure=sure)
    if not calls or (_counts_elsewhere(clause, before) and not withheld.changes(calls)):
        return None
    return _ordered(clause.text, calls)


def _counts_elsewhere(clause: Clause, before: Before) -> bool:
    """Whether a bare number is one of a list that something else than a service of work has just shown: "summarise number 1"."""
    last_call = before.calls[-1] if before.calls else None
    is_bare = work_things.item(clause.text).startswith("#") and not work_things.is_of_work(clause.text)
    return last_call is not None and is_bare and all(last_call.tool not in tools_of(one) for one in SERVICES)


def _answers(clause: Clause, before: Before) -> Call | None:
    """The call that asked last, with what these words answer."""
    last = before.asked[-1] if before.asked else None
    if last is None or not last.calls or not last.outcome or last.calls[-1].tool not in clause.tools:
        return None
    call = last.calls[-1]
    given = answered(call.tool, call.arguments, last.outcome, clause.text)
    return Call(call.tool, given) if given is not None else None


def is_of_work(clause: Clause, before: Before) -> bool:
    """Whether it asks for the to-dos of a meeting, or for a ticket of a project, which sound like a to-do that is called so."""
    for file, words, tool in _LIKE_TODOS:
        service = next(one for one in SERVICES if one.file == file)
        found = _asked(service, clause, before) if tool in clause.tools and words.search(clause.text) else None
        if found is not None and found.tool == tool:
            return True
    return False


_LIKE_TODOS = (
    (
        "meetings",
        re.compile(
            r"\b(?:to-?dos|tasks|action items|actions) (?:from|of) |\b(?:my|the) (?:action items|actions) ",
            re.IGNORECASE,
        ),
        "add_meeting_tasks",
    ),
    ("jira", re.compile(r"\b(?:[Pp]roject|[Pp]rojet) [A-Z][A-Z0-9]{1,9}\b"), "jira_create"),
)


def _in_turn(clause: Clause, before: Before) -> list[Service]:
    """The services, first those of which something stands in a text by its name, then those of which something was shown last."""
    return sorted(SERVICES, key=lambda one: (not is_named(one, clause.text), last_shown(one, before)))


def _across(clause: Clause, before: Before) -> tuple[Call, ...]:
    """What the two halves of a message around an "and" ask of two services: "merge acme/site#1 and move PROJ-2 to Done". None where the first half
    has words to be written, which go to the message's end."""
    if sum(one.called.search(clause.text) is not None or is_named(one, clause.text) for one in SERVICES) < _TWO:
        return ()
    for cut in islice(_AND.finditer(clause.text), _HALVES):
        first = _of_one(replace(clause, text=clause.text[: cut.start()]), before)
        second = _of_one(replace(clause, text=clause.text[cut.end() :]), before) if first else None
        if first and second and first[0] != second[0] and not any(WRITTEN & call.arguments.keys() for call in first[1]):
            return (*first[1], *second[1])
    return ()


def _of_one(clause: Clause, before: Before) -> tuple[str, tuple[Call, ...]] | None:
    """The first service of which a text asks something in one of its sentences, and the calls."""
    asked = ((one.file, _both(one, clause, before)) for one in _in_turn(clause, before) if one.reads in clause.tools)
    return next((found for found in asked if found[1]), None)


def _both(service: Service, clause: Clause, before: Before) -> tuple[Call, ...]:
    """What a message asks for, or what its two halves do around an "and": "assign it to me and label it urgent". What is to be written down
    goes to its end."""
    whole = _asked(service, clause, before)
    if whole is None or not WRITTEN & whole.arguments.keys():
        for cut in islice(_AND.finditer(clause.text), _HALVES):
            first = _asked(service, replace(clause, text=clause.text[: cut.start()]), before)
            second = _asked(service, replace(clause, text=clause.text[cut.end() :]), before) if first else None
            if first is not None and second is not None:
                return first, second
    return (whole,) if whole is not None else ()


def _asked(service: Service, clause: Clause, before: Before) -> Call | None:
    found = (_call(service, one, clause, before) for one in work_sentences.matches(service, clause, before))
    return next(filter(None, found), None)


def _call(service: Service, match: Match, clause: Clause, before: Before) -> Call | None:
    """The call of one sentence; None where its words can't be what they stand for."""
    tool, given = work_sentences.tool_of(match)
    arguments: dict[str, object] = {**given}
    for name, words in sentences.slots(match).items():
        if not _may_be(service, name, words) or _is_cut_off(words, clause.text):
            return None
        arguments[name] = _value(service, name, words, before)
    if match.name.endswith(TITLED):
        arguments[service.thing] = titled(service, naming(sentences.slots(match)[service.thing]), before)
    if service.kinds and service.thing not in arguments and (kind := service.kinds.search(clause.text)):
        arguments[service.thing] = kind[0]
    if place := _place(service, clause.text, sentences.slots(match).values()):
        arguments["account"] = place
    if service.thing in _needed(tool, service) and not arguments.get(service.thing):
        arguments[service.thing] = "" if match.name.endswith(TITLED) else last(service, before)
    if arguments.get("part") == _NEXT:
        arguments |= _next_part(tool, service, before)
    if not _fits(service, match, arguments, clause.text):
        return None
    if tool == MAIL:
        return _mailed(arguments, service, clause.text) if tool in clause.tools else None
    return Call(tool, with_tails(tool, arguments)) if tool in clause.tools else None


def _is_cut_off(words: str, text: str) -> bool:
    """Whether the words of a slot end within a word: "the doma" of "the domain, project PROJ"."""
    at = text.casefold().find(words.casefold())
    return at >= 0 and re.search(rf"{re.escape(words)}(?!\w)", text, re.IGNORECASE) is None


def _may_be(service: Service, name: str, words: str) -> bool:
    """Whether words can be what a slot names: "approve acme/site#2 and merge it" names no item of eight words."""
    most = _LONGEST_NAMES.get(name, _MOST_WORDS if name == service.thing else _ANY)
    if (name in _ONE and _AND.search(words)) or len(words.split()) > most:
        return False
    if name not in WRITTEN and name != "words" and END_BESIDE.search(words):
        return False  # "to Lena instead": the name is read without it
    if name == "message" and not (
        service.named.fullmatch(words) or points(words) or places(words) or is_in_channel(words)
    ):
        return False
    if name == service.thing and not service.by_words and (_UNSURE.search(words) or _ARTICLE.fullmatch(words.strip())):
        return False  # "the" stands in anybody's title
    if name == service.thing and _POINTS_ON.match(words) and not (points(words) or places(words)):
        return False  # "it when the keys are rotated"
    return not (name == service.thing and service.by_words and _NO_TITLE.search(words))


def _fits(service: Service, match: Match, arguments: Mapping[str, object], text: str) -> bool:
    """Whether all that is needed is there, and what it is about is a thing of this service and the one that the text names."""
    thing = str(arguments.get(service.thing, ""))
    if match.name.endswith(_POINTED) and not work_sentences.is_pointed(
        sentences.slots(match).get(service.thing, ""), match
    ):
        return False
    if match.name.endswith(_SHOWN) and any(is_named(one, thing) for one in SERVICES if one is not service):
        return False
    named = [] if service.by_words else service.named.findall(text)
    return "" not in arguments.values() and (not named or service.thing not in arguments or thing in named)


def _place(service: Service, text: str, slots: Iterable[str]) -> str:
    """The account whose name stands in a sentence's own words; "" for none."""
    own = text.casefold()
    for words in slots:
        own = own.replace(words.casefold(), " ")
    return next((service.at[word] for word in re.findall(r"\w+", own) if word in service.at), "")


def _mailed(given: Mapping[str, object], service: Service, said: str) -> Call | None:
    """A file that goes with a mail; what the mail says besides stands in it where it was said. None where it goes to a channel of a chat."""
    written = service.written.search(said) if service.written else None
    file = written[0] if written and written[0].startswith(str(given["file"])) else given["file"]
    to = sentences.several(str(given["to"]))
    if any(one.startswith("#") for one in to):
        return None
    body = _capital(str(given.get("body", "")))
    return Call(MAIL, {"to": to, "subject": "", "body": body, "files": [file]})


def _next_part(tool: str, service: Service, before: Before) -> dict[str, object]:
    """The part behind the one that was just read, of the same thing; nothing to be read where another call was the last."""
    last = next(iter(lately(before)), None)
    if last is None or last.tool != tool or not before.asked or not calls_of(before.asked):
        return {"part": ""}
    return {**last.arguments, "part": int(str(last.arguments.get("part") or 1)) + 1}


def _needed(tool: str, service: Service) -> frozenset[str]:
    """The thing, for tools that are about one."""
    return frozenset() if tool in service.about_all else frozenset((service.thing,))


def _value(service: Service, name: str, words: str, before: Before) -> object:
    if name == service.thing:
        found = meant(service, words, before)
        by_title = found if service.by_words or service.named.fullmatch(found) or not found else ""
        return by_title or titled(service, naming(words), before) or found
    if name in ("to", "emoji"):
        return work_values.state_name(words) if name == "to" else work_values.emoji_name(words)
    if name == "words" and service.by_words:
        return _JOINING.sub(" ", words).strip()
    if name in service.several:
        found = sentences.several(words)
        if any(points(word) and not _ME.match(word) for one in found for word in one.split()):
            return ""  # "bug and give it to kofi" is no two labels
        return ["@me" if name in service.people and _ME.match(one) else one.removeprefix("@") for one in found]
    if name in service.people:
        return "me" if _ME.match(words) else words.partition(",")[0].removeprefix("@")
    return (
        _REPO_WORD.sub("", words)
        if name in ("repo", "project", "board")
        else _capital(words)
        if name in WRITTEN
        else words
    )


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
