"""What people say when they want to be briefed now."""

import re

from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row


def _gives(which: str) -> Reading:
    return Reading((Call("give_briefing", {"which": which} if which else {}),))


def _which(which: str) -> Row:
    """A row is made of what it is called."""
    return Row(f"{_HELLO}(?:{_PATTERNS[which]})", lambda match, clause: _gives(which))


def plain(match: re.Match[str], clause: Clause) -> Reading | None:
    """The one of this part of the day."""
    return _gives("")


_HELLO = r"(?:(?:good )?(?:morning|afternoon|evening)[,.! ]+(?:kwasi[,.! ]+)?)?"
_GIVE = r"(?:(?:give|show|have|hear|read|send|tell|get|do|run|let me (?:have|hear|see)|i(?:'d like| want| need)|can i (?:have|get|hear)|may i have|what(?:'s| is| does))(?: me)?(?: out)? )?"
_MINE = r"(?:(?:my|the|a|an|our|this|today's|tonight's|this week's) )*"
_NOW = (
    r"(?: (?:now|right now|please|for today|today|tonight|for me|for this week|this week|say|early|again|of the day))*"
)
_BRIEFING = r"(?:briefing|brief|rundown|run-down|round-?up|digest|overview|update|summary|recap|review|report)"
_WEEK = r"(?:week|next (?:week|seven days|7 days)|coming week|week ahead|days ahead)"
_PATTERNS = {
    "morning": rf"{_GIVE}{_MINE}(?:(?:morning|daily) {_BRIEFING}|daily|brief(?:ing)? (?:of|for|on) (?:the|my|this) (?:day|morning))"
    rf"{_NOW}|(?:what(?:'s| does)|how(?:'s| does| is)) (?:my|the) day (?:look|look like|looking|looking like|shaping up)(?: like)?(?: today)?|"
    rf"{_GIVE}(?:a |an )?{_BRIEFING} of (?:my|the) day{_NOW}|what(?:'s| is) (?:my|the) day (?:like|look like|looking like)(?: today)?|start my day|"
    r"what(?:'s| is) the plan (?:for )?today|walk me through (?:my|the) day|what does (?:my day|today) look like|how does today look",
    "week ahead": rf"{_GIVE}{_MINE}(?:week(?:ly)?[- ](?:prep|preview|plan|planning|outlook|look-?ahead)|week ahead|preview of (?:my|the|next) week){_NOW}|"
    rf"(?:what(?:'s| does| is|s)|how(?:'s| does| is)) (?:my |the |our |this )?{_WEEK} (?:like|look|looks|looking|shaping up|hold|going to look)(?: like)?(?: for me)?|"
    rf"(?:prep|prepare|brief|get|set)(?: me)?(?: up| ready)? (?:for|on) (?:the |my |this |next )*(?:coming )?{_WEEK}|what(?:'s| is) ahead(?: of me)? this week|"
    r"what(?:'s| is) (?:coming up|ahead)(?: for me)?(?: (?:this|next) week|in the next (?:few|seven|7) days)|what do i have coming up(?: this week| next week)?",
    "evening": rf"{_GIVE}{_MINE}(?:evening|end[- ]of[- ](?:the[- ])?day|nightly|day's|daily) (?:recap|summary|review|wrap-?up|debrief|briefing){_NOW}|"
    r"(?:recap|sum up|wrap up|summari[sz]e|review) (?:my|the|today's) day|(?:recap|sum up|summari[sz]e) today|how did (?:my day|today) go|how was my day",
    "week": rf"{_GIVE}{_MINE}(?:weekly|week's|week in) {_BRIEFING}{_NOW}|(?:recap|sum up|summari[sz]e|review) (?:my|the|this|last) week|"
    r"how (?:was|did) (?:my|this|the) week(?: go)?|what did i (?:get done|achieve|finish|accomplish) this week",
    "reading list": rf"{_GIVE}{_MINE}(?:read[- ]?(?:it[- ])?later|reading(?:[- ]list)?) (?:digest|summary|round-?up|recap|overview){_NOW}",
    "journal": rf"{_GIVE}{_MINE}(?:weekly )?(?:journal|diary) (?:digest|summary|round-?up|recap|overview|review){_NOW}|"
    r"(?:recap|sum up|summari[sz]e) (?:my|the|this week's) (?:journal|diary)(?: (?:for |of )?this week)?",
    "mail": rf"{_GIVE}{_MINE}(?:e-?mail|mail|inbox) (?:digest|intelligence|briefing|summary|round-?up){_NOW}",
}
_PLAIN = rf"{_GIVE}{_MINE}(?:briefing|brief|rundown|run-down|digest){_NOW}|brief me(?: please| now| in)*|catch me up(?: please| now)*|(?:get|bring) me up to speed"

ROWS: tuple[Row, ...] = (*(_which(name) for name in _PATTERNS), Row(f"{_HELLO}(?:{_PLAIN})", plain))
