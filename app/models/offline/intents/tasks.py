"""What people say about tasks and lists."""

import re

from app.models.offline import speech, times
from app.models.offline.items import is_doing, joined, split_items
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

TODO = "todo"
_TODO_NAMES = re.compile(
    r"(?:list of )?(?:things )?(?:to[ -]?do'?s?|tasks?|chores?|jobs)(?: list)?|list|lists?|", re.IGNORECASE
)
_AROUND = re.compile(r"\A(?:(?:my|the|our|a|an|this|that|your|new)\s+)+|[\s-]+lists?\Z", re.IGNORECASE)
_LIST_OF = re.compile(r"\Alists? (?:of|for) ", re.IGNORECASE)
_DUE = re.compile(
    r"(?:,\s*|\s+)(?:(?:and )?(?:it's |is |which is )?due(?: on| by| at)?|by|before|until|for|on)\Z", re.IGNORECASE
)
_BARE_DAY = re.compile(r"\A(?:today|tonight|tomorrow|next |this |on )", re.IGNORECASE)
_NO_TITLE = frozenset(
    ("something", "a task", "an item", "task", "item", "a few things", "some things", "things", "it to", "stuff")
)
_PRONOUNS = frozenset(("it", "that", "them", "this", "those", "these", "both", "that one"))
_REFERENCE = re.compile(
    r"\A(?:(?:the |my )?(?:task|item|to-?do)s? (?:about |called |named |to |for |of |saying )?|number )", re.IGNORECASE
)
_REFERENCE_END = re.compile(r"\s+(?:task|item|to-?do|one|thing)s?\Z", re.IGNORECASE)


def list_name(where: str, clause: Clause) -> str:
    """The name a list is called by; "" for the to-do list and for "my list" where none was named before."""
    plain = " ".join(where.strip(" '\"").split())
    plain = _AROUND.sub("", _AROUND.sub("", _LIST_OF.sub("", speech.without_article(plain)))).strip()
    if plain.casefold() in ("", "list", "lists"):
        return clause.place
    return "" if _TODO_NAMES.fullmatch(plain) else plain.casefold()


def add(match: re.Match[str], clause: Clause) -> Reading | None:
    """Items onto a list, with the day they are due where one is said."""
    text, where = said(match, "items"), match.groupdict().get("where") or ""
    place = list_name(where, clause)
    text, due = _with_due(text, said(match, "due"), clause, strict=bool(place))
    text = re.sub(r"\A(?:the following|these|this)[:\s]+", "", text)
    if text.casefold() in _PRONOUNS and clause.thing:
        text = clause.thing
    if not text or text.casefold() in _NO_TITLE:
        return _ask_what(place, due)
    titles = split_items(text, things=bool(place))
    arguments: dict[str, object] = (
        {"titles": titles} | ({"list_name": place} if place else {}) | ({"due": due} if due else {})
    )
    return Reading((Call("add_tasks", arguments),), thing=joined(titles), place=place) if titles else None


