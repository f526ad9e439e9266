"""Whether two reports are one story: the same page, the same words, or the same title in other words. Pure.

A report's signature are hashes of the runs of three words in it. Cost: each new report is compared with those that share a run or two words
of its title, found by an index, so it is about linear in the reports there are.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlencode, urlsplit
from zlib import crc32

from app.language.vocabulary import words_of

_RUN, _MOST_RUNS, _READ = 3, 60, 600  # words of a run, runs of a signature, characters that are read
# How alike the runs of two reports of one story are (of two papers; of one), and how many the shorter has at least.
_SAME_RUNS, _IN_ONE_PAPER, _FEWEST_RUNS = 0.4, 0.7, 6
# How alike the words of two titles of one story are (where they share no number; where they do), and how many they share.
_SAME_TITLE, _WITH_NUMBER, _SHARED_TITLE = 0.6, 0.5, 3
_SHORTEST = 3  # letters of a word of a title that counts
_NEAR_IN_TIME = timedelta(days=3)
_MOST_COMPARED = 60
_COMMON = frozenset(
    "the and for with from over after into amid than that this will its are was were has have had not but who how why what says say said new more"
    " les des une dans pour avec sur par aux est son ses qui que plus".split()
)
# What of an address only says who counts its readers.
_COUNTS = frozenset(
    "fbclid gclid dclid msclkid yclid igshid ref ref_src referrer source src cmp cmpid ocid smid oc partner".split()
)
_COUNTS_BEGIN = ("utm_", "at_", "mc_", "ns_", "campaign")
_FRONT = re.compile(r"\A(?:www\d?|m|mobile|amp)\.")
_AMP = re.compile(r"(?:/amp|\.amp|/amp\.html)\Z")


@dataclass(frozen=True, slots=True)
class Report:
    """What is compared of a report: the digest of its page and of its story, its title, who published it, its signature, when it was published
    or found, and the source that brought it."""

    digest: str
    story: str
    title: str
    publisher: str
    signature: frozenset[int]
    at: datetime
    source: str = ""


def digest_of(url: str) -> str:
    """Names a page, whoever counts its readers on the way there."""
    parts = urlsplit(url)
    host = _FRONT.sub("", (parts.hostname or "").casefold())
    path = _AMP.sub("", parts.path.rstrip("/")).rstrip("/")
    kept = sorted((name, value) for name, value in parse_qsl(parts.query) if not _counts(name.casefold()))
    return hashlib.sha256(f"{host}{path}?{urlencode(kept)}".encode("utf-8", "replace")).hexdigest()[:32]


def story_named(digest: str, source: str) -> str:
    """Names the story that a source tells of a page: another one may tell another of the same."""
    return hashlib.sha256(f"{source} {digest}".encode("utf-8", "replace")).hexdigest()[:32]


def _counts(name: str) -> bool:
    return name in _COUNTS or name.startswith(_COUNTS_BEGIN)


def signature_of(title: str, summary: str) -> list[int]:
    """Hashes of the runs of three words of a report, each once, no more than 60."""
    words = [word.stem for word in words_of(f"{title} {summary}"[:_READ])]
    runs = (" ".join(words[at : at + _RUN]) for at in range(max(0, len(words) - _RUN + 1)))
    return list(dict.fromkeys(crc32(run.encode("utf-8", "replace")) for run in runs))[:_MOST_RUNS]


@dataclass(slots=True)
class Known:
    """The reports there are, and what finds those that may be like another."""

    reports: list[Report] = field(default_factory=list)
    _by_page: defaultdict[str, list[Report]] = field(default_factory=lambda: defaultdict(list))
    _by_run: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _by_word: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, reports: Iterable[Report]) -> "Known":
        """With these in it."""
        known = cls()
        for one in reports:
            known.add(one)
        return known

    def add(self, one: Report) -> None:
        """One more."""
        at = len(self.reports)
        self.reports.append(one)
        self._by_page[one.digest].append(one)
        for run in one.signature:
            self._by_run[run].append(at)
        for word in title_words(one.title):
            self._by_word[word].append(at)

    def story_of(self, one: Report) -> str:
        """The story of the first report that tells the same; its own where none does."""
        for same in self._by_page.get(one.digest, ())[:_MOST_COMPARED]:
            if is_same_page(one, same):
                return same.story
        return next((other.story for other in self.like(one) if is_same(one, other)), one.story)

    def like(self, one: Report) -> Sequence[Report]:
        """Those that share the most with it, by runs and words of the title."""
        shared = Counter[int]()
        for run in one.signature:
            shared.update(self._by_run.get(run, ())[-_MOST_COMPARED:])
        for word in title_words(one.title):
            shared.update(self._by_word.get(word, ())[-_MOST_COMPARED:])
        return [self.reports[at] for at, count in shared.most_common(_MOST_COMPARED) if count > 1]


def is_same_page(one: Report, other: Report) -> bool:
    """Whether two reports of one page tell the same: its source may change a title; what another source says of somebody's page is theirs, and
    takes nothing away from what the page says."""
    mine, theirs = title_words(one.title), title_words(other.title)
    return one.source == other.source or 2 * len(mine & theirs) >= max(len(mine), len(theirs))


def is_same(one: Report, other: Report) -> bool:
    """Whether two reports tell the same story. Of one paper, two titles that differ in a word are two stories: who won, which team."""
    if abs(one.at - other.at) > _NEAR_IN_TIME:
        return False
    fewest = min(len(one.signature), len(other.signature))
    shared = len(one.signature & other.signature)
    is_one_paper = one.publisher == other.publisher
    alike = _IN_ONE_PAPER if is_one_paper else _SAME_RUNS
    if fewest >= _FEWEST_RUNS and shared >= alike * (len(one.signature) + len(other.signature) - shared):
        return True
    return not is_one_paper and _same_titles(one, other)


def _same_titles(one: Report, other: Report) -> bool:
    mine, theirs = title_words(one.title), title_words(other.title)
    both = mine & theirs
    numbers = _numbers(mine), _numbers(theirs)
    if all(numbers) and numbers[0] != numbers[1]:
        return False  # "up 3 percent" and "up 4 percent" are two
    least = _WITH_NUMBER if _numbers(both) else _SAME_TITLE
    return len(both) >= _SHARED_TITLE and len(both) >= least * len(mine | theirs)


def title_words(title: str) -> frozenset[str]:
    """The words of a title that say what it is about."""
    words = words_of(title[:_READ])
    return frozenset(
        word.stem
        for word in words
        if word.folded not in _COMMON and (len(word.folded) >= _SHORTEST or word.folded.isdigit())
    )


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[:1].isdigit())
