"""A turn's stored messages made to fit: what tools answered gives way first, then pictures, what tools were given, the user's text, the reply.

Invariant: every message, call and result stays where it was, and what was left out says so; what fits is not touched. A prompt loses its
memory blocks and never their end. Pure: works on messages as JSON and never changes what it is given.
"""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from app.memory.records import Json
from app.prompts.turn import compose, split

PICTURE = 6_000  # characters a file counts for: about what it costs a model
SHORTEST = 160  # nothing is cut below this
_MARK = "\n[… {left:,} characters left out …]\n"
_FILE = "[a file that was shown here: {kind}]"


@dataclass(slots=True)
class _Text:
    """A text within a message: where it stands, and how large it is."""

    holder: Any
    key: Any
    size: int

    def cut(self, most: int) -> None:
        """Keep its beginning and its end."""
        value = self.holder[self.key]
        self.holder[self.key] = _cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), most)


def bare(messages: Sequence[Json]) -> list[Json]:
    """Messages without what memory put beside their words: it was found for that moment, and is found anew."""
    copied = deepcopy(list(messages))
    for holder, key in _prompts(copied):
        prompt = split(holder[key])
        if prompt.memory and prompt.moment is not None:
            holder[key] = compose(prompt.text, prompt.moment)
    return copied


def size_of(messages: Sequence[Json]) -> int:
    """Characters a model reads of messages: words, arguments and results, not the envelope."""
    return sum(_size(part) for message in messages for part in message.get("parts", []))


def shortened(messages: Sequence[Json], most: int) -> list[Json]:
    """Messages of at most about `most` characters; the same ones where they fit."""
    kept = list(messages)
    for texts_of in (_results, _arguments, _words, _replies):
        excess = size_of(kept) - most
        if excess <= 0:
            return kept
        kept = deepcopy(kept)
        if texts_of is _arguments:
            _drop_files(kept)
        texts = list(texts_of(kept))
        room = sum(text.size for text in texts) - excess
        limit = max(level([text.size for text in texts], room), SHORTEST)
        for text in texts:
            if text.size > limit:
                text.cut(limit)
    return kept


def level(sizes: Sequence[int], total: int) -> int:
    """The largest size such that all sizes, cut to it, are `total` together or less; 0 where none is."""
    left, waiting = total, sorted(sizes)
    while waiting:
        each = left // len(waiting)
        if waiting[0] > each:
            return max(each, 0)
        left -= waiting.pop(0)
    return max(sizes, default=0)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    mark = _MARK.format(left=len(text) - most)
    room = max(most - len(mark), SHORTEST // 2)
    end = room // 4
    return f"{text[: room - end]}{mark}{text[-end:]}"


def _size(part: Json) -> int:
    content = part.get("content")
    if isinstance(content, list) and part.get("part_kind") == "user-prompt":
        return sum(len(item) if isinstance(item, str) else PICTURE for item in content)
    return len(str(content or part.get("args") or ""))


def _parts(messages: Sequence[Json], *kinds: str) -> Iterator[Json]:
    return (part for message in messages for part in message.get("parts", []) if part.get("part_kind") in kinds)


def _results(messages: Sequence[Json]) -> Iterator[_Text]:
    for part in _parts(messages, "tool-return", "retry-prompt", "builtin-tool-return"):
        yield _Text(part, "content", _size(part))


def _arguments(messages: Sequence[Json]) -> Iterator[_Text]:
    for part in _parts(messages, "tool-call"):
        if isinstance(part.get("args"), str):
            part["args"] = _read(part["args"])
        yield from _leaves(part, "args")


def _words(messages: Sequence[Json]) -> Iterator[_Text]:
    for holder, key in _prompts(messages):
        yield _Prompt(holder, key, len(holder[key]))


def _replies(messages: Sequence[Json]) -> Iterator[_Text]:
    for part in _parts(messages, "text", "thinking"):
        yield _Text(part, "content", _size(part))


class _Prompt(_Text):
    """A user turn's prompt: the moment stays in front."""

    def cut(self, most: int) -> None:
        """Cut the words alone."""
        prompt = split(self.holder[self.key])
        said = _cut(prompt.text, most - (self.size - len(prompt.text)))
        self.holder[self.key] = compose(said, prompt.moment) if prompt.moment is not None else said


def _prompts(messages: Sequence[Json]) -> Iterator[tuple[Any, Any]]:
    """Where the words of user turns stand."""
    for part in _parts(messages, "user-prompt"):
        content = part.get("content")
        if isinstance(content, str):
            yield part, "content"
        elif isinstance(content, list):
            yield from ((content, index) for index, item in enumerate(content) if isinstance(item, str))


def _drop_files(messages: Sequence[Json]) -> None:
    """Pictures and files become a line that names their kind."""
    for part in _parts(messages, "user-prompt"):
        if isinstance(part.get("content"), list):
            part["content"] = [item if isinstance(item, str) else _named(item) for item in part["content"]]


def _named(item: Any) -> str:
    return _FILE.format(
        kind=item.get("media_type", "") or item.get("kind", "file") if isinstance(item, dict) else "file"
    )


def _leaves(holder: Any, key: Any) -> Iterator[_Text]:
    """The texts within a JSON value."""
    value = holder[key]
    if isinstance(value, str):
        yield _Text(holder, key, len(value))
    elif isinstance(value, dict | list):
        for inner in list(value) if isinstance(value, dict) else range(len(value)):
            yield from _leaves(value, inner)


def _read(arguments: str) -> Any:
    try:
        found = json.loads(arguments)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
