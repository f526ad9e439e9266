"""What is asked of a thing at work that is called by its bare name: "what's left in PAY", "du nouveau sur deploys ?", "the state of dark mode". Pure.

A name counts where it stands as one: behind a word that leads to a place, a sign, or beside the word for its kind; one that is written as any word
needs a verb or a noun of work besides. The message is then read with the thing written as the services know it ("#deploys", "acme/api"), and the reading
counts where its call is about that thing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.language import questions
from app.language.choosing import work
from app.language.choosing.windows import parts_of
from app.language.choosing.work_shown import lately
from app.language.choosing.work_values import WRITTEN
from app.language.dialogue.state import Before
from app.language.orders import speech
from app.language.orders.names import MOST_WORDS, WORD, Known, Name, as_phrase, is_titled, stem, words_in
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part
from app.language.words.tokens import fold

LONGEST = 300
_MOST, _SURE, _PLAINLY = 6, 0.5, 0.8
_THE = r"(?:(?:the|my|our|this|that|le|la|les|notre|mon|ma|ce|cette)\s+|l['’]\s?)?"
_TO = r"(?:in|on|at|to|into|from|of|for|under|inside|with|during|after|dans|sur|à|au|aux|du|des|de|d['’]|en|pour|chez|pendant|après)"
_KIND_WORDS: Mapping[str, str] = {
    "repo": r"repo|repository|dépôt|projet|project",
    "project": r"project|projet|board|tableau|backlog",
    "channel": r"channel|canal|chan",
    "ticket": r"ticket|issue|bug|story|task|tâche",
    "item": r"issue|ticket|bug|prs?|pull request|mr",
    "meeting": r"meeting|call|sync|réunion|appel",
    "person": r"(?!)",
}
_LED = {
    kind: re.compile(
        rf"(?:\b{_TO}\s*{_THE}(?:(?:{words})\s+)?|[#@]|\b(?:{words})\s+(?:{_TO}\s+)?{_THE})\Z", re.IGNORECASE
    )
    for kind, words in _KIND_WORDS.items()
}
_BEHIND = {kind: re.compile(rf"\s+(?:{words})\b", re.IGNORECASE) for kind, words in _KIND_WORDS.items()}
_SIGN = re.compile(r"[#@]\Z")
_ARTICLE = re.compile(rf"{_THE}\Z", re.IGNORECASE)
# Words that lead to no place although a channel is called so: there a verb of writing or a question for what was written has to be said.
_IDIOMS = frozenset(
    "in general|en general|by design|in time|on time|at home|at work|in person|on hold|in progress|in review|en cours".split(
        "|"
    )
)
_WRITES = re.compile(
    r"\b(?:write|post|say|tell|announce|drop|put|send|share|let|ask|ping|écris|écrire|poste[rz]?|dis|dire|annonce[rz]?|mets|mettre|envoie|demande|préviens)\b",
    re.IGNORECASE,
)
_NEWS = (
    r"happen\w*|going on|went on|new|news|said|saying|says?|wrote|written|write|posted?|talk\w*|discuss\w*|messages?|latest|updates?|catch me up|miss\w*"
    r"|neuf|nouveau|nouvelles?|passe|passé|mis|dit|écrit|posté|messages|raté|manqué"
)
_WROTE = re.compile(rf"\b(?:{_NEWS})\b", re.IGNORECASE)
_WORKS = re.compile(
    rf"\b(?:{_NEWS}|left|open|todo|to do|remain\w*|there|state|status|progress|working|waiting|blocked|broken|failing|failed|passed|pass|fail|fix\w*|done|closed|merged|assigned|unassigned"
    r"|prs?|pull requests?|issues?|tickets?|bugs?|builds?|checks?|ci|releases?|sprint|backlog|stories|commits?|branch\w*|deploy\w*|review\w*|merge|close|reopen|assign|label|move|approve"
    r"|reste|restent|ouverte?s?|état|statut|avance|en est|cours|bloquée?s?|cassée?s?|attend\w*|fait|fini|décidée?s?|assign\w+|ferme[rz]?|fusionne[rz]?)\b",
    re.IGNORECASE,
)
_OF_MEETING = re.compile(
    r"\b(?:decid\w*|agree\w*|left open|open|came (?:out|of)|come (?:out|of)|actions?|action items?|to-?dos?|promised?|said|outcomes?|takeaways?|conclu\w*|recap|summary|notes|who (?:has|is|does)"
    r"|décidée?s?|convenus?|sorti|resté\w*|ouverte?s?|dit|promis|résumé|compte rendu|doit)\b",
    re.IGNORECASE,
)
_PREFERS: Mapping[str, re.Pattern[str]] = {
    "repo": re.compile(
        r"\b(?:prs?|pull requests?|builds?|ci|checks?|releases?|commits?|branch\w*|repo\w*|dépôt)\b", re.IGNORECASE
    ),
    "project": re.compile(r"\b(?:tickets?|stories|sprint|backlog|board|epics?)\b", re.IGNORECASE),
    "channel": re.compile(rf"\b(?:{_NEWS}|channel|canal|slack|tell|post|poste)\b", re.IGNORECASE),
}
_ARGUMENT: Mapping[str, tuple[str, ...]] = {
    "repo": ("repo",),
    "project": ("project",),
    "channel": ("channel",),
    "ticket": ("ticket",),
    "item": ("item",),
    "meeting": ("meeting",),
    "person": (
        "assignee",
        "sender",
        "by",
        "assigned_to",
        "reviewer",
        "reviewed_by",
        "name",
        "assign",
        "ask_review",
        "channel",
        "words",
    ),
}
# What is shown of a thing that a question is about in no other words.
_SHOWS: Mapping[str, tuple[str, dict[str, str]]] = {
    "repo": ("search_github", {"state": "open"}),
    "project": ("jira_search", {"status": "open"}),
    "channel": ("slack_read", {}),
    "ticket": ("jira_get", {}),
    "item": ("read_github_item", {}),
    "meeting": ("get_meeting_insights", {}),
}
_LOOKS = frozenset(
    (
        *(tool for tool, _ in _SHOWS.values()),
        *(
            "github_builds",
            "github_releases",
            "github_repository",
            "read_github_diff",
            "slack_search",
            "slack_files",
            "jira_board",
        ),
    )
)
# What the reader of everyday requests may take such a message for: whatever else it sees plainly is what was asked.
_BEATEN = frozenset(
    "list_tasks search_mail find_notes ask_fact find_everything search_history news briefing smalltalk aside help what_about read_page agenda list_events list_reminders choose "
    "send_mail message write tell_fact about_me check_item follow_news read_journal list_read_later ask_world web calculate health amend".split()
)
_ELSEWHERE = re.compile(
    r"\W*(?:(?:and|et|ok|now|so|what about|how about|also|then|alors|sinon)\W+)*(?P<place>\S.{1,80}?)(?:[\s,]+(?:too|as well|aussi|then|instead|plutôt))?\s*[?.!]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known thing in a text, from `start` to `end` with the words around it that belong to it; `is_plain`: written as no common word is."""

    start: int
    end: int
    of: Name
    phrase: str
    is_plain: bool


