"""The reply without its false claims: they are taken out, and one plain sentence says what is so and what to say next.

What is true stays where it stands. A list line or a table row goes as a whole; what only follows from a claim ("you'll get a
confirmation") goes with it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from app.deps import CallNote
from app.language.claims.reading import Claim
from app.language.claims.sentences import Sentence, sentences
from app.language.words.verbs import ANY

Span = tuple[int, int]

# Actions that must all be among a claim's, actions that must not be, and what is said then. The first row that fits names it.
_NOT_DONE: tuple[tuple[str, str, str], ...] = (
    ("keep", "complete switch book", "nothing has been saved or added"),
    ("delete", "complete switch", "nothing has been deleted or cancelled"),
    ("complete change", "keep switch send delete", "nothing has been ticked off"),
    ("book", "send", "nothing has been booked or paid"),
    ("call", "", "nobody has been called"),
    ("send", "keep book schedule complete", "nothing has been sent"),
    ("schedule", "complete keep", "nothing has been scheduled or moved"),
    ("undo", "keep", "nothing has been brought back"),
    ("remind", "keep", "no reminder has been set"),
)
_NOTHING: Mapping[str, str] = {
    "en": "nothing has been done",
    "de": "es ist noch nichts passiert",
    "fr": "rien n'a encore été fait",
    "es": "todavía no se ha hecho nada",
}
_SENTENCES: Mapping[str, tuple[str, str, str]] = {  # nothing tried; held; failed
    "en": (
        'I was too quick there: {nothing} yet. Say "try again" and I\'ll have another go.',
        "To be exact: {nothing} yet. It waits for your OK.",
        "That didn't go through, so {nothing}. Say \"try again\" and I'll have another go.",
    ),
    "de": (
        "Da war ich zu schnell: {nothing}. Sag „nochmal“, dann versuche ich es.",
        "Genau genommen: {nothing}. Es wartet auf dein OK.",
        "Das hat nicht geklappt: {nothing}. Sag „nochmal“, dann versuche ich es.",
    ),
    "fr": (
        "Je suis allé trop vite : {nothing}. Dis « réessaie » et je m'y remets.",
        "Pour être exact : {nothing}. Ça attend ton accord.",
        "Ça n'est pas passé : {nothing}. Dis « réessaie » et je m'y remets.",
    ),
    "es": (
        "Me he adelantado: {nothing}. Di «inténtalo otra vez» y lo hago.",
        "Para ser exacto: {nothing}. Espera tu visto bueno.",
        "No ha funcionado: {nothing}. Di «inténtalo otra vez» y lo hago.",
    ),
}
_UNCERTAIN: Mapping[str, str] = {
    "en": "It isn't certain whether that went through. Have a look before asking me again.",
    "de": "Es ist nicht sicher, ob das geklappt hat. Schau nach, bevor du mich nochmal bittest.",
    "fr": "Ce n'est pas sûr que ce soit passé. Vérifie avant de me le redemander.",
    "es": "No es seguro que haya funcionado. Compruébalo antes de pedírmelo otra vez.",
}
_WENT_THROUGH: Mapping[str, str] = {
    "en": "What went through: {done}.",
    "de": "Erledigt ist: {done}.",
    "fr": "Ce qui est fait : {done}.",
    "es": "Lo que sí está hecho: {done}.",
}
_FOLLOWS = re.compile(
    r"\A\W*(?:enjoy|see you|sleep well|safe travels|have (?:a|fun)|bon voyage|time to|one less|fingers crossed|congrat|you're (?:good|all set)|refresh|"
    r"(?:you|she|he|they|it|everyone|everybody|\w+)(?:'ll| will| should| can)\b(?! (?:I|you)\b).{0,80}(?:get|receive|see|have|arrive|hear|find|know|confirm\w*|be)\b|"
    r"a confirmation|the (?:confirmation|receipt|refund)|confirmation|reference)\b",
    re.IGNORECASE | re.DOTALL,
)
_READY = re.compile(
    r"\b(?:is|are|'s|'re) (?:all |now )?(?:ready|in place|good to go|all set|set)\s*(?:[!.]|\Z|[^\w\s])|\btaken care of\b",
    re.IGNORECASE,
)
_LINE_OF_LIST = re.compile(r"[ \t]*(?:[-•·‣▪*+|✅✔☑]|\d+[.)])")
_FRAME_OF_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*\n){1,2}(?![ \t]*\|)", re.MULTILINE)


def corrected_reply(reply: str, false: Sequence[Claim], calls: Sequence[CallNote]) -> str:
    """The reply with every claim of `false` taken out and the truth in the first one's place."""
    spans = _merged([*_lines(reply, false), *_consequences(reply, false)])
    first = spans[0][0]
    note = _truth(false, calls)
    before, after = _cut(reply, [], 0, first), _cut(reply, spans, first, len(reply))
    return _joined(before, note, after)


def _truth(false: Sequence[Claim], calls: Sequence[CallNote]) -> str:
    """One or two sentences: what went through, what did not, and what to say next."""
    language = false[0].language
    outcomes = {call.outcome for call in calls}
    tried, held, failed = _SENTENCES[language]
    sentence = held if "held" in outcomes else failed if "failed" in outcomes else tried
    if "unknown" in outcomes:
        sentence = _UNCERTAIN[language]
    nothing = _not_done(false) if language == "en" else _NOTHING[language]
    done = list(dict.fromkeys(call.tool.replace("_", " ") for call in calls if call.outcome in ("done", "replayed")))
    told = [_WENT_THROUGH[language].format(done=", ".join(done))] if done else []
    return " ".join([*told, sentence.format(nothing=nothing)])


def _not_done(false: Sequence[Claim]) -> str:
    kinds = {_kind(claim) for claim in false}
    return kinds.pop() if len(kinds) == 1 else _NOTHING["en"]


def _kind(claim: Claim) -> str:
    if claim.actions == ANY:
        return _NOTHING["en"]
    rows = ((set(needed.split()), set(barred.split()), words) for needed, barred, words in _NOT_DONE)
    fitting = (words for needed, barred, words in rows if needed <= claim.actions and not barred & claim.actions)
    return next(fitting, _NOTHING["en"])


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
        follows = earlier is not None and earlier.end in ends and _FOLLOWS.match(sentence.text)
        if (follows and _same_paragraph(reply, earlier, sentence)) or _READY.search(sentence.text):
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
