"""Sums and questions about dates, put as the calculator and the calendar's reckoning read them. Pure."""

import re
from dataclasses import replace
from datetime import UTC, datetime

from rapidfuzz import fuzz, process

from app.language import calculator
from app.language.orders import speech
from app.language.orders.numbers import in_digits
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part
from app.language.time import arithmetic

_ASKING = re.compile(
    r"\A(?:what(?:'s| is| are| does)|convert|how much (?:is|are)|calculate|compute|work out|solve|evaluate|tell me|do the math:?|give me|combien (?:font|fait))\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\A(?:an?|the) (?!hundred|thousand|million|quarter|third|half|\w+ in\b)", re.IGNORECASE)
_MONEY = re.compile(
    r"(?<=\d) (?:cedis?|ghs|dollars?|euros?|naira|rupees?|bucks|quid|pounds|francs?)\b(?! (?:in|to|into|as)\b)",
    re.IGNORECASE,
)
# How a sum is written elsewhere, or said with a word too many: "134,5", "5 miles en kilomètres", "85 pounds of weight", "38.6 in fahrenheit".
_WRITTEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\d,.])(\d+),(\d{1,2})(?![\d,])"), r"\1.\2"),
    (re.compile(r"\Aconverti(?:s|r|ssez)(?:-moi)? ", re.IGNORECASE), ""),
    (re.compile(r"\A([\d.]+ [^\W\d_]+) en (?=[^\W\d_]+\Z)"), r"\1 in "),
    (re.compile(r"(?<=[a-z])[èé](?=[a-z])"), "e"),
    (re.compile(r"\b(pounds?|kilos?|stones?|grams?|ounces?) of weight\b", re.IGNORECASE), r"\1"),
    (
        re.compile(r"\A(-?[\d.]+)(?: degrees?| degrés?|°)? (?:in|to|en) (?:fahrenheit|f)\Z", re.IGNORECASE),
        r"\1 celsius in fahrenheit",
    ),
    (
        re.compile(r"\A(-?[\d.]+)(?: degrees?| degrés?|°)? (?:in|to|en) (?:celsius|c)\Z", re.IGNORECASE),
        r"\1 fahrenheit in celsius",
    ),
)
_POINTS = re.compile(r"\w (?:point|virgule) \w", re.IGNORECASE)  # "three point five"
_POINT = re.compile(r"\b(\d+) (?:point|virgule) (\d+)\b", re.IGNORECASE)
# A date, an hour, a score, a number of a book or a phone: figures with marks between them that nobody adds up.
_NO_SUM = re.compile(
    r"\d{1,4}(?:[-/.]\d{1,4}){2,}|\d{1,2}:\d{2}(?: ?- ?\d{1,2}:\d{2})?|\d{1,2} ?[-–] ?\d{1,2}|24/7|50/50"
)
_WORDS = re.compile(r"\S*[^\s,;:?!.]")
_MOST_WORDS = 20  # of a sentence in which a sum is looked for
_PEOPLE = re.compile(r"(?<=\d) (?:of us|people|persons?|friends|ways|kids|children|each)\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?P<sign>add|plus|with|minus|less|take off|knock off|take)\b(?: a| an| another)? (?P<part>[\d.]+) ?(?:%|percent|per cent)[^\d%]{0,40}?\b(?:to|on|off|from|of)(?: the| that)? [$€£₵]?(?P<sum>[\d.,]*\d)",
    re.IGNORECASE,
)
_SIGNS = {
    "add": "+",
    "plus": "+",
    "with": "+",
    "minus": "-",
    "less": "-",
    "take off": "-",
    "knock off": "-",
    "take": "-",
}
_WORKED = re.compile(
    r"\b(?:plus|minus|times|divided by|multiplied by|percent|per cent|square root|squared|cubed|to the power of|over)\b|%",
    re.IGNORECASE,
)
_TIMES_A = {"once": 1, "twice": 2, "thrice": 3, "never": 0, "none": 0, "no": 0}
_UNTIL = re.compile(r"\b(until|till|to|before) (?:my|our|the) [\w' ]+? (?:on|at) (?=\w)", re.IGNORECASE)
_FALLS = re.compile(
    r"\b(day|date)(?: of the week)? (.+?) (?:falls?|is|lands?)(?: on)?(?= this| next|\Z)", re.IGNORECASE
)
_THERE = re.compile(r"\b(?:there are|are there|there is)\s+", re.IGNORECASE)


