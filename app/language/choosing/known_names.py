"""Where in a text a thing at work is called by its name: one that is known, at a place where it stands as a thing and not as a word. Pure, bounded.

It stands behind a word that leads to a place ("in PAY"), a sign ("#deploys"), or beside the word for its kind ("the design channel"); a title by itself
where it has several words, else beside such a word ("the refund ticket").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from app.language.orders.names import MOST_WORDS, WORD, Known, Name, as_phrase, is_titled, stem, words_in
from app.language.vocabulary import lexicon
from app.language.words.tokens import fold

LONGEST = 300  # characters in which names are looked for
THE = r"(?:(?:the|my|our|this|that|le|la|les|notre|mon|ma|ce|cette)\s+|l['’]\s?)?"
TO = r"(?:in|on|at|to|into|from|of|for|under|inside|with|during|after|dans|sur|à|au|aux|du|des|de|d['’]|en|pour|chez|pendant|après)"
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
    kind: re.compile(rf"(?:\b{TO}\s*{THE}(?:(?:{words})\s+)?|[#@]|\b(?:{words})\s+(?:{TO}\s+)?{THE})\Z", re.IGNORECASE)
    for kind, words in _KIND_WORDS.items()
}
_BEHIND = {kind: re.compile(rf"\s+(?:{words})\b", re.IGNORECASE) for kind, words in _KIND_WORDS.items()}
# Verbs whose object a thing is by its bare name.
_TAKES = {
    "channel": re.compile(
        r"\b(?:tell|let|ping|notify|summari[sz]e|read|check|préviens|résume(?:-moi)?|lis)\s+\Z", re.IGNORECASE
    ),
    "project": re.compile(
        r"\b(?:show(?: me)?|open|check|summari[sz]e|montre(?:-moi)?|résume(?:-moi)?)\s+\Z", re.IGNORECASE
    ),
}
_THE_ENDS = re.compile(r"(?:\b(?:the|my|our|this|that|le|la|les|notre|mon|ma|ce|cette)\s+|l['’]\s?)\Z", re.IGNORECASE)
_NUMBERED = re.compile(r"#\d")
_ARTICLE = re.compile(rf"{THE}\Z", re.IGNORECASE)
# Words that lead to no place although a channel is called so: there a verb of writing or a question for what was written has to be said.
_IDIOMS = frozenset(
    "in general|en general|by design|in time|on time|at home|at work|in person|on hold|in progress|in review|en cours".split(
        "|"
    )
)
# What is a time or an answer in any sentence: a channel that is called so needs its sign or its kind's word.
_TIMES = frozenset(
    "today tonight tomorrow yesterday now morning afternoon evening night noon midnight week weekend month year monday tuesday wednesday thursday friday saturday sunday"
    " aujourd'hui demain hier matin soir midi minuit semaine mois lundi mardi mercredi jeudi vendredi samedi dimanche"
    " yes no ok okay yep nope please thanks undo confirm cancel oui non merci todo".split()
)
WRITES = re.compile(
    r"\b(?:write|post|say|tell|announce|drop|put|send|share|let|ask|ping|écris|écrire|poste[rz]?|dis|dire|annonce[rz]?|mets|mettre|envoie|demande|préviens)\b",
    re.IGNORECASE,
)
_IS_NEW = r"happen\w*|going on|went on|new|news|wrote|written|posted?|messages?|latest|updates?|catch me up|miss\w*|neuf|nouveau|nouvelles?|passe|passé|mis|écrit|posté|messages|raté|manqué"
NEWS = rf"{_IS_NEW}|said|saying|says?|write|talk\w*|discuss\w*|summari[sz]e|check|read|dit|résume|lis"
_IS_NEWS = re.compile(rf"\b(?:{_IS_NEW})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known thing in a text, from `start` to `end` with the words around it that belong to it; `is_plain`: written as no common word is."""

    start: int
    end: int
    of: Name
    phrase: str
    is_plain: bool


def mentions(text: str, known: Known) -> Iterator[Mention]:
    """Known things where they stand as ones, the longest name at each place; a thing of the user's own with that name comes first."""
    text = text[:LONGEST]
    words = list(WORD.finditer(text))
    folded = [fold(one[0]) for one in words]
    at = 0
    while at < len(words):
        size, found = 1, list[Mention]()
        for count in range(min(MOST_WORDS, len(words) - at), 0, -1):
            phrase = " ".join(folded[at : at + count])
            start, end = words[at].start(), words[at + count - 1].end()
            around = (_Around(name, phrase, text, start, end) for name in known.by_phrase.get(phrase, ()))
            if found := [one.mention() for one in around if one.stands(is_own=phrase in known.own)]:
                size = count
                break
        yield from found
        at += size
    yield from _titled(text, known)


