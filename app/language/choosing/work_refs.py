"""Which thing of a service of work a few words name, of what was shown lately: by its place, its number, a word of its row, whose it is. Pure.

The words stand for a thing only where one row alone has all of them; where several could be meant, none is.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from app.language.choosing import work_shown
from app.language.choosing.work_services import SERVICES, Service
from app.language.dialogue.state import Before
from app.language.orders.plan import Call
from app.language.pointing import naming, number, places, points
from app.language.words.tokens import fold

_MOST_READ, _MOST_ROWS, _MOST_WORDS, _MOST_CHOICES = 8_000, 60, 7, 6
_IT = re.compile(
    r"(?:it|its|that|this|(?:that|this) (?:one|pr|pull request|issue|ticket|file|document|doc|message|thing|folder)|the (?:pr|pull request|issue|ticket|file|document|doc|message|folder)"
    r"|he|she|him|her|they|them|le|la|l['’]|ça|cela|celui-ci|celle-ci|celui-là|celle-là|lui|elle|il|(?:le|ce) (?:ticket|fichier|document|message)|(?:la|cette) (?:pr|demande|tâche))\Z",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?:the |that |l['’])?(?:other|autre)(?: (?:one|pr|pull request|issue|ticket|file|message))?\Z", re.IGNORECASE
)
_MANY = re.compile(
    r"(?:those|these|them|(?:the |les )?(?:others|autres|rest|reste)|all of (?:them|those)|eux|elles)\Z", re.IGNORECASE
)
_OWNER = re.compile(
    r"(?P<who>[^\W\d_][\w.-]{0,39})['’]s(?: (?:one|message|post|pr|pull request|issue|ticket|file|comment))?\Z",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"\A(?:the |that |this |le |la |l['’]|les |ce |cette |celui |celle |ceux )+(?:one )?(?:(?:(?:about|from|by|of|on|for|with|de la|des|de|du|sur|avec|pour)\s+|de l['’]|d['’])(?:the |le |la |l['’])?)?"
    r"|\s+(?:ones?|thing|tickets?|issues?|prs?|pull requests?|bugs?|tasks?|files?|docs?|documents?|messages?|posts?)\Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"(?P<number>\d{1,9})\Z")
_NO_NAME = frozenset("one ones from by about with for in on du de d sur avec pour an a who what that it is".split())
_AUTHOR = re.compile(r"\A- (?P<who>[^\W\d_][\w.-]{0,60})")
_NONE = re.compile(r"(?!)")
_NOUNS = {
    "github": re.compile(r"\b(?:pr|pull request|issue)\b", re.IGNORECASE),
    "jira": re.compile(r"\bticket\b", re.IGNORECASE),
    "drive": re.compile(r"\b(?:file|document|doc|fichier)\b", re.IGNORECASE),
    "slack": re.compile(r"\bmessage\b", re.IGNORECASE),
}
_LETTERS = 3  # of a name's beginning


@dataclass(frozen=True, slots=True)
class Talk:
    """What the last few messages came to at work: their calls (the latest first) and the services they were of, the one spoken of last first."""

    before: Before
    calls: Sequence[Call]
    services: Sequence[Service]

    @property
    def last(self) -> Call:
        """The call that was made last."""
        return self.calls[0]


def talk(before: Before) -> Talk | None:
    """The talk behind which a message stands; None where something else was asked for since."""
    lately = work_shown.lately(before)
    tools = [(service, work_shown.tools_of(service)) for service in SERVICES]
    if not lately or not any(lately[0].tool in of for _, of in tools):
        return None
    written = " ".join(str(value)[:_MOST_READ] for call in lately for value in call.arguments.values())
    spoken = [
        service
        for service, of in tools
        if any(call.tool in of for call in lately) or (not service.by_words and service.named.search(written))
    ]
    return Talk(before, lately, sorted(spoken, key=lambda one: work_shown.last_shown(one, before)))


def are_several(words: str) -> bool:
    """Whether words mean more than one of what was shown."""
    return _MANY.match(_bare(words)) is not None


def is_pointer(words: str) -> bool:
    """Whether words name nothing and mean what was spoken of last."""
    said = _bare(words)
    return _IT.match(said) is not None or (points(said) and not _OTHER.match(said) and not places(said))


def meant(words: str, service: Service, talked: Talk) -> str:
    """The name of the thing; "" where words name none of this service, or several."""
    said, before = _bare(words), talked.before
    if not said or len(said.split()) > _MOST_WORDS or are_several(said):
        return ""
    if not service.by_words and service.named.fullmatch(said):
        return said
    if _OTHER.match(said):
        return work_shown.other_than(service, work_shown.last(service, before), before)
    if is_pointer(said):
        if service is talked.services[0]:
            return work_shown.last(service, before)
        return _written(service, talked) if _NOUNS.get(service.file, _NONE).search(said) else ""
    if places(said):
        found = work_shown.meant(service, said, before)
        return found if found in {name for rows in _rows(service, before) for name, _ in rows} else ""
    at = None if service.by_words else number(said)
    if at is not None:
        return _numbered(at, service, before)
    return _by_words(said, service, before)


def several_shown(service: Service, before: Before) -> list[tuple[str, str]]:
    """The name and the line of what was shown last, where that was several things and none was spoken of by itself since; of messages the last one
    is meant."""
    if service.by_words or service.newest_last:
        return []
    for asked in (before.asked, *before.past):
        for reading in reversed(asked):
            if any(call.arguments.get(service.thing) for call in reading.calls):
                return []
            text = reading.outcome[:_MOST_READ]
            rows = {one["name"]: _line(text, one) for one in service.row.finditer(text)}
            if rows:
                return [*rows.items()][:_MOST_CHOICES] if len(rows) > 1 else []
    return []


def place_of(name: str, talked: Talk) -> str:
    """The repository or the project that was spoken of last; "" where another of the two was."""
    for call in talked.calls:
        repo, project = (str(call.arguments.get(one, "")) for one in ("repo", "project"))
        repo = repo or str(call.arguments.get("item", "")).partition("#")[0]
        project = project or str(call.arguments.get("ticket", "")).partition("-")[0]
        if repo or project:
            return {"repo": repo, "project": project}[name]
    return ""


def _written(service: Service, talked: Talk) -> str:
    """What was spoken of last of a service, else what stands by its name in what its user said for another: "ask Yaw whether he can take TEA-4"."""
    said = (str(value) for call in talked.calls for value in call.arguments.values())
    named = [name for value in said for name in service.named.findall(value[:_MOST_READ])]
    return work_shown.last(service, talked.before) or (named[0] if len(set(named)) == 1 else "")


def _bare(words: str) -> str:
    return " ".join(words.strip(' ,.:;!?…"“”«»').split())


def _rows(service: Service, before: Before) -> list[list[tuple[str, str]]]:
    """What each of the last answers showed of a service, the latest first: the name and the line of each row."""
    tools = service.lists or work_shown.tools_of(service)
    found = list[list[tuple[str, str]]]()
    for asked in (before.asked, *before.past):
        texts = [one.outcome[:_MOST_READ] for one in asked if any(call.tool in tools for call in one.calls)]
        rows = [
            (one["name"], _line(text, one)) for text in texts for one in islice(service.row.finditer(text), _MOST_ROWS)
        ]
        found += [rows] if rows else []
    return found


def _line(text: str, row: re.Match[str]) -> str:
    start = text.rfind("\n", 0, row.start("name")) + 1
    return text[start:].partition("\n")[0]


def _numbered(at: int, service: Service, before: Before) -> str:
    """The thing of that number: the one that was shown, else its neighbour in the repository or the project that was spoken of."""
    shown = {name for rows in _rows(service, before) for name, _ in rows if _has(name, at)}
    if shown:
        return shown.pop() if len(shown) == 1 else ""
    last = work_shown.last(service, before)
    return _ENDS.sub(str(at), last) if last and not service.newest_last else ""


def _has(name: str, at: int) -> bool:
    found = _ENDS.search(name)
    return found is not None and int(found["number"]) == at


def _by_words(said: str, service: Service, before: Before) -> str:
    """The one row that has all the words, in the last answer that has such a row; of a message, also the one that somebody wrote."""
    owner = _OWNER.match(said)
    bare = owner["who"] if owner else _AROUND.sub("", said)
    words = [word for word in naming(bare) if word not in _NO_NAME]
    if not words:
        return ""
    for rows in _rows(service, before):
        found = list(dict.fromkeys(name for name, line in rows if _is_so(words, line, service)))
        if found:
            is_one = len(found) == 1 or (service.newest_last and _wrote_all(words, rows, found))
            return found[-1] if is_one else ""
    return ""


def _is_so(words: Collection[str], line: str, service: Service) -> bool:
    own = frozenset(_WORD.findall(fold(line)))
    if all(any(_is_word(word, other) for other in own) for word in words):
        return True
    return service.newest_last and len(words) == 1 and _wrote(next(iter(words)), line)


def _wrote(who: str, line: str) -> bool:
    author = _AUTHOR.match(line)
    return author is not None and len(who) >= _LETTERS and fold(author["who"]).startswith(who)


def _wrote_all(words: Sequence[str], rows: Sequence[tuple[str, str]], found: Collection[str]) -> bool:
    """Whether one word names who wrote all of these, of which the last is meant."""
    return len(words) == 1 and all(_wrote(words[0], line) for name, line in rows if name in found)


def _is_word(said: str, own: str) -> bool:
    return said == own or (len(said) > _LETTERS and own.removesuffix("s") == said.removesuffix("s"))