def read(clause: Clause, before: Before) -> Reading | None:
    """The calls that are asked of a thing which is known by its name; None for any other message."""
    if not clause.known or len(clause.text) > LONGEST or "\n" in clause.text.strip():
        return None
    found = list(mentions(clause.text, clause.known))
    if not found:
        return None
    if (there := _elsewhere(clause, found, before)) is not None:
        return there
    parts = list(parts_of(clause.text))
    read_ = [
        (_weight(one, clause.text), asked)
        for one in _likeliest(found, clause.text)
        if (asked := _asked(one, clause, before, parts))
    ]
    return max(read_, key=lambda one: one[0])[1] if read_ else None


def mentions(text: str, known: Known) -> Iterator[Mention]:
    """Known things where they stand as ones, the longest name at each place; a thing of the user's own with that name comes first."""
    words = list(WORD.finditer(text))
    folded = [fold(one[0]) for one in words]
    at = 0
    while at < len(words):
        size, found = 1, list[Mention]()
        for count in range(min(MOST_WORDS, len(words) - at), 0, -1):
            phrase = " ".join(folded[at : at + count])
            start, end = words[at].start(), words[at + count - 1].end()
            if names := known.by_phrase.get(phrase):
                found = [one for name in names if (one := _standing(text, start, end, name, phrase, known))]
                if found:
                    size = count
                    break
        yield from found
        at += size
    yield from _titled(text, known)


def _standing(text: str, start: int, end: int, name: Name, phrase: str, known: Known) -> Mention | None:
    """The mention of a name between these places; None where it is just a word there."""
    said, before = text[start:end], text[:start]
    led, behind = _LED[name.kind].search(before[-60:]), _BEHIND[name.kind].match(text[end : end + 20])
    signed = _SIGN.search(before) is not None
    if name.kind == "person":
        return Mention(start, end, name, phrase, is_plain=True) if said[:1].isupper() or signed else None
    is_plain = (
        signed
        or behind is not None
        or "/" in said
        or (name.kind == "project" and said == name.name)
        or (" " in phrase and is_titled(name))
    )
    if not (led or behind or (is_titled(name) and " " in phrase)) or (phrase in known.own and not (signed or behind)):
        return None
    if not is_plain and led and fold(f"{led[0].split()[0]} {said}") in _IDIOMS and not _is_place(before, text[end:]):
        return None
    begins = start - 1 if signed else start
    if is_titled(name) or behind:
        begins -= len(found[0]) if (found := _ARTICLE.search(text[:begins])) else 0
    return Mention(begins, behind.end() + end if behind else end, name, phrase, is_plain)


