"""What is said behind something of work without its order, or without its name: "same for PROJ-14", "and the other one?", "the Kofi one". Pure.

Only the last call at work goes on, and with another thing: one that stands in the message by its name, or in a row of ours. What changes something
is done again only where the message says so; else the other thing is shown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from app.language.choosing import work_shown
from app.language.choosing.work_services import SERVICES, Service
from app.language.choosing.work_values import ticket_key
from app.language.dialogue.state import Before
from app.language.orders import alerts, speech, standing
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import naming, places

_ALERT = "set_alert"
_LONGEST, _MOST_WORDS = 120, 6
_LEAD = r"\W*(?:(?:no|nope|nah|ok|okay|and|now|then|so|oh|wait|sorry|actually|i mean|i meant|non|et|maintenant|alors|attends|pardon)\b[\s,.:!–—-]*)*"
_END = r"(?:[\s,]+(?:too|as well|also|please|pls|instead|rather|then|again|aussi|également|stp|svp|plutôt|merci))*\W*"
_FOR = r"(?:as )?(?:for|with|to|on|in|at|pour|avec|sur|dans|à)"
# The order is the one before: "the same for …", "do that with … too", "… too".
_AGAIN = (
    re.compile(
        rf"{_LEAD}(?:(?:do|make|apply|fais|faire)\s+)?(?:(?:exactly |just )?(?:the |la |le )?(?:very )?(?:same|même)(?: thing| again| chose)?|pareil(?:lement)?|idem|ditto|likewise)"
        rf"(?:\s+{_FOR}|\s*[:,])\s+(?P<thing>\S.*?){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_LEAD}(?:do|make|fais)[ -](?:it|that|this|so|ça|cela|le)(?: again)?\s+{_FOR}\s+(?P<thing>\S.*?){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_LEAD}(?P<thing>\S.*?),?\s+(?:too|as well|aussi|également)(?:\s+(?:please|pls|stp|svp))?\W*", re.IGNORECASE
    ),
)
# Another of what was shown, or another thing of its kind: "the other one", "and the roadmap?", "celui de Kofi".
_ASKS = r"(?:(?:what|how) about|(?:show|read|give|tell) me|show|read|open|lis|ouvre|montre(?:-moi)?)\s+"
_ONE = re.compile(
    rf"{_LEAD}(?:{_ASKS})?(?P<thing>(?:the|that)\s+\S.*?\s+ones?|(?:the|that) ones? (?:from|of|by|about|on|with|in|for)\s+\S.*?|(?:celui|celle|ceux|celles) (?:de |d['’]|du |sur |avec |pour )\S.*?|(?:the |l['’])?(?:other|others|autre)(?: ones?)?|(?:the|le|la) \w+){_END}",
    re.IGNORECASE,
)
_AND = re.compile(
    r"\W*(?:(?:and|et)\s+(?:what about\s+)?|what about\s+|how about\s+)(?P<thing>\S.*?)\s*\?*\W*", re.IGNORECASE
)
_PLACE = re.compile(
    r"(?:in|on|for|at|dans|sur|pour|chez)\s+(?:the |le |la )?(?P<where>#?[\w./-]{2,80})\Z", re.IGNORECASE
)
_OTHER = re.compile(r"(?:the |that |l['’])?(?:other|others|autre)(?: ones?)?\Z", re.IGNORECASE)
_POINTS_ONLY = re.compile(r"(?:it|that|this|them|those|these|me|you|us|him|her|ça|cela|moi|toi)\Z", re.IGNORECASE)
_CUT = re.compile(r"\A(?:celui|celle|ceux|celles)\s+(?:de |d['’]|du |sur |avec |pour )|['’]s\b", re.IGNORECASE)
_ENDS_ONE = re.compile(r"\s+ones?\Z", re.IGNORECASE)
_NO_NAME = frozenset("one ones from by about with for in on du de d sur avec pour".split())
_NAMES_OTHER = re.compile(r"\b(?:that|which|who|when|if|to do|que|qui|quand|si)\b", re.IGNORECASE)
_IT = re.compile(
    r"\b(?:it|that|this|the (?:ticket|issue|pr|pull request)|il|elle|le ticket|la pr)(?P<is>['’]s)?\b", re.IGNORECASE
)
_MOST_IT = 3
_PINNED = frozenset(("account", "place", "person", "head", "into", "items"))
_SHOWS = {"github": "read_github_item", "jira": "jira_get", "drive": "read_file", "slack": "slack_thread"}
_READS = frozenset(("read_github_item", "read_github_diff", "jira_get", "read_file", "slack_thread"))
_FAILED = re.compile(r"\A(?:I find no|There is no|I can['’]t find)\b")
_WHERE = ("repo", "project", "channel")


@dataclass(frozen=True, slots=True)
class _Last:
    """The last call at work, whose it is, and what its tool answered."""

    service: Service
    call: Call
    outcome: str

    @property
    def thing(self) -> str:
        """What it was about."""
        return str(self.call.arguments.get(self.service.thing, ""))

    def again(self, changed: Mapping[str, object]) -> Call:
        """It once more, with other arguments; what it was pinned to goes."""
        kept = {name: one for name, one in self.call.arguments.items() if name not in _PINNED}
        return Call(self.call.tool, {**kept, **changed})


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that goes on from the last one at work; None for any other message."""
    text = clause.text.strip()
    last = _last(before) if len(text) <= _LONGEST and "\n" not in text else None
    if last is None:
        return None
    call = _again(text, last, before) or _other(text, last, before)
    return Reading((call,)) if call is not None and call.tool in clause.tools else None