def sum_of(clause: Clause) -> Reading | None:
    """A sum or conversion that the calculator works out; None for anything else."""
    text = _ARTICLE.sub("", _ASKING.sub("", clause.text.strip(" ?=.!")))
    for said, known in _WRITTEN:
        text = said.sub(known, text)
    text = _MONEY.sub("", in_digits(text)) if _WORKED.search(text) else text
    if calculator.can_answer(text) and not _NO_SUM.fullmatch(text):
        return Reading((Call("calculate", {"expression": text}),))
    return None


def sum_asked(clause: Clause) -> Reading | None:
    """The sum in a sentence that is known to ask for one: the whole of it, put in other words, or a stretch of it."""
    clause = (
        replace(clause, text=_POINT.sub(r"\1.\2", in_digits(clause.text))) if _POINTS.search(clause.text) else clause
    )
    if (whole := sum_of(clause)) is not None:
        return whole
    worked = _stretch(clause.text)
    said = as_sum(clause.text)
    if worked and _WORKED.search(worked):
        return Reading((Call("calculate", {"expression": worked}),))
    if said != speech.bare(clause.text):
        return Reading((Call("calculate", {"expression": said}),))
    text = _PEOPLE.sub("", _MONEY.sub("", in_digits(clause.text)))
    more = _MORE.search(text)
    if more:
        return Reading(
            (Call("calculate", {"expression": f"{more['sum']} {_SIGNS[more['sign'].casefold()]} {more['part']}%"}),)
        )
    inside = _stretch(text)
    return Reading((Call("calculate", {"expression": inside}),)) if inside else None


def _stretch(text: str) -> str:
    """The longest stretch of a text that is a sum; "" where none is."""
    words = [(one.start(), one.end()) for one in _WORDS.finditer(text)][-_MOST_WORDS:]
    spans = (
        text[start:end]
        for size in range(len(words), 1, -1)
        for (start, _), (_, end) in zip(words, words[size - 1 :], strict=False)
    )
    return next((one for one in spans if calculator.can_answer(one)), "")


def splits(part: Part, clause: Clause) -> Reading | None:
    """What each pays, where a sum is split in so many words, whatever else the words may be."""
    asks = part.text.rstrip().endswith("?") and _SPLITS.search(part.text)
    return sum_asked(replace(clause, text=part.text)) if asks else None


_SPLITS = re.compile(
    r"\b(?:split|shar|divid|partag)\w*\b.*\d.*\b(?:each|apiece|per head|chacun|par personne)\b", re.IGNORECASE
)


def dated(clause: Clause) -> Reading | None:
    """A question about a date that the calendar's reckoning answers."""
    asked = _UNTIL.sub(r"\1 ", clause.text)
    falls = _FALLS.sub(r"\1 is \2", asked)
    asked = _THERE.sub("", falls if " is it" not in falls else asked)
    if arithmetic.answer_date_question(asked, clause.now) is None:
        return sum_asked(clause)
    return Reading((Call("answer_date_question", {"question": asked}),))


def count(words: str) -> int | None:
    """How many: in figures, in words, or how often."""
    said = words.strip(" .,!?").casefold()
    digits = in_digits(said)
    found = re.search(r"\d{1,4}", digits)
    return int(found[0]) if found else _TIMES_A.get(said.split()[0] if said else "")


_LONGEST_SUM = 300  # characters; what is longer is no question for a sum


