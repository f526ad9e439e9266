"""A change of a text that waits to be sent, read by rules: something left out, said instead, added, asked as well, put for something else. Pure.

The text stays its user's: nothing is worded anew but what they typed. What asks for judgement ("softer", "shorter") is not read here.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

_LONGEST = 600  # characters of a change that are looked at
_MOST_CLAUSES = 200
_FEWEST_LETTERS = 4  # of a word that tells one clause from another
_LEAD = re.compile(
    r"(?:(?:no|nah|hm+|ok|okay|oh|ah|wait|actually|sorry|please|right|lovely|great|good|fine|yes|yeah|well|but|then|so|attends|non|oui|mais|alors|"
    r"très bien|bon|stp|s'il te plaît)\b[ ,.!…]*)+",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"[, ]+(?:please|pls|stp|s'il te plaît)\Z", re.IGNORECASE)
_AND = re.compile(r"(?:(?:and|also|plus|et|aussi)\b[ ,]*)+", re.IGNORECASE)
_AT = "about|at|around|by|on|in|for|to"
_WHOM = r"(?: (?:him|her|them|that|it))?"
# What shall not be said needn't be there; what is taken out must.
_SPARES = (
    rf"(?:please )?(?:don'?t|do not|never) (?:mention|say|write|tell{_WHOM}|talk about|bring up)(?: anything)?(?: about)? (?P<what>.+)",
    rf"(?:there'?s )?no need to (?:mention|say|write|tell{_WHOM}|talk about) (?P<what>.+)",
    r"ne (?:dis|parle|mentionne) (?:pas|rien) (?:de |d'|sur )?(?P<what>.+)",
)
_DROPS = (
    r"(?:take|leave|cut|strike|keep) out (?P<what>.+)",
    r"(?:take|leave|cut|strike|keep) (?P<what>.+) out",
    r"(?:drop|remove|delete|cut|skip|omit|lose|without) (?P<what>.+)",
    r"(?:enlève|enleve|enlevez|retire|retirez|supprime|supprimez|sans|ôte|ôtez) (?P<what>.+)",
)
_INSTEAD = (
    r"(?:just|only|rather|simply|instead) (?:say|write|put)(?: that)? (?P<what>.+?)(?: instead)?",
    r"(?:say|write|put)(?: that)? (?P<what>.+?) (?:instead|only)",
    r"(?:dis|écris|mets)(?:-lui)? (?:juste|plutôt|seulement|simplement)(?: que| qu'|:)? ?(?P<what>.+)",
)
_ADDS = (
    r"(?:say|add that|add:|mention|tell (?:him|her|them)|let (?:him|her|them) know)(?: that)? (?P<what>.+?)(?: too| as well)?",
    r"(?:(?:dis|écris|précise)(?:-lui|-leur)?(?: que| qu'|:)|ajoute que|ajoute qu'|ajoute:) ?(?P<what>.+)",
)
_ASKS = (
    rf"ask{_WHOM} (?:if|whether) (?P<what>.+)",
    r"demande(?:-lui|-leur)? (?P<what>s(?:i |'il|'ils).+)",
)
_SWAPS = (
    r"(?:change|replace|swap|make) (?P<what>.+?) (?:to|with|by|for|into) (?P<new>.+)",
    r"(?:remplace|change) (?P<what>.+?) (?:par|en) (?P<new>.+)",
    r"not (?P<what>.+?),? but (?P<new>.+)",
    r"(?P<new>.+?) (?:instead of|rather than|in place of) (?P<what>.+)",
)
_WAYS: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = tuple(
    (name, tuple(re.compile(one, re.IGNORECASE | re.DOTALL) for one in patterns))
    for name, patterns in (
        ("swap", _SWAPS),
        ("spare", _SPARES),
        ("drop", _DROPS),
        ("instead", _INSTEAD),
        ("ask", _ASKS),
        ("add", _ADDS),
    )
)
_BEGINS = (
    r"(?:(?:and|also|but|et|mais|then) )?(?:please |just |only |rather )*(?:say|ask|add|mention|tell|no need|don'?t|do not|take|leave|drop|remove|change|replace|"
    r"without|dis|demande|ajoute|enlève|retire|ne)\b"
)
_PIECES = re.compile(rf"(?<=[.;!?])\s+|,\s*(?={_BEGINS})|\s+(?=(?:and|but|et|mais)\s+{_BEGINS})", re.IGNORECASE)
# Why something should change, which changes nothing more.
_REASON = re.compile(
    r"(?:because|since|as|it|it's|its|that|that's|thats|this|he|he's|he'll|she|she's|she'll|they|they're|sounds|looks|i'm|im|i don't|we're|"
    r"c'est|ça|parce que|car|il|elle|je)\b",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"([.!?]+\s+|[,;]\s+|\n+|\s+(?:and|but|et|mais)\s+)", re.IGNORECASE)
_JOINT_BEFORE = re.compile(r"(?:[,;]\s+|\s+)(?:(?:and|but|et|mais)\s+)?\Z(?<![.!?\n]\s)", re.IGNORECASE)
_JOINT_BEHIND = re.compile(r"\A(?:[.!?,;]*\s+)(?:(?:and|but|et|mais)\s+)?", re.IGNORECASE)
# What a new word makes too many of: "about by seven", "half seven seven".
_TWO_PLACES = re.compile(rf"(?<!\w)(?:{_AT}) (?P<kept>(?:{_AT}) )", re.IGNORECASE)
_TWICE = re.compile(r"(?<!\w)(?P<kept>\w+) (?P=kept)(?!\w)", re.IGNORECASE)
_PLACES = re.compile(
    r"(?:the |la |le )?(?P<which>last|first|dernière?|première?) (?:line|sentence|bit|part|phrase|ligne|partie)(?: of it)?",
    re.IGNORECASE,
)
_PUT = re.compile(r"\A(?:make|use|put|say|write)(?: it| that)? ", re.IGNORECASE)
_ENDS = re.compile(r"[.!?]\s+|\n+")
_ARTICLE = re.compile(r"(?:(?:but|and|mais|et|the|a|an|that|about|any|le|la|les|du|de|des)\b |l'|d')+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_ASKED = {"en": "Can you tell me whether {what}?", "fr": "Peux-tu me dire {what} ?"}


_ASKS_TOO = re.compile(
    r"(?:\A|[,.;]\s+(?:and |but )?|\s+(?:and|but) )(?:also |please |then )*ask (?:(?:him|her|them) )?(?P<what>(?:if|whether) .+)\Z",
    re.IGNORECASE | re.DOTALL,
)
_WHETHER = re.compile(r"\A(?:if|whether) ", re.IGNORECASE)
_DO = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "hasn't": "haven't",
    "isn't": "aren't",
    "doesn't": "don't",
}
_THEY_DO = re.compile(
    rf"\b(?:he|she) (?P<does>{'|'.join(_DO)}|[a-z]+s|can|could|will|would|may|might|should|wants|needs)\b",
    re.IGNORECASE,
)
_THEM = re.compile(r"\b(?:he|she|him|her|they|them)\b(?! (?:is|was|has)\b)", re.IGNORECASE)


_OF_WHAT_STANDS = frozenset(("swap", "drop"))


@dataclass(slots=True)
class _Draft:
    """The text on its way. `hole`: where something was taken out and nothing put yet, as (start, end) of the clause that goes."""

    text: str
    hole: tuple[int, int] | None = None
    changed: bool = field(default=False)


def asking_too(text: str) -> str:
    """A text to somebody in which what they are to be asked is a question: "thanks and ask if she needs a lift" ends in "Can you tell me whether
    you need a lift?"."""
    found = _ASKS_TOO.search(text)
    if found is None:
        return text
    before = text[: found.start()].rstrip(" ,.;")
    what = _WHETHER.sub("", found["what"]).rstrip(" .!?")
    asked = _ASKED["en"].format(what=_to_them(what))
    return f"{_sentence(before)} {asked}" if before else asked


