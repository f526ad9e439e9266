"""What people say to look through everything, through past talk, and to take things back."""

import re

from app.models.offline import speech, times
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_HISTORY_ONLY = re.compile(r"\A(?:it|that|this|things?|stuff|)\Z", re.IGNORECASE)


def everything(match: re.Match[str], clause: Clause) -> Reading | None:
    """All kinds at once."""
    about = speech.unquoted(said(match, "about"))
    return Reading((Call("find_everything", {"about": about}),), thing=about) if about else None


def meaning(match: re.Match[str], clause: Clause) -> Reading | None:
    """What means it, whatever its words."""
    about = speech.unquoted(said(match, "about"))
    return Reading((Call("semantic_search", {"about": about}),), thing=about) if about else None


def history(match: re.Match[str], clause: Clause) -> Reading | None:
    """What was said, of the time named; about nothing in particular when only a time is."""
    timed = times.cut(said(match, "about"), clause.now)
    past = timed.when if timed.when and _is_past(timed.when) else ""
    about = timed.rest if past else said(match, "about")
    about = re.sub(r"\A(?:about|on|regarding|of)\s+|\s+(?:about|on|during|in|from)\Z", "", about, flags=re.IGNORECASE)
    about = "" if _HISTORY_ONLY.fullmatch(about) else speech.unquoted(about)
    arguments = {"about": about} | ({"since": past, "until": past} if past else {})
    return Reading((Call("search_history", arguments),), thing=about)


def undo(match: re.Match[str], clause: Clause) -> Reading | None:
    """Take the last change back."""
    return Reading((Call("undo"),))


def empty(match: re.Match[str], clause: Clause) -> Reading | None:
    """The trash, for good."""
    return Reading((Call("empty_trash"),))


def _is_past(when: str) -> bool:
    return bool(
        re.search(
            r"\b(?:yesterday|last|ago|earlier|this|today|past|previous|since|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|on)\b",
            when,
            re.IGNORECASE,
        )
    )


TAKING_BACK: tuple[Row, ...] = (
    Row(
        r"(?:undo|revert|reverse|roll ?back|un-?do|take back)(?: (?:that|it|this|what you (?:just )?did|(?:the |my |your )?(?:last|latest|previous) (?:\w+ ?){1,2}|the (?:change|deletion|edit)|my last|last one))?",
        undo,
    ),
    Row(
        r"(?:take|put|bring|change|switch) (?:that|it|this|them)(?: one)? back|(?:put|change|set) (?:it|that) (?:back )?(?:the way|how|as|like) it was.*|that was (?:a mistake|wrong|an accident)(?:,? undo (?:it|that))?|(?:i (?:didn't|did not) mean (?:to do )?that|bring back what (?:i|you) (?:just )?deleted|restore (?:that|it|what (?:i|you) (?:just )?deleted)|undelete(?: (?:that|it))?)",
        undo,
    ),
    Row(
        r"(?:empty|clear|purge|delete|clean)(?: out)? (?:the |my )?(?:trash|bin|recycle bin|rubbish|deleted items)(?: .{0,20})?",
        empty,
    ),
    Row(
        r"(?:permanently|really|finally) (?:delete|remove|erase|purge) (?:everything|all|what's|all items)(?: (?:in|from|that is in|inside))? ?(?:the |my )?(?:trash|bin|deleted items).*",
        empty,
    ),
)

