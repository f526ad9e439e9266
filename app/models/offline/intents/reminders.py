"""What people say about reminders, alarms and timers."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.models.offline import speech, times
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_LEADS = (
    r"(?:remind|ping|nudge|alert|notify|buzz|poke|text|message|shout at) (?:me|us)(?: again)?|"
    r"give (?:me|us) (?:a|another) (?:nudge|shout|reminder|heads[- ]up|ping|buzz|alert)|"
    r"(?:set|create|make|add|schedule|put|start|get|need|want|give|leave|new|write|have)(?: up| in)?(?: me| us| myself)? ?(?:(?:an?|another|the|one|new|quick|my|some) )*"
    r"(?P<period>hourly |daily |weekly |monthly |yearly |annual |nightly |weekday |recurring |repeating )?(?P<noun>reminders?|alarms?|timers?|alerts?)(?: for (?:me|us|myself)\b)?|"
    r"(?:don't|do not|dont|never) let (?:me|us) forget|"
    r"i (?:want|need|would like|'d like|wanna|have|should|must) (?:(?:to )?(?:be|get) (?:reminded|notified|alerted)|a reminder|reminding|you to remind me)|(?:to )?(?:be|get) (?:reminded|notified|alerted)|"
    r"make sure (?:that )?(?:i|we) (?:don't forget|remember|do not forget)|help me remember|i (?:need to|must|should|have to) remember|"
    r"wake (?:me|us)(?: up)?|tell (?:me|us)(?= to\b| when\b| in\b| at\b)|(?:remember|don't forget|do not forget)(?= to\b)|"
    r"(?:reminder|alarm)(?: for me)?(?=\s*:|\s+(?:to|for|at|in|on|about|every|each|daily|tomorrow|tonight|next)\b)"
)
_LEAD = re.compile(rf"\b(?:{_LEADS})", re.IGNORECASE)
_STRONG = re.compile(r"\bremind (?:me|us)(?: again)?(?P<period>(?!))?(?P<noun>(?!))?", re.IGNORECASE)
_JOIN = re.compile(
    r"\A[\s,:;–-]*(?:(?:(?P<about>about|of|regarding|for|on|concerning)|(?P<to>to|and)|that|saying|called|named|with(?: the)?(?: text| message)|please|when)\b)?\s*[:,]?\s*",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\W*(?:about|regarding|of|that|concerning)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\A(?:(?:small(?: small)?(?: time)?|like|maybe|say|perhaps|sometime|please|dear|in like)[\s,]+)+(?=(?:in |at |on |by |the |this |\d|tom|ton|tod|every|half|quarter|an? (?:hour|minute)))",
    re.IGNORECASE,
)
_SPAN_BEFORE = re.compile(
    r"(?P<span>(?:the |a )?(?:day|week|month)|(?:an?|half an|\d+|one|two|three|four|five|ten|fifteen|twenty|thirty)[ -]?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)) before (?:(?:about|of|that) )?(?P<rest>.+)",
    re.IGNORECASE,
)
_GREEDY_TAIL = re.compile(r"[\s,]+(?:at|on|by|in|for|to|about|that|of|and|please|every|the)\s*\Z", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|them|that|this|those|these)\b(?=\s*\Z|\s+(?:up|out|off|back|to|with|for|in|on|at|before|after|from)\b)",
    re.IGNORECASE,
)
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
_REFERENCE = re.compile(
    r"\A(?:(?:the|my|that|this|a) )*(?:reminder|alarm|timer|alert)s? ?(?:about |to |for |of |called |on |that |at |number |#)*",
    re.IGNORECASE,
)
_REFERENCE_END = re.compile(r"\s+(?:reminder|alarm|timer|alert|one)s?\Z", re.IGNORECASE)


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
    timed = _own_time(before, times.with_at(_HEDGE.sub("", body)), clause.now)
    period = _PERIODS.get((lead["period"] or "").strip().casefold(), "")
    text, preposition = _text(timed, clause)
    text = text or _DEFAULTS.get(_kind(lead), "")
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
    if lead[0].casefold().startswith("wake"):
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
    return _resolved(speech.unquoted(text), clause), preposition


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
    return f"{text} ({clause.aside})" if clause.aside and _PRONOUN.search(text) else text


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


def _is_filler(text: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:(?:and|so|then|also|please|i want you to|you to|to|at|on|for|yo|hey|i|i'd like|i would like|need|want|"
            r"(?:can|could) (?:i|you)|set|do|go ahead|next|starting|from|beginning|when|once|if|an?|one)[\s,]*)*",
            text,
            re.IGNORECASE,
        )
    )


def timer(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "a 5 minute timer"."""
    length = said(match, "span").replace("-", " ")
    length = re.sub(r"(?<![\d])\b(\w+)\Z", lambda unit: unit[1] if unit[1].endswith("s") else f"{unit[1]}s", length)
    length = re.sub(r"\A((?:1|one|an?|half an?) \w+?)s\Z", r"\1", length)
    text = said(match, "text") or f"timer: {length}"
    return Reading((Call("set_reminder", {"text": text, "when": f"in {length}"}),), thing=text)


