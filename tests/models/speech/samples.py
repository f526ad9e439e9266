"""What is said in the tests of real speech, and how much of it is understood."""

import re

EVERYDAY = (
    "Remind me to call the dentist tomorrow morning at nine.",
    "Please add milk, eggs and fresh bread to my shopping list.",
    "What is on my calendar for Thursday afternoon?",
    "Send a message to Sarah that I will be ten minutes late.",
    "Take a note: the wifi password is on the back of the fridge.",
    "How long does it take to drive from London to Oxford?",
    "Cancel my meeting on Friday and tell everyone I am ill.",
    "Write in my journal that today was a good and quiet day.",
)
_NUMBERS = {"9": "nine", "10": "ten", "wi fi": "wifi"}


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Words that were added, lost or changed, and how many were said."""
    wanted, got = _words(said), _words(heard)
    row = list(range(len(got) + 1))
    for number, word in enumerate(wanted, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(got, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (word != other))
    return row[-1], len(wanted)


def _words(text: str) -> list[str]:
    """Bare words, small numbers written out."""
    plain = re.sub(r"[^\w\s]", " ", text.lower().replace("-", " "))
    for written, spoken in _NUMBERS.items():
        plain = re.sub(rf"\b{written}\b", spoken, plain)
    return plain.split()