@dataclass(frozen=True)
class _Around:
    """A name that stands in a text from `start` to `end`, and what stands around it."""

    name: Name
    phrase: str
    text: str
    start: int
    end: int

    @property
    def said(self) -> str:
        """The name as it was written."""
        return self.text[self.start : self.end]

    @property
    def signed(self) -> bool:
        """Whether a sign of the services stands before it: "#deploys", "@ama"."""
        return self.text[: self.start].endswith(("#", "@"))

    @cached_property
    def led(self) -> str:
        """The words before it that lead to a thing of its kind."""
        before, takes = self.text[: self.start], _TAKES.get(self.name.kind)
        found = _LED[self.name.kind].search(before) or (takes.search(before) if takes else None)
        return found[0] if found else ""

    @cached_property
    def behind(self) -> str:
        """The word for its kind behind it."""
        found = _BEHIND[self.name.kind].match(self.text, self.end)
        return found[0] if found else ""

    @property
    def is_title(self) -> bool:
        """Whether it is a title of several words, which stand together for nothing else."""
        return is_titled(self.name) and " " in self.phrase

    @property
    def is_plain(self) -> bool:
        """Whether it is written as no common word is."""
        is_name = self._is_key or self.name.kind == "person" or "/" in self.said or self.is_title
        return is_name or self.signed or bool(self.behind)

    @property
    def _is_key(self) -> bool:
        """Whether it is the key of a project, in its spelling."""
        return self.name.kind == "project" and self.said == self.name.name

    def stands(self, *, is_own: bool) -> bool:
        """Whether it stands there as the thing; `is_own`: something of its user's own is called so, which is meant unless a sign or its kind's word
        says otherwise."""
        if self.signed:
            return self.name.kind == "person" or not _NUMBERED.match(self.text, self.end)
        words = self.phrase.split()
        if _small_words().issuperset(words):
            return self._is_key and not self.text.isupper() and bool(self.led or self.behind)
        if self.name.kind == "person":
            return self.said[:1].isupper()
        if _NUMBERED.match(self.text, self.end):
            return False  # of "acme/site#12" the repository is no thing by itself
        if self.behind or is_own:
            return bool(self.behind)
        return bool(self.led or self.is_title) and not _TIMES.issuperset(words) and not self._is_word()

    def _is_word(self) -> bool:
        """Whether it is just a word there: "what's left in the kitchen?", "in general I sleep well"."""
        if self.name.kind == "channel" and _THE_ENDS.search(self.led):
            return True
        is_idiom = bool(self.led) and not self.is_plain and fold(f"{self.led.split()[0]} {self.said}") in _IDIOMS
        return is_idiom and not _is_place(self.text[: self.start], self.text[self.end :])

    def mention(self) -> Mention:
        """It, with its sign, its article and its kind's word."""
        begins = self.start - self.signed
        article = _ARTICLE.search(self.text[:begins]) if self.behind or is_titled(self.name) else None
        begins -= len(article[0]) if article else 0
        return Mention(begins, self.end + len(self.behind), self.name, self.phrase, self.is_plain)


@cache
def _small_words() -> frozenset[str]:
    """Words that name nothing by themselves ("it", "me", "the"), whatever is called so."""
    return frozenset(phrase[0] for words in lexicon().own_words.values() for phrase in words if len(phrase) == 1)


def _is_place(before: str, behind: str) -> bool:
    """Whether what stands around words that may just be said so makes a place of them: "what's new in general", "write in general that …"."""
    return bool(_IS_NEWS.search(f"{before} {behind}") or (_BEGINS_TEXT.match(behind) and WRITES.search(before)))


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
# With one of these a message begins as an order, and not with a title: "merge the pull request" of "Merge the configs".
_ORDERS = r"(?:merge|squash|close|reopen|approve|review|reject|assign|move|label|tag|comment|reply|open|show|read|see|list|find|check|create|file|make|raise|log|add|update|edit|change|delete|remove|start|finish|resolve|link|fix|share|send|post|give|take|put|set|mark|undo|what|which|who|whose|fusionne[rz]?|ferme[rz]?|rouvre|approuve[rz]?|assigne[rz]?|montre[rz]?|lis|ouvre|crée[rz]?|ajoute[rz]?|change[rz]?|supprime[rz]?|mets|passe|quel\w*)"
_BY_TITLE = (
    re.compile(rf"\b(?:the|that|this)\s+(?P<said>{_WORDS})\s+{_KIND}\b", re.IGNORECASE),
    re.compile(
        rf"\b(?:the\s+|le\s+|la\s+|l['’])?{_KIND}\s+(?:about|on|for|with|called|du|de la|des|de|sur|pour)\s+(?:the\s+|le\s+|la\s+|les\s+|l['’])?(?P<said>{_WORDS})(?=\s*(?:[?.!,]|\Z))",
        re.IGNORECASE,
    ),
    re.compile(rf"\A(?!{_ORDERS}\b)(?P<said>{_WORDS})\s+{_KIND}\b", re.IGNORECASE),
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
