"""What people say about lists as a whole: what is on them, which there are, and to clear them."""

import re
from typing import Any

from app.models.offline import speech, spelling, times
from app.models.offline.plan import Call, Clause, Later, Reading
from app.models.offline.rows import Row, said

TODO = "todo"
WELL_KNOWN = frozenset(("shopping", "grocery", "groceries", "packing", "errands"))  # lists also without that word
_TODO_NAMES = re.compile(
    r"(?:list of )?(?:things )?(?:to[ -]?do'?s?|tasks?|chores?|jobs)(?: list)?|list|lists?|", re.IGNORECASE
)
_AROUND = re.compile(r"\A(?:(?:my|the|our|a|an|this|that|your|new)\s+)+|[\s-]+lists?\Z", re.IGNORECASE)
_LIST_OF = re.compile(r"\Alists? (?:of|for|called|named|titled) ", re.IGNORECASE)
_FOREIGN = re.compile(r"\b(?:contacts?|play|mailing|waiting|black|watch)\b|playlist", re.IGNORECASE)
_NAMELESS = re.compile(
    r"(?:(?:my|the|this|that|whole|entire|latest|last|following|new|existing|current|any kind of|list of|old|a|of) ?)*lists?",
    re.IGNORECASE,
)
_FRESH = re.compile(r"\A(?:an?|the|my)? ?(?:empty|fresh|new|clean|blank)\s+", re.IGNORECASE)


def list_name(where: str, clause: Clause) -> str:
    """The name a list is called by; "" for the to-do list and for "my list" where none was named before."""
    plain = _FRESH.sub("", " ".join(where.strip(" '\"").split()))
    plain = _AROUND.sub("", _AROUND.sub("", _LIST_OF.sub("", speech.without_article(plain)))).strip()
    if plain.casefold() in ("", "list", "lists"):
        return clause.place
    if _TODO_NAMES.fullmatch(plain):
        return ""
    return spelling.nearest(plain.casefold()) or plain.casefold()


def is_ours(name: str) -> bool:
    """Contacts and playlists are lists of other houses."""
    return not _FOREIGN.search(name)


def show(match: re.Match[str], clause: Clause) -> Reading | None:
    """One list, or all of them when none is named."""
    groups = match.groupdict()
    where = groups.get("where")
    arguments: dict[str, Any] = {}
    place = list_name(where, clause) if where is not None else ""
    if place:
        arguments["list_name"] = place
    elif where is not None and re.search(r"list\Z", where.strip(), re.IGNORECASE):
        arguments["list_name"] = TODO
    if said(match, "finished"):
        arguments["include_done"] = True
    return Reading((Call("list_tasks", arguments),), place=place)


def show_day(match: re.Match[str], clause: Clause) -> Reading | None:
    """What a day holds: tasks and reminders."""
    said_day = times.cut(match[0], clause.now).when
    span = re.search(r"\b(?:this |next )?(?:week|weekend|month)\b", match[0], re.IGNORECASE)
    day = said_day or (span[0] if span else "today")
    day = (
        f"this {day}"
        if day.casefold() in ("week", "weekend", "month")
        else re.sub(r"\A(?:on |for |due (?:on |by )?)", "", day)
    )
    return Reading((Call("list_tasks", {"day": day}), Call("list_reminders", {"day": day})))


def show_ahead(match: re.Match[str], clause: Clause) -> Reading | None:
    """What comes next, whenever that is."""
    return Reading((Call("list_tasks"), Call("list_reminders")))


