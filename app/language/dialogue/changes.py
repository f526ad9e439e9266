"""Other words in what was asked for or done: which of its words are meant, and what stands there instead. Pure."""

import re

from rapidfuzz import fuzz

from app.language.orders import speech
from app.language.orders.plan import Call
from app.language.vocabulary import words_of

REFERS = ("tasks", "task", "reminder", "note", "item", "schedule", "alert")
_TEXTS = ("text", "content", "statement", "instruction", "title")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,:]*(?![\w])")
_WORD = re.compile(r"[^\s,;]+")
_SHORT = 3  # letters of words that say little
_NEARLY = 70  # how alike what was said and what is meant are, of 100, where a slip is put right


def to_another(call: Call, other: str) -> Call | None:
    """The same done to another one."""
    name = next((name for name in REFERS if name in call.arguments), "")
    if not name:
        return None
    value = [other] if isinstance(call.arguments[name], list) else other
    return Call(call.tool, {**call.arguments, name: value})


def holds(call: Call, words: str) -> bool:
    """Whether what is asked for there has these words in it."""
    said = [value for name in (*_TEXTS, *REFERS, "titles") if (value := call.arguments.get(name))]
    texts = [str(one) for value in said for one in (value if isinstance(value, list) else [value])]
    return any(_whole(speech.without_article(words)).search(text) for text in texts)


def with_words(call: Call, old: str, new: str) -> Call | None:
    """The call with other words in it; without `old`, where it is plain what they replace."""
    titles = call.arguments.get("titles")
    if isinstance(titles, list):
        others = [_with_word(str(title), old, new) for title in titles] if old else [new]
        changed = others != titles and (old or len(titles) == 1)
        return Call(call.tool, {**call.arguments, "titles": others}) if changed else None
    for name in _TEXTS:
        text = str(call.arguments.get(name, ""))
        put = (_with_word(text, old, new) if old else put_in(text, "", new)) if text else ""
        if put and put != text and (old or put != new):
            return Call(call.tool, {**call.arguments, name: put})
    return Call(call.tool, {**call.arguments, "text": new}) if not old and "text" in call.arguments else None


def _with_word(text: str, old: str, new: str) -> str:
    """Other words in place of some, of both of which an article is no part."""
    if _same(text, old):
        return new
    return put_in(text, *without_articles(old, new)) if _whole(without_articles(old, new)[0]).search(text) else text


def without_articles(old: str, new: str) -> tuple[str, str]:
    """Both without their article, where both have one."""
    bare = speech.without_article(old), speech.without_article(new)
    return bare if bare[0] != old and bare[1] != new else (old, new)


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _same(one: str, other: str) -> bool:
    return speech.without_article(one).casefold() == speech.without_article(other).casefold()


def title_meant(call: Call, old: str, new: str) -> str:
    """Which of the titles that were just added: the one named, the only one, or the one that is nearly the same."""
    titles = [str(title) for title in call.arguments.get("titles", ())]
    if old:
        bare = speech.without_article(old).casefold()
        return next((title for title in titles if _same(title, old) or bare in title.casefold()), "")
    near = max(titles, key=lambda title: fuzz.ratio(title.casefold(), new.casefold()), default="")
    if len(titles) == 1 or fuzz.ratio(near.casefold(), new.casefold()) >= _NEARLY:
        return near
    said = {word.stem for word in words_of(new)}
    sharing = [title for title in titles if said & {word.stem for word in words_of(title) if len(word.folded) > _SHORT}]
    return sharing[0] if len(sharing) == 1 else ""


def put_in(text: str, old: str, new: str) -> str:
    """`new` in place of the words of `text` that it replaces: those that are named, with all that both share beside them; else those between what
    both share, a figure for a figure, or what begins or ends alike; else all of them. "72 Orchard Lane" for "27" in "I live at 27 Orchard Lane".
    """
    words = [(found.start(), found.end()) for found in _WORD.finditer(text)]
    plain = [text[start:end].casefold() for start, end in words]
    other = [found[0].casefold() for found in _WORD.finditer(new)]
    if not words or not other:
        return new
    named = _whole(old).search(text) if old else None
    if old and named is None:
        return new
    if named is not None:
        first = next(at for at, (_, end) in enumerate(words) if end > named.start())
        last = next(at for at in range(len(words) - 1, -1, -1) if words[at][0] < named.end())
        first, last = _shared_beside(plain, other, first, last)
        return f"{text[: words[first][0]]}{new}{text[max(words[last][1], named.end()) :]}"
    place = _like(plain, other)
    if place is None:
        return new
    return f"{text[: words[place[0]][0]]}{new}{text[words[place[1]][1] :]}"


def _shared_beside(plain: list[str], other: list[str], first: int, last: int) -> tuple[int, int]:
    """What is replaced, with the words beside it that the new ones say again."""
    ahead = next(
        (size for size in range(min(first, len(other) - 1), 0, -1) if plain[first - size : first] == other[:size]), 0
    )
    behind = next(
        (size for size in range(min(len(plain) - last - 1, len(other) - 1), 0, -1) if plain[last + 1 : last + 1 + size] == other[-size:]),
        0,
    )  # fmt: skip
    return first - ahead, last + behind


def _like(plain: list[str], other: list[str]) -> tuple[int, int] | None:
    """First and last of the words that new ones replace, where none are named; None where all of them are."""
    if len(plain) <= len(other):
        return None
    if len(other) == 1 and other[0][:1].isdigit():
        figures = [at for at, word in enumerate(plain) if any(map(str.isdigit, word))]
        if not figures:
            return None
        at = max(figures, key=lambda at: (sorted(plain[at]) == sorted(other[0]), fuzz.ratio(plain[at], other[0])))
        return at, at
    shared = [at for at, word in enumerate(plain) if word in other]
    begins = [at for at in shared if plain[at] == other[0]]
    ends = [at for at in shared if plain[at] == other[-1]]
    if begins and ends and begins[0] < ends[-1]:
        return begins[-1] if begins[-1] < ends[-1] else begins[0], ends[-1]
    if ends:
        return max(0, ends[-1] - len(other) + 1), ends[-1]
    if begins and len(other) > 1:
        return begins[-1], min(len(plain), begins[-1] + len(other)) - 1
    return None