def as_sum(text: str) -> str:
    """The sum in a question, in the words that the calculator knows: "how many hours are in 4 days" as "4 days in hours"."""
    text = text[:_LONGEST_SUM]
    said = _LONG_WORD.sub(_spelled, speech.bare(text))
    inside, years = _HOW_MANY.search(said), _YEARS.search(said)
    if inside:
        return f"{_AND_HALF.sub(lambda found: found[1] + '.5', inside['span'])} in {inside['unit']}"
    if years:
        return f"{years['last']} - {years['first']}"
    for other, known in _SUMS:
        said = re.sub(other, known, said, flags=re.IGNORECASE)
    is_reworded = said != speech.bare(text)
    said = in_digits(said) if is_reworded else said
    first = re.search(r"\d", said)
    return said[first.start() :] if first and is_reworded else said


def _spelled(word: re.Match[str]) -> str:
    """A word of reckoning with a slip as it is spelled; any other as it is."""
    found = process.extractOne(word[0].casefold(), _RECKONING, scorer=fuzz.ratio, score_cutoff=_NEARLY)
    return found[0] if found else word[0]


_LONG_WORD = re.compile(r"[^\W\d_]{5,12}")
_RECKONING = ("divided", "multiplied", "multiply", "percent", "minus", "times", "squared")
_NEARLY = 88  # of 100


def as_date_question(said: str) -> str:
    """ "What day of the week will the 3rd be?" as it is asked outright."""
    return _WILL_BE.sub(r"what day is \g<date>", said)


_WILL_BE = re.compile(
    r"\A(?:on )?(?:what|which) day(?: of the week)? (?:will|would|does|did|is it that) (?P<date>.+?) (?:be|fall(?: on)?|land(?: on)?|come)\Z",
    re.IGNORECASE,
)
_YEARS = re.compile(
    r"\bhow many years\b.*\b(?:from|between) (?P<first>\d{4}) (?:to|and|until|till) (?P<last>\d{4})\b", re.IGNORECASE
)
_HOW_MANY = re.compile(
    r"\bhow many (?P<unit>[a-z]+) (?:are |is |make )?(?:there )?(?:are )?in (?P<span>(?:an?|\d[\d.,]*|[a-z]+)(?: and a half)? [a-z]+(?: and a half)?)",
    re.IGNORECASE,
)
_AND_HALF = re.compile(r"\b(\d+) and a half\b", re.IGNORECASE)
_SUMS = (
    (
        r".*\b(?:split|splitting|share|sharing|divid|partag)\w*\b[^\d]{0,40}?[$€£₵]?([\d.,]*\d)\b[^\d]{0,40}?\b(?:between|among|amongst|with|entre|by) (\d+)\b.*",
        r"\1 / \2",
    ),
    (
        r".*\b(?:there's|there are|we are|we're|il y a|on est|nous sommes)? ?(\w+) (?:of us|people|personnes|friends)\b[^\d]{0,60}?\b(?:split|splitting|share|sharing|divide|dividing|partager|partage)\w*\b[^\d]{0,40}?[$€£₵]?([\d.,]*\d).*",
        r"\2 / \1",
    ),
    (r"\bmultiply(?: (?:by|with))? (?=\d)", "times "),
    (r"\A.*?\b(?:makes?|font|fait)\b (?=\d)", ""),
    (
        r"\b(?:divide|split|share|partage|divise)s? [$€£]?([\d.,]*\d)\b[^\d]{0,40}?\b(?:by|for|between|among|into|with|par|entre|en) (\d+)\b.*",
        r"\1 / \2",
    ),
    (
        r"(?<=\d) (?:euros?|cedis?|dollars?|pounds?|quid|francs?|naira|shillings?|bucks)\b(?=.*\b(?:split|shared|divided|entre|en)\b)",
        "",
    ),
    (
        r"\b(?:split|shared|divided)(?: up)? (?:(?:between|among|by) )?(?=\d+\b(?: (?:ways|people|of us|friends))?)",
        "divided by ",
    ),
    (r"(?<=\d) ways\b", ""),
    (r"\b(\d+)(?: [a-z]+){1,4} (?:at|à) [$€£]?([\d.]*\d)(?: each| apiece| pièce)?\b.*", r"\1 * \2"),
    (r"\bfois\b", "times"),
    (r"\bdivisée? (?:par|en)\b|\b(?:en|entre)\b(?= \d)", "divided by"),
    (r"(?<=\d) moins\b", " minus"),
    (r"\b(?:pour cent|%) d[eu']", "% of "),
)


