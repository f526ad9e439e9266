"""What a model writes is put right before anybody reads it: it doesn't open with an apology, and no code or exception's name stands in it.

Knows no turn and no channel. Its prompt asks for the same; this holds where a model doesn't.
"""

import re
from http import HTTPStatus

_HEAD = 600  # characters of a reply in which its opening lies
_ROUNDS = 4  # openings one behind the other
_LEAD = r"\A[\s>*_\"“]*+(?:(?:oh|ah|hmm+|well|ok|okay|hi|hello)\b[\s,.!]*+)?"
_SORRY = r"(?:(?:I['’]?m|I am|we['’]?re|we are)\s+)?(?:(?:so|very|really|truly|deeply|terribly)\s+){0,3}sorry\b"
_APOLOGIES = r"(?:(?:I|we)\s+(?:sincerely |deeply |do |must )?apologi[sz]e|(?:please accept )?(?:my|our)\s+(?:sincere |deepest )?apologies|apologies)\b"
_ANY = rf"(?:{_SORRY}|{_APOLOGIES})"
_NO_MORE = r"\s*+(?:[.!?]+|[,;:–—-]++|\Z|(?=\n))"  # the clause ends here
_IDLE = (  # what an apology may be for without saying anything
    r"(?:(?:the|this|that|any|all|my|our|your|such)\s+){0,2}(?:(?:long|slight|brief|late|earlier|previous|possible)\s+)?"
    r"(?:delay|wait|confusion|inconvenience|trouble|bother|mix-?up|misunderstanding|mistake|interruption|hassle|disturbance|slip|oversight)s?"
    r"(?:\s+(?:(?:that )?(?:this|that|it|I)(?: may| might)?(?: have)? caused(?: you)?|there|earlier|again|here))?|that|this|earlier|"
    r"(?:interrupting|bothering|disturbing|asking|repeating myself|keeping you waiting|the late reply|taking so long)(?: you)?(?: again)?"
)
_THAT = r"(?:\s+that(?=\s+(?:I|you|he|she|it|they|we|there|the|an?|your|my|our|his|her|their|this|no|not|none|nothing|all|some|most|\d+)\b))?"
# What may be among a person's news without being any of ours: no number, no "not", nothing that was lost or failed.
_NEWS = r"(?:(?!\d|\b(?:not?|never|none|nothing|without|cannot|un\w+able|fail\w*|los[te]\w*|gone|delet\w+|remov\w+|eras\w+|miss\w+|wrong|broke\w*|errors?|backups?)\b|n['’]t\b)[^.!?\n,;:]){1,120}"
_FEELING = r"(?:feeling|going through|having a (?:hard|rough|bad|tough)|so |very |really )?\s*(?:ill|sick|unwell|sad|tired|upset|stressed|lonely|hurt|in pain|down|this|it)"
# The opening as it is written, and what stands there instead. The first that fits; the particular ones come before the general ones.
_OPENINGS: tuple[tuple[str, str], ...] = (
    (rf"{_SORRY}\s+(?:to hear|for your loss\b){_NEWS}{_NO_MORE}", "That's hard. "),
    (rf"{_SORRY}\s+for your loss{_NO_MORE}", "That's hard. "),
    (rf"{_SORRY}\s+(?:that )?you['’ ](?:re|are)\s+{_FEELING}{_NO_MORE}", "That's hard. "),
    (rf"{_ANY}\s+(?:for|about)\s+(?:{_IDLE}){_NO_MORE}", ""),
    (rf"{_ANY}\s+(?:for|about)\s+", "What went wrong: "),
    (rf"{_SORRY}\s+to hear\s+(?:of|about)\s+", "What went wrong: "),
    (rf"{_SORRY}\s+to\s+(?:disappoint|bother|trouble|disturb|interrupt)(?: you)?{_NO_MORE}", ""),
    (rf"{_ANY}\s+if\s+", "Perhaps "),
    (
        rf"{_ANY}(?:\s+to\s+(?:hear|say|tell you|report|inform you|let you know)\b)?{_THAT}[\s,.!:;–—-]*+",
        "",
    ),
    (r"unfortunately not(?=\s*+(?:[.,!;:–—]|\n|\Z))[\s,:–—-]*+", "No. "),
    (r"unfortunately\b[\s,:–—-]*+", ""),
    (r"(?:I['’]?m|I am) afraid not(?=\s*+(?:[.,!;:–—]|\n|\Z))[\s,:–—-]*+", "No. "),
    (r"(?:I['’]?m|I am) afraid so(?=\s*+(?:[.,!;:–—]|\n|\Z))[\s,:–—-]*+", "Yes. "),
    (rf"(?:I['’]?m|I am) afraid(?! (?:of|for)\b){_THAT}[\s,]*+", ""),
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
_PROBLEM = "technical problem"
_BEFORE = (  # what stands in front of a code or a name and belongs to it
    r"(?:(?P<before>\b(?:an?|the|this|that|another|its|your|my|some|any|no|each|every|one|two|three|several|these|those)\s+"
    r"(?:(?:internal|unexpected|new|same|similar|second|first|single|other|server|network|client|temporary)\s+)?))?"
)
_CODE = re.compile(
    _BEFORE
    + r"(?:\b(?P<http>HTTP)(?:/\d(?:\.\d)?)?\s*(?:status|error)?(?:\s+code)?|\bstatus(?:\s+code)?|\berror(?:\s+code)?)"
    r"[\s:#=-]{0,3}(?P<code>[45]\d\d)\b(?P<phrase>\s{0,2}\(?[A-Za-z' -]{2,40}\)?)?",
    re.IGNORECASE,
)
_KNOWN = {str(status.value): status.phrase.casefold() for status in HTTPStatus}
_NAMED_ERROR = re.compile(r"\s+(?P<word>errors?)\b", re.IGNORECASE)
_EXCEPTION = re.compile(f"(?i:{_BEFORE})" + r"\b[A-Z][A-Za-z]{1,60}(?:Error|Exception)(?P<many>s)?\b(?:\(\))?")
_SENTENCE = re.compile(r"(?:\A|[.!?]\s+|\n\s*)\Z")
_BEFORE_READ = 3  # characters in front of a match that tell whether it begins a sentence


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
    goes_on = instead and not instead.endswith(". ")
    return f"{instead}{left if goes_on else _capital(left)}"


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

    def is_asked_about(hit: re.Match[str]) -> bool:
        named = hit[0].casefold()
        return bool(known) and any(
            word in known for word in re.findall(r"\w{3,}(?:error|exception)|\b[45]\d\d\b", named)
        )

    def code(hit: re.Match[str]) -> str:
        if is_asked_about(hit) or (not hit["http"] and hit["code"] not in _KNOWN):
            return hit[0]
        after = hit["phrase"] or ""
        phrase = _KNOWN.get(hit["code"], "")
        if phrase and after.strip(" ").casefold() == f"({phrase})":
            after = ""
        elif phrase and after.lstrip(" ").casefold().startswith(phrase):
            after = after.lstrip(" ")[len(phrase) :]
        error = _NAMED_ERROR.match(after)
        many = error is not None and error["word"].casefold().endswith("s")
        return _worded(hit, many=many) + (after[error.end() :] if error else after)

    def exception(hit: re.Match[str]) -> str:
        return hit[0] if is_asked_about(hit) else _worded(hit, many=bool(hit["many"]))

    return _EXCEPTION.sub(exception, _CODE.sub(code, reply))


def _worded(hit: re.Match[str], *, many: bool) -> str:
    """ "A technical problem", with what stood in front of a name or a code where that is more than an article."""
    before = hit["before"] or ""
    article, _, more = before.partition(" ")
    if article.casefold() in ("", "a", "an", "the") and not many:
        before = f"{'an' if more[:1] in tuple('aeiou') else 'a'} {more}" if more.strip() else "a "
        if more.strip() in ("first", "second", "same", "other"):
            before = f"the {more}"
    worded = f"{before}{_PROBLEM}{'s' if many else ''}"
    begins = _SENTENCE.search(hit.string[max(0, hit.start() - _BEFORE_READ) : hit.start()])
    begins = begins if begins and (hit.start() <= _BEFORE_READ or begins.start() > 0) else None
    return _capital(worded) if begins else worded


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
