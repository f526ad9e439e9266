"""What people say to and about their journal."""

import re

from app.models.offline import times
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said


def write(match: re.Match[str], clause: Clause) -> Reading | None:
    """An entry in the user's words; the day only when one is named apart."""
    content = re.sub(
        r"\A(?:that|saying|to say|about how|how)\s+", "", match["content"].strip(' \t\n,;:"–-'), flags=re.IGNORECASE
    )
    day = said(match, "day")
    if day and not times.has_time(day, clause.now):
        return None
    if not content:
        return ask(match, clause)
    arguments = {"content": content.rstrip(" .")} | ({"day": day} if day else {})
    return Reading((Call("save_journal_entry", arguments),), keeps_text=True, aside=content)


def ask(match: re.Match[str], clause: Clause) -> Reading | None:
    """An entry with nothing in it yet."""
    return Reading((Call("save_journal_entry"),), question="What should I write in your journal?", missing="content")


def read(match: re.Match[str], clause: Clause) -> Reading | None:
    """Entries, of the days named."""
    timed = times.cut(match[0], clause.now)
    span = {"since": timed.when, "until": timed.when} if timed.when else {}
    since = re.search(r"\bsince\b", match[0], re.IGNORECASE)
    return Reading((Call("read_journal", {"since": timed.when} if since and timed.when else span),))


_BOOK = r"(?:journal|diary|daily log)"

ROWS: tuple[Row, ...] = (
    Row(r"what (?:did|have) i (?:journal|journaled)(?: about)?(?: .{0,60})?", read),
    Row(rf"dear {_BOOK}[\s,:;.!–-]*(?P<content>.*)", write),
    Row(r"(?:i (?:want|need|would like) to |i'd like to |let's |let me |time to )journal", ask),
    Row(
        rf"(?:show|read|open|list|see|view|get|display|pull up|look (?:at|through))(?: me| out| back| to me)*(?: (?:my|the|all|what i wrote in my|last|latest|recent|of))* {_BOOK}(?: entr(?:y|ies))?(?: .{{0,60}})?",
        read,
    ),
    Row(
        rf"what(?:'s| is| did i| have i| was| i(?:'ve)?)(?: (?:write|wrote|written|put|say|log|logged|entered|note))?(?: down)?.{{0,30}}? (?:in|on) (?:my |the )?{_BOOK}(?: .{{0,60}})?",
        read,
    ),
    Row(
        rf"(?:my |the )?{_BOOK}(?: entr(?:y|ies))?(?: (?:for|from|of|since) (?:yesterday|today|last [^:]+|this [^:]+|[^:]+ ago|\d[^:]+))?",
        read,
    ),
    Row(
        rf"(?:new |add (?:a |an )?(?:new )?|make (?:a |an )?(?:new )?|write (?:a |an )?(?:new )?|create (?:a |an )?(?:new )?)?{_BOOK} entry (?:for|about|on) (?P<day>[^:]{{3,30}}):\s*(?P<content>.+)",
        write,
    ),
    Row(
        rf"(?:new |quick |add (?:an? )?(?:new )?|make (?:an? )?(?:new )?|write (?:an? )?(?:new )?|create (?:an? )?(?:new )?|start (?:an? )?(?:new )?)?(?:my )?{_BOOK}(?: entry)?\s*(?:[:,–-]\s*|\s(?=that |saying |about how ))(?P<content>.+)",
        write,
    ),
    Row(
        rf"(?:write|put|add|log|note|record|enter|save|jot|include|make a note)(?: down)?(?: this| that| it| the following| an entry| something)?(?: down)? (?:in|to|into|on) (?:my |the )?{_BOOK}(?: entry)?(?: for (?P<day>today|yesterday|last night|(?:last )?\w+day))?[\s,:;–-]*(?P<content>.*)",
        write,
    ),
    Row(
        rf"(?:write|put|add|log|note|record|enter|save|jot)(?: down)? (?P<content>.+?) (?:in|to|into|on) (?:my |the )?{_BOOK}",
        write,
    ),
    Row(
        rf"(?:i (?:want|need|would like) to |i'd like to |let's |let me )?(?:write|journal|log|start journaling|do some journaling|make an entry|add an entry)(?: (?:in|to) (?:my |the )?{_BOOK})?",
        ask,
    ),
    Row(rf"(?:new |add (?:an? )?|make (?:an? )?|create (?:an? )?|start (?:an? )?){_BOOK} entry", ask),
)
