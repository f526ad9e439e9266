"""What people say about when they want to hear nothing: quiet hours, and how many messages a day at most."""

import re

from app.models.offline.numbers import in_digits
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_SPEAK = r"(?:message|text|write|ping|disturb|bother|contact|buzz|notify|bug|call|talk to|speak to|wake|send me (?:anything|messages))"
_HOUR = r"(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|noon|midnight)"
_STRETCH = rf"(?P<hours>(?:from |between )?{_HOUR} ?(?:-|–|to|until|till|and) ?{_HOUR})"
_ONE_END = rf"(?P<hours>(?:after|before|past|from|until|till) {_HOUR})"
_COUNT = r"(?P<count>\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|no)"
_UNASKED = r"(?:unasked|unprompted|unsolicited|that i did(?:n't| not) ask for|by yourself|on your own|without (?:me|my) asking|of your own)"


def hours(match: re.Match[str], clause: Clause) -> Reading | None:
    """The hours as they were said; the tool reads them."""
    return Reading((Call("set_quiet_hours", {"hours": said(match, "hours")}),))


def off(match: re.Match[str], clause: Clause) -> Reading | None:
    """None at all."""
    return Reading((Call("set_quiet_hours", {"hours": "off"}),))


def number(match: re.Match[str], clause: Clause) -> Reading | None:
    """So many a day."""
    count = said(match, "count").casefold()
    digits = "0" if count == "no" else in_digits(count)
    return Reading((Call("set_quiet_hours", {"most_a_day": int(digits)}),)) if digits.isdecimal() else None


def standing(match: re.Match[str], clause: Clause) -> Reading | None:
    """What holds now."""
    return Reading((Call("set_quiet_hours"),))


ROWS: tuple[Row, ...] = (
    Row(
        rf"(?:(?:set|change|make|have|keep|i want|use|move)(?: me)? )?{{the}}(?:quiet (?:hours|time)|silence|do not disturb)(?: hours)?(?: (?:to|as|are|is|be|at))*:? {_STRETCH}",
        hours,
    ),
    Row(
        rf"(?:(?:set|change|make|have|keep|start) )?{{the}}(?:quiet (?:hours|time)|silence)(?: (?:to|start|starts|begin|end|ends))* {_ONE_END}",
        hours,
    ),
    Row(rf"(?:be|keep|stay|remain) (?:quiet|silent) {_STRETCH}", hours),
    Row(rf"(?:be|keep|stay|remain) (?:quiet|silent) {_ONE_END}", hours),
    Row(
        rf"(?:don't|do not|never|stop)(?: ever)? {_SPEAK}(?:ing)?(?: (?:me|us))?(?: (?:at night|any ?more))? {_STRETCH}",
        hours,
    ),
    Row(rf"(?:don't|do not|never|stop)(?: ever)? {_SPEAK}(?:ing)?(?: (?:me|us))? {_ONE_END}", hours),
    Row(rf"no (?:messages|notifications|pings|texts)(?: to me)? {_ONE_END}", hours),
    Row(rf"no (?:messages|notifications|pings|texts) {_STRETCH}", hours),
    Row(
        r"(?:(?:turn|switch) off|no|no more|remove|cancel|delete|clear|drop|disable|stop) {the}quiet (?:hours|time)",
        off,
    ),
    Row(r"(?:turn|switch) {the}quiet (?:hours|time) off", off),
    Row(
        rf"(?:send me |message me |write |say )?(?:at most|no more than|not more than|a maximum of|up to|max) {_COUNT} (?:{_UNASKED} )?(?:messages?|things?|times?)(?: a| per| each) day(?: {_UNASKED})?",
        number,
    ),
    Row(
        rf"(?:at most|no more than|not more than|a maximum of|up to|max) {_COUNT} {_UNASKED} (?:messages?|things?|times?)(?:(?: a| per| each) day)?",
        number,
    ),
    Row(rf"{_COUNT} {_UNASKED} messages?(?: (?:a|per|each) day)?(?: (?:at most|is enough|are enough|max))?", number),
    Row(r"(?:what(?:'s| is| are)|when(?:'s| is| are)|show(?: me)?) {the}quiet (?:hours|time)", standing),
)
