"""What is said of a new ticket or issue behind its title: ", high prio, assign Noor, labels q3 and partners". Pure, bounded."""

import re
from collections.abc import Mapping

from app.language.choosing.work_values import label, person

_MOST, _LONGEST = 6, 120  # attributes of one title, and characters of one of them
_CUT = re.compile(r"[,;.]\s+(?:and |et )?|\s[-–—]\s|\s(?:and|et|with|avec)\s", re.IGNORECASE)
_LEVEL = (
    r"(?:highest|high|medium|normal|low|lowest|critical|blocker|major|minor|trivial|urgent|p[0-4]"
    r"|haute|élevée|moyenne|normale|basse|faible|critique|urgente|maximale)"
)
_ORDERED = re.compile(
    r"\s*(?:assign|give|label it|tag it|donne|étiquette-)", re.IGNORECASE
)  # what alone is a tail behind a bare "and"
_WITH_IT = re.compile(rf"(?:the |les? |an? )?(?:labels?|tags?|étiquettes?|{_LEVEL} prio\w*|prio\w*)\b", re.IGNORECASE)
_AND, _WITH = re.compile(r"\s(?:and|et)\s", re.IGNORECASE), re.compile(r"\s(?:with|avec)\s", re.IGNORECASE)
_LIST = re.compile(r",\s*(?:and |et )?|\s(?:and|et|&)\s", re.IGNORECASE)
_NAME = r"@?[^\W\d_][\w.-]{0,39}(?: (?-i:[A-Z])[\w-]{0,39})?"
_PLEASE = r"(?:\s*,?\s*(?:please|pls|plz|thanks|thx|merci|svp|stp))?\W*"
# Attribute -> how it is said, whole; what it is given stands in the group `said`.
_SAID: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"(?:{shape}){_PLEASE}", re.IGNORECASE)
    for name, shape in {
        "assignee": (
            rf"(?:(?:and )?(?:assign(?:ed)?|assigne|assignée?)(?: it| that|-la|-le)?(?: to| à)?|give it to|donne-la à|donne-le à|owner:?|assignee:?)"
            rf" (?P<said>me|myself|moi|{_NAME})|pour (?P<for>(?-i:[A-Z])[\w-]{{1,39}})"
        ),
        "labels": (
            r"give it (?:the )?(?P<given>[\w./-]{1,40}) (?:label|tag)|(?:label(?:l?ed)?|tag(?:ged)?|étiquettes?|étiquetée?)(?: it| that)?(?: as| with| avec)?s?:? (?P<said>[\w./-]{1,40}"
            r"(?:(?:,\s*(?:and |et )?|\s(?:and|et|&)\s)[\w./-]{1,40}){0,5})"
            r"|(?:with|avec) (?:the |le |les )?(?:labels?|tags?) (?P<with>[\w./-]{1,40}(?:(?:,\s*|\s(?:and|et|&)\s)[\w./-]{1,40}){0,5})"
        ),
        "priority": (
            rf"(?:at |with |en |avec )?(?:an? |une? )?(?P<said>{_LEVEL})[ -](?:prio(?:rity)?|priorité)"
            rf"|(?:with |en |avec )?(?:prio(?:rity)?|priorité)(?: is| it| to| as)?:? (?P<with>{_LEVEL})|(?P<alone>urgente?|critical|blocker)"
        ),
        "due": r"(?:it'?s |is )?(?:due|échéance|à rendre|deadline)(?: is| it)?(?: on| by|:| le| pour)? (?P<said>\w[\w /.:-]{1,40}?)",
        "fields": r"(?:story )?points?:? (?P<said>\d{1,3})|(?P<with>\d{1,3}) (?:story )?points?",
        "project": r"(?:in |for |dans |pour )?(?:the |le )?(?:project|projet):? (?P<said>[A-Za-z][A-Za-z0-9]{1,9})",
    }.items()
}
# A tool -> its own argument for each attribute that it takes.
_TAKEN: Mapping[str, Mapping[str, str]] = {
    "jira_create": {name: name for name in _SAID},
    "create_github_issue": {"assignee": "assign", "labels": "labels"},
}
_TITLES = ("summary", "title")


def with_tails(tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
    """The arguments of a creating call, with what stands behind the title in its own arguments; those of any other call as they are."""
    taken, given = _TAKEN.get(tool), dict(arguments)
    titled = next((name for name in _TITLES if isinstance(arguments.get(name), str)), "")
    if taken is None or not titled:
        return given
    title, said = _cut_off(str(arguments[titled]), taken)
    if not title:
        return given
    return {**given, titled: title, **{taken[name]: _value(taken[name], words) for name, words in said.items()}}


def _cut_off(title: str, taken: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The title without its tails, and the words of each attribute; the one that was said last counts."""
    said = dict[str, str]()
    for _ in range(_MOST):
        cuts = [cut for cut in _CUT.finditer(title) if len(title) - cut.end() <= _LONGEST and _may_end(title, cut)]
        found = next(((cut, *of) for cut in cuts if (of := _attribute(title[cut.end() :], taken))), None)
        if found is None:
            return title, said
        cut, name, words = found
        title, said = title[: cut.start()].rstrip(" ,;.-–—"), {name: words, **said}
    return title, said


def _may_end(title: str, cut: re.Match[str]) -> bool:
    """Whether a tail may begin there: "links and labels overlap" goes on with its title."""
    needed = _ORDERED if _AND.fullmatch(cut[0]) else _WITH_IT if _WITH.fullmatch(cut[0]) else None
    return needed is None or needed.match(title, cut.end()) is not None


def _attribute(words: str, taken: Mapping[str, str]) -> tuple[str, str] | None:
    for name in taken:
        if match := _SAID[name].fullmatch(words):
            return name, next(filter(None, match.groups()))
    return None


def _value(name: str, words: str) -> object:
    if name == "labels":
        return [label(one) for one in _LIST.split(words) if one]
    if name == "assign":
        return [person(name, words)]
    if name == "assignee":
        return person(name, words)
    if name == "fields":
        return [f"Story Points: {words}"]
    return words.upper() if name == "project" else words
