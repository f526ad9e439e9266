"""Other words in what was asked for: which of its words are meant, and what stands there instead. Pure."""

import re

from rapidfuzz import fuzz

from app.models.offline import speech
from app.models.offline.plan import Call

_TEXTS = ("text", "content", "statement", "instruction", "title")


REFERS = ("tasks", "task", "reminder", "note", "item", "schedule", "alert")


_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,:]*(?![\w])")


_NEARLY = 70  # how alike what was said and what is meant are, of 100, where a slip is put right


def to_another(call: Call, other: str) -> Call | None:
    """The same done to another one."""
    name = next((name for name in REFERS if name in call.arguments), "")
    if not name:
        return None
    value = [other] if isinstance(call.arguments[name], list) else other
    return Call(call.tool, {**call.arguments, name: value})


def with_words(call: Call, old: str, new: str) -> Call | None:
    """The call with other words in it; without `old`, where it holds one thing alone."""
    titles = call.arguments.get("titles")
    if isinstance(titles, list):
        others = [_with_word(str(title), old, new) for title in titles] if old else [new]
        return (
            Call(call.tool, {**call.arguments, "titles": others})
            if others != titles and (old or len(titles) == 1)
            else None
        )
    for name in _TEXTS:
        text = str(call.arguments.get(name, ""))
        if not old and _NUMBER.fullmatch(new) and len(_NUMBER.findall(text)) == 1:
            return Call(call.tool, {**call.arguments, name: _NUMBER.sub(lambda _: new, text)})
        if old and (changed := _with_word(text, old, new)) != text:
            return Call(call.tool, {**call.arguments, name: changed})
        if not old and text and (put := put_in(text, "", new)) not in (new, text):
            return Call(call.tool, {**call.arguments, name: put})
    return Call(call.tool, {**call.arguments, "text": new}) if not old and "text" in call.arguments else None


def _with_word(text: str, old: str, new: str) -> str:
    """Other words in place of some, of both of which an article is no part."""
    return (
        new
        if _same(text, old)
        else put_in(text, *without_articles(old, new))
        if _word(without_articles(old, new)[0]).search(text)
        else text
    )


def without_articles(old: str, new: str) -> tuple[str, str]:
    bare = speech.without_article(old), speech.without_article(new)
    return bare if bare[0] != old and bare[1] != new else (old, new)


def holds(call: Call, words: str) -> bool:
    """Whether what is asked for there has these words in it."""
    said = [value for name in (*_TEXTS, *REFERS, "titles") if (value := call.arguments.get(name))]
    texts = [str(one) for value in said for one in (value if isinstance(value, list) else [value])]
    return any(_word(speech.without_article(words)).search(text) for text in texts)


def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _same(one: str, other: str) -> bool:
    return speech.without_article(one).casefold() == speech.without_article(other).casefold()


def title_meant(call: Call, old: str, new: str) -> str:
    """Which of the titles that were just added: the one named, the only one, or the one that is nearly the same."""
    titles = [str(title) for title in call.arguments.get("titles", ())]
    if old:
        bare = speech.without_article(old).casefold()
        same = (title for title in titles if _same(title, old) or bare in title.casefold())
        return next(same, "")
    near = max(titles, key=lambda title: fuzz.ratio(title.casefold(), new.casefold()), default="")
    return near if len(titles) == 1 or fuzz.ratio(near.casefold(), new.casefold()) >= _NEARLY else ""


def put_in(text: str, old: str, new: str) -> str:
    """ "for seven people" in "book the ferry for six people": in place of what it shares its first and last words with; else instead of all."""
    found = _word(old).search(text) if old else None
    if found:
        before, first = text[: found.start()].split(), new.split()[0]
        meant = new.removeprefix(first).lstrip() if before and before[-1].casefold() == first.casefold() else new
        return f"{text[: found.start()]}{meant or new}{text[found.end() :]}"
    if old:
        return new
    words, other = text.split(), new.split()
    plain, meant = [word.casefold() for word in words], [word.casefold() for word in other]
    if len(words) <= len(other):
        return new
    if meant[-1] not in plain:  # "à Ludivine" in "la facture à Ludovic": in place of what begins alike
        begins = (
            next((at for at in range(len(plain) - len(meant), 0, -1) if plain[at] == meant[0]), None)
            if len(meant) > 1
            else None
        )
        return new if begins is None else " ".join((*words[:begins], *other, *words[begins + len(other) :]))
    end = len(plain) - plain[::-1].index(meant[-1])
    start = plain.index(meant[0]) if meant[0] in plain[:end] else end - len(other)
    return " ".join((*words[: max(start, 0)], *other, *words[end:]))
