"""A question with the address of a page beside it and nothing else: "what does the bakery have? https://…". It is asked of that page. Pure."""

import re

from app.language import questions
from app.language.choosing import shown_pages
from app.language.choosing.possible import begins_order
from app.language.cues import says
from app.language.orders import speech
from app.language.orders.plan import Call, Clause, Reading
from app.language.web_addresses import ADDRESS

_LONGEST = 300
_MARKS = " \t\n.,;:–—-()<>“”\"'"
# What leads to the question, or to the address; the question is what is left.
_FRAME = re.compile(
    r"\A\W*(?:(?:hey|hi|ok|okay|so|and|please|pls|kindly|can you|could you|can u|will you|would you|peux-tu|tu peux|est-ce que tu peux|stp)\s+)*"
    r"(?:(?:check|see|look|look up|find out|work out|tell me|let me know|regarde|vérifie|dis-moi|dis moi)\s+(?:on|in|at|from|for me|here|there|sur|ici)?\s*)"
    r"(?=(?:if|whether|what|who|where|how|which|why|when(?! (?:it|this|that|there)\b)|si|ce que|qui|où|comment|combien|quand|quel|quelle)\b)",
    re.IGNORECASE,
)
_TO_IT = re.compile(
    r"\A\W*(?:on|in|at|from|of|here|according to|see|look at|this is|sur|dans|de|selon|d'après|voici)\W*\Z|"
    r"\s+(?:on|in|at|from|of|here|here is|according to|this is|see|sur|dans|selon|d'après|ici)\W*\Z",
    re.IGNORECASE,
)
_ORDER_BEHIND = re.compile(
    r"[.!?;\n]\s*\S|\b(?:and|then|et|puis)\s+(?:please\s+)?(?:add|remind|save|send|put|tell|note|ajoute|rappelle|garde)\b"
)


def read(clause: Clause) -> Reading | None:
    """The page with what is asked of it; None for any message that is not one address and one question."""
    found = list(ADDRESS.finditer(clause.text[:_LONGEST])) if shown_pages.OPEN in clause.tools else []
    if len(found) == 1 and "//" not in found[0][0]:
        return None  # a bare name may be what is asked about: "what's in the news about example.org?"
    if len(found) != 1 or len(clause.text) > _LONGEST:
        return None
    before, behind = clause.text[: found[0].start()], clause.text[found[0].end() :]
    if before.strip(_MARKS) and behind.strip(_MARKS + "?!") and not _TO_IT.fullmatch(before):
        return None
    said = behind if _TO_IT.fullmatch(before) or not before.strip(_MARKS) else _TO_IT.sub("", before)
    ends = "?" if "?" in f"{before[-3:]}{behind}" else ""
    asked = _FRAME.sub("", said).strip(_MARKS)
    if not _asks(asked, said, is_marked=bool(ends)):
        return None
    url = found[0][0]
    return Reading((Call(shown_pages.OPEN, {"url": url, "about": asked[:_LONGEST]}),), thing=url)


def _asks(asked: str, said: str, *, is_marked: bool) -> bool:
    """Whether it is one question, of the page: not what shall be done with it, not what it is at all, nothing of one's own."""
    if not re.search(r"\w", asked) or _ORDER_BEHIND.search(asked):
        return False
    if any(
        says(cue, said)
        for cue in (
            "asks_page_whole",
            "page_of_own",
            "forbids_page",
            "was_page",
            "fills_form",
            "follows_feed",
            "reads_page",
        )
    ):
        return False
    is_framed = asked != said.strip(_MARKS)
    question = questions.read_question(asked)
    if question is not None and (question.is_of_you or question.is_of_theirs):
        return False
    if not is_framed and begins_order(asked):
        return False
    return is_marked or is_framed or questions.asks(speech.bare(asked)) or says("asks_of_thing", asked)
