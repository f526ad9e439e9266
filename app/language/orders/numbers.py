"""Numbers said in words, written in digits: "two hundred divided by five" is "200 divided by 5". Pure."""

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * (place + 2) for place, word in enumerate(_TENS)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_WORD = "|".join((*_VALUES, *_SCALES))
_RUN = re.compile(
    rf"\b(?:{'|'.join(_VALUES)}|a(?= (?:hundred|thousand|million)))(?:[\s-]+(?:and\s+(?=(?:{_WORD})\b))?(?:{_WORD}))*\b",
    re.IGNORECASE,
)


def in_digits(text: str) -> str:
    """The text with every number that is written in words in digits."""
    return _RUN.sub(lambda run: str(_value(re.findall(r"[a-z]+", run[0].casefold()))), text)


def _value(words: list[str]) -> int:
    """ "two hundred and five thousand" is 205000."""
    total = current = 0
    for word in words:
        if word in _VALUES:
            current += _VALUES[word]
        elif word == "hundred":
            current = max(current, 1) * _SCALES[word]
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
    return total + current
