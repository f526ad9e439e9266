"""What people say to be reminded: words, time and repetition in any order, and what is missing asked for.

The time nearest to "remind me" is the reminder's; what is named further on belongs to its words.
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.models.offline import speech, times
from app.models.offline.plan import Call, Clause, Reading

_LEADS = (
    r"(?:be |keep (?:on )?)?(?:remind(?:ing)?|ping|nudge|alert|notify|buzz|poke|text|message|shout at) (?:me|us)(?: again)?|"
    r"give (?:me|us) (?:a|another) (?:nudge|shout|reminder|heads[- ]up|ping|buzz|alert)|"
    r"(?:set|create|make|add|schedule|put|start|get|need|want|give|leave|new|write|have)(?: up| in)?(?: me| us| myself)? ?(?:(?:an?|another|the|one|new|quick|my|some) )*"
    r"(?P<period>hourly |daily |weekly |monthly |yearly |annual |nightly |weekday |recurring |repeating )?(?P<noun>reminders?|alarms?|timers?|alerts?)(?: (?:in|down|up))?(?: for (?:me|us|myself)\b)?|"
    r"(?:don't|do not|dont|never) let (?:me|us) forget|"
    r"i (?:want|need|would like|'d like|wanna|have|should|must) (?:(?:to )?(?:be|get) (?:reminded|notified|alerted)|a reminder|reminding|you to remind me)|(?:to )?(?:be|get) (?:reminded|notified|alerted)|"
    r"make sure (?:that )?(?:i|we) (?:don't forget|remember|do not forget)|help me remember|i (?:need to|must|should|have to) remember|"
    r"wake (?:me|us)(?: up)?|(?:i(?: want| need| have|'d like| would like) )?(?:to )?be woken(?: up)?|let (?:me|us) know(?= (?:at|in|on|tomorrow|tonight|every)\b)|tell (?:me|us)(?= to\b| when\b| in\b| at\b)|(?:remember|don't forget|do not forget)(?= to\b)|"
    r"(?:reminder|alarm)(?: for me)?(?=\s*:|\s+(?:to|for|at|in|on|about|every|each|daily|tomorrow|tonight|next|this|noon|midnight|\w+day|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)?)\b)"
)
_LEAD = re.compile(rf"\b(?:{_LEADS})", re.IGNORECASE)
_STRONG = re.compile(r"\bremind (?:me|us)(?: again)?(?P<period>(?!))?(?P<noun>(?!))?", re.IGNORECASE)
_JOIN = re.compile(
    r"\A[\s,:;–-]*(?:(?:(?P<about>about|of|regarding|for|on|concerning)|(?P<to>to|and)|that|saying|called|named|with(?: the)?(?: text| message)|please|when)\b)?\s*[:,]?\s*",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\W*(?:about|regarding|of|that|concerning)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\A(?:(?:small(?: time)?|like|maybe|say|perhaps|sometime|please|dear|in like)[\s,]+){1,6}(?=(?:in |at |on |by |the |this |\d|tom|ton|tod|every|half|quarter|an? (?:hour|minute)))",
    re.IGNORECASE,
)
_SPAN_BEFORE = re.compile(
    r"(?P<span>(?:the |a )?(?:day|week|month)|(?:an?|half an|\d+|one|two|three|four|five|ten|fifteen|twenty|thirty)[ -]?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)) before (?:(?:about|of|that) )?(?P<rest>.+)",
    re.IGNORECASE,
)
_SPAN_ALONE = re.compile(
    r"(?P<span>(?:the |a )?(?:day|week)|(?:an?|half an|\d+|one|two|three|four|five|ten|fifteen|twenty|thirty)[ -]?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)) before(?: (?:it|that|then|hand))?",
    re.IGNORECASE,
)
# "the day before" of nothing that is named: the time is asked for.
_BEFORE_WHAT = re.compile(r"\A(?:(?:the|a) (?:day|night|week)|an hour) before(?: it| that)? (?=to\b)", re.IGNORECASE)
_I_SHOULD = re.compile(
    r"\A(?:say |that )?(?:i|we) (?:should|need to|have to|must|ought to|am to|are to|gotta)\s+(?=\w)", re.IGNORECASE
)
_GREEDY_TAIL = re.compile(r"[\s,]+(?:at|on|by|in|for|to|about|that|of|and|please|every|the)\s*\Z", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|them|that|this|those|these)\b(?=\s*\Z|\s+(?:up|out|off|back|to|with|for|in|on|at|before|after|from)\b)",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:him|her)\Z", re.IGNORECASE)
_EMPTY = frozenset(("", "me", "something", "it", "that", "a reminder", "things", "one", "up"))
_PERIODS = {
    "hourly": "every hour",
    "daily": "every day",
    "weekly": "every week",
    "monthly": "every month",
    "yearly": "every year",
    "annual": "every year",
    "nightly": "every night",
    "weekday": "every weekday",
}
_DURATION = re.compile(
    r"\A(?:for|of)?\s*(?P<span>(?:an?|half an?|\d+|[a-z]+(?:[- ][a-z]+)?)[- ]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b(?:\s*(?:and )?(?:a half|\d+ ?(?:seconds?|secs?|minutes?|mins?)))?)",
    re.IGNORECASE,
)


def set_one(clause: Clause) -> Reading | None:
    """A reminder said in any order: its words, its time, its repetition; what is missing is asked for."""
    lead = _STRONG.search(clause.text) or _LEAD.search(clause.text)
    if lead is None:
        return None
    before = times.cut(clause.text[: lead.start()].strip(" ,"), clause.now)
    if before.rest and not _is_filler(before.rest):
        return None
    body = clause.text[lead.end() :].strip(" ,:")
    if not before.found and _kind(lead) == "timer":
        return _timer(body)
    return _read(lead, before, body, clause)


def _read(lead: re.Match[str], before: times.Timed, body: str, clause: Clause) -> Reading:
    """The rest of a reminder after its "remind me", with the time that stood before it."""
    body = _BEFORE_WHAT.sub("", body)
    timed = _own_time(before, times.with_at(_HEDGE.sub("", body)), clause.now)
    period = _PERIODS.get((lead["period"] or "").strip().casefold(), "")
    text, preposition = _text(timed, clause)
    text = text or (clause.thing if clause.depth else "") or _DEFAULTS.get(_kind(lead), "")
    return reading(text, timed.when or before.when, timed.repeat or before.repeat or period, preposition)


def _own_time(before: times.Timed, body: str, now: datetime) -> times.Timed:
    """The time nearest to "remind me" is the reminder's, what is named further on belongs to its words.

    "Tomorrow … to call mum at 5" is one time in two pieces; "tomorrow about the meeting at 3" is not.
    """
    ahead = _ahead(body, now) if not before.found else None
    if ahead is not None:
        return ahead
    nearest = replace(before, rest=body, before="", after=body) if before.found else times.leading(body, now)
    if nearest is None or nearest.repeat or not nearest.when or _ABOUT.match(nearest.rest):
        return nearest or times.cut(body, now)
    return times.completed(nearest, now)


def _ahead(body: str, now: datetime) -> times.Timed | None:
    """ "an hour before my meeting at 3": reckoned from the time in the words, which keep it."""
    found = _SPAN_BEFORE.fullmatch(body)
    event = times.best_time(found["rest"], now) if found else None
    if found is None or event is None:
        return None
    named = re.sub(r"\A(?:on|at|by|for|in) ", "", event.text.strip(), flags=re.IGNORECASE)
    return times.Timed(rest=found["rest"], when=f"{found['span']} before {named}", after=found["rest"])


def _kind(lead: re.Match[str]) -> str:
    if re.search(r"\bw[ao]ken?\b", lead[0], re.IGNORECASE):
        return "wake"
    noun = (lead["noun"] or ("alarm" if lead[0].casefold().startswith("alarm") else "")).casefold()
    return noun.rstrip("s")


_DEFAULTS = {"wake": "wake up", "alarm": "alarm"}


def _timer(body: str) -> Reading | None:
    span = _DURATION.match(body)
    if span is None:
        return Reading((Call("set_reminder", {"text": "timer"}),), question="For how long?", missing="when")
    length = span["span"].strip()
    rest = _JOIN.sub("", body[span.end() :]).strip()
    text = rest or f"timer: {length}"
    return Reading((Call("set_reminder", {"text": text, "when": f"in {length}"}),), thing=text)


def _text(timed: times.Timed, clause: Clause) -> tuple[str, str]:
    """The words to say when it is due, and how to ask about them ("to", "about")."""
    text, preposition = _without_joint(timed.rest.strip(' ,:;."'))
    if timed.found:
        text = _GREEDY_TAIL.sub("", text) if not timed.after else text
        again = _JOIN.match(text)
        text = text[again.end() :] if again and again["to"] else text
    return _resolved(speech.unquoted(_I_SHOULD.sub("", text)), clause), preposition


def _without_joint(raw: str) -> tuple[str, str]:
    joint = _JOIN.match(raw)
    if joint is None:
        return raw, "to"
    return raw[joint.end() :], "about" if joint["about"] else "to"


def _resolved(text: str, clause: Clause) -> str:
    """ "buy it" as "buy milk", where the clause before named milk."""
    said = text.casefold()
    if said in _EMPTY:
        return clause.thing if said not in ("", "me") else ""
    if clause.thing:
        return _PRONOUN.sub(lambda _: clause.thing, text, count=1)
    return f"{text} ({clause.aside})" if clause.aside and (_PRONOUN.search(text) or _PERSON.search(text)) else text


def reading(text: str, when: str, repeat: str, preposition: str = "to") -> Reading:
    """The call as far as it is known, and the question for what is not."""
    known = {"text": text, "when": when, "repeat": repeat}
    arguments: dict[str, Any] = {name: words for name, words in known.items() if words}
    timed = bool(when or repeat)
    call = Call("set_reminder", ({"when": ""} if timed else {}) | arguments)
    if not text:
        question = "What should I remind you of?" if timed else "What should I remind you of, and when?"
        return Reading((call,), question=question, missing="text")
    if not timed:
        question = f"When should I remind you {preposition} {speech.to_you(text)}?"
        return Reading((call,), question=question, missing="when", thing=text)
    return Reading((call,), thing=text)


def led_up_to(before: str, reading_after: Reading, now: datetime) -> Reading:
    """ "I travel on Friday, remind me a day before", "tomorrow I go to the bank, remind me at ten …": what is missing was said before."""
    call = reading_after.calls[0]
    when, repeat = str(call.arguments.get("when", "")), str(call.arguments.get("repeat", ""))
    ahead = _SPAN_ALONE.fullmatch(str(call.arguments.get("text", "")))
    if ahead and times.has_time(before, now):
        timed = _ahead(f"{ahead['span']} before {before}", now)
        return reading(before, timed.when, "") if timed else reading_after
    if reading_after.missing == "text" and (when or repeat):
        return reading(before, when, repeat)
    if reading_after.question or repeat or not when:
        return reading_after
    whole = times.completed(times.Timed(rest=before, when=when), now)
    return replace(
        reading_after, calls=(Call(call.tool, {**call.arguments, "when": whole.when}), *reading_after.calls[1:])
    )


def put_right(said_first: Reading, new: str, now: datetime) -> Reading | None:
    """The reminder just said with the time it was corrected to; "fifteen" after "in ten minutes" keeps the minutes."""
    call = said_first.calls[-1] if said_first.calls else None
    if call is None or call.tool != "set_reminder" or said_first.question:
        return None
    length = re.fullmatch(r"(?P<in>in )[\w-]+(?P<unit> \w+)", str(call.arguments.get("when", "")))
    bare = re.fullmatch(r"\w+(?:-\w+)?", new.strip(" .!?"))
    when = f"{length['in']}{bare[0]}{length['unit']}" if length and bare else times.cut(times.with_at(new), now).when
    return Reading((Call(call.tool, {**call.arguments, "when": when}),), thing=said_first.thing) if when else None


def _is_filler(text: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:(?:and|so|then|also|please|i want you to|you to|to|at|on|for|yo|hey|i|i'd like|i would like|need|want|"
            r"(?:can|could) (?:i|you)|set|do|go ahead|next|starting|from|beginning|when|once|if|an?|one)[\s,]*)*",
            text,
            re.IGNORECASE,
        )
    )
