"""Orders about what was shown of work that name it by a word or two, or not at all: "give the VAT one to Noor", "approve", "a comment: …". Pure.

`_ORDERS` says what each shape of words is a call of, per service; `{s}` is the thing, which is looked for in what was shown (`work_refs.py`). What is in no
such shape is read as if the name of the thing stood where the words point. All of these only lay a card before their user.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.language import card_changes
from app.language.choosing import guards, work_refs
from app.language.choosing.choice import taken
from app.language.choosing.work_refs import Talk
from app.language.choosing.work_services import SERVICES
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading
from app.language.time import phrases

MISSING, WHICH = "thing", "Which one? {names}"
_LONGEST, _MOST_SPANS = 300, 6
_LEAD = re.compile(
    r"\A(?:(?:and|so|ok|okay|um+|uh|hm+|oh|then|now|alright|all right|right|great|good|fine|perfect|lovely|excellent|nice|thanks|thank you|merci|cool|lgtm|looks? (?:fine|good|great|ok)(?: to me)?|please|also|actually|yes|yeah|just"
    r"|can you|could you|would you|i want to|let['’]s|et|bon|alors|du coup|parfait|super|tu peux|peux-tu|pourrais-tu|vous pouvez|donc)\b[\s,.:!–—-]*)++",
    re.IGNORECASE,
)
_END = r"(?:[\s,]+(?:then|now|please|pls|too|as well|also|again|instead|for me|while you['’]re at it|alors|maintenant|aussi|stp|svp|s['’]il (?:te|vous) pla[iî]t|tant que t['’]y es|tant que tu y es|du coup|merci|thanks))*[\s.!]*"
_S = r"(?P<s>\S[^,;?!\n]{0,60}?)"
_WHO = r"(?P<who>me|myself|moi|@?[^\W\d_][\w.-]{0,39}(?: (?-i:[A-Z])[\w-]{0,39})?)"
_TEXT = r"(?P<text>\S[\s\S]*?)"
_LEVEL = r"(?P<level>highest|very high|high|medium|normal|low|lowest|urgent|critical|très haute|haute|élevée|moyenne|normale|basse|faible|urgente|critique)"
_STEP = r"(?P<step>to do|todo|in progress|in review|review|testing|done|closed|resolved|blocked|backlog|à faire|en cours|en revue|terminée?|finie?|bloquée?)"
_STEPS = {
    "en cours": "In Progress",
    "à faire": "To Do",
    "termin": "Done",
    "fini": "Done",
    "en revue": "In Review",
    "bloqu": "Blocked",
}
_SAYS = r"(?:\s*[:,]\s*|\s+(?:saying|that|que|qui dit|en disant)\s+(?:que |qu['’])?)"
_LABEL = r"(?:label|tag|étiquette) [\"“«]?\s?(?P<label>[\w./-]{1,40})\s?[\"”»]?"
_ADD = r"(?:(?:add|leave|put|post|write|ajoute[rz]?|laisse|mets|poste)\s+)?(?:(?:a|an|one|another|un|le|the)\s+)?"
_AS = r"(?: |-)"
_OPEN, _CLOSED = re.compile(r"\((?:[^()]*, )?(?:open|ouvert)\b"), re.compile(r"\((?:[^()]*, )?(?:closed|fermé)")
_SEVERAL = 2
_NO = re.compile(
    r"\W*(?:(?:oh|ah|euh|uh|um|hm+|wait)\W+)*(?:no|nope|nah|non|sorry|pardon|not that|i meant|i mean|je voulais dire)\b",
    re.IGNORECASE,
)
_PINNED = frozenset(("account", "place", "person", "head", "into", "items"))
_MY = re.compile(r"(?:me|myself|moi)\Z", re.IGNORECASE)
_NO_ONE = frozenset(
    "it that this them him her someone somebody anyone you us everyone rest done progress list lui elle eux ça cela on in to".split()
)


@dataclass(frozen=True, slots=True)
class _Row:
    """Words (`said`) that order a call of a service's tool. `least`: as what the thing must be pointed at or named; a bare order needs none."""

    said: re.Pattern[str]
    file: str
    make: Callable[[str, Mapping[str, str], datetime], Call | None]


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that is ordered; None for any other message."""
    said = clause.text.strip()
    talked = work_refs.talk(before) if len(said) <= _LONGEST else None
    if talked is None or guards.forbids(said) or guards.is_taken_back(said):
        return None
    if (opened := _opened(said, talked)) is not None and opened.tool in clause.tools:
        return Reading((opened,))
    if (another := _another(said, talked)) is not None and another.tool in clause.tools:
        return Reading((another,))
    of = {service.file: at for at, service in enumerate(talked.services)}
    rows = sorted((row for row in _ROWS if row.file in of), key=lambda row: of[row.file])
    for words in dict.fromkeys((said, _LEAD.sub("", said))):
        for row in rows:
            found = row.said.fullmatch(words)
            groups = {name: one for name, one in found.groupdict().items() if one} if found else {}
            asked = _call(row, groups, talked, clause.now) if found else None
            if asked is not None and all(call.tool in clause.tools for call in asked.calls):
                return asked
    return None


def chosen(clause: Clause, before: Before) -> Call | None:
    """The call that asked which of what was shown is meant, with the one that an answer takes; None for any other words."""
    pending = before.pending
    if pending is None or pending.missing != MISSING or not pending.question or not pending.calls:
        return None
    call = pending.calls[-1]
    name = next((name for name, one in call.arguments.items() if not one), "")
    service = next((one for one in SERVICES if one.thing == name), None)
    talked = work_refs.talk(Before((), before.past)) if service else None
    if service is None or call.tool not in clause.tools:
        return None
    thing = taken(pending.question, clause.text) or (work_refs.meant(clause.text, service, talked) if talked else "")
    return Call(call.tool, {**call.arguments, name: thing}) if thing else None


def named(clause: Clause, before: Before) -> Iterator[tuple[Clause, str]]:
    """The message with the name of a thing in place of the words that point at it, for each of them; and that name."""
    said = clause.text.strip()
    talked = work_refs.talk(before) if len(said) <= _LONGEST else None
    if talked is None or any(one.named.search(said) for one in talked.services if not one.by_words):
        return
    pointed = len(_PRONOUN.findall(said)) == 1  # "label it and water it" is two orders
    shapes = (*_SPANS, *([_PRONOUN] if pointed else []))
    spans = [found.span("ref") for shape in shapes for found in shape.finditer(said)][:_MOST_SPANS]
    for start, end in spans:
        for service in talked.services:
            thing = "" if service.by_words else work_refs.meant(said[start:end], service, talked)
            if thing:
                yield replace(clause, text=f"{said[:start]}{thing}{said[end:]}"), thing


def adds_more(words: str) -> bool:
    """Whether words behind a yes are one more order about the same thing: "high priority too"."""
    return any(row.said.fullmatch(_LEAD.sub("", words.strip())) for row in _MORE)


def _call(row: _Row, groups: Mapping[str, str], talked: Talk, now: datetime) -> Reading | None:
    """The call, or the question which of several that were shown is meant, where words only point and none of them was spoken of by itself."""
    service = next((one for one in talked.services if one.file == row.file), None)
    if service is None or groups.get("who", "").casefold() in _NO_ONE:
        return None
    words = groups.get("s", "")
    if words and not work_refs.is_pointer(words):
        thing = work_refs.meant(words, service, talked)
        call = row.make(thing, groups, now) if thing else None
        return Reading((call,)) if call else None
    if service is not talked.services[0]:
        return None
    rows = work_refs.several_shown(service, talked.before)
    call = row.make(rows[0][0] if rows else work_refs.meant("it", service, talked), groups, now)
    if call is None or not call.arguments.get(service.thing):
        return None
    several = _that_can_be(call, rows)
    if len(several) < _SEVERAL:
        return Reading((Call(call.tool, {**call.arguments, service.thing: several[0]}) if several else call,))
    open_call = Call(call.tool, {**call.arguments, service.thing: ""})
    return Reading((open_call,), question=WHICH.format(names="; ".join(several)), missing=MISSING)


def _opened(said: str, talked: Talk) -> Call | None:
    """A new issue or ticket in the repository or the project that was spoken of last: "open an issue there, the footer is broken"."""
    found = _NEW.fullmatch(said)
    repo, project = (work_refs.place_of(name, talked) for name in ("repo", "project")) if found else ("", "")
    if found is None or not (repo or project):
        return None
    title = _large(found["text"].rstrip(" .!"))
    return (
        Call("create_github_issue", {"repo": repo, "title": title})
        if repo
        else Call("jira_create", {"project": project, "summary": title})
    )


def _another(said: str, talked: Talk) -> Call | None:
    """The last call of another thing, where that is all that is said behind a no: "no, I meant the second"."""
    rest = card_changes.without_lead(said) if _NO.match(said) and "?" not in said else ""
    service, last = talked.services[0], talked.last
    old = str(last.arguments.get(service.thing, ""))
    thing = work_refs.meant(rest, service, talked) if rest and old and not work_refs.is_pointer(rest) else ""
    if not thing or thing == old:
        return None
    kept = {name: one for name, one in last.arguments.items() if name not in _PINNED}
    return Call(last.tool, {**kept, service.thing: thing})


def _that_can_be(call: Call, rows: Sequence[tuple[str, str]]) -> list[str]:
    """Those of the things that were shown with which it can be done: what is open is not opened again."""
    state = (
        _CLOSED if call.arguments.get("state") == "open" else _OPEN if call.arguments.get("state") == "closed" else None
    )
    return [name for name, line in rows if state is None or state.search(line)] or [name for name, _ in rows]


def _who(groups: Mapping[str, str], *, many: bool = False) -> str:
    is_me = _MY.match(groups["who"]) is not None
    return ("@me" if many else "me") if is_me else groups["who"].removeprefix("@")


def _large(text: str) -> str:
    said = text.strip(' "“”«»')
    return f"{said[:1].upper()}{said[1:]}"


def _assigned_item(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    return Call("change_github_item", {"item": thing, "assign": [_who(groups, many=True)]})


def _assigned_ticket(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    return Call("jira_update", {"ticket": thing, "assignee": _who(groups)})


def _due(thing: str, groups: Mapping[str, str], now: datetime) -> Call | None:
    """When it is due, where the words are a time and nothing else."""
    said = groups["when"].strip()
    match = phrases.find_time(said, now)
    return (
        Call("jira_update", {"ticket": thing, "due": said})
        if match and not said.replace(match.text, "").strip(" ,")
        else None
    )


def _priority(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    return Call("jira_update", {"ticket": thing, "priority": groups["level"]})


def _step(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    said = groups["step"].casefold()
    to = next((step for word, step in _STEPS.items() if said.startswith(word)), groups["step"])
    return Call("jira_transition", {"ticket": thing, "to": to})


def _with(tool: str, name: str, **given: Any) -> Callable[[str, Mapping[str, str], datetime], Call | None]:
    """A call of a tool about the thing, with the words that are written where there are some."""

    def make(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
        text = {"text": _large(groups["text"])} if groups.get("text") else {}
        return Call(tool, {name: thing, **given, **text})

    return make


def _labelled(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    tool, name = ("change_github_item", "item") if "#" in thing else ("jira_update", "ticket")
    return Call(tool, {name: thing, "add_labels": [groups["label"]]})


def _shared(thing: str, groups: Mapping[str, str], _: datetime) -> Call | None:
    may = {"may_change": True} if groups.get("edit") else {}
    return Call("share_file", {"file": thing, "with_whom": _who(groups), **may})


def _rows(file: str, make: Callable[[str, Mapping[str, str], datetime], Call | None], *shapes: str) -> list[_Row]:
    """The rows of a service. What is written down goes to the message's end."""
    ends = ((shape, r"\s*" if _TEXT in shape else _END) for shape in shapes)
    return [_Row(re.compile(f"(?:{shape}){end}", re.IGNORECASE), file, make) for shape, end in ends]


