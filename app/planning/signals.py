"""What in a command says that something must be looked up before it can be done, or that it must be done several times.

A table of patterns over one clause as plain text (`Clause.text`: lower case, marks for quotes, links, files), and the nouns
that tell which kinds of things a request touches. Each pattern is linear or bounded. Knows nothing of weights.
"""

import re

from app.language.words.lexicon import either

_THING = (
    r"(?:agenda|appointment|article|attachment|bill|booking|branch|build|call|channel|check-?up|contract|conversation|dinner"
    r"|doc|document|e-?mail|event|file|flight|folder|invitation|invite|invoice|issue|link|lunch|mail|meeting|message|minutes"
    r"|notes|page|post|presentation|pull request|receipt|recipe|report|review|session|sheet|slides|site|spreadsheet"
    r"|statement|subscription|thread|ticket|transaction|transcript|website|workshop)s?"
)
_DEFINITE = r"(?:the|this|that|these|those|my|our|his|her|their|\w+'s)"
_TIMES = (
    r"(?:day|morning|afternoon|evening|night|week|weekday|weekend|month|year|hour|minute|time|season|spring|summer|autumn|fall"
    rf"|winter|{either('weekday', 'month')})s?"
)
_SWITCHED = r"(?:alarm|device|lamp|light|reminder|song|speaker|timer)s?"
_PARTS = (
    r"(?:summar(?:y|ies)|recap|overview|highlights|points|takeaways|contents?|details|results?|findings|status|minutes"
    r"|transcript|agenda|instructions|steps|items|ingredients|address(?:es)?|numbers?|link|total|sum|difference|average|ranking"
    r"|names?|prices?|cost|birthdays?|notes|figures|photos|copy|dates?|titles?|rest|version)"
)
_BEST = (
    r"(?:most|least|fewest|cheapest|highest|lowest|best|worst|largest|smallest|biggest|oldest|latest|newest|longest|shortest"
    r"|nearest|closest|earliest|busiest|quickest|fastest|cheaper|better|last|first|next|top)"
)
LOOK_UP: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "part of a thing": rf"\b{_PARTS} (?:of|from|in|about) (?!me\b|it\b)|\b(?:link|directions|way) to \w",
        "from a source": r"\b(?:from|in|of|using|with) (?:‹file›|‹url›)|\b(?:based on|according to|accordingly)\b"
        r"|\bas (?:agreed|described|discussed|instructed|requested|specified)\b|\bfollow\b.{0,60}\b(?:steps|instructions)\b",
        "for each": rf"\b(?:each|every|both) (?:last |first |second |single |other )?(?!{_TIMES}\b|‹number›|other\b|one\b|two\b|three\b|four\b|at\b)\w"
        rf"|\b(?:everyone|everybody|whoever|all (?:of )?(?:the|my|our|these|those|his|her|their)) (?!{_TIMES}\b|{_SWITCHED}\b)\w"
        rf"|\ball (?!{_TIMES}\b|{_SWITCHED}\b|(?:about|at|for|in|of|on|the|day|my|together)\b)(?:\w+ )?\w+s\b",
        "described by what happened": rf"\b(?:{_DEFINITE}|all|any|person|people|someone|anyone) (?:\S+ ){{0,3}}?(?:who|whose|which|that)\b"
        r" (?!is set\b|are set\b|i\b|it\b|they\b|we\b|you\b|he\b|she\b)(?:\w+ )?"
        r"(?:\w+ed|\w+s|sent|wrote|said|came|made|are|were|have|had|hasn't|haven't)\b|\bwhose\b",
        "what somebody did": r"\b(?:what(?:ever)?|as much as) (?:i|we|he|she|they|he's|she's|they've|i've|we've)\b|\brefund\b"
        r"|\b\w+ (?:sent|gave|wrote|told|asked|showed) (?:me|us)\b"
        r"|\b(?:the|those|these|that) (?:\w+ ){1,2}(?:i|we|he|she|they) (?:\w+ed|sent|wrote|said|made|have|had|got|bought)\b"
        r"|\bthe same \w+ (?:as|that)\b|\b(?:as|like) (?:last|before)\b",
        "the one that is most": rf"\b(?:the|my|our|his|her|their|\w+'s) (?:\w+ ){{0,2}}{_BEST}\b(?! {_TIMES}\b| of\b)"
        rf"|\b{_BEST} of the\b",
        "of somebody": r"\b(?:their|his|her|its|\w+'s) (?:\w+ )?(?:address|e-?mail|last|latest|name|number|phone|rank|slot)",
        "another time for it": r"\A(?:reschedule|postpone|rebook)\b"
        r"|\A(?:cancel|clear|decline|move) (?:everything|my (?:day|morning|afternoon|evening|week)\b)",
        "an open question": r"\A(?:e-?mail|inform|let|mail|message|send|show|tell|text|write) (?!me\b|us\b|an?\b).{1,40}?"
        r"\b(?:what|which|when|where|how|why|who) (?!you\b)",
        "after its name": rf"\b{_DEFINITE} (?:\w+ )?{_THING} (?:starting|beginning|ending|called|named|titled|containing|about|with)\b",
        "people by their part": r"\b(?:the|all|any|its|their|new|every) (?:\w+ )?(?:assignees?|attendees|authors?|group|guests?"
        r"|invitees|members?|organi[sz]ers?|owners?|participants?|people|person|reporters?|reviewers?|senders?|speakers|users?)\b",
        "when they are free": r"\bwhen (?:\w+ ){1,4}(?:is|are|am) (?:free|available)\b|\bfirst free\b|\bfree slots?\b",
        "blanks to fill": r"‹blank›",
        "beside another event": r"\b(?:before|after) (?:\w+ ){1,3}(?:starts|ends|begins|lands|arrives|leaves|opens|closes|departs|finishes)\b|\b(?:before|after|during) (?:the|my|our|his|her|their) (?:\w+ ){0,3}(?:appointment|arrival|call|event"
        r"|flight|lunch|dinner|meeting|session|train|workshop)\b",
    }.items()
}
"""Why a command needs something looked up first, by pattern."""

