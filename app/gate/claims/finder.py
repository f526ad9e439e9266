"""Finds the claims in a reply's sentences. Knows neither what ran nor what was asked; whether a claim is true is the checker's affair."""

import re
from collections.abc import Iterator
from itertools import islice

from app.gate.claims.actions import ANY, Actions
from app.gate.claims.claim import Claim
from app.gate.claims.denials import taken_back
from app.gate.claims.phrasebook import LANGUAGES, Frame, Language, read_language
from app.gate.claims.sentences import Sentence

MOST = 4  # claims of one kind that are looked at in a sentence
_MARK = re.compile(r"[✅✔☑]")
_AFFIRMED = re.compile(
    r"\A\W*(?:(?:yes|yep|yeah|yup|sure|indeed)\W+)?(?:it|they|that|everything|all of (?:it|them)) (?:did|has|have|is|was|were|are)\b\s*(?:[!.,–—-]|\Z)|"
    r"\A\W*(?:(?:yes|yep|yeah|yup)\W+)?I have\s*[!.,]|\A\W*(?:sure|yes|yep) (?:did|have|has|is)\b\W*\Z|\A\W*(?:yes|yep|yeah|yup)\W+all \w+ed\b",
    re.IGNORECASE,
)


def find(sentence: Sentence) -> Iterator[Claim]:
    """Every claim of one sentence, in any language we read; a question claims nothing."""
    if sentence.is_question:
        return
    for name in LANGUAGES:
        language = read_language(name)
        for frame in language.frames:
            for match in islice(frame.regex.finditer(sentence.text), MOST):
                if not _taken_back(language, frame, sentence.text, match):
                    yield _claim(language, frame, sentence, match)


def has_mark(sentence: Sentence) -> bool:
    """Whether the line carries a tick."""
    return bool(_MARK.search(sentence.text))


def marked(sentence: Sentence) -> Claim:
    """A ticked line as a claim: that it is done, whatever it is."""
    past = bool(read_language("en").past_time.search(sentence.text))
    return Claim(sentence.text.strip(), ANY, "whole", "", past=past, language="en", sentence=sentence)


def affirmed(sentence: Sentence, about: Actions) -> Iterator[Claim]:
    """A plain yes to the question whether something was done: "It did, at nine"."""
    match = _AFFIRMED.match(sentence.text)
    if match and not sentence.is_question and not taken_back(sentence.text, match, said=False):
        yield Claim(match[0].strip(), about, "shown", "", past=True, language="en", sentence=sentence)


def _taken_back(language: Language, frame: Frame, text: str, match: re.Match[str]) -> bool:
    if language.back is not None:
        return bool(language.back.search(text))
    return taken_back(text, match, said=frame.manner == "said")


def _claim(language: Language, frame: Frame, sentence: Sentence, match: re.Match[str]) -> Claim:
    verb = (match.groupdict().get("verb") or "").casefold()
    return Claim(
        words=match[0].strip(),
        actions=frame.actions or language.actions.get(verb, ANY),
        manner=frame.manner,
        place=_place(language, sentence.text, match),
        past=bool(language.past_time.search(sentence.text)),
        language=language.name,
        sentence=sentence,
    )


def _place(language: Language, text: str, match: re.Match[str]) -> str:
    """The shelf that the claim names, in itself or right after it."""
    shelf = match.groupdict().get("shelf")
    if shelf is None:
        after = language.onto.match(text, match.end())
        shelf = after["shelf"] if after else None
    return language.shelves.get((shelf or "").casefold(), "")
