"""The reply without its false claims: they are taken out, and one plain sentence says what is so and what to say next.

What is true stays where it stands. A list line or a table row goes as a whole; what only follows from a claim ("you'll get a
confirmation") goes with it.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from app.deps import CallNote
from app.language.claims import plain
from app.language.claims.reading import Claim
from app.language.claims.sentences import Sentence, sentences
from app.language.words.verbs import ANY, acts_of

Span = tuple[int, int]

_LINE_OF_LIST = re.compile(r"[ \t]*(?:[-•·‣▪*+|✅✔☑]|\d+[.)])")
_FRAME_OF_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*\n){1,2}(?![ \t]*\|)", re.MULTILINE)


def corrected_reply(reply: str, false: Sequence[Claim], calls: Sequence[CallNote]) -> str:
    """The reply with every claim of `false` taken out and the truth in the first one's place."""
    spans = _merged([*_lines(reply, false), *_consequences(reply, false)])
    first = spans[0][0]
    note = _truth(false, calls)
    before, after = _cut(reply, [], 0, first), _cut(reply, spans, first, len(reply))
    return _joined(before, note, after)


@cache
def _wordings() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "correction.toml").read_text(encoding="utf-8"))


def _truth(false: Sequence[Claim], calls: Sequence[CallNote]) -> str:
    """One or two sentences: what went through, what did not, and what to say next."""
    says, outcomes = _wordings()[false[0].language], {call.outcome for call in calls}
    how = next((outcome for outcome in ("unknown", "held", "failed") if outcome in outcomes), "tried")
    nothing = {_not_done(claim) for claim in false} if false[0].language == "en" else {says["nothing"]}
    sentence = says[how].format(nothing=nothing.pop() if len(nothing) == 1 else says["nothing"])
    done = dict.fromkeys(call.tool.replace("_", " ") for call in calls if call.outcome in ("done", "replayed"))
    return f"{says['done'].format(done=', '.join(done))} {sentence}" if done else sentence


def _not_done(claim: Claim) -> str:
    """What did not happen, in English."""
    if claim.actions != ANY:
        for row in _wordings()["not_done"]:
            if acts_of(row["has"]) <= claim.actions and not acts_of(row["lacks"]) & claim.actions:
                return str(row["says"])
    return str(_wordings()["en"]["nothing"])


def _lines(reply: str, false: Iterable[Claim]) -> list[Span]:
    """The places of the claims' sentences; of a list or table, the whole line."""
    return [_whole_line(reply, claim.sentence.start, claim.sentence.end) for claim in false]


def _whole_line(reply: str, start: int, end: int) -> Span:
    line_start = reply.rfind("\n", 0, start) + 1
    line_end = reply.find("\n", end)
    line_end = len(reply) if line_end < 0 else line_end
    if reply[line_start:start].strip(" \t*_#") == "" and reply[end:line_end].strip(" \t*_") == "":
        return line_start, line_end
    return (line_start, line_end) if _LINE_OF_LIST.match(reply, line_start) else (start, end)


def _consequences(reply: str, false: Sequence[Claim]) -> list[Span]:
    """Sentences that only stand because of a claim: what follows from it in its paragraph, and that all is ready."""
    said = sentences(reply)
    ends = {claim.sentence.end for claim in false}
    taken: list[Span] = []
    for earlier, sentence in zip([None, *said], said, strict=False):
        follows = earlier is not None and earlier.end in ends and plain.says([sentence], "follows")
        if (follows and _same_paragraph(reply, earlier, sentence)) or plain.says([sentence], "ready"):
            ends.add(sentence.end)
            taken.append(_whole_line(reply, sentence.start, sentence.end))
    return taken


def _same_paragraph(reply: str, earlier: Sentence | None, sentence: Sentence) -> bool:
    return earlier is not None and "\n\n" not in reply[earlier.end : sentence.start]


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _cut(reply: str, spans: list[Span], start: int, end: int) -> str:
    """`reply[start:end]` without the spans."""
    kept, at = [], start
    for span_start, span_end in spans:
        kept.append(reply[at:span_start])
        at = span_end
    return "".join([*kept, reply[at:end]])


def _joined(before: str, note: str, after: str) -> str:
    """The parts as one text: the note on its own line where the claim began one, no gaps left behind."""
    lead = before.rstrip(" \t*_#")
    opening = lead if not lead or lead.endswith("\n") else f"{lead} "
    rest = after.lstrip(" \t*_")
    rest = rest if not rest or rest.startswith("\n") else f" {rest}"
    text = _FRAME_OF_TABLE.sub("", f"{opening}{note}{rest}")
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip()
