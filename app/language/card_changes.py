"""A change of one value of a call that waits: "make it high instead", "send it to #design rather", "change the title to …". Pure, bounded.

Which words say what for which argument is one table; a value takes the place only of an argument that the call has. Where a change could be of two
of them, it is of none.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.language import card_texts
from app.language.event_changes import is_reason

_LONGEST = 400  # characters
_LEAD = re.compile(
    r"\A\W*(?:(?:(?:yes|yeah|yep|sure|oui|ok|okay)[\s,]+(?:but|and|mais|et)|not (?:yes )?yet|pas encore|no|nope|nah|oh|wait|sorry|actually|please|ok|okay|and|but|hm+|um+|uh|euh|ah|eh|oops|whoops|can you|could you|i mean|i meant|not that|je voulais dire|non|attends|pardon|en fait|mais|et|plutôt|finalement)"
    r"\b[\s,.:!–—-]*)+",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"(?:[\s,]+(?:instead|rather|please|pls|actually|then|now|again|after all|obviously|of course|plutôt|finalement|évidemment|bien sûr|stp|svp|s['’]il te pla[iî]t|à la place))+\W*\Z",
    re.IGNORECASE,
)
_IT = r"(?: ?-?(?:it|that|this|them|one|le|la|les|l['’]|ça|cela))?"
_SET = rf"(?:make|set|put|change|turn|mark|move|raise|lower|mets|mettez|passe|passez|change|changez|modifie){_IT}(?: (?:to|as|at|in|into|a|an|en|à|au|sur))*?"
_SHOULD = r"(?:(?:it )?(?:should|must|has to|needs to) be|it['’]?s|it is|(?:ça )?doit être|c['’]est)"
_BE = r"(?: (?:to|into|be|as|is|should be|should say|en|à|par|est|doit être))*[ :]+"
# Without a verb of changing in front, the words must say that it is so: "message Kofi that …" and "comment on PROJ-8: …" are orders of their own.
_IS = r"(?: (?:is|must be|should be|should say|should read|est|doit être|doit dire)[ :]+| ?: ?)"
_INTO = r"(?:(?: (?:to|into|be|as|en|à|par|say))+[ :]+| ?: ?)"
_ELSEWHERE = re.compile(
    r"(?:(?:on|in|to|for|under|below|at|sur|dans|à|pour|sous)\s+(?:the\s+|le\s+|la\s+)?)?(?:#[\w.-]+|@[\w.-]+|[A-Z][A-Z\d]+-\d+|[\w.-]+/[\w.-]+#?\d*)(?![\w-])"
)
_FIGURE = r"\d{1,2}(?:[:.h]\d\d)?(?: ?(?:am|pm|h))?"
_LEVELS = (
    "highest|very high|high|medium|normal|low|lowest|very low|urgent|critical|blocker|major|minor|trivial|p[0-4]|"
    "très haute|haute|élevée|moyenne|normale|basse|faible|urgente|critique|majeure|mineure"
)
_NAME = r"@?[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}"
_SENTENCES = re.compile(r"[.!;]\s+")
_STEPS = (
    "to do|todo|in progress|in review|under review|review|testing|in testing|done|closed|resolved|blocked|backlog|ready|reopened|selected for development|"
    "à faire|en cours|en revue|terminée?|finie?|bloquée?"
)
_KINDS = "bug|task|story|epic|sub-?task|improvement|incident|feature|tâche|anomalie|récit"
_LEVEL = re.compile(rf"(?:{_LEVELS})\Z", re.IGNORECASE)
Value = Callable[[Mapping[str, Any], str], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class _Row:
    """Words whose `value` goes to what `put` says. `alone`: they need no "no" or "instead" beside them to be a change; a `text` keeps its marks. `last`: its words hold the "instead" that ends them, `whole`: also
    the "and" that begins them."""

    said: re.Pattern[str]
    put: Value
    alone: bool = True
    text: bool = False
    last: bool = False
    whole: bool = False


def other_value(arguments: Mapping[str, Any], words: str) -> dict[str, Any] | None:
    """The arguments with the one other value that words give; None where they give none that fits, or say more."""
    said = " ".join(words.split())
    if not said or len(said) > _LONGEST or "?" in said:
        return None
    led = _LEAD.sub("", said)
    bare = _LAST.sub("", led).strip(" ,")
    for row in _ROWS:
        words_of_row = said if row.whole else led if row.last else bare
        found = (
            row.said.fullmatch(words_of_row if row.text else words_of_row.rstrip(" .!"))
            if row.alone or bare != said
            else None
        )
        value = (found["value"] or found[0]).strip(" \"'“”«»") if found else ""
        if value and (now := row.put(arguments, value)) is not None:
            return now if now != dict(arguments) else None
    return card_texts.quoted(arguments, said) or card_texts.swapped(arguments, bare) or _behind_reason(arguments, said)


def _behind_reason(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """The value of the last sentence, where those before it only say why: "no, she has the other one already. Me instead."."""
    *before, last = _SENTENCES.split(said)
    is_why = bool(before) and all(is_reason(_LEAD.sub("", one)) or not _LEAD.sub("", one) for one in before)
    return other_value(arguments, f"no, {last}") if is_why and last else None


def puts_right(words: str) -> bool:
    """Whether words say that something else was meant: they begin with "no" or end with "instead"."""
    said = words.strip()
    return len(said) <= _LONGEST and bool(_LEAD.match(said) or _LAST.search(said))


def without_lead(words: str) -> str:
    """The words without the "no" that begins them and the "instead" that ends them."""
    return _LAST.sub("", _LEAD.sub("", " ".join(words.split()))).strip(" ,")


def _in(*names: str, unpins: str = "") -> Value:
    """Into the first of these arguments that the call has: a text for a text, one for one in a list. What the value before was pinned to goes."""

    def put(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
        has = [name for name in names if isinstance(arguments.get(name), str) or _has_one(arguments.get(name))]
        slot = next((name for name in has if arguments[name]), has[0] if has else "")
        if not slot:
            return None
        pin = {unpins: ""} if unpins in arguments else {}
        return {**arguments, **pin, slot: [value] if isinstance(arguments[slot], list) else value}

    return put


def _has_one(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 1  # of several, which is meant is anybody's guess


def _level(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The priority, or the field with such a value; without one of them, the priority that nobody had said yet."""
    given, priority = arguments.get("fields"), arguments.get("priority")
    fields: list[Any] = list(given) if isinstance(given, list) else []
    levels = [at for at, one in enumerate(fields) if _LEVEL.match(str(one).rpartition(":")[2].strip())]
    if len(levels) + bool(priority) > 1:
        return None
    if levels:
        name = str(fields[levels[0]]).rpartition(":")[0]
        return {
            **arguments,
            "fields": [*fields[: levels[0]], f"{name}: {value.capitalize()}", *fields[levels[0] + 1 :]],
        }
    return {**arguments, "priority": value} if isinstance(priority, str) else None