def _to_them(what: str) -> str:
    """What is asked of somebody, as it is asked them: "if she needs it" becomes "if you need it"."""
    spoken = _THEY_DO.sub(
        lambda found: f"you {_DO.get(found['does'].casefold(), found['does'].removesuffix('s'))}", what
    )
    return _THEM.sub("you", spoken)


def cut_or_swapped(text: str, change: str) -> str | None:
    """The text with a part of it left out or put for another; None for words that add to it, and as with `reworded`."""
    return reworded(text, change, ways=_OF_WHAT_STANDS)


def reworded(text: str, change: str, *, ways: Collection[str] = ()) -> str | None:
    """The text with a change in words worked in, where given only in these `ways`; None where rules can't, or where it would leave nothing."""
    said = " ".join(change.replace("’", "'").split())
    if not said or len(said) > _LONGEST:
        return None
    draft = _Draft(text.strip())
    for piece in _pieces(said):
        if not _worked_in(draft, piece, ways):
            return None
    _fill(draft, "")
    return draft.text if draft.changed and draft.text and draft.text != text.strip() else None


def touches(text: str, change: str) -> bool:
    """Whether a part of what is said at least changes the text, so that all of it is about that."""
    said = " ".join(change.replace("’", "'").split())
    return len(said) <= _LONGEST and any(reworded(text, piece) is not None for piece in _pieces(said))


def _pieces(said: str) -> Iterator[str]:
    for piece in _PIECES.split(said):
        bare = piece.strip(" ,;")
        if bare:
            yield bare


def _worked_in(draft: _Draft, piece: str, ways: Collection[str]) -> bool:
    """Whether one piece of the change was read; a reason for another piece is."""
    lead = _LEAD.match(piece)
    said = piece[lead.end() :] if lead else piece
    joined = _AND.match(said)
    said = said[joined.end() :] if joined else said
    said = _PLEASE.sub("", said.rstrip(" .!"))
    for way, patterns in _WAYS:
        for pattern in patterns if not ways or way in ways else ():
            found = pattern.fullmatch(said)
            if found and _APPLY[way](draft, found):
                draft.changed = True
                return True
    return not said or (draft.changed and bool(_REASON.match(said)))