def add_bare(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "add milk" with no list: the list just spoken of, else the to-do list; sums are not items."""
    if re.fullmatch(r"[\d\s.,+*/x-]+(?:(?:and|to|plus) [\d\s.]+)?", said(match, "items")):
        return None
    return add(match, clause)


def offer(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I need to buy milk": not an order, so it is offered."""
    text, due = _with_due(said(match, "items"), "", clause, strict=False)
    if not is_doing(text) or text.casefold() in _DOING_HERE:
        return None
    arguments: dict[str, object] = {"titles": [text]} | ({"due": due} if due else {})
    question = f'Shall I add "{speech.to_you(text)}" to your to-do list?'
    return Reading((Call("add_tasks", arguments),), question=question, missing="yes", thing=text)


def offer_thing(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I'm out of coffee": worth a place on the shopping list."""
    titles = split_items(said(match, "items"), things=True)
    if not titles:
        return None
    question = f"Shall I add {joined(titles)} to your shopping list?"
    call = Call("add_tasks", {"titles": titles, "list_name": "shopping"})
    return Reading((call,), question=question, missing="yes", thing=joined(titles))


def new_list(match: re.Match[str], clause: Clause) -> Reading | None:
    """A new list holds at least one thing, so ask for it."""
    place = list_name(match["where"], clause)
    return _ask_what(place, "")


def show(match: re.Match[str], clause: Clause) -> Reading | None:
    """One list, or all of them when none is named."""
    groups = match.groupdict()
    where = groups.get("where")
    arguments: dict[str, object] = {}
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
    return Reading((Call("list_tasks"), Call("list_reminders")))


def show_same(clause: Clause) -> Reading | None:
    """ "show it" after something was put on a list."""
    if not (clause.place or clause.thing):
        return None
    return Reading((Call("list_tasks", {"list_name": clause.place or TODO}),), place=clause.place)


def complete(match: re.Match[str], clause: Clause) -> Reading | None:
    """Tick items off."""
    return _with_references("complete_tasks", match, clause)


def remove(match: re.Match[str], clause: Clause) -> Reading | None:
    """Take items off, undone."""
    return _with_references("delete_tasks", match, clause)


def rename(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another title."""
    title = speech.unquoted(said(match, "title"))
    return _edit(match, clause, {"title": title}) if title else None


def set_due_or_rename(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "change task 3 to Friday" is a day, "change task 3 to buy oat milk" a title."""
    if times.is_only_time(said(match, "title"), clause.now):
        return _edit(match, clause, {"due": said(match, "title")})
    return rename(match, clause)


def add_to(match: re.Match[str], clause: Clause) -> Reading | None:
    """Onto a list, where what is named is one: "set the table on Friday" is not."""
    where = match["where"].casefold()
    if "list" not in where and not _TODO_NAMES.fullmatch(list_bare(where)):
        return None
    return add(match, clause)


def list_bare(where: str) -> str:
    """A list's name without "my" and "list"."""
    return _AROUND.sub("", _AROUND.sub("", where)).strip()


def move(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another list."""
    return _edit(match, clause, {"list_name": list_name(match["where"], clause) or TODO})


def set_due(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another due time; only words that name one."""
    due = said(match, "due")
    if re.fullmatch(r"none|nothing|no date", due, re.IGNORECASE):
        return _edit(match, clause, {"due": "none"})
    return _edit(match, clause, {"due": due}) if times.has_time(due, clause.now) else None


def clear(match: re.Match[str], clause: Clause) -> Reading | None:
    """Everything off a list."""
    place = list_name(match["where"], clause) or TODO
    return Reading((Call("clear_list", {"list_name": place}),), place=place)


def _with_references(tool: str, match: re.Match[str], clause: Clause) -> Reading | None:
    groups = match.groupdict()
    place = list_name(groups["where"], clause) if groups.get("where") else ""
    references = _references(said(match, "items"), clause)
    if not references:
        return None
    arguments: dict[str, object] = {"tasks": references} | ({"list_name": place} if place else {})
    return Reading((Call(tool, arguments),), place=place, thing=joined(references))


def _references(text: str, clause: Clause) -> list[str]:
    """How the items are called: numbers and words, without "the task about"."""
    if text.casefold() in _PRONOUNS and clause.thing:
        text = clause.thing
    if text.casefold() in _PRONOUNS:
        return [text]
    if re.fullmatch(
        r"(?:all|everything|all of (?:it|them)|(?:all|every) (?:of )?(?:my |the )?(?:tasks?|items?|things?))",
        text,
        re.I,
    ):
        return ["everything"]
    parts = split_items(text, things=not is_doing(text))
    return [bare for part in parts if (bare := _reference(part))]


def _reference(text: str) -> str:
    bare = _REFERENCE_END.sub("", _REFERENCE.sub("", text)).strip(" \"'")
    return speech.without_article(bare) or text


def _edit(match: re.Match[str], clause: Clause, changes: dict[str, object]) -> Reading | None:
    reference = speech.unquoted(said(match, "items"))
    if reference.casefold() in _PRONOUNS and clause.thing:
        reference = clause.thing
    reference = _reference(reference)
    return Reading((Call("edit_task", {"task": reference} | changes),), thing=reference) if reference else None


def _ask_what(place: str, due: str) -> Reading:
    arguments: dict[str, object] = ({"list_name": place} if place else {}) | ({"due": due} if due else {})
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


_DOING_HERE = frozenset(("help", "talk", "ask", "chat", "sleep", "go", "eat", "work"))

ROWS: tuple[Row, ...] = (
    # a day as a whole
    Row(
        r"(?:what|anything|is there anything|what else)(?: do (?:i|we) have| have (?:i|we) got|'s| is| am i| are we)?(?: going)?"
        r"(?: doing)?(?: going)?(?: on)?(?: (?:planned|scheduled|coming up|happening|due|up|on my plate|on my agenda|to do|on|for me))?"
        r"(?: (?:for|on))? (?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon|evening)|next week|"
        r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
        show_day,
    ),
    Row(r"what(?:'s| is) (?:on )?my (?:plan|agenda|day|plate)(?: (?:look like|for|like))?.{0,20}", show_day),
    Row(r"(?:what|how) does my (?:day|week|tomorrow|weekend) look like", show_day),
    # show
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
    Row(r"what (?:do|should|must) i (?:still |have to |need to |got to |gotta )*(?:do|get done)(?: .{0,20})?", show),
    Row(r"what (?:do i|have i|have i still|do i still)(?: got)?(?: left)?(?: to do)(?: .{0,20})?", show),
    Row(r"(?:is there )?anything (?:still |else |left )*(?:open|outstanding|to do|left|due)(?: .{0,20})?", show),
    Row(r"what(?:'s| is) (?:still |left |next )*(?:open|outstanding|to do|left to do|due)(?: .{0,20})?", show),
    Row(
        r"(?:{show} |what(?:'s| is| was| do i have| have i(?: got)?| did i (?:put|add|write|have)| i have| all is)? ?(?:currently |still |left |else |all |already )*(?:on|in|off|to) |"
        r"is there anything (?:else |left |still )*on |(?:do|have) i (?:have |got )?(?:anything|something)(?: left| else)? (?:on|in) |"
        r"(?:anything|what) (?:else |left |still )+on |how (?:many|much)(?: \w+){0,3} (?:are |is |do i have )?(?:on|in) )"
        r"{the}(?P<where>{word}{0,5}?list|to[ -]?dos?|agenda)(?: .{0,25})?",
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
    Row(r"(?:my )?(?:{todo})", show),
    Row(r"(?:{show} )(?:it|that|them|the list|it to me|that list)(?: again)?", lambda match, clause: show_same(clause)),
    # clear
    Row(
        r"(?:clear(?: out)?|empty|wipe|reset|nuke|start over(?: with)?|clean(?: out| up)?|erase|delete|remove|get rid of|throw away|scrap|trash) "
        r"(?:everything (?:on|from|off|in) |all (?:of )?(?:the )?(?:items|things|tasks|entries) (?:on|from|off|in) |all of )?"
        r"(?:the |my |our |this |that )*(?P<where>{word}{0,5}?list|to[ -]?dos|tasks|{todo})(?: (?:completely|entirely|of everything|out))?",
        clear,
    ),
    Row(r"take everything (?:off|from|out of) {list}", clear),
    Row(
        r"(?:clear|delete|remove|erase) (?:all|everything)(?: of)? (?:my |the )?(?P<where>tasks|to[ -]?dos|{todo})",
        clear,
    ),
    # complete
    Row(
        r"(?:mark|set|check|tick|cross|flag|count)(?: off)? (?P<items>.+?) (?:as )?{done}(?: (?:on|from|off|of|in) {list})?",
        complete,
    ),
    Row(r"(?:tick|check|cross|mark|strike) off (?P<items>.+?)(?: (?:on|from|off|of|in) {list})?", complete),
    Row(r"(?:tick|check|cross|mark|strike) (?P<items>.+?) (?:off|from|out)(?: of)?(?: {list})?", complete),
    Row(
        r"(?:complete|finish|close|check|tick) (?P<items>(?:(?:the |my )?(?:task|item|to-?do) .+|#?\d+|.+? (?:task|item|to-?do)))",
        complete,
    ),
    Row(
        r"{i}(?:'ve| have)?(?: just| now| already| finally)* (?:bought|got|picked up|purchased|finished(?: with)?|done|completed|did|ticked off)"
        r" (?P<items>(?!reading|a lot|well|it again).+?)(?: (?:already|now|today|on {list}))?",
        complete,
    ),
    Row(r"{i}(?:'m| am|'re| are)(?: all| now)? (?:done|finished) with (?P<items>.+)", complete),
    Row(r"(?:all )?(?:done|finished) with (?P<items>.+)", complete),
    Row(
        r"(?P<items>(?:(?:the |my )?(?:task|item|to-?do) )?#?\d+|(?:the|my) [\w' -]{2,60}?|[\w' -]{2,60}? task)(?: (?:is|are|has been|have been)|'s)(?: all| now| already)* (?:done|complete|completed|finished|sorted|taken care of|paid|bought)",
        complete,
    ),
    Row(r"(?:done|finished|completed)[:,]? (?P<items>#?\d+|the .+)", complete),
    # edit
    Row(r"(?:rename|retitle|reword) (?P<items>.+?) (?:to|as|into) (?P<title>.+)", rename),
    Row(
        r"(?:change|edit|update|correct) (?P<items>\"[^\"]+\"|'[^']+'|(?:the |my )?(?:task|item|to-?do) .+?|.+? task)(?: to say| to read| to| into) (?P<title>.+)",
        lambda match, clause: set_due_or_rename(match, clause),
    ),
    Row(
        r"(?:move|transfer|shift|switch) (?P<items>.+?) (?:from .+? )?(?:to|onto|over to|into) (?:(?:my|the|our) )?(?P<where>[\w' -]+? list|to[ -]?dos?)",
        move,
    ),
    Row(
        r"(?:set|change|make|move|put|update) (?:the )?(?:due date|deadline|due day|due time)(?: (?:of|for|on))? (?P<items>.+?) (?:to|for|as|on) (?P<due>.+)",
        set_due,
    ),
    Row(r"(?:set|make|mark) (?P<items>.+?) (?:as )?due(?: (?:on|by|at|to))? (?P<due>.+)", set_due),
    Row(
        r"(?P<items>(?:the |my |task |item |#).+?) (?:is|are|was|needs to be done|has to be done|should be) (?:now )?(?:due|by)(?: (?:on|by|at))? (?P<due>.+)",
        set_due,
    ),
    Row(
        r"(?:move|reschedule|postpone|push|shift|change) (?P<items>(?:the |my )?(?:task|item|to-?do) .+?) (?:to|until|till|for) (?P<due>.+)",
        set_due,
    ),
    Row(
        r"(?:remove|clear) the (?:due date|deadline) (?:of|from|for|on) (?P<items>.+?)(?P<due>)",
        lambda match, clause: _edit(match, clause, {"due": "none"}),
    ),
    # remove
    Row(
        r"(?:take|knock|get|strike|scratch|wipe|pull) (?P<items>.+?) (?:off|from|out of|off of)(?: of)? {list}", remove
    ),
    Row(r"{drop} (?P<items>.+?) (?:off|from|out of|in|on)(?: of)? {list}", remove),
    Row(r"{drop} (?P<items>(?:the |my )?(?:tasks?|items?|to-?dos?) .+)", remove),
    Row(r"{drop} (?P<items>.+?) (?:task|item|to-?do)", remove),
    Row(
        r"{i} (?:don't|no longer|do not) need (?:to )?(?P<items>(?!the reminder|a reminder|any reminder|to be).+?)(?: (?:anymore|any more|any longer|now))?(?: on {list})?",
        remove,
    ),
    # add
    Row(
        r"(?:add|put|stick|place|include|throw|chuck|append|pop|write|enter|insert|jot|note|get|slap|drop|set)(?: down)? (?P<items>.+?),? (?:on|onto|on to|to|in|into|under)(?: to)? {list}"
        r"(?:[,;]? (?P<due>(?:due|by|before|for|on) .+|today|tomorrow|tonight))?(?: (?:as well|too|also|again|if i haven't already))?",
        lambda match, clause: add_to(match, clause),
    ),
    Row(r"(?:add|put|write) (?:on|onto|to|in|into) {list}[:,]? (?P<items>.+)", add),
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
    Row(r"(?:add|put|stick|include) (?P<items>.+?)(?: (?:as well|too|also))?", add_bare),
    Row(r"(?:(?:my|the|our) (?P<where>{word}{0,5}?list))", show),
    Row(r"(?P<where>[\w'-]+ list)", show),
)

# Not orders: offered.
OFFERS: tuple[Row, ...] = (
    Row(
        r"{i}(?:'m| am|'re| are|'ve| have)?(?: just| now| almost| nearly)? ?(?:run(?:ning)? |ran )?(?:out of|low on|short of|short on) (?P<items>.+)",
        offer_thing,
    ),
    Row(
        r"{i}(?: really| still| also| just)? (?:need|have|got|gotta|ought|must|should|'ve got|had better)(?: to)? (?P<items>.+)",
        offer,
    ),
)
