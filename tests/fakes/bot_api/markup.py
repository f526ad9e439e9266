"""Telegram's HTML parse mode, read as strictly as Telegram reads it: plain text plus entities, or the refusal.

Offsets of entities are UTF-16 units, offsets in refusals are UTF-8 bytes, both as Telegram counts. Tags of other parse
modes are not known here; nor is the length limit, which counts what comes out.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.bot_api.refusals import NotImitated, Refusal, bad_request

Entity = dict[str, Any]
SPACES = " \t\r\n\0\v"
END = "\0"  # what is read behind the last character
PLAIN_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
}
TAGS = {*PLAIN_TAGS, "a", "code", "pre", "blockquote", "tg-emoji"}
LINK = re.compile(r"(?:(?P<scheme>\w+)://)?(?P<host>[^\s/?#.]+(?:\.[^\s/?#.]+)+)(?P<place>(?:[/?#]\S*)?)")
SURROGATE = re.compile("[\ud800-\udfff]")
HALF = "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units"
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}


def units(text: str) -> int:
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parsed(text: str, mode: str) -> tuple[str, list[Entity]]:
    """The plain text and its entities in one parse mode; no mode takes the text as it is."""
    if not mode:
        return text, []
    if mode.lower() != "html":
        if mode.lower() in {"markdown", "markdownv2"}:
            raise NotImitated(f"parse mode {mode}")
        raise bad_request("unsupported parse_mode")
    return HtmlReader(text).read()


@dataclass(slots=True)
class Opened:
    """A tag that waits for its end."""

    name: str
    argument: str
    offset: int
    begin: int


@dataclass(slots=True)
class HtmlReader:
    """One pass over one text."""

    source: str
    at: int = 0
    plain: list[str] = field(default_factory=list)
    offset: int = 0
    opened: list[Opened] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)

    def read(self) -> tuple[str, list[Entity]]:
        """Text and entities."""
        while self.at < len(self.source):
            if self.here() == "<":
                self.end_tag() if self.here(1) == "/" else self.start_tag()
            else:
                self.put(self.reference() or self.take())
        if self.opened:
            raise self.refusal(f'Can\'t find end tag corresponding to start tag "{self.opened[-1].name}"')
        text = "".join(self.plain)
        if SURROGATE.search(text):
            raise self.refusal(HALF)
        return text, self.entities

    def here(self, ahead: int = 0) -> str:
        """The character at the reading place, or the end mark."""
        place = self.at + ahead
        return self.source[place] if place < len(self.source) else END

    def take(self) -> str:
        """The character here, and on."""
        self.at += 1
        return self.source[self.at - 1]

    def put(self, text: str) -> None:
        """Add to the plain text."""
        self.plain.append(text)
        self.offset += units(text)

    def refusal(self, words: str) -> Refusal:
        return bad_request(f"can't parse entities: {words}")

    def byte(self, place: int) -> int:
        """The place in UTF-8 bytes."""
        return len(self.source[:place].encode("utf-8", "surrogatepass"))

    def skip_spaces(self) -> None:
        while self.at < len(self.source) and self.here() in SPACES:
            self.at += 1

    def take_until(self, stops: str) -> str:
        """Everything before a space, the end or one of the given characters."""
        begin = self.at
        while self.here() not in SPACES and self.here() not in stops:
            self.at += 1
        return self.source[begin : self.at]

    def reference(self) -> str:
        """The character that a reference stands for; nothing when there is none, and then nothing is read."""
        if self.here() != "&":
            return ""
        begin = self.at
        self.at += 1
        found = self.numeric() if self.here() == "#" else NAMED.get(self.letters(), "")
        if not found:
            self.at = begin
        elif self.here() == ";":
            self.at += 1
        return found

    def letters(self) -> str:
        """ASCII letters from here on."""
        begin = self.at
        while self.here().isascii() and self.here().isalpha():
            self.at += 1
        return self.source[begin : self.at]

    def numeric(self) -> str:
        """A numeric reference behind its `&`."""
        begin = self.at
        self.at += 1
        hexadecimal = self.here() == "x"
        self.at += hexadecimal
        digits = "0123456789abcdefABCDEF" if hexadecimal else "0123456789"
        first = self.at
        while self.here() in digits:
            self.at += 1
        code = int(self.source[first : self.at] or "0", 16 if hexadecimal else 10)
        return chr(code) if 0 < code < 0x10FFFF and self.at - begin < 9 else ""

    def start_tag(self) -> None:
        """`<name attributes>`."""
        begin = self.at
        self.at += 1
        name = ascii_lower(self.take_until(">"))
        if self.at >= len(self.source):
            raise self.refusal(f"Unclosed start tag at byte offset {self.byte(begin)}")
        if name not in TAGS:
            raise self.refusal(f'Unsupported start tag "{name}" at byte offset {self.byte(begin)}')
        argument = ""
        while self.here() != ">":
            self.skip_spaces()
            if self.here() != ">":
                argument = self.attribute(name, begin) or argument
        if name == "span" and argument != "spoiler":
            raise self.refusal(f'Tag "span" must have class "tg-spoiler" at byte offset {self.byte(begin)}')
        self.at += 1
        self.opened.append(Opened(name, argument, self.offset, len(self.plain)))

    def attribute(self, tag: str, begin: int) -> str:
        """What an attribute says about its tag; nothing when it says nothing."""
        name = self.take_until("=>/\"'")
        if not name:
            place = self.byte(begin)
            raise self.refusal(f'Empty attribute name in the tag "{tag}" at byte offset {place}')
        self.skip_spaces()
        if self.here() != "=":
            self.refuse_end(tag, begin)
            return "1" if (tag, name) == ("blockquote", "expandable") else ""
        self.at += 1
        self.skip_spaces()
        self.refuse_end(tag, begin)
        value = self.quoted() if self.here() in "\"'" else self.token()
        if self.at >= len(self.source):
            raise self.refusal(f"Unclosed start tag at byte offset {self.byte(begin)}")
        return attribute_argument(tag, name, value)

    def refuse_end(self, tag: str, begin: int) -> None:
        if self.at >= len(self.source):
            raise self.refusal(f'Unclosed start tag "{tag}" at byte offset {self.byte(begin)}')

    def quoted(self) -> str:
        """A value in quotes, its references resolved."""
        quote = self.take()
        value = []
        while self.at < len(self.source) and self.here() != quote:
            value.append(self.reference() or self.take())
        if self.here() == quote:
            self.at += 1
        return "".join(value)

    def token(self) -> str:
        """A value without quotes."""
        begin = self.at
        while self.here().isascii() and (self.here().isalnum() or self.here() in ".-"):
            self.at += 1
        if self.here() not in SPACES and self.here() != ">":
            raise self.refusal(f"Unexpected end of name token at byte offset {self.byte(begin)}")
        return ascii_lower(self.source[begin : self.at])

    def end_tag(self) -> None:
        """`</name>`; Telegram lets the name be left out."""
        begin = self.at
        place = self.byte(begin)
        if not self.opened:
            raise self.refusal(f"Unexpected end tag at byte offset {place}")
        self.at += 2
        name = ascii_lower(self.take_until(">"))
        self.skip_spaces()
        if self.here() != ">":
            raise self.refusal(f"Unclosed end tag at byte offset {place}")
        self.at += 1
        opened = self.opened.pop()
        if name and name != opened.name:
            found = f'expected "</{opened.name}>", found "</{name}>"'
            raise self.refusal(f"Unmatched end tag at byte offset {place}, {found}")
        if self.offset > opened.offset:
            self.close(opened)

    def close(self, opened: Opened) -> None:
        """Turn a finished tag into an entity."""
        entity: Entity = {"type": "", "offset": opened.offset, "length": self.offset - opened.offset}
        if opened.name in PLAIN_TAGS:
            self.entities.append(entity | {"type": PLAIN_TAGS[opened.name]})
        elif opened.name == "blockquote":
            kind = "expandable_blockquote" if opened.argument else "blockquote"
            self.entities.append(entity | {"type": kind})
        elif opened.name == "a":
            self.link(entity, opened.argument or "".join(self.plain[opened.begin :]))
        elif opened.name == "tg-emoji":
            raise NotImitated("custom emoji")
        else:
            self.code(entity, opened)

    def link(self, entity: Entity, address: str) -> None:
        """A link, or nothing when the address is none; both without a word, as Telegram does."""
        if address.startswith("tg://user?id="):
            raise NotImitated("a mention by link")
        found = LINK.fullmatch(address.strip())
        if found is None or found["scheme"] not in {None, "http", "https", "ftp", "tg", "ton"}:
            return
        place = found["place"] if found["place"].startswith("/") else "/" + found["place"]
        self.entities.append(
            entity | {"type": "text_link", "url": f"{found['scheme'] or 'http'}://{found['host']}{place}"}
        )

    def code(self, entity: Entity, opened: Opened) -> None:
        """`pre` and `code`; one in the other with a language is one block."""
        inner = self.inner(entity)
        if opened.name == "pre" and inner.get("type") == "code" and inner.get("language"):
            inner["type"] = "pre"
        elif opened.name == "code" and inner.get("type") == "pre" and opened.argument:
            inner["language"] = opened.argument
        else:
            language = {"language": opened.argument} if opened.argument else {}
            self.entities.append(entity | {"type": opened.name} | language)

    def inner(self, entity: Entity) -> Entity:
        """The entity that was closed last, when it covers the same text."""
        last = self.entities[-1] if self.entities else {}
        same = (last.get("offset"), last.get("length")) == (entity["offset"], entity["length"])
        return last if same else {}


def ascii_lower(text: str) -> str:
    """Lower case as C knows it."""
    return "".join(char.lower() if char.isascii() else char for char in text)


def attribute_argument(tag: str, name: str, value: str) -> str:
    """The part of an attribute that Telegram keeps."""
    if (tag, name) in {("a", "href"), ("tg-emoji", "emoji-id")}:
        return value
    if (tag, name) == ("code", "class") and value.startswith("language-"):
        return value.removeprefix("language-")
    if (tag, name) == ("span", "class") and value.startswith("tg-"):
        return value.removeprefix("tg-")
    return "1" if (tag, name) == ("blockquote", "expandable") else ""
