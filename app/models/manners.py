"""What a model writes is put right before anybody reads it: it doesn't open with an apology, and no code or exception's name stands in it.

Knows no turn and no channel. Its prompt asks for the same; this holds where a model doesn't.
"""

import re

_HEAD = 600  # characters of a reply in which its opening lies
_ROUNDS = 4  # openings one behind the other
_TO_ITS_END = r"[^.!?\n,;:]{0,200}+(?:,(?! but\b)[^.!?\n,;:]{0,100}+){0,3}+(?:[.!?]+|,(?= but\b)|[;:]|(?=\n)|\Z)"
_LEAD = r"\A[\s>*_\"“]*+(?:(?:oh|ah|hmm+|well|ok|okay|hi|hello)\b[\s,.!]*+)?"
_SORRY = r"(?:(?:I['’]?m|I am|we['’]?re|we are)\s+)?(?:(?:so|very|really|truly|deeply|terribly)\s+){0,3}sorry\b"
# The opening as it is written, and what stands there instead. The first that fits; the particular ones come before the general ones.
_OPENINGS: tuple[tuple[str, str], ...] = (
    (
        rf"{_SORRY}\s+(?:to hear|for your|about your|for the loss|you['’]?(?:re| are|ve| have)|that you)\b{_TO_ITS_END}",
        "That's hard. ",
    ),
    (rf"{_SORRY}\s+(?:for|about)\b{_TO_ITS_END}", ""),
    (rf"{_SORRY}[\s,.!:;–—-]*+", ""),
    (
        rf"(?:(?:I|we)\s+(?:sincerely |deeply |do )?apologi[sz]e|(?:my|our)\s+(?:sincere )?apologies|apologies)\b{_TO_ITS_END}",
        "",
    ),
    (r"unfortunately\b[\s,:–—-]*+", ""),
    (r"(?:I['’]?m|I am) afraid not\b[\s,:–—-]*+", "No. "),
    (r"(?:I['’]?m|I am) afraid so\b[\s,:–—-]*+", "Yes. "),
    (r"(?:I['’]?m|I am) afraid(?! of\b)[\s,]*+(?:that\s+)?", ""),
    (r"I (?:wasn['’]?t|was not) able to\s+", "I couldn't "),
)
_READY = tuple((re.compile(_LEAD + opening, re.IGNORECASE), instead) for opening, instead in _OPENINGS)
_AND_THEN = re.compile(r"\A[\s,.;:–—]*+(?:(?:but|however|and)\b[\s,]*+)?", re.IGNORECASE)
_BEGINNINGS = (
    "i'm sorry", "i am sorry", "sorry", "unfortunately", "i apologi", "my apologies", "apologies", "i wasn't able to", "i was not able to",
    "i'm afraid", "i am afraid", "i'm so sorry", "i'm very sorry", "i'm really sorry",
)  # fmt: skip
_LONGEST = max(map(len, _BEGINNINGS))
_SETTLED = 80  # characters, after which an apology is told from what follows it
_ENDED = re.compile(r"[.!?]\s")
NOTHING_LEFT = "Tell me what to try instead, and I'll do it."
_PROBLEM = "a technical problem"
_CODE = re.compile(
    r"(?:\b(?:an?|the)\s+)?\(?(?:\bHTTP(?:/\d(?:\.\d)?)?\s*(?:status|error)?|\bstatus(?:\s+code)?|\berror(?:\s+code)?)[\s:#=-]{0,3}[45]\d\d\b(?:\s*\([A-Za-z ]{1,40}\))?\)?(?:\s+error\b)?",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"(?:\b(?:an?|the)\s+)?\b[A-Z][A-Za-z]{1,60}(?:Error|Exception)\b(?:\(\)|:[^\n.;)]{0,120})?")


def well_begun(reply: str) -> str:
    """The reply without an apology in front of what it says."""
    head, rest = reply[:_HEAD], reply[_HEAD:]
    for _ in range(_ROUNDS):
        begun = _once(head)
        if begun is None:
            break
        head = begun
    if head == reply[:_HEAD]:
        return reply
    return (head + rest).strip() or NOTHING_LEFT


def _once(head: str) -> str | None:
    """The head of a reply without its first apology; None where it opens with none."""
    found = next(((hit, instead) for opening, instead in _READY if (hit := opening.match(head))), None)
    if found is None:
        return None
    hit, instead = found
    left = head[hit.end() :]
    if hit[0].lstrip()[:1] in ("*", "_"):  # it was printed bold: so is the rest of the marks
        left = left.lstrip("*_")
    left = _AND_THEN.sub("", left, count=1)
    return f"{instead}{left if instead.endswith('t ') else _capital(left)}"


def live(draft: str) -> str:
    """A reply that is being written as it may be seen; "" until it is known how it begins."""
    said = well_begun(draft)
    settled = said == draft or len(draft) >= _SETTLED or bool(_ENDED.search(draft))
    begun = said.lstrip(' \n>*_"“').casefold().replace("’", "'")[:_LONGEST]
    if not settled or said == NOTHING_LEFT or any(beginning.startswith(begun) for beginning in _BEGINNINGS):
        return ""
    return said


def without_codes(reply: str, said: str) -> str:
    """The reply of a turn in which something failed, without codes and names of exceptions; those that its user wrote (`said`) stay."""
    known = said.casefold()

    def instead(hit: re.Match[str]) -> str:
        named = hit[0].strip(" ()").casefold()
        return (
            hit[0]
            if known and any(word in known for word in re.findall(r"\w{3,}(?:error|exception)|[45]\d\d", named))
            else _PROBLEM
        )

    return _EXCEPTION.sub(instead, _CODE.sub(instead, reply))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
