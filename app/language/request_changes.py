"""A change of a request that is named in it: "on the clinic form change the date to Friday" as which, and how. Pure, bounded.

Only where words name a request is found here, each way it can be read; which waits and whether the rest changes it is another's to say.
"""

import re
from collections.abc import Iterator

from app.language.requests_meant import ONES, One, about, is_kind

_LONGEST = 300
_MOST_NAMES, _BEFORE, _BEHIND = 3, 4, 4  # names that are looked at; words of one in front of what it is, and behind it
_WORD = re.compile(r"[^\s,;:]+")
_AT = re.compile(
    r"(?:\b(?:on|in|for|of|at|to|with|inside|as for|about|regarding|dans|sur|pour|de|du)\s+|\bd['’])\Z", re.IGNORECASE
)
_THE = re.compile(r"(?:the|that|this|my|our|le|la|l['’]\w+|ce|cette|mon|ma|du|au)\Z", re.IGNORECASE)
_OF = re.compile(
    r"\s+(?:for|to|at|of|from|about|with|on|pour|à|de|du|chez|au)\s+(?:(?:the|my|le|la)\s+)?[^\s,;:]+", re.IGNORECASE
)
_NEXT = re.compile(r"\s+[^\s,;:]+")
_OWNS = re.compile(r"['’]s?\Z")
_LEADS = r"\A\W*(?:(?:no|ok|okay|please|wait|sorry|actually|and|also|non|et)\b[\s,]*)*(?:on|for|at|in|as for|pour|sur|chez)\s+(?:(?:the|my|le|la)\s+)?"
_HOST_FIRST = tuple(
    re.compile(rf"{_LEADS}(?P<name>{name})\s*[,:]?\s+(?P<rest>\S.*)\Z", re.IGNORECASE | re.DOTALL)
    for name in (r"[^\s,;:]+\s+[^\s,;:]+", r"[^\s,;:]+")
)


def named_changes(text: str) -> Iterator[tuple[One, str]]:
    """Each way to read a text as the name of a request and what is said of it, the longest names first; few at most."""
    said = " ".join(text.split())
    if len(said) > _LONGEST or "?" in said:
        return
    words = list(_WORD.finditer(said))
    nouns = [at for at, word in enumerate(words) if _is_noun(word[0])][:_MOST_NAMES]
    for at in nouns:
        yield from _around(said, words, at)
    for pattern in () if nouns else _HOST_FIRST:
        found = pattern.match(said)
        if found and (one := about(found["name"])) is not None and one.place is None:
            yield one, found["rest"]


def _is_noun(word: str) -> bool:
    bare = _OWNS.sub("", word.strip(".!").casefold())
    return bare in ONES or is_kind(bare)


def _around(said: str, words: list[re.Match[str]], at: int) -> Iterator[tuple[One, str]]:
    """The names that what is called so may have: with the words in front of it from its article on, and some of those behind it."""
    first = max(at - _BEFORE, 0)
    articles = [one for one in range(first, at) if _THE.fullmatch(words[one][0])]
    starts = articles[-1:] or range(first, at)
    end, ends = words[at].end(), [words[at].end()]
    if found := _NEXT.match(said, end):  # "le formulaire clinic"
        ends.append(found.end())
    while (found := _OF.match(said, end)) and len(ends) <= _BEHIND:
        end = found.end()
        ends.append(end)
    for stop in reversed(ends):
        for start in starts:
            if (one := about(_OWNS.sub("", said[words[start].start() : stop]))) is not None:
                yield one, _without(said, words[start].start(), stop)


def _without(said: str, start: int, end: int) -> str:
    """What is left where a name is taken out with the word that leads to it."""
    before, behind = _AT.sub("", said[:start]), said[end:]
    return " ".join(f"{before.rstrip(' ,:')} {behind.lstrip(' ,:')}".split())
