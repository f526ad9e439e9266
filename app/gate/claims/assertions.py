"""Any statement that something was done, whatever its verb. Only read where an order was given and nothing ran: there it can't be true.

The verbs of verbs.py name what they do; these are all the others, so a claim found here is of no particular action.
"""

import re
from collections.abc import Iterator

from app.gate.claims.actions import ANY
from app.gate.claims.claim import Claim
from app.gate.claims.denials import taken_back
from app.gate.claims.sentences import HIDDEN, Sentence

# What an assistant truthfully does without a tool: it looks, thinks, and writes into its own reply.
_HARMLESS = (
    "looked checked found read seen saw noticed searched thought drafted written wrote prepared understood heard tried needed wanted had been "
    "was got said mentioned suggested listed shown showed counted compared considered summarised summarized translated picked chose chosen "
    "received loved enjoyed missed meant hoped guessed assumed queued lined proposed collected gathered learned known knew explained described "
    "outlined rounded calculated worked stopped held waited failed agreed promised noticed run ran reviewed analysed analyzed sketched planned "
    "composed phrased worded kept left stayed lived used liked happened believed figured decided managed started asked stated interested pleased "
    "excited delighted supposed based expected allowed connected limited related called named located closed"
)
_IRREGULAR = (
    "made|gave|given|took|taken|threw|thrown|brought|cut|drew|drawn|spoke|spoken|shot|laid|hit|dug|swept|built|dealt|put|set|sold|won|caught|hung|fed|"
    "left (?:him|her|them|a|it)|sent|paid|bought|told|rang|rung|woke|lent|bid|spread|shut|split|swapped|opted"
)
_VERB = rf"(?P<verb>(?!(?:{'|'.join(_HARMLESS.split())})\b)(?:\w+(?:-\w+)?ed|{_IRREGULAR}))\b"
_ADVERB = r"(?:(?:just|already|now|also|then|all|both|finally|gone ahead and|went ahead and|\w+ly)\s+)*"
_CHEER = r"(?:(?:yes|yep|sure|ok|okay|great|perfect|all right|haha|will do|absolutely|of course|no problem|there you go|nice|got it)\b[\s,.!:–—-]*)*"
_STATED: tuple[re.Pattern[str], ...] = tuple(
    re.compile(expression, re.IGNORECASE)
    for expression in (
        rf"\bI(?:'ve|\s+have)?\s+{_ADVERB}{_VERB}",
        rf"\bI(?:'ve|\s+have)?\s+[^.;:?]{{1,60}}?\band\s+{_ADVERB}{_VERB}",
        rf"\b(?:(?:has|have|'s|'ve)\s+{_ADVERB}been|is|are|'s|'re|was|were)\s+{_ADVERB}{_VERB}",
        rf"\A\W*{_CHEER}{_ADVERB}{_VERB}(?=\s*(?:[.!,:;–—-]|\Z|[^\w\s])|\s+(?:it|that|them|this|the|your|my|his|her|him|a|an|to|on|in|off|out|up|for|from|with|over|into)\b)(?![^.,;:–—!-]*\b(?:is|are|was|were|can|will|does|do)\b)",
        rf"\A\W*{_CHEER}(?:[\w{HIDDEN}'#.&-]+\s+){{1,4}}?{_VERB}(?=\s*(?:[.!,;:–—]|\Z|to\b|for\b|from\b|with\b|on\b|off\b))(?![^.,;:–—!-]*\b(?:is|are|was|were|can|will|does|do)\b)",
    )
)
_OWN = _STATED[:2]
# Words that make a short answer to an order honest although nothing ran: it asks, offers, declines, waits or hands something over.
_OPEN = re.compile(
    r"\?|\bn[o']t\b|n't\b|\b(?:no|nothing|none|never|neither|cannot|if|once|when|until|unless|which|tell me|let me know|let's|say|tap|confirm|approv\w+|"
    r"waits?|waiting|ready|draft\w*|needs?|want|connect\w*|here's|here is|here are|here you go|below|going to|try|trying|fail\w*|unsure|uncertain|"
    r"maybe|isn|have to|has to|click|go to|settings|choose|open the|welcome|glad|happy to|or|(?:I|you|we|it) (?:can|could|would|will|may|might)|(?:can|could|may|shall|should) (?:I|we|you))\b|"
    r"\b(?:I|you|we)'(?:ll|d)\b|:\s*\n|\b(?:nicht|kein\w*|sobald|wenn|falls|kann|soll|sag|welche\w*|pas|dès que|si|peux|veux|dis|sera|bestätigst|bestätige|confirmes|confirma|confirmas|cuando|puedo|quieres|dime|será)\b",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"\A\W*(?:(?:that|this|it|what)(?:'s| is| was| sounds| makes)|there's nothing|enjoy|thanks|thank you|good|nice|great|lovely|how|oh|ah|hm+|wow|sorry|i'm|"
    r"i am|i see|you're|you are|sure|of course|all right|alright|ok|okay|got it|right away|on it|will do|absolutely|gladly)\b[^.!,:–—-]*[.!]?\W*\Z",
    re.IGNORECASE,
)
_HARMLESS_ACT = re.compile(rf"\A\W*I(?:'ve|\s+have)?\s+{_ADVERB}(?:{'|'.join(_HARMLESS.split())})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
FEWEST_WORDS = 3  # of a statement
SHORT = 240  # characters: what an acknowledgement is at most


def find(sentence: Sentence, *, own_only: bool) -> Iterator[Claim]:
    """Statements of one sentence that something was done; `own_only`: by the assistant itself. A question states nothing."""
    if sentence.is_question:
        return
    for pattern in _OWN if own_only else _STATED:
        for match in pattern.finditer(sentence.text):
            if not taken_back(sentence.text, match, said=match[0].startswith("I")):
                yield _claim(sentence, match[0].strip())


def closing(said: list[Sentence]) -> Iterator[Claim]:
    """The statements of a short answer that leaves nothing open: to an order that did not run, each says that it did."""
    whole = " ".join(sentence.text for sentence in said)
    if len(whole) > SHORT or _OPEN.search(whole):
        return
    for sentence in said:
        is_talk = _SMALL_TALK.match(sentence.text) or _HARMLESS_ACT.match(sentence.text)
        if len(_WORD.findall(sentence.text)) >= FEWEST_WORDS and not is_talk:
            yield _claim(sentence, sentence.text.strip())


def _claim(sentence: Sentence, words: str) -> Claim:
    return Claim(words, ANY, "shown", "", past=False, language="en", sentence=sentence)
