"""What people say about things to be told of when they happen."""

import re

from app.models.offline.plan import Call, Clause, Later, Reading
from app.models.offline.rows import Row, said
from app.watching.reading import source_of

_COOLDOWN = re.compile(
    r"\s*,?\s*(?:but )?(?:at most|no more than|not more than)(?: once)?(?: every| an?| per)? (?P<cooldown>(?:\d+ )?(?:minute|hour|day|week)s?)\Z",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\s*,?\s+until (?P<until>[\w ]{3,30})\Z", re.IGNORECASE)
_REFERENCE = re.compile(
    r"\A(?:(?:the|my|that|this) )*(?:alerts?|alert rule|rule|watch)? ?(?:for|about|on|called|number|#|no\.?)? ?",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\s+(?:alerts?|rule|watch)\Z", re.IGNORECASE)

# "if I have any overdue tasks", "when is my next task due": asked, not wished for.
_QUESTION = re.compile(
    r"(?:is|are|was|were|does|do|did|will|can|could|should|i have any|there (?:is|are) any|i last|(?:my|the) (?:next|last))\b|.* (?:is|are|was) due\Z",
    re.IGNORECASE,
)
_LATE = re.compile(r"\b(?:over[ -]?due|late|missed)\b", re.IGNORECASE)


def watch(match: re.Match[str], clause: Clause) -> Reading | None:
    """A wish to be told, where it is about something that can be watched."""
    when, more = said(match, "when"), {}
    for pattern, name in ((_COOLDOWN, "cooldown"), (_UNTIL, "until")):
        if found := pattern.search(when):
            when, more[name] = when[: found.start()], re.sub(r"\A(?=minute|hour|day|week)", "1 ", found[name])
    source = source_of(when)
    if source is None or _QUESTION.match(when) or (source == "overdue task" and not _LATE.search(when)):
        return None
    return Reading((Call("set_alert", {"when": when, **more}),), thing=when)


def listing(match: re.Match[str], clause: Clause) -> Reading | None:
    """All of them."""
    return Reading((Call("list_alerts"),))


def pause(match: re.Match[str], clause: Clause) -> Reading | None:
    """For a while."""
    return _change(match, "paused")


def resume(match: re.Match[str], clause: Clause) -> Reading | None:
    """Again."""
    return _change(match, "active")


def delete(match: re.Match[str], clause: Clause) -> Reading | None:
    """For good."""
    which = _which(match)
    reminder = Later(Call("cancel_reminder", {"reminder": which}))  # people call reminders alerts too
    return Reading((Call("delete_alert", {"alert": which}),), thing=which, later=(reminder,)) if which else None


def _change(match: re.Match[str], state: str) -> Reading | None:
    which = _which(match)
    return Reading((Call("change_alert", {"alert": which, "state": state}),), thing=which) if which else None


def _which(match: re.Match[str]) -> str:
    return _ENDING.sub("", _REFERENCE.sub("", said(match, "which"))).strip(" \"'“”") or "last"


_NAMED = r"(?P<which>(?:(?:the|my|that|this) )*(?:alert(?: rule)?(?: (?:for|about|on|called|number|#).+| ?#?\d+)?|.+? alert))"
ROWS: tuple[Row, ...] = (
    Row(
        r"(?:please )?(?:tell|alert|warn|notify|ping|message|text|inform|let)(?: me| us)(?: know)?(?: at once| immediately| straight away)? (?:when(?:ever)?|if|once|as soon as) (?P<when>.+)",
        watch,
    ),
    Row(r"(?:if|when(?:ever)?) (?P<when>.+?),? (?:tell|alert|warn|notify|ping|message|text) (?:me|us)", watch),
    Row(r"(?:know )?(?:when(?:ever)?|if|once|as soon as) (?P<when>.+)", watch),  # "tell me" was taken off in front
    Row(
        r"(?:set|create|make|add|put|give me)(?: up)?(?: me)? (?:an? )?(?:new )?alert(?: me)? (?:for|when(?:ever)?|if|on|about) (?P<when>.+)",
        watch,
    ),
    Row(r"(?:watch|keep an eye|look) (?:out )?(?:for|on) (?P<when>.+)", watch),
    Row(r"{show} {the}alerts?(?: rules?)?(?: (?:do i have|have i set|i have|are (?:on|active|set)|set))?", listing),
    Row(r"(?:what|which) (?:alerts?|are you watching|do you watch|things are you watching)\b.*", listing),
    Row(r"(?:pause|mute|silence|suspend|hold|snooze) " + _NAMED, pause),
    Row(
        r"(?:resume|unpause|unmute|restart|reactivate|turn (?:back )?on|switch (?:back )?on) "
        + _NAMED
        + r"(?: again)?",
        resume,
    ),
    Row(r"(?:{drop}|stop|end|turn off|switch off|disable) " + _NAMED, delete),
    Row(r"(?:stop|quit) (?:watching|looking) (?:out )?(?:for |on )?(?P<which>.+)", delete),
    Row(r"(?:stop|quit) (?:telling|alerting|warning|notifying) me (?:when(?:ever)?|if|about) (?P<which>.+)", delete),
)