def add_if_missing(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "Is milk on the list? If not, add it": the list is read first, and added to only where the thing is not there."""
    thing, place = speech.without_article(said(match, "thing")), list_name(match["where"], clause)
    on_list: dict[str, Any] = {"list_name": place} if place else {}
    call = Call("add_tasks", {"titles": [thing]} | on_list)
    return Reading((Call("list_tasks", on_list),), later=(Later(call, unless=thing),), thing=thing, place=place)


def show_rest(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "what's left", on the list spoken of."""
    return Reading((Call("list_tasks", {"list_name": clause.place} if clause.place else {}),), place=clause.place)


def show_same(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "show it" after something was put on a list."""
    if not (clause.place or clause.thing):
        return None
    return Reading((Call("list_tasks", {"list_name": clause.place or TODO}),), place=clause.place)


def shopping(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "what do I need from the shop?"."""
    return Reading((Call("list_tasks", {"list_name": "shopping"}),), place="shopping")


def clear(match: re.Match[str], clause: Clause) -> Reading | None:
    """Everything off a list; which one is asked where none is named."""
    if not is_ours(match["where"]):
        return None
    place = list_name(match["where"], clause)
    if not place and _NAMELESS.fullmatch(match["where"].strip()):
        return Reading((Call("clear_list"),), question="Which list should I clear?", missing="list_name")
    place = place or TODO
    return Reading((Call("clear_list", {"list_name": place}),), place=place)


def is_list(where: str) -> bool:
    """Whether these words name a list."""
    bare = _AROUND.sub("", _AROUND.sub("", where)).strip()
    if bare.casefold() in WELL_KNOWN:
        return True
    return is_ours(where) and ("list" in where.casefold() or bool(_TODO_NAMES.fullmatch(bare)))


ROWS: tuple[Row, ...] = (
    Row(
        r"(?:check )?(?:if |whether )?(?:is there|are there|is|are|do (?:i|we) have|have (?:i|we) got) (?P<thing>.+?) (?:already )?(?:on|in) {list}(?: already| yet)?[?,.;]*\s*(?:and |or )?(?:if (?:not|no|it isn't|it's not|they aren't|they're not)|otherwise)[, ]+(?:then )?(?:please |can you |you can )?(?:add|put|stick) (?:it|them|that|some|one)(?: (?:on|to|in)(?: there| it)?)?(?: (?:please|then))?",
        add_if_missing,
    ),
    Row(
        r"if (?P<thing>.+?) (?:isn't|aren't|is not|are not|'s not) (?:already )?(?:on|in) {list}(?: already| yet)?,? (?:then )?(?:please )?(?:add|put|stick) (?:it|them|that|some|one)(?: (?:on|to|in)(?: there| it)?)?",
        add_if_missing,
    ),
    # a day as a whole
    Row(
        r"(?:is there |have (?:i|we)(?: got)? |do (?:i|we) have |got )?(?:anything|something|much|what)(?: else)?(?: (?:that )?(?:i|we) (?:have to|need to|must|should|have got to) do| to do| on| planned| going on| happening| due| have (?:i|we) got on)+ (?:for |on )?(?:today|tonight|tomorrow|this \w+|next \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|afternoon|evening|night))?",
        show_day,
    ),
    Row(
        r"what(?:'s| is| do (?:i|we) have)(?: coming)? (?:next|coming up|up next|coming|ahead|up ahead|in store)(?: (?:for (?:me|us)|on my (?:list|plate|agenda|schedule|calendar)|please))*|(?:show (?:me )?)?what(?:'s| is) upcoming|(?:is there )?anything coming up",
        show_ahead,
    ),
    Row(
        r"(?:what|anything|is there anything|what else)(?: do (?:i|we) have| have (?:i|we) got|'s| is| am i| are we)?(?: going)?"
        r"(?: doing)?(?: going)?(?: on)?(?: (?:planned|scheduled|coming up|happening|due|up|on my plate|on my agenda|to do|on|for me))?"
        r"(?: (?:for|on))? (?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon|evening)|next week|"
        r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
        show_day,
    ),
    Row(r"what(?:'s| is) (?:on )?my (?:plan|agenda|day|plate)(?: (?:look like|for|like))?.{0,20}", show_day),
    Row(
        r"(?:what|how) (?:does|is) my (?:day|week|tomorrow|weekend|morning|afternoon|evening)(?: (?:look|looking))?(?: like)?(?: (?:today|tomorrow))?",
        show_day,
    ),
    # show
    Row(r"(?:{show} )?(?:an? )?(?:overview|summary|rundown|list|run-through) of {the}(?:{todo})", show),
    Row(r"{show} {the}(?P<finished>completed|finished|done) {todo}", show),
    Row(
        r"(?:what|which) (?:tasks?|to-?dos?|things|chores) (?:have i|did i) (?P<finished>completed?|finish(?:ed)?|done)(?: .{0,30})?",
        show,
    ),
    Row(
        r"{show} {the}(?:open |outstanding |pending |remaining |unfinished )?(?:{todo})(?: (?:do i have|for (?:today|me|now)|left|still open|right now|now))?(?<!list)",
        show,
    ),
    Row(r"(?:{show} )?{the}lists(?: do i have| have i got| are there)?", show),
    Row(r"(?:what|which) {the}?lists (?:do|have) i (?:have|got|made?)(?: .{0,20})?", show),
    Row(
        r"(?:what|which|are there any|do i have(?: any)?|have i(?: got)?(?: any)?|any)(?: of my)? (?:open |outstanding |pending |more |other )?(?:{todo})"
        r"(?: (?:do i (?:still )?have|are (?:there|left|open|due|overdue|pending)|have i(?: got)?|left|to do|due|open|overdue|pending|still open).{0,30})?",
        show,
    ),
    Row(
        r"what(?: else)? (?:do|should|must) i (?:still |have to |need to |got to |gotta )*(?:do|get done)(?: .{0,20})?",
        show,
    ),
    Row(r"what (?:do i|have i|have i still|do i still)(?: got)?(?: left)?(?: to do)(?: .{0,20})?", show),
    Row(
        r"(?:is there )?anything (?:still |else |left )*(?:open|outstanding|to do|left|due)(?: (?!on |in ).{0,20})?",
        show,
    ),
    Row(r"what(?:'s| is) (?:still |left |next )*(?:open|outstanding|to do|left to do|due)(?: .{0,20})?", show),
    Row(r"what(?:'s| is) (?:still )?(?:left|remaining)(?: now| today)?", show_rest),
    Row(
        r"(?:{show} |what(?:'s| is| was| do i have| (?:is )?(?:available|left|written)| have i(?: got)?| did i (?:put|add|write|have)| i have| all is)? ?(?:currently |still |left |else |all |already )*(?:on|in|off|to) |"
        r"is there anything (?:else |left |still )*on |(?:do|have) i (?:have |got )?(?:anything|something)(?: left| else)? (?:on|in) |"
        r"(?:anything|what) (?:else |left |still )+on |how (?:many|much)(?: \w+){0,3} (?:are |is |do i have )?(?:on|in) |what all (?:is|do i have)(?: there)? (?:on|in) )"
        r"{the}(?P<where>{word}{0,5}?list(?: for (?:the |my )?(?!(?:today|tomorrow|tonight|this|next|now|me|\w+day|week|month)\b)[\w']+)?|to[ -]?dos?|agenda)(?: .{0,25})?",
        show,
    ),
    Row(
        r"(?:is|are|do i have|have i(?: got| put| added)?|did i (?:put|add|write(?: down)?)|check (?:if|whether|that|for)|see if|tell me if|make sure)"
        r" (?:.+? )?(?:on|in|onto|to) {list}(?: (?:already|yet|currently|now))?",
        show,
    ),
    Row(
        r"(?:does|check (?:if|whether|that)|see if|tell me if) {list} (?:already )?(?:has|have|contains?|includes?) .+",
        show,
    ),
    Row(r"(?:my )?(?:{todo})(?<!list)", show),
    Row(
        r"(?:{show}|name|say|repeat|mention|describe|update me on|walk me through|send me|provide|speak|recite) {the}(?:various |different |individual )?(?:items?|things?|tasks?|contents?|points?|entries|stuff|everything)(?: (?:that are|that is|which are|i have|i put))? (?:on|of|in|from) {list}(?: .{0,25})?",
        show,
    ),
    Row(
        r"(?:name|say|repeat|mention|describe|update me on|walk me through|send me|provide|speak|recite|refresh) {list}",
        show,
    ),
    Row(
        r"(?:check|look(?: at| on| in)?|see|go (?:to|through)) {list} (?:to see |and see |and tell me )?(?:if|whether|for) .+",
        show,
    ),
    Row(
        r"(?:check|look)(?: to see| and see)? (?:if|whether) .+? (?:is|are) (?:still |already )?(?:on|in) {list}(?: .{0,20})?",
        show,
    ),
    Row(r"(?:{show} )(?:it|that|them|the list|it to me|that list)(?: again)?", show_same),
    Row(
        r"(?:what|anything)(?:'s| is)?(?: else| also| still| left| already)* (?:is )?(?:on|in) (?:it|there|that(?: list)?)(?: now| already)?",
        show_same,
    ),
    Row(
        r"(?:what|which things?|anything) (?:do|did|was|were|should|must|else do) (?:i|we) (?:still |also )*(?:need|have|supposed|meant|want|wanted|going)?(?: to)?(?: (?:buy|get|pick up|purchase))?(?: (?:from|at) the (?:shops?|stores?|market|supermarket))?(?<=buy|get|.up|ase|hop|ops|ore|res|ket)",
        shopping,
    ),
    Row(
        r"(?:what|which)(?: are| is|'s)? (?:all )?(?:the )?(?:things|stuff|items)?(?: that)? ?(?:i|we) (?:still )?(?:have to|need to|must|should|want to|need|am to) (?:buy|get|pick up|purchase)(?: .{0,20})?",
        shopping,
    ),
    Row(r"do (?:i|we) need (?:anything|.+?) (?:from|at) the (?:shops?|stores?|market|supermarket)", shopping),
    # clear
    Row(
        r"(?:clear(?: out)?|empty|blank(?: out)?|wipe|reset|nuke|start over(?: with)?|clean(?: out| up)?|erase|delete|remove|get rid of|throw away|scrap|trash) "
        r"(?:everything (?:on|from|off|in) |all (?:of )?(?:the )?(?:items|things|tasks|entries) (?:on|from|off|in) |all of )?"
        r"(?:the |my |our |this |that )*(?P<where>{word}{0,5}?list|to[ -]?dos|tasks|{todo})(?: (?:completely|entirely|of everything|out|clean|empty))?",
        clear,
    ),
    Row(r"make {list} (?:blank|empty|clear)(?: again)?", clear),
    Row(r"take everything (?:off|from|out of) {list}", clear),
    Row(
        r"(?:clear|delete|remove|erase) (?:all|everything)(?: of)? (?:my |the )?(?P<where>tasks|to[ -]?dos|{todo})",
        clear,
    ),
    # the name alone
    Row(r"(?:(?:my|the|our) (?P<where>{word}{0,5}?list))", show),
    Row(r"(?P<where>[\w'-]+ list)", show),
)