def _swap(draft: _Draft, found: re.Match[str]) -> bool:
    new = _without_reason(_unquoted(_PUT.sub("", found["new"])))
    word = re.compile(rf"(?<!\w){re.escape(_unquoted(found['what']))}(?!\w)", re.IGNORECASE)
    text, count = word.subn(lambda _: new, draft.text)
    draft.text = _TWICE.sub(r"\g<kept>", _TWO_PLACES.sub(r"\g<kept>", text)) if count else text
    return bool(count and new)


def _phrase_out(draft: _Draft, what: str) -> bool:
    """Take a phrase with its preposition out of the one sentence there is: "on Friday"."""
    phrase = re.compile(rf" (?:{_AT}|with|from|this|next) (?:the |my |our )?{re.escape(what)}(?!\w)", re.IGNORECASE)
    text, count = phrase.subn("", draft.text, count=1)
    draft.text = text
    return bool(count)


def _spare(draft: _Draft, found: re.Match[str]) -> bool:
    _drop(draft, found)
    return True


def _drop(draft: _Draft, found: re.Match[str]) -> bool:
    _fill(draft, "")
    what = _without_reason(_unquoted(found["what"]))
    if len(_spans(draft.text, _CLAUSE_ENDS)) == 1 and _phrase_out(draft, what):
        return True
    draft.hole = _clause_with(draft.text, what)
    return draft.hole is not None


def _instead(draft: _Draft, found: re.Match[str]) -> bool:
    what = _unquoted(found["what"])
    if draft.hole is None:
        draft.text = _sentence(what)
    else:
        _fill(draft, what)
    return True


def _ask(draft: _Draft, found: re.Match[str]) -> bool:
    language = "fr" if found.re.pattern.startswith("demande") else "en"
    what = found["what"].strip()
    _append(draft, _ASKED[language].format(what=_to_them(what) if language == "en" else what))
    return True


def _add(draft: _Draft, found: re.Match[str]) -> bool:
    what = _unquoted(found["what"])
    if draft.hole is not None:
        _fill(draft, what)
    else:
        _append(draft, _sentence(what))
    return True


_APPLY = {"swap": _swap, "spare": _spare, "drop": _drop, "instead": _instead, "ask": _ask, "add": _add}


def _append(draft: _Draft, sentence: str) -> None:
    _fill(draft, "")
    if not draft.text:
        draft.text = sentence
        return
    before = draft.text if draft.text.endswith((".", "!", "?", "…")) else f"{draft.text}."
    draft.text = f"{before} {sentence}"


def _fill(draft: _Draft, new: str) -> None:
    """Close what was taken out, with `new` in its place."""
    if draft.hole is None:
        return
    start, end = draft.hole
    draft.hole = None
    before, behind = draft.text[:start], draft.text[end:]
    if new:
        draft.text = _capital(f"{before}{new}{behind}")
        return
    joint = _JOINT_BEFORE.search(before)
    if joint:
        draft.text = f"{before[: joint.start()]}{behind}"
    else:
        draft.text = f"{before}{_capital(_JOINT_BEHIND.sub('', behind))}".strip()


def _clause_with(text: str, what: str) -> tuple[int, int] | None:
    """Where the smallest part stands that says it, as (start, end); None where nothing does."""
    placed = _PLACES.fullmatch(what)
    sentences = _spans(text, _ENDS)
    spans = sentences if placed and len(sentences) > 1 else _spans(text, _CLAUSE_ENDS)
    if placed:
        return spans[-1 if placed["which"].casefold()[0] in "ld" else 0] if len(spans) > 1 else None
    sought = _plain(_ARTICLE.sub("", what))
    wanted = {word for word in _WORD.findall(sought) if len(word) >= _FEWEST_LETTERS} or set(_WORD.findall(sought))
    for start, end in spans:
        said = set(_WORD.findall(_plain(text[start:end])))
        if wanted and wanted <= said:
            return start, end
    return None


def _plain(text: str) -> str:
    """Without capitals and marks inside words: "I'm" and "im" are one."""
    return text.casefold().replace("'", "").replace("’", "")


def _spans(text: str, ends: re.Pattern[str]) -> list[tuple[int, int]]:
    """The parts of a text as (start, end), in its order, without what joins them."""
    found, at = list[tuple[int, int]](), 0
    for joint in ends.finditer(text):
        if joint.start() > at:
            found.append((at, joint.start()))
        at = joint.end()
        if len(found) == _MOST_CLAUSES:
            break
    return [*found, (at, len(text))] if at < len(text) else found


def _without_reason(new: str) -> str:
    """ "by half seven, it's quite a drive": what stands behind says why."""
    head, comma, tail = new.partition(", ")
    return head.strip(" \"'“”«»") if comma and _REASON.match(tail) else new


def _unquoted(text: str) -> str:
    return text.strip().strip("\"'“”«»").strip()


def _sentence(text: str) -> str:
    said = _capital(text.strip())
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
