"""What people say about reminders, alarms and timers that are there: shown, moved, cancelled. `reminding.py` sets them."""

import re
from dataclasses import replace
from typing import Any

from app.models.offline import speech, times
from app.models.offline.plan import Call, Clause, Later, Reading
from app.models.offline.rows import Row, said

_MOST_WORDS = 6
_NOT_OURS = re.compile(
    r"\b(?:accounts?|e-?mails?|subscriptions?|orders?|flights?|bookings?|reservations?|meetings?|appointments?|events?|calls?|cards?|contracts?|members\w*|plans?|invites?|notes?|tasks?|apps?|uber|taxi|delivery|tickets?)\b",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"\A(?:(?:the|my|that|this|a) )*(?:reminder|alarm|timer|alert)s? ?(?:about |to |for |of |called |on |that |at |number |#)*",
    re.IGNORECASE,
)
_REFERENCE_END = re.compile(r"\s+(?:reminder|alarm|timer|alert|one)s?\Z", re.IGNORECASE)


def timer(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "a 5 minute timer"."""
    length = said(match, "span").replace("-", " ")
    length = re.sub(r"(?<![\d])\b(\w+)\Z", lambda unit: unit[1] if unit[1].endswith("s") else f"{unit[1]}s", length)
    length = re.sub(r"\A((?:1|one|an?|half an?) \w+?)s\Z", r"\1", length)
    text = said(match, "text") or f"timer: {length}"
    return Reading((Call("set_reminder", {"text": text, "when": f"in {length}"}),), thing=text)


def listing(match: re.Match[str], clause: Clause) -> Reading | None:
    """All of them, or those of a day."""
    day = times.cut(match[0], clause.now).when
    return Reading((Call("list_reminders", {"day": re.sub(r"\A(?:for|on) ", "", day)} if day else {}),))


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


def change_either(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "move school run to 3.15": a reminder, or else a task of that name."""
    reading = change(match, clause)
    if reading is None or not reading.calls[0].arguments.get("when"):
        return None
    task = Call("edit_task", {"task": reading.thing, "due": reading.calls[0].arguments["when"]})
    schedule = Call("change_schedule", {"schedule": reading.thing, "when": reading.calls[0].arguments["when"]})
    return replace(reading, later=(Later(task), Later(schedule)))


def cancel_either(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "cancel yoga": a reminder, or else a task of that name."""
    which = said(match, "which")
    if _NOT_OURS.search(which) or len(which.split()) > _MOST_WORDS:
        return None
    reading = cancel(match, clause)
    if reading is None:
        return None
    others = (Call("delete_tasks", {"tasks": [reading.thing]}), Call("delete_schedule", {"schedule": reading.thing}))
    return replace(reading, later=tuple(map(Later, others)))


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
        r"(?:move|reschedule|shift|push|prepone|postpone|delay) (?P<which>(?!it\b|that\b|this\b|.*\b(?:list|tasks?|item|note|meeting|appointment|call|event|flight|clock|zone|one|reminder|alarm|timer|back)\b)(?:the |my )?[\w' -]{2,40}?) (?:to|until|till|for|by) (?P<to>.+)",
        change_either,
    ),
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
    Row(r"(?:turn|switch) (?:the |my |that |this )*(?P<which>.*?(?:reminder|alarm|timer)) off", cancel),
    Row(r"cancel (?P<which>(?!all\b|everything\b|it\b|that\b|this\b|.*\blist\b).+)", cancel_either),
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
        r"(?:{show} |what(?: are)? |(?:do|have) i (?:have |got |set )?|are there |find |any |is there |which |what |how many ){0,4}{the}(?:active |pending |next |set |list of )*(?:reminders?|alarms?|timers?)(?: list)?"
        r"(?: (?:do i have|i have|have i(?: got| set)?|did i set|are (?:there|set|active|coming up|on|left)|set|set up|coming up|left|active|for|on|about|scheduled|pending|please).*)?(?<!a reminder)(?<!an alarm)(?<!a timer)",
        lambda match, clause: listed(match, clause),
    ),
    Row(r"when(?:'s| is| will) (?:my |the )?(?:next |first )?(?:reminder|alarm|timer)(?: .*)?", listing),
    Row(
        r"(?:{show} |what(?:'s| is| are)? |anything |everything |hear |is there anything ){0,4}(?:on |in )?{the}(?:reminders? lists?|lists? of reminders)(?: .{0,25})?",
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