ROWS: tuple[Row, ...] = (
    Row(
        r"what(?:'s| was| is) (?:that|the|this) (?:thing|stuff|idea|story|bit)?(?: that)? ?(?:i|we) (?:told you|said|mentioned|talked|spoke|discussed)(?: about| of| on)? ?(?P<about>.+)",
        history,
    ),
    Row(
        r"(?:what|which things?|anything|something)(?: exactly| else)?(?: did| have| had| was it)? (?:i|we)(?: ever| just)? (?:say|said|tell|told|mention|mentioned|ask|asked|discuss|discussed|talk(?:ed)?|chat(?:ted)?|speak|spoke)(?: to you| with you| you)?(?: (?:about|on|regarding|of|concerning))? ?(?P<about>.*)",
        history,
    ),
    Row(
        r"(?:what|which) (?:were|was|are|have) (?:we|i) (?:just )?(?:been )?(?:talking|chatting|speaking|discussing|saying|on) ?(?:about)? ?(?P<about>.*)",
        history,
    ),
    Row(
        r"where did (?:i|we) (?:say|tell you|mention|note|write down)(?: that)? .+",
        lambda match, clause: Reading((Call("recall_facts", {"about": clause.text}),)),
    ),
    Row(
        r"(?:when|where|how often|how many times)(?: was the last time| did| have)? (?:i|we)(?: last| ever| first)? (?:say|said|tell you|told you|mention(?:ed)?|ask(?:ed)?|discuss(?:ed)?|talk(?:ed)?|brought up|bring up|spoke|speak)(?: to you| you)?(?: about| of| on)? ?(?P<about>.+)",
        history,
    ),
    Row(
        r"(?:did|have|had|haven't|didn't)(?: we| i)(?: ever| already| not)* (?:say|said|tell you|told you|mention(?:ed)?|ask(?:ed)?(?: you)?|discuss(?:ed)?|talk(?:ed)?|chat(?:ted)?|speak|spoken|spoke)(?: to you| you)?(?: anything| something)?(?: about| of| on)? ?(?P<about>.+)",
        history,
    ),
    Row(
        r"(?:search|look through|go through|check|look in|find in)(?: in| through)? (?:our|my|the|past|old|previous|all|earlier)(?: (?:our|my|past|old|previous|earlier))* (?:conversations?|chats?|history|messages|talks?|discussions?)(?: (?:for|about|on)) (?P<about>.+)",
        history,
    ),
    Row(
        r"(?:show|find|list)(?: me)? (?:our|my|the|past|old|all)(?: (?:our|past|old|previous))* (?:conversations?|chats?|discussions?|chat history|history)(?: (?:about|on|from|of|regarding))? ?(?P<about>.*)",
        history,
    ),
    Row(
        r"(?:search|find|look)(?: for)? (?P<about>.+?) in (?:our|my|the) (?:conversations?|chats?|history|messages)",
        history,
    ),
    Row(
        r"(?:find|search(?: for)?|show(?: me)?|get|give me|look up|look for|tell me|pull up|gather|collect|list|bring up|dig up)? ?(?:me )?(?:absolutely )?(?:everything|anything|all|all the (?:info|information|stuff|things)|all information|whatever)(?: else)?(?: (?:that )?(?:you|i|we)(?:'ve| have)?(?: got| saved| stored| kept| written| know| have)?| there is| you can find| you know)? ?(?:about|on|related to|regarding|concerning|to do with|connected to|for|mentioning|with) (?P<about>.+)",
        everything,
    ),
    Row(
        r"what (?:do|have|did) (?:i|we|you)(?: all)? (?:have|got|know|saved?|stored?|kept|keep)(?: (?:saved|stored|written down|down|noted))? (?:about|on|regarding|concerning|related to) (?P<about>.+)",
        everything,
    ),
    Row(
        r"(?:do|have) (?:i|you|we) (?:have |got |know )?(?:anything|something) (?:saved |stored |written )?(?:about|on|regarding|to do with) (?P<about>(?!.*\blist\b).+)",
        everything,
    ),
    Row(
        r"(?:(?:do a )?(?:semantic search|search by meaning)(?: in| of| through)?(?: (?:my|your) memory)?|search (?:through |in )?(?:my|your) memory|look (?:through|in) (?:my|your) memory)"
        r"(?: (?:for|about|on))? (?:(?:anything|something|everything|what|whatever) (?:that )?(?:about|like|similar to|to do with|close to|means) )?(?P<about>.+)",
        meaning,
    ),
    Row(
        r"(?:find|show me|is there|have i|do i have)? ?(?:anything|something|things|notes) (?:like|similar to|close to|that means?|close in meaning to) (?P<about>.+)",
        meaning,
    ),
    Row(
        r"(?:search(?: my (?:stuff|memory|things|data|everything))?(?: for)?|look (?:up|for)|find) (?P<about>(?!my (?:reminders|tasks|notes|lists)\b|the web|online|google|the internet|a (?:restaurant|hotel|flight|recipe)|me (?:a|an|some)\b).+)",
        everything,
    ),
)