def listing(match: re.Match[str], clause: Clause) -> Reading | None:
    """All of them."""
    return Reading((Call("list_reminders"),))


def cancel(match: re.Match[str], clause: Clause) -> Reading | None:
    """One, by number or words."""
    reference = reference_of(said(match, "which"), clause)
    return Reading((Call("cancel_reminder", {"reminder": reference}),), thing=reference) if reference else None


def change(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another time, repetition or wording."""
    reference, to = reference_of(said(match, "which"), clause), said(match, "to")
    if not reference:
        return None
    text = said(match, "text")
    if text and not times.is_only_time(text, clause.now):
        return Reading((Call("change_reminder", {"reminder": reference, "text": speech.unquoted(text)}),))
    changes = _changes(to or text, clause)
    if not changes:
        call = Call("change_reminder", {"reminder": reference})
        return Reading((call,), question="To what time?", missing="when") if not (to or text) else None
    return Reading((Call("change_reminder", {"reminder": reference} | changes),), thing=reference)


def snooze(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "for 10 minutes" counts from now, "by an hour" from when it was due."""
    reference, span = reference_of(said(match, "which") or "last", clause), said(match, "span")
    if said(match, "by"):
        when = f"by {span}"
    elif re.match(r"(?:until|till|to)\b", span, re.IGNORECASE):
        when = re.sub(r"\A\w+\s+", "", span)
    else:
        length = re.sub(r"\A(?:for|in)\s+", "", span, flags=re.IGNORECASE)
        when = f"in {length}"
    if not span:
        when = "in 10 minutes"
    return Reading((Call("change_reminder", {"reminder": reference, "when": when}),), thing=reference)


def reference_of(text: str, clause: Clause) -> str:
    """How a reminder is called, without "the reminder about"."""
    if text.casefold() in ("it", "that", "that one", "this") and clause.thing:
        return clause.thing
    bare = _REFERENCE_END.sub("", _REFERENCE.sub("", text)).strip(" \"'")
    return speech.without_article(bare or text)


def _changes(to: str, clause: Clause) -> dict[str, Any]:
    timed = times.cut(times.with_at(to), clause.now)
    if not timed.found or len(timed.rest.split()) > 2:
        return {}
    return ({"when": timed.when} if timed.when else {}) | ({"repeat": timed.repeat} if timed.repeat else {})


_NAMED = r"(?!(?:me |us )?(?:an?|another|new|some) )(?P<which>(?:(?:the |my |that )*(?:reminder|alarm|timer)s?(?: (?:about|to|for|of|called|at|number)| #)? ?.*?)|#?\d+|(?:the |my |that |this )*.+? (?:reminder|alarm|timer|one)|it|that)"

ROWS: tuple[Row, ...] = (
    Row(
        r"(?:set|start|give me|begin|put on|run|i need|do|make)?(?: me)?(?: up)? ?(?:an? )?(?:new )?(?P<span>(?:\d+|half an?|[a-z]+)[ -](?:seconds?|secs?|minutes?|mins?|hours?|hrs?))[ -]timer(?: (?:for|to) (?P<text>.+))?",
        timer,
    ),
    Row(
        r"(?:an? |the )?(?:\w+ )?timer:?(?: for| of)? (?P<span>(?:\d+|half an?|[a-z]+)[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?))(?: (?:for|to) (?P<text>.+))?",
        timer,
    ),
    Row(r"(?:cancel|dismiss|switch off|turn off) (?P<which>#?\d+)", cancel),
    Row(
        r"(?:stop|quit|no need to|you don't need to|don't)(?: keep)? remind(?:ing)? me(?: (?:of|about|to|that))? (?P<which>.+?)(?: (?:anymore|any more|now))?",
        cancel,
    ),
    Row(
        r"(?:snooze|postpone|delay|push back|push|put off|move back|defer)(?: "
        + _NAMED
        + r")?(?: back)? (?P<by>by) (?P<span>.+)",
        snooze,
    ),
    Row(
        r"(?:snooze|postpone|delay|put off|push back|defer)(?: "
        + _NAMED
        + r")?(?: back)?(?: (?P<span>(?:for|until|till|to) .+))?",
        snooze,
    ),
    Row(r"(?:push|move|put) " + _NAMED + r" back (?P<by>by) (?P<span>.+)", snooze),
    Row(
        r"(?:move|change|reschedule|shift|bring|push|prepone|advance|put|set(?= (?:the|my|that|#|it))|switch|update|postpone|edit|delay|make(?= (?:the|my|that|#|it)))(?: back| forward| up)? "
        + _NAMED
        + r"(?: (?:back|forward|up))?(?: to be| to repeat| repeat| to| until| till| for| from .+? to| at| so it is| on)? (?P<to>(?:every|each|daily|weekly|monthly|tomorrow|today|tonight|next|in|at|on|by|mon|tue|wed|thu|fri|sat|sun|\d|noon|midnight|the|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a|an|this).*)",
        change,
    ),
    Row(
        _NAMED + r" (?:should be|is now|needs to be|must be|has to be|should come)(?: at| on| for)? (?P<to>.+)", change
    ),
    Row(r"(?:change|edit|update|reword|rename) " + _NAMED + r" (?:to say|to read|to|into) (?P<text>.+)", change),
    Row(
        r"(?:cancel|delete|remove|stop|turn off|switch off|disable|clear|drop|kill|scrap|get rid of|dismiss|unset|silence|erase|end|forget)(?: the| my)? (?P<which>(?:reminder|alarm|timer)s?(?: (?:about|to|for|of|called|at|number|that)| #)? ?.+)",
        cancel,
    ),
    Row(
        r"(?:cancel|delete|remove|stop|turn off|switch off|disable|clear|drop|kill|scrap|get rid of|dismiss|unset|silence|erase|end)(?: the| my| that| this)* (?P<which>.+? (?:reminder|alarm|timer))",
        cancel,
    ),
    Row(
        r"(?:cancel|delete|remove|stop|forget|scrap|drop|kill|turn off|switch off|never ?mind|no need for)(?: about)?(?: the| my| that| this| last)* (?P<which>(?:last )?(?:reminder|alarm|timer))",
        cancel,
    ),
    Row(
        r"(?:stop|quit|don't|no need to|you don't need to)(?: keep)? (?:remind(?:ing)?|ping(?:ing)?|nudg(?:e|ing)|alert(?:ing)?|wak(?:e|ing)) (?:me|us)(?: up)?(?: (?:anymore|any more))? ?(?:to|about|of|for|at|that)? ?(?P<which>.+?)(?: (?:anymore|any more|now))?",
        cancel,
    ),
    Row(
        r"i (?:don't|no longer|do not) need (?:the|my|a|that|any) reminders? (?:for|about|to|of) (?P<which>.+?)(?: (?:anymore|any more|any longer))?",
        cancel,
    ),
    Row(
        r"i (?:don't|no longer|do not) need (?:to be reminded|reminding) (?:to|about|of) (?P<which>.+?)(?: (?:anymore|any more|any longer))?",
        cancel,
    ),
    Row(
        r"(?:{show} |what(?: are)? |(?:do|have) i (?:have |got |set )?|are there |find |any |is there |which |what |how many )*{the}(?:active |pending |next |set |list of )*(?:reminders?|alarms?|timers?)(?: list)?"
        r"(?: (?:do i have|i have|have i(?: got| set)?|did i set|are (?:there|set|active|coming up|on|left)|set|set up|coming up|left|active|for|on|about|scheduled|pending|please).*)?(?<!a reminder)(?<!an alarm)(?<!a timer)",
        lambda match, clause: listed(match, clause),
    ),
    Row(r"when(?:'s| is| will) (?:my |the )?(?:next |first )?(?:reminder|alarm|timer)(?: .*)?", listing),
    Row(
        r"(?:{show} |what(?:'s| is| are)? |anything |everything |hear |is there anything )*(?:on |in )?{the}(?:reminders? lists?|lists? of reminders)(?: .{0,25})?",
        listing,
    ),
    Row(
        r"(?:check|look|see)?(?: to see| and see)? ?(?:if|whether)? ?.+ (?:is|are) (?:on|in|among) my (?:list of reminders|reminders?(?: list)?)(?: .{0,20})?",
        listing,
    ),
    Row(r"what (?:did|have) i (?:ask(?:ed)?|tell|told|want(?:ed)?) you to remind me.*", listing),
    Row(
        r"what (?:are you|were you|will you be|do you have to|should you) (?:going to |supposed to )?(?:remind(?:ing)?) me.*",
        listing,
    ),
    Row(r"(?:what|when) (?:will|are|do) you (?:be )?(?:going to )?remind(?:ing)? me.*", listing),
    Row(r"check (?:if|whether) .+ (?:on|in|among) my (?:list of )?reminders", listing),
    Row(r"(?:is|are|do i have) .+ (?:on|in|among) my (?:list of )?reminders", listing),
)


def listed(match: re.Match[str], clause: Clause) -> Reading | None:
    """A bare "reminder for tomorrow" sets one; with a word that asks or a plural it lists."""
    text = match[0].casefold()
    asks = re.match(
        r"(?:show|list|read|tell|give|display|get|view|see|check|what|which|do|have|are|any|is|my|the|all|find|open|how|let|look|go|run|pull|bring)\b",
        text,
    )
    return listing(match, clause) if asks or re.search(r"(?:reminders|alarms|timers)\Z", text) else None