# A sum that goes on from the one before: "plus 15", "and 20 percent", "and from 420?", "split that by four", "and in miles".
_ON = re.compile(
    r"\A\W*(?:(?:and|then|now|ok|okay|so|also|please|what about|how about|what's|whats|make it|et|puis|maintenant|alors|donc|ça fait)\b\W*)*(?P<said>.*?)[^\w%]*(?:\b(?:please|then|pls|stp|svp)\W*)*\Z",
    re.IGNORECASE | re.DOTALL,
)
_STEPS = (
    (r"(?:plus|add|adding|\+|ajoute[rz]?) (?:another )?(?P<by>{n}%?)", "{was} + {by}"),
    (r"(?:minus|less|subtract|take away|take off|knock off|-|moins|enlève[rz]?) (?:another )?(?P<by>{n}%?)(?: from (?:that|it))?", "{was} - {by}"),
    (r"(?:(?:that|it|ça) )?(?:times|multiplied by|x|\*|fois|multiply (?:that|it)? ?by) (?P<by>{n})", "{was} * {by}"),
    (
        r"(?:(?:that|it|ça) )?(?:divided by|over|/|divisé par|(?:split|divide|share|divise|partage)(?: (?:that|it|ça))?(?: (?:by|between|among|into|en|par))?) (?P<by>{n})(?: (?:ways|of us|people|each))?",
        "{was} / {by}",
    ),
    (r"(?:and )?half (?:of )?(?:that|it)|la moitié(?: de ça)?", "{was} / 2"),
    (r"(?:double|twice) (?:that|it)|le double", "{was} * 2"),
)  # fmt: skip
_ONWARD = tuple((re.compile(said.replace("{n}", r"[\d.,]*\d"), re.IGNORECASE), made) for said, made in _STEPS)
_SHARE = re.compile(r"(?P<share>[\d.,]*\d) ?(?P<percent>%|percent|per cent|pour cent)", re.IGNORECASE)
_OF = re.compile(r"(?:(?:from|of|on|for|off|with|de|sur|pour) )?(?P<base>[\d.,]*\d)(?: ?[^\W\d_]+)?", re.IGNORECASE)
_INTO = re.compile(r"(?:in|to|into|en) (?P<unit>[^\W\d_]+)", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"[\d.,]*\d(?=[^\d]*\Z)")
_RESULT = re.compile(r"= ?(?:about )?(?P<was>-?[\d.,]*\d)")
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)  # a sum knows no time
_SHORT = 60  # characters of what goes on from a sum


def goes_on(text: str, expression: str, outcome: str) -> Reading | None:
    """What is made of the sum before: its result worked on, or another number in its place. None where the words say no such thing."""
    said = in_digits(_MONEY.sub("", _ON.sub(r"\g<said>", text))) if len(text) <= _SHORT else ""
    share, was = _SHARE.fullmatch(said), _SHARE.search(expression)
    if share and was:
        return _worked(f"{expression[: was.start('share')]}{share['share']}{expression[was.end('share') :]}")
    if not said or sum_of(Clause(text, _ANY_TIME)) is not None:
        return None
    result = _RESULT.search(outcome)
    for step, made in _ONWARD if result else ():
        if found := step.fullmatch(said):
            by = str(found.groupdict().get("by", "")).strip(",.")
            return _worked(made.format(was=result["was"].replace(",", ""), by=by) if result else "")
    base, unit = _OF.fullmatch(said), _INTO.fullmatch(said)
    if unit and (into := re.search(r"\b(?:in|to|into) (?P<unit>\w+)\Z", expression)):
        return _worked(f"{expression[: into.start('unit')]}{unit['unit']}")
    return _worked(_LAST_NUMBER.sub(base["base"], expression, count=1)) if base else None


def _worked(expression: str) -> Reading | None:
    return Reading((Call("calculate", {"expression": expression}),)) if calculator.can_answer(expression) else None
