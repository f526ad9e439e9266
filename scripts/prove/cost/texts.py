"""Texts that are hard to read: one thing again and again, nested, unfinished, or with every joint there is."""

UNITS: dict[str, str] = {
    "a request again and again": "add milk to my list and ",
    "joined by then": "remind me at five to call mum and then ",
    "all the": "show me all the all of ",
    "enumeration": "milk, ",
    "and": "and ",
    "every joint": "a, and then; but so also plus b. c: d - e\n",
    "a mixture": 'and, then; add a: "b" (c) at 5pm on monday. ',
    "one letter": "a",
    "capitals": "A",
    "words": "word ",
    "names": "Ama ",
    "the": "the ",
    "I": "I live in Accra and I ",
    "mine": "my sister's ",
    "claims": "I've added milk to your list. ",
    "questions": "what is my ",
    "conditions": "if not ",
    "negations": "not ",
    "politeness": "please ",
    "times": "at 5 ",
    "repetitions": "every monday at 5 and ",
    "durations": "in 5 minutes ",
    "digits": "1",
    "numbers": "12 ",
    "sums": "(1+",
    "powers": "2**",
    "minus": "--",
    "spaces": " ",
    "tabs": "\t",
    "lines": "\n",
    "full stops": ". ",
    "initials": "a. ",
    "colons": "a: ",
    "dashes": "a - ",
    "quotes": '"',
    "apostrophes": "a' ",
    "brackets": "(",
    "square brackets": "[",
    "links": "[a](b",
    "addresses": "http://a",
    "mail": "a@",
    "stars": "*",
    "bold": "**a ",
    "code": "`",
    "fences": "``` ",
    "waves": "~~~\n",
    "headings": "# ",
    "items": "- a\n",
    "nested": "> - > ",
    "tables": "|a|\n|-|\n",
    "tags": "<b>",
    "underscores": "_",
    "salutations": "Dear a,\n",
    "other alphabets": "é",
    "pictures": "👩‍👩‍👧",
    "invisible": "\u200b",
}


_FITS_NOTHING = "frobnicate \x01"


def texts(length: int) -> dict[str, str]:
    """Each of them so many characters long at most: by itself, and with an end that makes nothing of all that stood before it."""
    whole = {name: unit * (length // len(unit)) for name, unit in UNITS.items()}
    return whole | {f"{name}, and then nothing that fits": f"{text}{_FITS_NOTHING}" for name, text in whole.items()}
