"""Reads HTML the way Telegram does, and refuses what we never mean to write: other tags, other escapes, styles in code."""

import re

from tests.fakes.bot_api.markup import Entity, parsed, units

TAGS = r"</?(?:b|i|u|s|code|pre|blockquote|tg-spoiler|a)>|<a href=\"[^\"<>]+\">|<code class=\"language-[^\"<>]+\">"
ESCAPES = r"&(?:lt|gt|amp|quot);"
MOST_STYLES = 100


def read(html: str) -> tuple[str, list[Entity]]:
    """The text and its entities; fails on anything Telegram or we ourselves would not take."""
    assert not re.search(r"[<>&]", re.sub(ESCAPES, "", re.sub(TAGS, "", html))), html
    text, entities = parsed(html, "HTML")
    text.encode("utf-8")
    verbatim = [entity for entity in entities if entity["type"] in {"code", "pre"}]
    for entity in entities:
        inside = [other for other in verbatim if other is not entity and _within(entity, other)]
        assert not inside or entity["type"] == "blockquote", html
    return text, entities


def assert_takes(html: str, limit: int = 4096) -> str:
    """The text of a message that Telegram would show whole."""
    text, entities = read(html)
    assert text.strip()
    assert text == text.strip() or any(entity["type"] == "pre" for entity in entities)
    assert units(text) <= limit
    assert len(entities) <= MOST_STYLES
    return text


def _within(outer: Entity, inner: Entity) -> bool:
    begin, end = outer["offset"], outer["offset"] + outer["length"]
    return begin < inner["offset"] + inner["length"] and inner["offset"] < end