_SO_EDIT = r"(?: (?P<edit>(?:so (?:that )?)?(?:she|he|they)(?: can|['’]ll be able to| may) (?:edit|change)|to edit|for editing|pour (?:qu['’](?:elle|il) )?(?:puisse )?(?:la |le |l['’])?modifi\w+)(?: it)?)?"
_GIVES = (
    rf"(?:give|hand|assign|reassign|pass|donne|confie|assigne|attribue){_AS}{_S} (?:to|over to|à) {_WHO}",
    rf"(?:put|get|mets|mettez) {_WHO} (?:on|sur) {_S}",
    rf"(?:mets|mettez) {_WHO} dessus",
    rf"(?:can|could|may|let) {_WHO} (?:have|take|handle) {_S}\??",
    rf"{_WHO} (?:can|could|should|will) (?:have|take|handle) {_S}",
    rf"(?:mets|mettez|donne|assigne|attribue)-(?P<who>moi)(?: dessus| {_S})",
    rf"(?:give|assign) (?P<who>me) {_S}",
)  # fmt: skip
_PRIORITIES = (
    rf"(?:make|set|put|mets|passe){_AS}{_S} (?:to |as |at |en |à )?(?:an? )?{_LEVEL}(?: prio(?:rity)?| priorité)?",
    rf"(?:(?:with|set|at|en|avec) )?(?:an? |une )?{_LEVEL} (?:prio(?:rity)?|priorité)",
    rf"(?:prio(?:rity)?|priorité)(?: is| to| à|:)? {_LEVEL}",
)  # fmt: skip
_COMMENT = (
    rf"{_ADD}(?:comment|remark|commentaire|commente)(?: (?:on|to|sur|for) {_S})?{_SAYS}{_TEXT}",
    rf"(?:add|leave|ajoute|laisse) (?:one|un){_SAYS}{_TEXT}",
)
_LABELS = (
    rf"(?:label|tag|étiquette){_AS}{_S} (?:as |with |avec )?(?P<label>[\w./-]{{1,40}})",
    rf"(?:add|put|stick|give|ajoute[rz]?|mets|mettez|colle)(?:(?: |-)(?:it|lui))? (?:the |a |le |un |une |l['’])?{_LABEL}(?: (?:to|on|à|sur) {_S})?",
    rf"(?:add|put|give) (?:it )?(?:the |a )?(?P<label>[\w./-]{{1,40}}) (?:label|tag)(?: (?:to|on) {_S})?",
)
_CHANGES = rf"(?:request|ask for|demande[rz]?|demand) (?:changes|des changements|des modifications)(?: (?:on|to|sur) {_S})?{_SAYS}{_TEXT}"
_NEW = re.compile(
    rf"(?:{_LEAD.pattern[2:]})?(?:open|create|file|make|raise|add|log|ouvre|crée|fais)(?: |-)(?:an?|new|une?|a new)(?: new)? (?:issue|bug|ticket|bug report)(?: there| in there| in it|[ -]là(?:-bas)?)(?: then| too| alors)?(?:\s*[,:–—-]\s*|\s+(?:saying|that|about|que|pour) ){_TEXT}\s*",
    re.IGNORECASE,
)
_MORE = [
    *_rows("jira", _priority, *_PRIORITIES[1:]),
    *_rows(
        "jira", _due, r"(?:it['’]?s |make it )?(?:due|for|pour|échéance) (?:on |by |le )?(?P<when>\w[\w /-]{1,40}?)"
    ),
]
_ROWS = (
    *_rows("github", _assigned_item, *_GIVES),
    *_rows("jira", _assigned_ticket, *_GIVES),
    *_rows("jira", _priority, *_PRIORITIES),
    *_rows(
        "jira",
        _due,
        r"(?:make|set|move|push|put)(?: |-)(?P<s>it|that|this|its due date|the due date|the deadline)(?: due)?(?: to| for| on| by)? (?P<when>\w[\w /-]{1,40}?)",
        r"(?:(?:due|échéance|pour)) (?:on |by |le )?(?P<when>\w[\w /-]{1,40}?)",
        r"(?:mets|passe|repousse)-(?P<s>la|le) (?:à|au|pour) (?P<when>\w[\w /-]{1,40}?)",
    ),
    *_rows(
        "jira",
        _step,
        rf"(?:move|put|set|pass|passe|mets|déplace){_AS}{_S} (?:to |in |into |as |en |à |dans )?{_STEP}",
        rf"{_S} (?:can|may|should|could)(?: now)? (?:go|be moved|move|be)(?: to| into| in| in the)? {_STEP}",
        rf"{_S} (?:peut|doit) (?:passer|aller) (?:en |à |dans )?{_STEP}",
    ),
    *_rows("jira", _with("jira_transition", "ticket", to="Done"), rf"(?:close|finish|resolve|ferme|termine|clos){_AS}{_S}"),
    *_rows("github", _with("change_github_item", "item", state="closed"), rf"(?:close|ferme|clos){_AS}{_S}"),
    *_rows("github", _with("change_github_item", "item", state="open"), rf"(?:reopen|re-open|rouvre){_AS}{_S}"),
    *_rows("github", _with("comment_on_github", "item"), *_COMMENT),
    *_rows("jira", _with("jira_comment", "ticket"), *_COMMENT),
    *_rows("github", _with("review_pull_request", "item", verdict="request changes"), _CHANGES),
    *_rows("github", _with("review_pull_request", "item", verdict="approve"), rf"(?:approve|approuve[rz]?)(?:{_AS}{_S})?", rf"(?:approve|approuve)(?:{_AS}{_S})?(?: with(?: the comment)?| saying| avec|,| en disant)[ :]+{_TEXT}"),
    *_rows("github", _with("read_github_diff", "item"), rf"(?:show|see|montre[rz]?|voir|view|open|let me see)(?: me|-moi)? (?:the |its |le |les |la |ses )?(?:diff|changes|changements|modifications|changed files)(?: (?:of|for|in|de|du) {_S})?"),
    *_rows("github", _with("merge_pull_request", "item"), rf"(?:merge|fusionne[rz]?)(?:{_AS}{_S})?"),
    *_rows("github", _with("merge_pull_request", "item", method="squash"), rf"(?:squash(?: and merge)?)(?: {_S})?"),
    *_rows("github", _labelled, *_LABELS),
    *_rows("jira", _labelled, *_LABELS),
    *_rows(
        "drive",
        _shared,
        rf"(?:share|partage[rz]?){_AS}{_S} (?:with|avec) {_WHO}{_SO_EDIT}",
        rf"(?:can|could|may|let) {_WHO} (?:see|read|view|look at|have) {_S}(?: (?:too|as well))?\??",
        rf"(?:send|give|donne|envoie){_AS}{_S} (?:to|à) {_WHO}",
    ),
    *_rows(
        "slack",
        _with("slack_reply", "message"),
        rf"(?:reply|answer|respond|write back)(?: to)? (?P<s>[\w.-]{{2,40}}) (?:that|saying|with)[ :]+{_TEXT}",
        rf"(?:réponds|répondez|réponse)(?:-| à )(?P<s>[\w.-]{{2,40}})(?: que | qu['’]| ?[:,] ?){_TEXT}",
        rf"(?:tell|dis(?:-| à )|dites-) ?(?P<s>[\w.-]{{2,40}})(?: that| que| qu['’]|:)? {_TEXT}",
    ),
    *_rows("github", _with("read_github_item", "item"), rf"(?:show|open|read|see|lis|ouvre|montre)(?: me|-moi)? {_S}"),
    *_rows("jira", _with("jira_get", "ticket"), rf"(?:show|open|read|see|lis|ouvre|montre)(?: me|-moi)? {_S}"),
    *_rows("drive", _with("read_file", "file"), rf"(?:show|open|read|see|lis|lisez|ouvre|ouvrez|montre)(?:(?: me|-moi)? |-){_S}"),
)  # fmt: skip
_SPANS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?P<ref>\b(?:the|that) (?:[\w-]+ ){1,3}?(?:one|ticket|issue|pr|pull request)\b)",
        r"(?P<ref>\b(?:the|that) (?:other|first|second|third|fourth|fifth|last)(?: one)?\b)",
        r"(?P<ref>\b(?:l['’]autre|(?:la|le) (?:première?|deuxième|seconde?|troisième|dernière?|\d{1,7}))(?!\w))",
        r"(?P<ref>\b(?:number |no\. ?)\d{1,7}\b|(?<![\w/])#\d{1,7}\b)",
        r"(?P<ref>\b[^\W\d_][\w.-]{1,39}['’]s (?:one|pr|pull request|ticket|issue)\b)",
        r"(?P<ref>\b(?:celui|celle) (?:de |d['’]|du |sur )\w[\w' -]{0,40}\b)",
    )
)
_PRONOUN = re.compile(r"(?P<ref>\b(?:it|that|this)\b)", re.IGNORECASE)
