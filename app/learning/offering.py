"""What a reply says of remembering: "Shall I remember …?" means not kept until its user says yes, "I'll remember" means kept. Never both.

Reads the assistant's own sentences, and no quoted ones. Pure; what is kept is told to it.
"""

import re
from collections.abc import Iterator

READ_AT_MOST = 20_000
_SENTENCE = re.compile(r"[^.!?\n]{1,600}[.!?]{0,3}[\"')\]*_]{0,3}")
_KEEPING = r"(?:remember|memori[sz]e|keep (?:that|this|it|them|.{1,60}?) in mind|make a (?:mental )?note of|note (?:that|this|it) down|add (?:that|this|it) to (?:my memory|what i know))"
_OFFER = re.compile(
    rf"\b(?:shall|should|may|can|could) i (?:also |please )?{_KEEPING}\b|\b(?:(?:would|do) you (?:like|want)|want) (?:for )?me to (?:also )?{_KEEPING}\b",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(?P<promise>i(?:'ll| will|'m going to|'ve| have) (?:also |now |be sure to |always |definitely )?"
    r"(?:remember(?:ed)?(?! to\b)|ke(?:ep|pt) (?:that|this|it) in mind))\b(?P<what>[^.!?\n]{0,400})",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|once|when(?:ever)?|tell me|let me know|as soon as|until|unless|can't|won't|not)\b", re.IGNORECASE
)
_QUOTED = re.compile(r"[\"“„«»”`]|^\s*>")
_MARKS = str.maketrans("’", "'")
_ASKED = "Shall I remember {what}?"


def offers(reply: str) -> bool:
    """Whether a reply asks whether to remember something: until the answer nothing of its turn is kept."""
    return any(_is_offer(sentence) for _, _, sentence in _sentences(reply))


def promises(reply: str) -> bool:
    """Whether a reply says that something is or will be remembered."""
    return any(_promise(sentence) for _, _, sentence in _sentences(reply))


def one_of_both(reply: str, *, kept: bool) -> str:
    """The reply as it is true: where something is kept, without the question whether to; where nothing is, a promise becomes that question."""
    said = list(_sentences(reply))
    asks = any(_is_offer(sentence) for _, _, sentence in said)
    for start, end, sentence in reversed(said):
        promise = _promise(sentence)
        if kept and _is_offer(sentence):
            reply = _without(reply, start, end)
        elif not kept and promise is not None:
            reply = (
                _without(reply, start, end)
                if asks
                else f"{reply[:start]}{_as_question(sentence, promise)}{reply[end:]}"
            )
            asks = True
    return reply.strip()


def _sentences(reply: str) -> Iterator[tuple[int, int, str]]:
    """The sentences that aren't quoted, with their places."""
    for found in _SENTENCE.finditer(reply[:READ_AT_MOST]):
        if not _QUOTED.search(found[0]):
            lead = len(found[0]) - len(found[0].lstrip())
            yield found.start() + lead, found.end(), found[0].strip().translate(_MARKS)


def _is_offer(sentence: str) -> bool:
    return "?" in sentence and bool(_OFFER.search(sentence))


def _promise(sentence: str) -> re.Match[str] | None:
    found = None if "?" in sentence else _PROMISE.search(sentence)
    return None if found is None or _CONDITION.search(sentence[: found.end("promise")]) else found


def _as_question(sentence: str, promise: re.Match[str]) -> str:
    """ "I'll remember that Kojo is the manager." as the question whether to."""
    what = promise["what"].strip(" :,*_") or "that"
    ahead = sentence[: promise.start()].rstrip(" ,;–-")
    asked = _ASKED.format(what=what)
    return f"{ahead}. {asked}" if ahead else asked


def _without(reply: str, start: int, end: int) -> str:
    """The reply without a sentence, and without the gap it would leave."""
    before, after = reply[:start].rstrip(" "), reply[end:].lstrip(" ")
    gap = "" if not before or before.endswith("\n") or after.startswith("\n") else " "
    return re.sub(r"\n{3,}", "\n\n", f"{before}{gap}{after}")
