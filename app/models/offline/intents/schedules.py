"""What people say about schedules and routines that are there: shown, moved, paused, left out, ended. `scheduling.py` sets them.

Only what is plainly a schedule or one of the house's own routines is taken here; other things may be called by any name.
"""

import re

from app.models.offline import speech, times
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_BRIEF = r"(?:brief(?:ing)?s?|recaps?|wrap-?ups?)"
ROUTINE = (
    rf"(?:(?:(?:daily|morning|day|evening|nightly|weekly|week)[- ])*{_BRIEF}|(?:daily|morning|evening|weekly) (?:summary|overview|digest)|"
    r"(?:weekly|week) (?:prep(?:aration)?|preview|outlook)|week ahead|(?:read[- ]?(?:it[- ])?later|reading(?:[- ]list)?|journal|diary|e-?mail|mail|inbox) (?:digest|intelligence))"
)
_OWN = r"(?:(?:the|my|our|your|that|this|all|any|tomorrow's|today's|tonight's|next) )*"
_NOUN = r"(?:schedules?|scheduled (?:tasks?|jobs?|things?|checks?|messages?)|routines?|automations?|recurring (?:tasks?|jobs?)|cron(?: jobs?)?s?)"
_SEVERAL = _NOUN.replace("schedules?", "schedules")  # "my schedule" is the calendar's
_NAMED = rf"(?P<which>{_OWN}(?:{_NOUN} ?(?:number |no\.? |#)?\d+|{_NOUN} (?:for|about|of|called|to|that) .+|(?:[\w' -]+? )?{_NOUN}|{ROUTINE}))"
_UNNAMED = _NAMED.replace("?P<which>", "?:")
_DROP = r"(?:delete|remove|cancel|stop|end|drop|scrap|kill|get rid of|turn off|switch off|disable|no more|i don't (?:want|need)|no)"
_CALLED = re.compile(
    rf"\A{_OWN}(?:{_NOUN} ?(?:number |no\.? |#)?(?P<number>\d+)|{_NOUN} (?:for|about|of|called|to|that) (?P<about>.+)|(?P<name>[\w' -]+?) {_NOUN})\Z",
    re.IGNORECASE,
)
_ANY_MORE = r"(?: (?:any ?more|any longer|again|from now on|for good|please|now|completely))*"
_AGAIN = r"(?: (?:again|back|please|now))*"


def listing(match: re.Match[str], clause: Clause) -> Reading | None:
    """All that runs by itself."""
    return Reading((Call("list_schedules"),))


def pause(match: re.Match[str], clause: Clause) -> Reading | None:
    """Until it is resumed."""
    return change(_reference(match, clause), state="pause")


def resume(match: re.Match[str], clause: Clause) -> Reading | None:
    """What was paused or ended goes on."""
    return change(_reference(match, clause), state="resume")


def skip(match: re.Match[str], clause: Clause) -> Reading | None:
    """One time, or a day, is left out."""
    which, day = _reference(match, clause), said(match, "day")
    day = re.sub(r"\A(?:on|for) ", "", day, flags=re.IGNORECASE).removesuffix("'s")
    return change(which or "last", state=f"skip {day}" if day and day.casefold() != "next" else "skip next")


def delete(match: re.Match[str], clause: Clause) -> Reading | None:
    """It is over."""
    which = _reference(match, clause)
    return Reading((Call("delete_schedule", {"schedule": which}),), thing=which) if which else None


def move(match: re.Match[str], clause: Clause) -> Reading | None:
    """To another time, which is all that is said behind "to"."""
    which, to = _reference(match, clause), said(match, "to")
    timed = times.cut(times.with_at(to), clause.now)
    if not which or not timed.found or len(timed.rest.split()) > 2:
        return None
    return change(which, when=to)


def reword(match: re.Match[str], clause: Clause) -> Reading | None:
    """To other words."""
    return change(_reference(match, clause), instruction=speech.unquoted(said(match, "text")))


def change(which: str, **changes: str) -> Reading | None:
    """The call that changes one, called so; None where nothing is named."""
    return Reading((Call("change_schedule", {"schedule": which, **changes}),), thing=which) if which else None


def _reference(match: re.Match[str], clause: Clause) -> str:
    """What it is called without "the … schedule"."""
    which = said(match, "which")
    if which.casefold() in ("it", "that", "this", "that one"):
        return clause.thing
    called = _CALLED.match(which)
    if called:
        return called["number"] or (called["about"] or called["name"] or "").strip()
    return re.sub(rf"\A{_OWN}", "", which, flags=re.IGNORECASE)