def waited(clause: Clause, before: Before) -> Reading | None:
    """ "Let me know when it's done", behind a ticket: an alert for that ticket."""
    last = _last(before) if _ALERT in clause.tools else None
    thing = last.thing if last is not None else ""
    if last is None or not last.service.named.fullmatch(thing) or alerts.awaited_at_work(clause.text):
        return None
    for one in islice(_IT.finditer(clause.text), _MOST_IT):
        said = f"{clause.text[: one.start()]}{thing}{' is' if one['is'] else ''}{clause.text[one.end() :]}"
        if words := alerts.awaited_at_work(said):
            return Reading((Call(_ALERT, standing.condition(words)),), thing=words)
    return None


def _last(before: Before) -> _Last | None:
    """None where something else was asked for since."""
    lately = work_shown.lately(before)
    if not lately:
        return None
    of = (one for one in SERVICES if lately[0].tool in work_shown.tools_of(one))
    service = next(of, None)
    return _Last(service, lately[0], before.outcome(lately[0])) if service is not None else None


def _again(text: str, last: _Last, before: Before) -> Call | None:
    """The same of another thing or place."""
    for at, shape in enumerate(_AGAIN):
        found = shape.fullmatch(text)
        if found is None or (words := _bare(found["thing"])) == "":
            continue
        if thing := _thing(words, last, before):
            return last.again({last.service.thing: thing}) if last.thing and thing != last.thing else None
        if at < len(_AGAIN) - 1 and (where := _elsewhere(f"in {words}", last)) is not None:
            return where
    return None


def _other(text: str, last: _Last, before: Before) -> Call | None:
    """Another one shown, in place of the last one: by the same tool where that only shows, or found nothing."""
    one, other = _ONE.fullmatch(text), _AND.fullmatch(text)
    words = _bare((other or one or {"thing": ""})["thing"])
    if not words or _NAMES_OTHER.search(words):
        return None
    if other and (where := _elsewhere(words, last)) is not None:
        return where
    thing = _thing(words, last, before)
    if not thing and other and last.call.tool == "read_file" and len(words.split()) <= _MOST_WORDS:
        thing = _ENDS_ONE.sub("", speech.without_article(_CUT.sub("", words)))
    if not thing or thing == last.thing:
        return None
    if last.thing and (last.call.tool in _READS or _FAILED.match(last.outcome)):
        return last.again({last.service.thing: thing})
    tool = _SHOWS.get(last.service.file, "")
    return Call(tool, {last.service.thing: thing}) if tool else None


def _elsewhere(words: str, last: _Last) -> Call | None:
    """ "And in site?": what is looked for there."""
    found = _PLACE.match(words)
    name = next((one for one in _WHERE if last.call.arguments.get(one)), "")
    is_channel = found is not None and found["where"].startswith("#")
    if found is None or not name or (is_channel and name != "channel") or places(found["where"]):
        return None
    return last.again({name: found["where"]})


def _bare(words: str) -> str:
    said = words.strip(" ,.:;!?")
    return "" if _POINTS_ONLY.match(said) or len(said.split()) > _MOST_WORDS else said


def _thing(words: str, last: _Last, before: Before) -> str:
    """The thing of the service that words name: by its name, its place, "the other one" of two, or words that one row alone has."""
    service = last.service
    named = ticket_key(words) if service.file == "jira" else words
    named = named.upper() if service.file == "jira" else named
    if not service.by_words and service.named.fullmatch(named):
        return named
    if _OTHER.match(words):
        return work_shown.other_than(service, last.thing, before)
    if places(words):
        found = work_shown.meant(service, words, before)
        return found if found != speech.without_article(words) and found != words else ""
    said = [word for word in naming(_CUT.sub("", words)) if word not in _NO_NAME]
    return work_shown.titled(service, said, before) if said else ""