def _is_place(before: str, behind: str) -> bool:
    """Whether what stands around words that may just be said so makes a place of them: "what's new in general", "write in general that …"."""
    return bool(_WROTE.search(f"{before} {behind}") or (_BEGINS_TEXT.match(behind) and _WRITES.search(before)))


_BEGINS_TEXT = re.compile(r"\s*(?:that\b|que\b|qu['’]|[:\"“«])", re.IGNORECASE)


def _titled(text: str, known: Known) -> Iterator[Mention]:
    """ "The refund ticket", "the kickoff": the one title that has these words."""
    for shape in _BY_TITLE:
        for found in shape.finditer(text):
            if (name := _one_titled(found["said"], ("ticket", "item"), known)) is not None:
                yield Mention(found.start(), found.end(), name, as_phrase(found["said"]), is_plain=True)
    for found in _ASKED_OF.finditer(text):
        name = _one_titled(found["said"], ("ticket", "item"), known) if " " in found["said"] else None
        if name is not None:
            yield Mention(found.start("thing"), found.end("thing"), name, as_phrase(found["said"]), is_plain=True)
    for found in _MEETING.finditer(text):
        if (name := _one_titled(found["said"], ("meeting",), known)) is not None:
            yield Mention(found.start("thing"), found.end(), name, as_phrase(found["said"]), is_plain=False)


_WORDS = r"[^\W\d_][\w'’-]{1,30}(?:\s+[\w'’-]{2,30}){0,3}?"
_KIND = r"(?:ticket|issue|bug|story|prs?|pull request)"
_BY_TITLE = (
    re.compile(rf"\b(?:the|that|this)\s+(?P<said>{_WORDS})\s+{_KIND}\b", re.IGNORECASE),
    re.compile(
        rf"\b(?:the\s+|le\s+|la\s+|l['’])?{_KIND}\s+(?:about|on|for|with|called|du|de la|des|de|sur|pour)\s+(?:the\s+|le\s+|la\s+|les\s+|l['’])?(?P<said>{_WORDS})(?=\s*(?:[?.!,]|\Z))",
        re.IGNORECASE,
    ),
    re.compile(rf"\A(?P<said>{_WORDS})\s+{_KIND}\b", re.IGNORECASE),
)
# What is asked of a thing that is called by words of its title alone.
_ASKED_OF = re.compile(
    rf"(?:who(?:['’]?s| is) (?:on|doing|working on|looking at)|(?:state|status|progress) (?:of|on|with)|qui (?:est sur|fait)|qui s['’]occupe (?:de|du)|où en est)\s+(?P<thing>(?:the\s+|le\s+|la\s+|les\s+|l['’])?(?P<said>{_WORDS}))\s*[?.!]*\Z",
    re.IGNORECASE,
)
_MEETING = re.compile(
    rf"\b(?:at|in|from|of|during|after|à|au|du|de|pendant|après)\s+(?P<thing>(?:the\s+|le\s+|la\s+|our\s+|notre\s+|l['’])?(?P<said>{_WORDS}))(?=\s*(?:meeting|call|yesterday|hier|[?.!,]|\Z))",
    re.IGNORECASE,
)
_SMALL = frozenset("the a an of on for to in and my our le la les de du des un une et".split())


def _one_titled(said: str, kinds: Sequence[str], known: Known) -> Name | None:
    """The one thing of these kinds whose title has all these words; None for several, and for words that name a list of their user's."""
    words = [word for word in words_in(said) if word not in _SMALL]
    if not words or as_phrase(said) in known.own:
        return None
    having = [known.by_word.get(stem(word), ()) for word in words]
    fits = frozenset.intersection(*(frozenset(one for one in names if one.kind in kinds) for names in having))
    return next(iter(fits)) if len(fits) == 1 else None


def _likeliest(found: Iterable[Mention], text: str) -> list[Mention]:
    """Those that may carry the message, the plain ones first, not too many."""
    kept = [
        one for one in found if one.is_plain or _WORKS.search(_without(one, text)) or _WRITES.search(text[: one.start])
    ]
    return sorted(kept, key=lambda one: -_weight(one, text))[:_MOST]


def _without(one: Mention, text: str) -> str:
    return f"{text[: one.start]} {text[one.end :]}"


def _weight(one: Mention, text: str) -> float:
    """How likely it is what the message is about: by its kind's words, and people last."""
    prefers = _PREFERS.get(one.of.kind)
    return (
        (one.of.kind != "person") * 2
        + (prefers is not None and prefers.search(_without(one, text)) is not None)
        + one.is_plain / 2
    )


