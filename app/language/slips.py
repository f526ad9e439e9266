"""Slips of the tongue, put right in the words before they are read: "by 10 March, scratch that, by 1 March", "the the boxes". Pure.

What takes something back stands between what is taken back and what is said instead. Where what is said instead begins with a small word that
was said just before, or with a figure or a day where one was, it takes the place of the words from there on. Anything else is left to the reader.
"""

import re
from collections.abc import Callable

# Words that take back what stands before them: one with a mark behind it ("…, no, …"), or several together ("no wait", "I mean").
HESITATES = r"(?:oh|ah|um+|hmm+|er+m?|uh+|euh)"
_WORD = r"(?:no|nope|nah|wait|sorry|oops|actually|rather|correction|non|nan|pardon|enfin|attends|oups)"
_PHRASE = (
    r"(?:no,? (?:wait|hang on|hold on|sorry|actually)|wait,? no|actually,? no|sorry,? no|hang on|hold on|scratch that|make (?:it|that)|i mean|i meant|"
    r"or rather|(?:i )?got (?:that|it) wrong|that's (?:not right|wrong)|i was wrong|i misspoke|my mistake|"
    r"enfin non|non,? (?:attends|pardon)|ou plutôt|je veux dire|je voulais dire|je me suis trompée?)"
)
BACK = rf"(?:{HESITATES}\b[\s,.…]*)?(?:{_WORD}(?:\s*[,.;:…–—!]\s*|\s+(?=(?:{_WORD}\b\s*[,.;:…–—!]|{_PHRASE}\b)))|{_PHRASE}\b[\s,.;:…–—!]*)+"
# What people say of themselves on the way: "que je suis bête", "I'm talking nonsense".
CHATTER = r"(?:(?:(?:ah|oh|mais|but|no|non)\s+)*(?:que je suis bête|quelle idiote?|(?:je dis )?n['’]importe quoi|silly me|what am i saying|i'm talking nonsense)[\s,.;:…–—!]+)"
LONGEST = 400  # characters of a message that is looked through
_NEAR = 8  # words that are looked back at
_SMALL = frozenset(
    "the a an my our your his her their to at on in by for from with of every about until before after around"
    " le la les un une des du de d l mon ma mes notre nos ton ta à a au aux en pour chez avec vers avant dès chaque sur dans".split()
)
_DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays"
    " lundi mardi mercredi jeudi vendredi samedi dimanche".split()
)
_STUTTER = re.compile(
    r"\b(the|a|an|my|our|to|at|for|in|on|of|and|it's|i|is|le|la|les|de|du|un|une|des|mon|ma|mes|et|à|pour|euh)(?: \1)+\b(?!['’-])",
    re.IGNORECASE,
)
# "730 to 1700", of hours and nothing that is counted
_BARE_HOURS = re.compile(
    r"(?<![\d.,:/#$€£₵-])\b(?P<h1>[01]?\d|2[0-3])(?P<m1>[0-5]\d) ?(?P<to>to|till?|until|-|–|à) ?(?P<h2>[01]?\d|2[0-3])(?P<m2>[0-5]\d)\b"
    r"(?![.,/:-]?\d|\s*(?:ghs|gh₵|cedis?|euros?|dollars?|pounds?|francs?|cfa|people|words?|steps|kcal|calories|km|kg|g|m|ml|pages?|%|€|\$|£))",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    rf"(?:\s*[,.;…–—]|\s-|(?=\s))\s*(?:{CHATTER}(?:{BACK})?|{BACK})(?:it's |c'est |that's |plutôt |rather |actually )?",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"[\s,;.–—-]+(?:no,? |non,? |enfin,? |wait,? )+(?:not|pas) (?P<old>[^\s,;.]+)[\s,;–—-]+(?P<new>[^\s,;.][^,;.]{0,40})",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\s,;:.!?…]+(?:[:.][^\s,;:.!?…]+)*")


