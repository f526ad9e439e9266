"""What people tell about themselves and ask back."""

import re
from dataclasses import replace

from app.models.offline import speech
from app.models.offline.intents import known
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said
from app.models.offline.talk import OFFER

# What "my X is …" is no fact for: how somebody feels, and what is being spoken of in passing.
_PASSING = re.compile(
    r"\bmy (?:head|back|day|bad|god|goodness|point|question|guess|opinion|plan|idea|list|task|tasks|reminder|reminders|notes?|"
    r"journal|diary|calendar|inbox|mood|internet|wifi|connection|computer|laptop|phone|screen) (?:is|are|was|hurts?|'s)\b",
    re.IGNORECASE,
)
# What stays true: names, kin, dates, places, likes; not what has just happened to something.
_KINDS = (
    "name|nickname|birthday|birth date|anniversary|address|street|home|hometown|phone number|number|email|job|profession|employer|boss|manager|"
    "company|school|university|teacher|doctor|dentist|vet|barber|lawyer|plumber|neighbou?r|landlord|wife|husband|partner|spouse|girlfriend|boyfriend|"
    r"fianc\w+|mother|mum|mom|father|dad|sister|brother|son|daughter|child|children|kids?|aunt|uncle|cousin|niece|nephew|grand\w+|step\w+|godm\w+|godf\w+|friend|"
    r"baby|twins|dog|cat|pet|car|bike|licen[cs]e plate|registration|blood type|shoe size|size|height|weight|diet|allerg\w+|religion|"
    "native place|village|passport|locker|code|plate|team|hobby|nationality|star sign|language|favou?rite|usual|wifi|room|desk|office|flat|apartment|house|"
    "insurance|account|membership|goal|dream|tribe|church|mosque|gym|hotel|flight|seat|budget|salary|parents|in-laws|family"
)
_LASTING = re.compile(
    rf"\A(?:my|our) (?:[\w'-]+ ){{0,4}}?(?:{_KINDS})(?:'s)?\b|\A(?:i|we)\b(?!(?:'m| am|'re| are) an? )|\Acall me\b|"
    r"\Ai(?:'m| am) an? (?:vegetarian|vegan|pescatarian|muslim|christian|jew|hindu|buddhist|catholic|early bird|night owl|morning person|\w+ (?:fan|lover|supporter)|"
    r"nurse|teacher|doctor|engineer|student|lawyer|developer|programmer|designer|writer|chef|driver|farmer|accountant|pastor|trader|musician|artist|pensioner|parent|mother|father|twin|widow\w*)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:is|are|was|were|am|'m) (?:not|being|lost|stolen|broken|missing|gone|down|late|here|there|ready|dying|so|too|very|what|how|why|going|"
    r"getting|damaged|declined|expired|blocked|frozen|acting|stuck|wrong|sick|ill|tired|hungry|sleeping|coming|crying)\b|"
    r"\b(?:please|do you|can you|will you|what|change it|this|these|right now)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 10
_TRIM = re.compile(
    r"\s+(?:again|called|named|is it|are they|do you (?:know|remember)|please|by the way|currently|right now|now)\Z",
    re.IGNORECASE,
)
_NOT_KEPT = re.compile(r"\A(?:to|this|that|it|me|what|how|when|where|who|why|everything|anything)\Z", re.IGNORECASE)


def remember(match: re.Match[str], clause: Clause) -> Reading | None:
    """Something worth keeping about the user, in their own words."""
    statement = match["statement"].strip(' \t\n,;:.!"')
    if not statement or _NOT_KEPT.match(statement):
        return None
    return Reading((Call("remember_fact", {"statement": statement}),), aside=statement, keeps_text=True)


def state(match: re.Match[str], clause: Clause) -> Reading | None:
    """A plain statement about oneself: kept where it is of a lasting kind, offered to be kept otherwise."""
    if _PASSING.search(clause.text) or clause.asks:
        return None
    reading = remember(match, clause)
    if reading is None:
        return None
    statement = str(reading.calls[0].arguments["statement"])
    if _LASTING.search(statement) and len(statement.split()) <= _MOST_WORDS and not _UNSURE.search(statement):
        return Reading(reading.calls, aside=statement, asserts=True)
    if len(statement.split()) > 2 * _MOST_WORDS:
        return None
    question = f"{OFFER}{speech.to_you(statement)}?"
    return Reading(reading.calls, question=question, missing="yes", aside=statement, asserts=True)


def over(match: re.Match[str], clause: Clause) -> Reading | None:
    """What is no longer so."""
    reading = None if clause.asks else remember(match, clause)
    return replace(reading, asserts=True, keeps_text=False) if reading is not None else None


def state_new(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I've got a new phone number, it's 020": said outright."""
    if clause.asks:
        return None
    statement = f"my new {said(match, 'thing')} is {said(match, 'value')}"
    return Reading((Call("remember_fact", {"statement": statement}),), aside=statement, asserts=True)


def ask(match: re.Match[str], clause: Clause) -> Reading | None:
    """What was told about something."""
    about = _TRIM.sub("", speech.without_article(said(match, "about")))
    about = re.sub(r"\A(?:my|our) ", "", about, flags=re.IGNORECASE)
    about = re.sub(r" (?:is|are|was) my ", " ", about, flags=re.IGNORECASE)
    return Reading((Call("recall_facts", {"about": about}),)) if about else None


_KIN = r"[\w'-]+(?: [\w'-]+){0,4}?"
# Questions, and orders to keep.
TOLD: tuple[Row, ...] = (
    *known.ROWS,
    *known.FIXED_ROWS,
    Row(r"(?:what|which)(?: foods?| things?| stuff)? (?:am|was) i (?P<about>allergic|intolerant)(?: to)?", ask),
    Row(
        r"(?:am|was|are) i (?P<about>(?:allergic|intolerant|vegetarian|vegan|married|single|diabetic|left|right|a\b|an\b).*)",
        ask,
    ),
    Row(
        r"(?:what|which)(?: kind of| sort of)? ?(?P<about>[\w ]*?) ?do i (?P<verb>like|love|prefer|hate|enjoy|eat|drink|drive|own|play|speak|take|wear|collect)(?: .{0,20})?",
        lambda match, clause: ask_liking(match),
    ),
    Row(
        r"do i (?:like|love|prefer|hate|enjoy|eat|drink|drive|own|play|speak|take|wear|have) (?P<about>(?!any (?:task|reminder|note)|anything|.*\b(?:list|reminders?|tasks?|notes?|meetings?|events?|appointments?|emails?|messages?|to do)\b).+)",
        ask,
    ),
    Row(
        r"where (?:did |have |do |is |are |was )?(?:i|we) (?P<about>(?:put|leave|left|park|parked|store|stored|keep|kept|hide|hid|say i (?:put|left|parked)|lay|stash)(?: .+)?)",
        ask,
    ),
    Row(
        r"(?:do you (?:know|remember|recall) |tell me (?:what you (?:know|remember) )?|remind me |what do you (?:know|remember) |what did i tell you |what have i told you |can you recall )"
        r"(?:what(?:'s| is| are| was)?|who(?:'s| is| are)?|when(?:'s| is)?|where(?:'s| is| are)?|which|how(?:'s| is)?|about)? ?(?P<about>my (?!reminder|task|note|list|to-?do|journal|diary|shopping|next|calendar|meeting|schedule|email|mail|inbox|day).+?)(?: (?:is|are|was))?",
        ask,
    ),
    Row(r"(?:what|where|who|when) did i (?:say|tell you)(?: that)? (?P<about>(?:my|our) .+?) (?:is|was|are|were)", ask),
    Row(r"what (?:do )?you (?:know|remember) about (?P<about>.+)", ask),
    Row(
        r"(?:what|who|when|where)(?:'s| is| are) (?P<about>our (?!reminder|task|note|list|to-?do|calendar|meeting|schedule|next|plan|agenda).+)",
        ask,
    ),
    Row(
        r"(?:what|who|when|where|which)(?:'s| is| are| was) (?:the )?(?:names? |number |date |colou?r )of (?P<about>(?:my|our) .+)",
        ask,
    ),
    Row(r"(?:what|which) (?P<about>[\w ]+? (?:is|are|was) my (?:favou?rite|best|usual|preferred))", ask),
    Row(
        r"what (?P<about>(?:my|our) (?!reminder|task|note|list|to-?do|journal|diary|calendar|meeting|schedule|email|inbox).+?) (?:is|are|was)",
        ask,
    ),
    Row(
        r"(?:what|who|when|where|which|how (?:old|big|tall|many|much))(?:'s| is| are| was| were)(?: the)? (?P<about>my (?!reminder|task|note|list|to-?do|journal|diary|shopping|next |calendar|meeting|schedule|email|mail|inbox|day\b|first meeting|heart|sleep|step|agenda|plan|time ?zone|grocery|reading).+)",
        ask,
    ),
    Row(r"(?:what|which) (?P<about>[\w ]+?) (?:is|are|was) mine", ask),
    Row(r"who (?:is|are|was) (?P<about>my .+)", ask),
    # keep
    Row(
        r"(?:please )?(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|never forget|make a mental note|note for the future|know|learn)(?: for (?:me|later|next time))?(?: this)?\s*(?::|,)?\s*(?:that|the fact that)\s+(?P<statement>.+)",
        remember,
    ),
    Row(
        r"(?P<statement>(?:my|our|i|we|the) .+?)[,.;]? (?:(?:please|so|and|can you|could you) )*(?:remember|don't forget|memori[sz]e|keep in mind) (?:that|this|it)(?: (?:for me|please|for later))*",
        remember,
    ),
    Row(
        r"(?:please )?(?:remember|memori[sz]e|keep in mind|bear in mind)(?: for (?:me|later|next time))?(?: this)?(?:\s*:\s*|\s+)(?P<statement>(?!\s|to\b|when\b|where\b|what\b|who\b|how\b|the time\b|me\b).+)",
        remember,
    ),
    Row(
        r"(?:for the record|fyi|for your information|just so you know|so you know|for future reference|you should know|note for later|i want you to know)[,:]?\s*(?:that )?(?P<statement>.+)",
        remember,
    ),
)

# Plain statements about oneself.
ROWS: tuple[Row, ...] = (
    Row(
        r"(?P<statement>(?:i|we)(?:(?:'m|'re| am| are)? no longer (?!need|want|get|see|have|know|able|sure|interested)|(?:'m not|'re not| am not| are not| don't| do not) (?!need|want|get|see|have|know|able|sure|interested)(?=.* any ?(?:more|longer))).+)",
        over,
    ),
    Row(
        r"(?P<statement>i (?:also |now |currently )*(?:teach|study|coach|manage|run|train|volunteer|freelance|practise|practice) (?!to\b|out\b|late\b|away\b).+)",
        state,
    ),
    Row(
        r"(?:please |from now on,? |you can |just |you may )*(?P<statement>call me (?!at\b|on\b|in\b|when\b|back\b|later\b|an?\b|the\b|my\b|tomorrow\b|if\b)[\w' .-]{1,40})",
        state,
    ),
    Row(
        rf"(?P<statement>(?:my {_KIN}|our {_KIN})(?: is| are| was|'s (?:called|named)| were) (?!due\b|done\b|finished\b|complete\b|completed\b|it\b|killing|not working|broken|dead|late\b|hurting).+)",
        state,
    ),
    Row(
        r"(?P<statement>(?:i|we)(?:'ve| have)? (?:just |now |recently |also |really |currently |usually |always |never |often |only )*(?:come(?= from)|live|lived|stay(?= in (?!bed|touch|shape|the\b))|reside|moved|relocated|work|worked|study|studied|teach|grew up) (?:back )?(?:in|to|at|near|on|for|as|from|with)\b.+)",
        state,
    ),
    Row(
        r"(?P<statement>(?:i'm|i am|we're|we are) (?:now |also |still |currently |really |very |severely |originally |a bit |mildly )*(?:allergic|intolerant|vegetarians?|vegans?|diabetic|married|single|engaged|divorced|left[- ]handed|right[- ]handed|colou?r[- ]?blind|"
        r"from\b|born|living|working (?:at|for|as|in)|lactose|pescatarian|muslim|christian|jewish|hindu|buddhist|catholic|afraid of|scared of|an? [\w' -]{2,40}|\d+ years old|\d+ (?:cm|kg|m)).*)",
        state,
    ),
    Row(
        r"(?P<statement>i(?:'ve| have)?(?: just| now| recently| finally)* (?:(?:got|started|landed|took|found) (?:a )?(?:new )?job (?:at|with|for|as|in) .+|started (?:work|working) (?:at|for|as) .+|(?:changed|switched) jobs? .+|got (?:married|engaged|divorced)|turned \d{1,3}))",
        lambda match, clause: (
            None if clause.asks else replace(remember(match, clause) or Reading(), asserts=True, keeps_text=False)
        ),
    ),
    Row(r"(?P<statement>i was born .+)", state),
    Row(
        r"i(?:'ve| have)?(?: just)?(?: got)? an? new (?P<thing>[\w ]{2,30}?)[,:;.]? (?:it's|it is|which is) (?P<value>.+)",
        state_new,
    ),
    Row(
        r"(?P<statement>i (?:really |absolutely |usually |always |also |only |generally )*(?:prefer|love|like|hate|dislike|enjoy|adore|can't stand|cannot stand|drive|own|speak|play|collect|wear|drink|support) (?!to (?:add|set|see|know|have|get|hear|make|be)\b|you\b|it\b|that\b|this\b|how\b|what\b|when\b|your\b|the (?:idea|sound|look)\b).+)",
        state,
    ),
    Row(
        r"(?P<statement>i (?:don't|do not|never|can't|cannot) (?:like|eat|drink|smoke|drive|tolerate|speak|own) (?!to\b|it\b|that\b|this\b|you\b|anything\b|time\b).+)",
        state,
    ),
    Row(
        r"(?P<statement>(?:i|we) (?:have|'ve got|have got) (?:an? |one |two |three |four |five |six |\d+ |no )(?:\w+ )?(?:kids?|child|children|sons?|daughters?|brothers?|sisters?|siblings?|dogs?|cats?|pets?|cars?|grandchildren|nephews?|nieces?|parrots?|horses?|bikes?|allergy|allergies|twins)\b.*)",
        state,
    ),
    Row(r"(?P<statement>i parked .+)", state),
    Row(r"(?P<statement>(?:i|we) (?:put|left|hid|keep|store|stored|kept) (?:the|my|our) .+)", state),
)


def ask_liking(match: re.Match[str]) -> Reading | None:
    """ "what do I like" and "which tea do I prefer"."""
    about = f"{said(match, 'about')} {said(match, 'verb')}".strip()
    return Reading((Call("recall_facts", {"about": about}),))