def _asked(one: Mention, clause: Clause, before: Before, parts: Sequence[Part]) -> Reading | None:
    """What the message asks of that thing."""
    if one.of.kind == "meeting" and not _OF_MEETING.search(clause.text):
        return None
    elsewhere = [part for part in parts if part.sure >= _PLAINLY and part.intent not in _BEATEN]
    if _NAMES_OTHERS.search(clause.text):
        return None
    if elsewhere and not _PREFERS_ANY.search(clause.text):
        return None
    written = f"{clause.text[: one.start]}{_written(one.of)}{clause.text[one.end :]}"
    own = replace(clause, text=written)
    asked = work.read(own, before) or work.learned(own, before, sure=_SURE)
    if asked is not None and (calls := _about(one, asked.calls, clause.text)):
        return replace(asked, calls=calls)
    if asked is not None and asked.calls and any(call.tool not in _LOOKS for call in asked.calls):
        return None
    return _shown(one, clause)


# Words of services whose things are none of these.
_NAMES_OTHERS = re.compile(
    r"\b(?:mails?|e-?mails?|inbox|courriels?|calendar|agenda|calendrier|in the news|actualités|journal|diary|notes?|reminders?|rappels?)\b",
    re.IGNORECASE,
)
_PREFERS_ANY = re.compile(
    r"\b(?:prs?|pull requests?|builds?|tickets?|issues?|bugs?|sprint|backlog|repos?|slack|jira|github)\b", re.IGNORECASE
)


def _written(of: Name) -> str:
    """The thing as the services know it."""
    if of.kind == "channel":
        return f"#{of.name}"
    if of.kind == "meeting":
        return f"the {of.name} meeting"
    return of.name


def _about(one: Mention, calls: Sequence[Call], text: str) -> tuple[Call, ...]:
    """The calls with the thing in its right spelling, where one of them is about it and has its name in nothing that is to be written; () for others."""
    exact, found = as_phrase(one.of.name), False
    made = list[Call]()
    for call in calls:
        if any(_written(one.of) in str(value) for name, value in call.arguments.items() if name in WRITTEN):
            return ()
        if call.tool == "slack_post" and not _WRITES.search(text):
            return ()
        given = dict(call.arguments)
        for name in _ARGUMENT[one.of.kind]:
            if name in given and exact in as_phrase(str(given[name])):
                found = True
                given[name] = given[name] if one.of.kind == "person" else _as_argument(one.of)
        made.append(Call(call.tool, given))
    return tuple(made) if found else ()


def _as_argument(of: Name) -> str:
    return f"#{of.name}" if of.kind == "channel" else of.name


def _shown(one: Mention, clause: Clause) -> Reading | None:
    """What there is of the thing, for a question in words that no reader knows."""
    tool, given = _SHOWS.get(one.of.kind, ("", {}))
    of_title = one.is_plain and is_titled(one.of)
    asks = any(map(questions.asks, (clause.text, speech.bare(clause.text)))) and (
        of_title or _WORKS.search(_without(one, clause.text))
    )
    if tool not in clause.tools or not asks:
        return None
    return Reading((Call(tool, {**given, _ARGUMENT[one.of.kind][0]: _as_argument(one.of)}),))


def _elsewhere(clause: Clause, found: Sequence[Mention], before: Before) -> Reading | None:
    """ "In site too?", "et dans billing ?": the last look once more, there; what there is there, where it is a thing of another kind."""
    whole = _ELSEWHERE.fullmatch(clause.text)
    last = next(iter(lately(before)), None)
    if whole is None or last is None or last.tool not in _LOOKS:
        return None
    led = re.match(rf"(?:{_TO}\s*)?{_THE}", whole["place"], re.IGNORECASE)
    begins = whole.start("place") + (led.end() if led else 0)
    here = [
        one
        for one in found
        if one.end >= whole.end("place")
        and one.of.kind in _SHOWS
        and as_phrase(clause.text[begins : whole.end("place")]).endswith(one.phrase)
    ]
    here = [one for one in here if len(clause.text[begins : one.start].strip("# ")) == 0]
    same = [one for one in here if _ARGUMENT[one.of.kind][0] in last.arguments]
    if same:
        kept = {name: value for name, value in last.arguments.items() if name != "account"}
        return Reading((Call(last.tool, {**kept, _ARGUMENT[same[0].of.kind][0]: _as_argument(same[0].of)}),))
    if not here or is_titled(here[0].of):
        return None
    tool, given = _SHOWS[here[0].of.kind]
    is_there = tool in clause.tools
    return (
        Reading((Call(tool, {**given, _ARGUMENT[here[0].of.kind][0]: _as_argument(here[0].of)}),)) if is_there else None
    )