def put_right(text: str) -> str:
    """The words as they were meant, where that can be told; else as they are."""
    text = _BARE_HOURS.sub(r"\g<h1>:\g<m1> \g<to> \g<h2>:\g<m2>", _STUTTER.sub(r"\1", text))
    if len(text) > LONGEST:
        return text
    for found in reversed(list(_AGAIN.finditer(text))):
        text = _instead(text[: found.start()], text[found.start() : found.end()], text[found.end() :])
    denied = _NOT.search(text)
    before = text[: denied.start()] if denied else ""
    at = _last(before, denied["old"].casefold()) if denied else None
    if denied is None or at is None:
        return text
    return f"{before[:at]}{denied['new']}{before[at + len(denied['old']) :]}{text[denied.end() :]}"


def _instead(before: str, between: str, after: str) -> str:
    """What was said before, with what is said after it in the place of what it takes back."""
    first = _TOKEN.match(after)
    at = _place(before, first[0]) if first else None
    if first is None or at is None:
        return f"{before}{between}{after}"
    taken = _TOKEN.match(before, at)
    unit = before[taken.end() :] if taken else ""
    if first[0].isdecimal() and _UNIT.fullmatch(unit) and not _UNIT.match(after, first.end()):
        return f"{before[:at]}{first[0]}{unit}{after[first.end() :]}"  # "in 5 minutes, no, 10"
    if taken and first[0].casefold() in _DAYS:  # "Monday at 8, no, Tuesday"
        return f"{before[:at]}{first[0]}{before[taken.end() :]}{after[first.end() :]}"
    words = list(_TOKEN.finditer(before, at))
    length = len(_TOKEN.findall(re.split(r"[,;.!?]", after, maxsplit=1)[0]))
    rest = before[words[length - 1].end() :] if first[0].casefold() in _SMALL and length < len(words) else ""
    if rest and _GOES_ON.match(rest):  # "pears on the shopping list, sorry, the peaches"
        said = re.split(r"(?=[,;.!?])", after, maxsplit=1)
        return f"{before[:at]}{said[0]}{rest}{''.join(said[1:])}"
    return f"{before[:at]}{after}"


_GOES_ON = re.compile(r"\s+(?:to|on|in|at|for|by|with|from|aux?|à|sur|dans|pour|chez)\b", re.IGNORECASE)
_UNIT = re.compile(r" (?:[^\W\d_]+)", re.IGNORECASE)


def _place(before: str, first: str) -> int | None:
    """Where in the last words what is said instead begins; None where that can't be told."""
    word = first.casefold()
    if (only := _ONE_THING.fullmatch(before)) is not None:
        return only.start("what")  # "delete milk, no, actually bread"
    if word in _SMALL:
        return _last(before, word)
    if _is_name(first) and (last := list(_TOKEN.finditer(before))[-1:]) and _is_name(last[0][0]) and last[0].start():
        return last[0].start()  # "is called Farida, sorry, Faiza"
    if word[:1].isdigit():
        return _last(before, "", lambda one: one[:1].isdigit())
    return _last(before, "", _DAYS.__contains__) if word in _DAYS else None


def _is_name(word: str) -> bool:
    """Whether a word is written as names are."""
    return (
        len(word) > 1 and word[0].isupper() and not word.isupper() and word.casefold() not in _SMALL and "'" not in word
    )


_ONE_THING = re.compile(
    r"\W*(?:please )?(?:delete|remove|cancel|drop|tick off|supprime|enlève|retire|annule) (?P<what>(?:the |my |le |la |les )?[^\s,;.]+)",
    re.IGNORECASE,
)


def _last(before: str, word: str, fits: Callable[[str], bool] | None = None) -> int | None:
    """The place of the last of the words nearby that is this one, or that fits."""
    near = list(_TOKEN.finditer(before))[-_NEAR:]
    is_it = fits or word.__eq__
    return next((one.start() for one in reversed(near) if is_it(one[0].casefold())), None)