KINDS: dict[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{nouns})\b")
    for name, nouns in {
        "mail": "e-?mails?|mails?|inbox|newsletters?",
        "calendar": "calendars?|meetings?|events?|appointments?",
        "chat": "slack|channels?|direct messages?",
        "code": "pull requests?|prs?|repo(?:sitory)?s?|builds?|branch|commits?|release",
        "tickets": "tickets?|jira|sprint",
        "files": "drive|files?|documents?|docs?|spreadsheets?|sheets?|folders?|‹file›",
        "tasks": "tasks?|to-?dos?|shopping list",
        "notes": "notes?|journal",
        "web": "articles?|websites?|web ?page|‹url›",
        "weather": "weather|forecast|rains?|raining|snows?",
        "travel": "flights?|hotels?|restaurants?|trains?|trip|car rental",
        "money": "invoices?|bills?|transactions?|payments?|expenses?|receipts?|budget",
        "people": "contacts?|phone numbers?|address book",
        "body": "sleep|steps|heart rate|weight",
        "news": "news|headlines",
    }.items()
}
"""The kinds of things a request names; two kinds are seldom one call."""

CRITERIA = re.compile(
    rf"\b(?:{_BEST}\b(?! {_TIMES}\b)|(?:above|below|over|at least|at most|less than|more than|under|budget of|within) ‹number›"
    r"|minimum\b|maximum\b|ratings?\b|rated\b|reviews\b)"
)
COMPARED = re.compile(r"\bhow (?:much|many) (?:more|less|fewer)\b|\bcompare (?:the|my|our|these|all)\b")
COMPUTED = re.compile(r"\b(?:compare[ds]?|work out|on average|in total|overlap|per (?:person|day|week|month))\b")
OVERVIEW = re.compile(
    r"\b(?:plan (?:my|our|the)|prepare me|brief me|catch me up|overview of|report (?:on|about)|research)\b"
)
SHAPED = re.compile(
    r"\b(?:subject|title|titled|description|include|mention|attach|make sure|don't forget|do not forget)\b"
)
SOURCE = re.compile(
    rf"{'|'.join(KINDS[kind].pattern for kind in ('mail', 'chat', 'files', 'web', 'money'))}|\\b(?:letter|invitation|contract|confirmation|booking)\\b"
)
