"""What people say to put something on a list, and what sounds like it and is only offered."""

import re
from typing import Any

from app.models.offline import speech, times
from app.models.offline.intents.lists import is_list, list_name
from app.models.offline.items import is_doing, joined, split_items
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_DUE = re.compile(
    r"(?:,\s*|\s+)(?:(?:and )?(?:it's |is |which is )?due(?: on| by| at)?|by|before|until|for|on)\Z", re.IGNORECASE
)
_THAT_I = re.compile(
    r"\A(?:(?:the following|these|this)[:\s]+|(?:that )?(?:i|we) (?:should|need to|have to|must|ought to|want to) )",
    re.IGNORECASE,
)
_NO_TITLE = frozenset(
    ("something", "a task", "an item", "task", "item", "a few things", "some things", "things", "it to", "stuff")
)
_PRONOUNS = frozenset(("it", "that", "them", "this", "those", "these", "both", "that one"))
# A place that is no list of ours: "add this song to my favourites" is nothing to do.
_ELSEWHERE = re.compile(
    r"\b(?:to|on|onto|into|in|as) (?:my|the|this|that|our|his|her|their|an?|\w+'s) |\b(?:contacts?|calendar|schedule|playlist|queue|favou?rites|e-?mail|meeting|appointment|event)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 10
_NOT_OFFERED = frozenset("help talk ask chat sleep eat work use know speak be go report".split())
_NO_THING = re.compile(
    r"(?:help|information|info|advice|you|assistance|directions?|time|money|language|details?|an? )\b", re.IGNORECASE
)


def add(match: re.Match[str], clause: Clause) -> Reading | None:
    """Items onto a list, with the day they are due where one is said."""
    text, where = said(match, "items"), match.groupdict().get("where") or ""
    place = list_name(where, clause)
    if (not text or text.casefold() in _PRONOUNS) and clause.thing:
        text = clause.thing
    text, due = _with_due(text, said(match, "due"), clause, strict=bool(place))
    text = _THAT_I.sub("", text)
    if not text or text.casefold() in _NO_TITLE:
        return _ask_what(place, due)
    titles = split_items(text, things=bool(place))
    arguments: dict[str, Any] = (
        {"titles": titles} | ({"list_name": place} if place else {}) | ({"due": due} if due else {})
    )
    return Reading((Call("add_tasks", arguments),), thing=joined(titles), place=place) if titles else None


def add_due(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "a task for Monday: …", where what stands before the colon is a time."""
    return add(match, clause) if times.has_time(said(match, "due"), clause.now) else None


def add_bare(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "add milk" with no list: the list just spoken of, else the to-do list; sums are not items."""
    items = said(match, "items")
    if re.fullmatch(r"[\d\s.,+*/x-]+(?:(?:and|to|plus) [\d\s.]+)?", items) or _ELSEWHERE.search(items):
        return None
    if len(items.split()) > _MOST_WORDS:
        return None
    return add(match, clause)


def add_to(match: re.Match[str], clause: Clause) -> Reading | None:
    """Onto a list, where what is named is one: "set the table on Friday" is not."""
    return add(match, clause) if is_list(match["where"]) else None


def offer(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I need to buy milk": not an order, so it is offered."""
    text, due = _with_due(said(match, "items"), "", clause, strict=False)
    if not is_doing(text) or text.split()[0].casefold() in _NOT_OFFERED or len(text.split()) > _MOST_WORDS:
        return None
    arguments: dict[str, Any] = {"titles": [text]} | ({"due": due} if due else {})
    question = f'Shall I add "{speech.to_you(text)}" to your to-do list?'
    return Reading((Call("add_tasks", arguments),), question=question, missing="yes", thing=text)


def offer_thing(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I'm out of coffee": worth a place on the shopping list."""
    items = said(match, "items")
    titles = split_items(items, things=True)
    if not titles or _NO_THING.match(items) or len(items.split()) > _MOST_WORDS:
        return None
    question = f"Shall I add {joined(titles)} to your shopping list?"
    call = Call("add_tasks", {"titles": titles, "list_name": "shopping"})
    return Reading((call,), question=question, missing="yes", thing=joined(titles))


def new_list(match: re.Match[str], clause: Clause) -> Reading | None:
    """A new list holds at least one thing, so ask for it."""
    place = list_name(match["where"], clause)
    return _ask_what(place, "")


def _ask_what(place: str, due: str) -> Reading:
    arguments: dict[str, Any] = ({"list_name": place} if place else {}) | ({"due": due} if due else {})
    question = f"What should I add to your {place} list?" if place else "What should I add?"
    return Reading((Call("add_tasks", arguments),), question=question, missing="titles", place=place)


def _with_due(text: str, due: str, clause: Clause, *, strict: bool) -> tuple[str, str]:
    """Cut a due time from the end of a title: after "by", "due" and the like, or a bare day on a to-do list."""
    if due:
        return text, due
    match = times.best_time(text, clause.now)
    if match is None or text[match.end :].strip(" ,.!") or not match.start:
        return text, ""
    before, words = text[: match.start].rstrip(), match.text.strip()
    lead = _DUE.search(before)
    if lead:
        return before[: lead.start()].strip(" ,"), words
    own = re.match(r"(?:by|before|due(?: by| on)?|until)\s+", words, re.IGNORECASE)
    if own or (match.has_date and not strict):
        return before.strip(" ,"), words[own.end() :] if own else words
    return text, ""


ROWS: tuple[Row, ...] = (
    Row(
        r"(?:add|put|write)(?: down)? (?:the following|these|this|the items?|items?)(?: items?| things?| ones?)? (?:on|onto|to|in|into) {list}\s*[:,-]?\s*(?P<items>.+)",
        add,
    ),
    Row(
        r"(?:add|create|make|set(?: up)?|new|enter)(?: me)?(?: an?| another| the)?(?: new)? (?:task|to[ -]?do(?: item)?|chore) (?:for|due|by|on) (?P<due>[^:]{3,30}):\s*(?P<items>.+)",
        add_due,
    ),
    Row(
        r"(?:my |the |our )(?P<where>{word}{0,5}?list) (?:needs|should have|is missing|should include|could use|wants) (?P<items>.+)",
        add,
    ),
    Row(
        r"(?:make|create|start|begin|set up|write)(?: me| us)? (?:(?:my|the|our|a|an|new) )*(?P<where>list (?:called|named|titled|for) [\w' ]+?)(?: with|:| containing| including| that has) (?P<items>.+)",
        add,
    ),
    Row(
        r"(?:add|put|stick|place|include|throw|toss|dump|stuff|sling|chuck|append|pop|write|enter|insert|jot|note|mark|list|log|record|get|slap|drop)(?: down)? (?P<items>(?!me ).+?),? (?:(?:at|to) the (?:top|bottom|end|start|beginning) of|on|onto|on to|to|in|into|under)(?: to)? {list}"
        r"(?:[,;]? (?:for )?(?P<due>(?:due|by|before|for|on) .+|today|tomorrow|tonight|this \w+|next \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day))?(?: (?:as well|too|also|again|if i haven't already|(?:because|cause|'cause|since|as) (?:i|we)\b.*))?",
        lambda match, clause: add_to(match, clause),
    ),
    Row(r"(?:add|put|write) (?:on|onto|to|in|into) {list}[:,]? (?P<items>.+)", add),
    Row(r"(?:add|put)(?: it| that| them| some| more| one)? (?:on|onto|to|in|into) {list}(?P<items>)", add),
    Row(r"(?:on|to|in|onto) {list}[:,]? (?:please )?(?:add|put|write|include|note|jot down) (?P<items>.+)", add),
    Row(r"(?:my |the )?(?P<where>{word}{1,4}list)[:,]? (?:please )?(?:add|put) (?P<items>.+)", add),
    Row(r"update {list} (?:with|to include) (?P<items>.+)", add),
    Row(
        r"(?:add|create|make|set(?: up)?|new|enter|open)(?: me)?(?: an?| another| the| one)?(?: new)? (?:task|to[ -]?do(?: item)?|item|chore)s?"
        r"(?: for me)?(?:[:,-]| called| named| titled| saying| that says| to| for| about)? (?P<items>.+)",
        add,
    ),
    Row(r"(?:(?:new )?(?:to-?do|task|todo item|to do|item)s?)\s*[:-]\s*(?P<items>.+)", add),
    Row(r"(?P<where>{word}{1,3}list)\s*:\s*(?P<items>.+)", add),
    Row(
        r"(?:make|create|start|begin|set up|write)(?: me| us)? (?:(?:my|the|our|a|an|new) )*(?P<where>{word}{0,5}?list(?: (?:for|of) [\w' ]+?)?)(?: called [\w' ]+?)?"
        r"(?: with|:| containing| including| that has| that includes| and (?:add|put)(?: on it)?) (?P<items>.+?)(?: on it| to it| in it)?",
        add,
    ),
    Row(
        r"(?:make|create|start|begin|set up|i need|new)(?: me| us)? (?:(?:my|the|our|a|an|new|another) )*(?P<where>{word}{0,5}?list(?: (?:for|of|called|named) [\w' ]+)?)",
        new_list,
    ),
    Row(r"add (?P<items>.+?)(?: (?:as well|too|also))?", add_bare),
)

# Not orders: offered.
OFFERS: tuple[Row, ...] = (
    Row(
        r"{i}(?:'re| are|'m| am)?(?: also| still| really)* (?:need|want|could use|should get) (?:some |more |another |new |to (?:get|buy) (?:some |more ))+(?P<items>.+)",
        offer_thing,
    ),
    Row(r"we(?: also| still| really)* need (?P<items>(?!to\b).+)", offer_thing),
    Row(
        r"{i}(?:'m| am|'re| are|'ve| have)?(?: just| now| almost| nearly)? ?(?:run(?:ning)? |ran )?(?:out of|low on|short of|short on) (?P<items>.+?)(?: again| already| now)*",
        offer_thing,
    ),
    Row(
        r"{i}(?: really| still| also| just)? (?:need|have|got|gotta|ought|must|should|'ve got|had better)(?: to)? (?P<items>.+)",
        offer,
    ),
    Row(r"(?:really |still |also |just )?(?:need|have|got|ought) to (?P<items>.+)", offer),
)