_DAY = r"(?P<day>today|tonight|tomorrow|(?:next |this |on |for )*(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:on |for )?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+|(?:on |for )?\w+ \d{1,2}(?:st|nd|rd|th)?|(?:this|next) week|next)"

ROWS: tuple[Row, ...] = (
    Row(
        rf"(?:{{show}} |what(?: are)? |which |do (?:i|you) have |have (?:i|you)(?: got)? |are there |any )*{{the}}(?:active |current |running )?{_SEVERAL}"
        r"(?: (?:do (?:i|you) have|have i(?: set)?|i have|are (?:there|set|active|running|on)|have you got|set up|running|active))?",
        listing,
    ),
    Row(
        r"(?:what|which things)(?: (?:have|do) (?:you|i)(?: have| got)?|'ve you| all have you)? (?:got )?scheduled(?: for me)?|what(?:'s| is)(?: all)? scheduled(?: for me)?",
        listing,
    ),
    Row(
        r"what (?:do you do|are you doing|will you do|runs|happens|goes) (?:by yourself|on your own|automatically|by itself|unasked)(?: for me)?",
        listing,
    ),
    Row(
        rf"(?:when|what time)(?:'s| is| will| does| do)?(?: i get)? {_NAMED}(?: (?:come|coming|be|due|next|run))*",
        listing,
    ),
    Row(r"(?:skip|leave out|drop) (?:the )?(?:next|coming) (?:one|time|run)(?: of (?P<which>.+))?", skip),
    Row(
        rf"(?:skip|leave out) {_OWN}(?P<day>today|tonight|tomorrow|(?:next )?\w+day|next)(?:'s)? (?P<which>{ROUTINE}|[\w' -]+? (?:check|report|summary|review|schedule))",
        skip,
    ),
    Row(rf"(?:skip|leave out) {_NAMED} {_DAY}", skip),
    Row(rf"(?:skip|leave out) {_NAMED}(?: (?:once|this time|next time))?", skip),
    Row(rf"(?:skip|leave out) (?:the|my) (?P<which>[\w' -]{{3,40}}?) {_DAY}", skip),
    Row(rf"(?:no|skip the) (?P<which>{ROUTINE}) {_DAY}", skip),
    Row(
        r"not (?P<day>tomorrow|next \w+|this \w+|on \w+day)",
        lambda found, clause: skip(found, clause) if clause.thing else None,
    ),
    Row(
        r"(?:pause|suspend|hold|put on hold|stop for now) (?P<which>(?!.*\b(?:music|songs?|video|timers?|alarms?|reminders?|alerts?|playback|game|subscription|workers?|podcast|film|movie|everything|reading)\b)"
        rf"(?:{_UNNAMED}|(?:the|my) [\w' -]{{3,40}}?|#\d+))(?: (?:for now|for a while|please))*",
        pause,
    ),
    Row(
        rf"(?:resume|unpause|restart|reactivate|re-?enable|continue|bring back|turn on|switch on|start) {_NAMED}{_AGAIN}",
        resume,
    ),
    Row(
        r"(?:resume|unpause|reactivate|re-?enable) (?P<which>(?!.*\b(?:music|songs?|video|playback|game|reminders?|alerts?|workers?)\b)"
        rf"(?:(?:the|my) [\w' -]{{3,40}}?|#\d+|it)){_AGAIN}",
        resume,
    ),
    Row(rf"(?:bring|turn|switch|put|have) {_NAMED} (?:back on|on|back)(?: again| please)*", resume),
    Row(rf"i(?:'d like| want| need) {_NAMED} (?:back|again)(?: please)?", resume),
    Row(rf"(?:turn|switch) {_NAMED} off(?: for now| please)*", delete),
    Row(rf"(?:stop|quit) (?:sending|giving|doing|running)(?: me)? {_NAMED}{_ANY_MORE}", delete),
    Row(rf"{_DROP} {_NAMED}{_ANY_MORE}", delete),
    Row(
        rf"(?:move|change|shift|reschedule|switch|set|bring|push|put|make|have|update|postpone)(?: back| forward| up)? {_NAMED}(?: (?:back|forward|up))?"
        r"(?: (?:to be|to come|to run|come|run|to|until|till|for|at|on|by))* (?P<to>(?:at |on |every |each )?(?:\w|#).*)",
        move,
    ),
    Row(
        rf"(?:i(?:'d like| want| need) )?{_NAMED} (?:should (?:be|come|run)|at|to (?:be|come)|needs to be|moves? to)(?: at| on| by)? (?P<to>.+)",
        move,
    ),
    Row(rf"(?:change|edit|update|reword) {_NAMED} (?:to say|to do|into) (?P<text>.+)", reword),
)
