"""The labelled sentences of the reader: written ones (`sentences/*.txt`), public requests mapped to our intents, and their slips.

A line is `intent: words [words of a slot](slot) … | intent: …`; a part's words follow each other in the message as they stand.
"""

import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))
FOLDER = Path(__file__).parent / "sentences"
_PART = re.compile(r"(?P<intent>[a-z_]+): ?(?P<words>.*)\Z", re.DOTALL)
_SLOT = re.compile(r"\[(?P<value>[^\[\]]+)\]\((?P<slot>[a-z]+)\)")
_WHEN_BEFORE = re.compile(
    r"\b(?:on|at|in|by|for|from|every|each|this|next|until|after|before|around|à|dans|vers|avant|dès|chaque)(?: the)? \Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """Words of a part that fill a slot, by their place in the part's text."""

    slot: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """One intent with its words."""

    intent: str
    text: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One message; its text is the texts of its parts with a space between."""

    parts: tuple[Part, ...]
    language: str = "en"
    author: str = ""


@dataclass(slots=True)
class Pool:
    """The values that were seen of each slot, by language and slot."""

    values: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, sentence: Sentence) -> None:
        """Takes up a sentence's values."""
        for part in sentence.parts:
            for span in part.spans:
                self.values[sentence.language, span.slot].append(part.text[span.start : span.end])


def written(folder: Path = FOLDER) -> Iterator[Sentence]:
    """Our own sentences. Raises ValueError for a line that isn't one."""
    for path in sorted(folder.glob("*.txt")):
        language = "fr" if path.stem.startswith("fr") else "en"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield Sentence(tuple(map(_part, line.split(" | "))), language, path.stem)
                except ValueError as problem:
                    raise ValueError(f"{path.name}:{number}: {problem}") from problem


def _part(line: str) -> Part:
    match = _PART.match(line.strip())
    if match is None:
        raise ValueError(f"no intent in {line[:60]!r}")
    text, spans, at = "", [], 0
    for slot in _SLOT.finditer(match["words"]):
        text += match["words"][at : slot.start()]
        spans.append(Span(slot["slot"], len(text), len(text) + len(slot["value"])))
        text += slot["value"]
        at = slot.end()
    text += match["words"][at:]
    settled, end = [], 0
    for span in spans:
        own = _settled(text, span)
        settled.append(own if own.start >= end else span)
        end = span.end
    return Part(match["intent"], text, tuple(settled))


_ARTICLE = re.compile(r"(?:(?:the|an?|le|la|les|une?|des|du)\s+|l['’])(?=\S)", re.IGNORECASE)
_NAMES = frozenset(("item", "ref", "list", "topic", "title", "person", "to"))


def _settled(text: str, span: Span) -> Span:
    """The span as all authors would have drawn it: things without their article, times with their preposition."""
    if span.slot in _NAMES and (article := _ARTICLE.match(text, span.start, span.end)):
        return replace(span, start=article.end())
    return _with_preposition(text, span)


# Intents of HWU64 and SLURP (CC BY 4.0) -> ours, and the slots that are the same thing there.
_PUBLIC = {
    "weather_query": "weather", "news_query": "news", "email_query": "mail", "email_sendemail": "mail",
    "email_querycontact": "mail", "email_addcontact": "mail", "play_music": "play", "play_radio": "play",
    "play_podcasts": "play", "play_audiobook": "play", "play_game": "play", "music_query": "play", "music_likeness": "play",
    "music_settings": "play", "audio_volume_mute": "home", "audio_volume_up": "home", "audio_volume_down": "home",
    "iot_hue_lightchange": "home", "iot_hue_lightoff": "home", "iot_hue_lightup": "home", "iot_hue_lightdim": "home",
    "iot_hue_lighton": "home", "iot_coffee": "home", "iot_cleaning": "home", "iot_wemo_off": "home", "iot_wemo_on": "home",
    "transport_ticket": "order", "transport_taxi": "order",
    "takeaway_order": "order", "takeaway_query": "order", "qa_factoid": "world", "qa_definition": "world",
    "qa_stock": "world", "qa_currency": "world", "cooking_recipe": "world", "recommendation_locations": "world",
    "recommendation_events": "world", "recommendation_movies": "world", "qa_maths": "calculate",
    "datetime_convert": "get_time", "general_praise": "thanks", "general_affirm": "yes", "general_dontcare": "smalltalk",
    "general_commandstop": "never_mind", "general_repeat": "smalltalk", "general_explain": "smalltalk",
    "general_joke": "smalltalk", "social_post": "message", "alarm_set": "set_reminder", "alarm_query": "list_reminders",
    "alarm_remove": "cancel_reminder", "lists_query": "list_tasks",
}  # fmt: skip
_PUBLIC_SLOTS = {
    "list_tasks": {"list_name": "list"}, "weather": {"place_name": "place", "date": "when"}, "news": {"news_topic": "topic"},
    "get_time": {"place_name": "place"}, "set_reminder": {"date": "when", "time": "when", "timeofday": "when"},
    "list_reminders": {"date": "when", "time": "when"}, "cancel_reminder": {},
}  # fmt: skip


MOST_PUBLIC = 120  # of one of our intents: the rest say the same again


def public(folder: Path, is_held_out: Callable[[str], bool]) -> Iterator[Sentence]:
    """The public requests whose meaning here is plain, `MOST_PUBLIC` of an intent, without the texts that are held out."""
    taken = Counter[str]()
    for line in (folder / "requests_dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        intent = _PUBLIC.get(row["intent"])
        if intent is None or taken[intent] == MOST_PUBLIC or is_held_out(row["text"]):
            continue
        taken[intent] += 1
        names = _PUBLIC_SLOTS.get(intent, {})
        spans = [
            _with_preposition(row["text"], Span(names[one["entity"]], one["start"], one["end"]))
            for one in row["entities"]
            if one["entity"] in names
        ]
        yield Sentence((Part(intent, row["text"], tuple(sorted(spans, key=lambda span: span.start))),), "en", "public")


def _with_preposition(text: str, span: Span) -> Span:
    before = _WHEN_BEFORE.search(text[: span.start]) if span.slot == "when" else None
    return replace(span, start=before.start()) if before else span


class Varied:
    """Sentences as others would have typed them: other values, two in one message, no marks, slips."""

    def __init__(
        self, sentences: Iterable[Sentence], seed: int, framed: Callable[[Sentence, random.Random], Sentence]
    ) -> None:
        self.sentences = list(sentences)
        self._random, self._framed = random.Random(seed), framed
        self._pool = Pool()
        for sentence in self.sentences:
            self._pool.add(sentence)
        self._singles = {
            language: [one for one in self.sentences if len(one.parts) == 1 and one.language == language]
            for language in ("en", "fr")
        }

    def one(self, sentence: Sentence) -> Sentence:
        """A variation of a sentence, with some luck."""
        chance = self._random.random
        if chance() < 0.15:
            sentence = self._framed(sentence, self._random)
        parts = sentence.parts
        if chance() < 0.2 and len(parts) < 3 and len(sentence.parts[-1].text) < 120:
            other = self._random.choice(self._singles[sentence.language])
            ends = sentence.parts[-1].text.rstrip().endswith((".", "!", "?"))
            parts = (*parts, self._joined(other.parts[0], sentence.language, bare=ends))
        if chance() < 0.25:
            parts = tuple(self._swapped(part, sentence.language) for part in parts)
        if chance() < 0.3:
            parts = tuple(_unmarked(part) for part in parts)
        if chance() < 0.25:
            parts = tuple(self._slipped(part) for part in parts)
        if sentence.language == "fr" and chance() < 0.3:
            parts = tuple(replace(part, text=part.text.translate(_PLAIN)) for part in parts)
        return replace(sentence, parts=parts)

    def _joined(self, part: Part, language: str, *, bare: bool) -> Part:
        """With a word that joins it to the part before; without one only where that ends in a mark."""
        words = {
            "en": ("and ", "also ", "and also ", "then ", "oh and ", "plus "),
            "fr": ("et ", "puis ", "et aussi "),
        }
        return part if bare and self._random.random() < 0.5 else shifted(part, self._random.choice(words[language]))

    def _swapped(self, part: Part, language: str) -> Part:
        text, spans, at = "", [], 0
        for span in part.spans:
            value = part.text[span.start : span.end]
            if self._random.random() < 0.5:
                value = self._random.choice(self._pool.values[language, span.slot])
            text += part.text[at : span.start]
            spans.append(Span(span.slot, len(text), len(text) + len(value)))
            text += value
            at = span.end
        return Part(part.intent, text + part.text[at:], tuple(spans))

    def _slipped(self, part: Part) -> Part:
        """Letters changed in place, so that every span stays where it is."""
        letters = list(part.text)
        for word in re.finditer(r"[^\W\d_]{4,}", part.text):
            if self._random.random() < 0.15:
                at = self._random.randrange(word.start() + 1, word.end() - 1)
                letters[at], letters[at + 1] = (
                    (letters[at + 1], letters[at])
                    if self._random.random() < 0.6
                    else (letters[at], self._random.choice("aeiourstnl"))
                )
        return replace(part, text="".join(letters))


_PLAIN = str.maketrans("àâäçéèêëîïôöùûü", "aaaceeeeiioouuu")


def shifted(part: Part, words: str) -> Part:
    """With words in front."""
    by = len(words)
    return Part(
        part.intent, words + part.text, tuple(Span(one.slot, one.start + by, one.end + by) for one in part.spans)
    )


def _unmarked(part: Part) -> Part:
    """Without marks and apostrophes, a space where a mark stood between words."""
    text, places = "", []
    for letter in part.text:
        places.append(len(text))
        if letter in "'’":
            continue
        text += (
            letter if letter not in ",.!?;" or (text and text[-1].isdigit()) else ("" if text.endswith(" ") else " ")
        )
    places.append(len(text))
    return Part(part.intent, text, tuple(Span(one.slot, places[one.start], places[one.end]) for one in part.spans))