def _step(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    return {**arguments, "to": value} if "ticket" in arguments and isinstance(arguments.get("to"), str) else None


def _text(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The text, but not where the words go on with another place: that is an order of its own."""
    return None if _ELSEWHERE.match(value) else _in(*_TEXT)(arguments, value)


def _comment(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    return None if _ELSEWHERE.match(value) else _in("text", "body")(arguments, value)


def _said(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    return _text(arguments, _large(value)) if not _ELSEWHERE.match(value) else None


def _figure(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The one time or number of the text: "deploy at 5" as "deploy at 6"; of several, which is meant is anybody's guess."""
    slot = next((name for name in _TEXT if isinstance(arguments.get(name), str) and arguments[name]), "")
    found = list(_FIGURES.finditer(arguments[slot])) if slot and not _OWN_TIME.intersection(arguments) else []
    if len(found) != 1 or len(_DIGITS.findall(arguments[slot])) != 1:
        return None
    old = found[0]
    half = old["half"] if old["half"] and value[-1:].isdigit() else ""
    return {**arguments, slot: f"{arguments[slot][: old.start()]}{value}{half}{arguments[slot][old.end() :]}"}


_OWN_TIME = frozenset(("when", "due", "repeat"))
_FIGURES = re.compile(r"(?<![\w#.,:/-])\d{1,2}(?:[:.h]\d\d)?(?P<half> ?(?:am|pm|h))?(?![\w/%-]|[.,:]\d)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[:.h]\d+)*", re.IGNORECASE)


def _day(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The one day of the text: "on Thursday" as "on Friday"; written large or small as the one before."""
    slot = next((name for name in _TEXT if isinstance(arguments.get(name), str) and arguments[name]), "")
    found = list(_DAY_IN.finditer(arguments[slot])) if slot and not _OWN_TIME.intersection(arguments) else []
    if len(found) != 1:
        return None
    old = found[0]
    new = value.capitalize() if old[0][:1].isupper() else value
    return {**arguments, slot: f"{arguments[slot][: old.start()]}{new}{arguments[slot][old.end() :]}"}


def _behind(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The text with more behind it: as the same sentence where the words go on with it, else as one of its own."""
    slot = next((name for name in _TEXT if isinstance(arguments.get(name), str)), "")
    if not slot:
        return None
    old = arguments[slot].rstrip()
    goes_on = bool(_GOES_ON.match(value)) and old[-1:].isalnum()
    end = "" if goes_on or old[-1:] in ".!?:," else "."
    return {**arguments, slot: f"{old}{end} {value if goes_on else _large(value)}" if old else _large(value)}


def _in_front(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The text with words in front of it."""
    slot = next((name for name in _TEXT if isinstance(arguments.get(name), str) and arguments[name]), "")
    return {**arguments, slot: f"{_large(value.rstrip(',.'))}, {arguments[slot]}"} if slot else None


def _large(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _person(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """To whom it goes; the user stands in a list as "@me"."""
    is_me = value.casefold() in ("me", "myself", "moi")
    is_many = isinstance(arguments.get("assign"), list) and not isinstance(arguments.get("assignee"), str)
    return _in(*_ASSIGNED, unpins="person")(arguments, ("@me" if is_many else "me") if is_me else value)


def _person_for(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """To somebody else; a call that opens or closes something and gives it to nobody is none that goes to anybody."""
    gives = any(arguments.get(name) for name in _ASSIGNED)
    return None if arguments.get("state") and not gives else _in(*_ASSIGNED, unpins="person")(arguments, value)


def _person_again(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """In place of somebody who stands there: as who has it, with whom it is shared, or to whom it is written."""
    is_name = all(word[:1].isupper() for word in value.removeprefix("@").split())
    if any(arguments.get(name) for name in _ASSIGNED):
        return _person(arguments, value) if is_name or _ME.match(value) else None
    if not is_name:
        return None
    shared = arguments.get("with_whom")
    return {**arguments, "with_whom": value} if isinstance(shared, str) and shared else _written_to(arguments, value)


def _written_to(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """To another person, of what is written to one."""
    to = arguments.get("channel")
    if not isinstance(to, str) or not to.startswith("@"):
        return None
    pin = {"place": ""} if "place" in arguments else {}
    return {**arguments, **pin, "channel": f"@{value.removeprefix('@').casefold()}"}


def _channel(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """Into another channel, also where it is named without its mark."""
    return _in("channel", unpins="place")(arguments, f"#{value.removeprefix('#')}")


def _project(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """Another project, whose key is written large."""
    return _in("project")(arguments, value) if value.isupper() else None


def _may_change(*, may: bool) -> Value:
    def put(arguments: Mapping[str, Any], _: str) -> dict[str, Any] | None:
        return {**arguments, "may_change": may} if "with_whom" in arguments or "may_change" in arguments else None

    return put


def _comments(arguments: Mapping[str, Any], _: str) -> dict[str, Any] | None:
    """A review that only says something."""
    return {**arguments, "verdict": "comment"} if "verdict" in arguments and arguments.get("text") else None


def _method(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """How it is merged."""
    return {**arguments, "method": value.casefold()} if {"item", "method"} <= arguments.keys() else None


def _remark(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """The words that go with what is done; a ticket's description is no comment on it."""
    has_text = isinstance(arguments.get("text"), str) or "verdict" in arguments
    return _behind({"text": "", **arguments}, value) if has_text else None


def _thing(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """Another ticket or item, and none of what was read of the one before."""
    name, said = ("item", value) if "#" in value else ("ticket", value.upper())
    if not isinstance(arguments.get(name), str):
        return None
    return {**arguments, **{pin: "" for pin in ("head", "into") if pin in arguments}, name: said}


def _verdict(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """What a review asks for is changed instead."""
    return {**arguments, "verdict": "request changes", "text": _large(value)} if "verdict" in arguments else None


def _thing_called(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    """Another ticket or item by the words of its title, which its tool looks for."""
    name = next((one for one in ("item", "ticket") if isinstance(arguments.get(one), str)), "")
    return {**arguments, **{pin: "" for pin in ("head", "into") if pin in arguments}, name: value} if name else None


def _also(*names: str) -> Value:
    """One more in the first of these lists."""

    def put(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
        slot = next((name for name in names if isinstance(arguments.get(name), list)), "")
        return {**arguments, slot: [*dict.fromkeys((*arguments[slot], value))]} if slot else None

    return put


def _row(
    said: str, put: Value, *, alone: bool = True, text: bool = False, last: bool = False, whole: bool = False
) -> _Row:
    return _Row(re.compile(said, re.IGNORECASE | re.DOTALL), put, alone, text, last, whole)


def _of(names: str, changed: str) -> str:
    """What stands in front of the new value of a named one: "change the text to", "the text should be", "text:"."""
    return rf"(?:{_SET} {_THE}(?:{names}){changed}|{_THE}(?:{names}){_IS})"


_DAYS = "today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|aujourd['’]hui|ce soir|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_DAY_IN = re.compile(rf"\b(?:{_DAYS})\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:with|without|on|in|at|for|from|by|because|since|when|until|but|and|or|only|as|if|avec|sans|sur|dans|pour|depuis|quand|mais|et|ou|seulement|parce)\b",
    re.IGNORECASE,
)
_ME = re.compile(r"(?:me|myself|moi)\Z", re.IGNORECASE)
_THE = r"(?:the |its |le |la |l['’]|son |sa )?"
_TO = r"(?:to|in|on|into|for|dans|sur|à|pour)"
_ASSIGNS = r"(?:re)?assign|give|hand|assigne|donne|confie|attribue"
_ASSIGNED, _TITLE, _TEXT = ("assignee", "assign"), ("summary", "title"), ("description", "text", "body", "content")
_ROWS: tuple[_Row, ...] = (
    _row(
        r"(?:and|plus|et) (?:also |aussi )?(?:say|dis|write|écris)(?! (?:to|à|in|on|dans|sur)\b)(?: that| que| qu['’])? ?(?P<value>\S.*)",
        _behind,
        text=True,
        whole=True,
    ),
    _row(
        r"(?:request|ask for|demand|demande) (?:changes|des changements)(?: on (?:it|that))?(?: ?:| saying| that| because|,| en disant)? (?P<value>\S.*)",
        _verdict,
        text=True,
    ),
    _row(rf"(?:{_SET} |{_SHOULD} )?(?:{_THE}(?:priority|priorité){_BE})(?P<value>{_LEVELS})", _in("priority")),
    _row(rf"(?:{_SET} |{_SHOULD} )?(?P<value>{_LEVELS}) (?:priority|priorité)", _in("priority")),
    _row(rf"(?:{_SET} |{_SHOULD} )?(?P<value>{_LEVELS})", _level),
    _row(
        rf"(?:(?:send|post|put|write|say|make|change|move|envoie|poste|publie|mets|écris){_IT}(?: {_TO})* |{_TO} )?(?P<value>#[\w.-]{{1,80}})",
        _in("channel", unpins="place"),
    ),
    _row(
        rf"(?:(?:open|put|make|create|file|move|ouvre|mets|crée){_IT}(?: {_TO})* |{_TO} )?(?P<value>[\w.-]+/[\w.-]+)",
        _in("repo"),
        alone=False,
    ),
    _row(rf"{_of('subject|objet', _BE)}(?P<value>\S.*)", _in("subject", *_TITLE)),
    _row(rf"{_of('title|name|summary|titre|nom', _BE)}(?P<value>\S.*)", _in(*_TITLE, "subject")),
    _row(r"(?:call|title|name|rename|appelle|renomme)(?: |-)(?:it|that|this|le|la)(?: to| en)? (?P<value>\S.*)", _in(*_TITLE)),
    _row(rf"{_of('text|message|description|body|texte', _INTO)}(?P<value>\S.*)", _text, text=True),
    _row(rf"{_of('comment|commentaire', _INTO)}(?P<value>\S.*)", _comment, text=True),
    _row(r"(?:(?:with|avec) (?:the |a |le |un )?(?:comment|note|text|remark|commentaire|texte|mot)|(?:and )?(?:add|ajoute) (?:the |a |le |un )?(?:comment|note|remark|commentaire|mot))(?: saying| that says| that| qui dit| que)?[ ,:]+(?P<value>\S.*)", _remark, text=True),
    _row(r"(?:add|put|ajoute|mets) [\"“«](?P<value>[^\"“”«»]+)[\"”»](?: (?:to|on|in|à|dans) (?:it|that|this|the (?:comment|text|message)|ça|cela|le texte))?", _remark, text=True),
    _row(r"(?:just |only |simply |juste |seulement )?(?P<value>comment|commente)(?: (?:it|that|this|ça|cela))?", _comments, alone=False),
    _row(r"(?:use |do )?(?:a )?(?P<value>squash|rebase)(?: merge)?(?: (?:it|that|this))?", _method),
    _row(r"(?:(?:no|nope|non|but|and|just|only|juste)[ ,]+)*(?:no edit(?:ing|s)?(?: rights?)?|(?:he|she|they|it)?(?: should)?(?: not|n['’]t) (?:be able to )?(?:to )?(?:edit|change)|(?:to )?(?:look|read|view|see)(?:ing)?(?:[ -]only)?|pas de modifications?|(?:en )?lecture seule)(?:[ ,]+(?:just|only|to|for) (?:look|read|view|see)(?:ing)?)?(?P<value>)", _may_change(may=False), whole=True),
    _row(r"(?:and )?(?:let (?:him|her|them) (?:edit|change)|(?:he|she|they) (?:can|may|should be able to) (?:edit|change)|(?:with )?edit(?:ing)? rights?|(?:avec|en) (?:le )?droit de modification|en modification)(?: it| that| too| as well)*(?P<value>)", _may_change(may=True)),
    _row(r"(?:make it|it should|let it|fais-lui) (?:say|read|dire)(?: that| que)? (?P<value>\S.*)", _in(*_TEXT), text=True),
    _row(rf"(?:{_ASSIGNS}|mets){_IT} (?:to|à) (?P<value>{_NAME})", _person),
    _row(rf"(?:put|get|have|mets) (?P<value>{_NAME}) (?:on (?:it|that|this)|dessus)", _person),
    _row(rf"(?P<value>{_NAME}?)[ ,]+(?:instead|rather|plutôt)", _person_again, last=True),
    _row(rf"(?:(?:send|give|write|post|share|mail|tell|ask|envoie|donne|écris|partage){_IT} )?(?:(?:to|for|with|pour|à|avec) )?(?P<value>{_NAME})", _person_again, alone=False),
    _row(rf"(?:(?:post|put|send|write|say|mets|poste|écris){_IT} )?(?:in|on|to|dans|sur) (?:the |le )?(?P<value>#?[a-z][\w-]{{1,60}})(?: channel)?", _channel, alone=False),
    _row(r"(?:(?:in|on|to|into|for|dans|pour|en|sur) )?(?:project |the project |le projet )?(?P<value>[A-Za-z][A-Za-z0-9]{1,9})", _project, alone=False),
    _row(r"(?:(?:on|in|for|sur|dans|pour) )?(?P<value>[A-Za-z][A-Za-z0-9]{1,9}-\d{1,7}|[\w.-]+/[\w.-]+#\d{1,9})", _thing, alone=False),
    _row(
        r"(?:the |that |l['’])?(?:other|autre)(?: one)?[ ,:–—-]+(?:the |le |la )?(?!ones?\Z)(?P<value>\w[^,;?]{2,80})",
        _thing_called,
        alone=False,
    ),
    _row(
        r"(?:the |that |la |le )?(?:issue|ticket|pr|pull request|one|celui|celle) (?:about|called|named|titled|sur) (?:the |le |la )?(?P<value>\w[^,;?]{2,80})",
        _thing_called,
        alone=False,
    ),
    _row(rf"(?:for|to|pour|à) (?P<value>{_NAME})", _person_for, alone=False),
    _row(rf"(?:(?:send|mail|envoie){_IT} )?(?:to|à) (?P<value>[^\s@]+@[^\s@]+\.\w+)", _in("to", "with_whom")),
    _row(rf"(?:(?:send|mail|envoie){_IT} )?(?:to|à) (?P<value>{_NAME})", _in("with_whom"), alone=False),
    _row(rf"(?:{_SET} |{_SHOULD} )?(?:as )?(?:an? |une? )?(?P<value>{_KINDS})", _in("kind")),
    _row(rf"(?:{_SET} |{_SHOULD} |{_TO} )??(?P<value>{_STEPS})", _step),
    _row(r"(?:add|put|ajoute|mets) (?:the |a |le |l['’])?(?:label|tag|étiquette) (?P<value>[\w.-]+)", _also("labels", "add_labels")),
    _row(rf"(?:{_SET} |{_SHOULD} )(?P<value>{_FIGURE})", _figure),
    _row(rf"(?:{_SET} |{_SHOULD} )(?:on |le )?(?P<value>{_DAYS})", _day),
    _row(rf"(?:on |for |le |pour )?(?P<value>{_DAYS})", _day, alone=False),
    _row(r"(?:put|add|start with|begin with|mets|ajoute|commence par) (?P<value>\S.*?) (?:first|at the (?:start|beginning|top|front)|in front|d['’]abord|au début|en premier|devant)", _in_front),
    _row(r"(?:start|begin|commence)(?: it)? (?:with|par) (?P<value>\S.*)", _in_front),
    _row(r"(?:(?:also )?(?:add|say|mention)|ajoute|dis)(?: also| aussi)?(?: that| que| qu['’]| ?:) ?(?P<value>\S[^.!?\n]*[.!?]?)", _behind, text=True),
    _row(r"(?:add|put|ajoute|mets) (?P<value>\S.*?) (?:at|to|à) (?:the end|the bottom|la fin)", _behind, text=True),
    _row(r"also (?:say|add|mention) (?P<value>\S.*)", _behind, text=True),
    _row(r"(?:say(?:ing)?|write|tell (?:him|her|them)|dis|écris|dis-lui)(?! (?:to|à|in|on|dans|sur)\b)(?: that| que|(?= qu['’]))? (?P<value>\S.*)", _said, alone=False, text=True),
    _row(r"(?:change|edit|change-le)(?: it| that| this)? (?:to say|to read|to|into|en) ?:? ?(?P<value>\S.*)", _said, text=True),
    _row(r"(?:put|mets|mettez) (?:that|que|qu['’]) ?(?P<value>\S.*)", _said, alone=False, text=True),
    _row(rf"(?:at |for |à |pour )?(?P<value>{_FIGURE})", _figure, alone=False),
    _row(r"(?:label|tag) it (?:as )?(?P<value>[\w.-]+)", _also("labels", "add_labels")),
)  # fmt: skip
