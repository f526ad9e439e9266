"""What stands in a page's markup beside its text: title, site, author, day, language, and where its captions are. Linear; never raises."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from app.entities import unescaped
from app.integrations.mail.characters import one_line

# No tag is read over the beginning of another: a page of nothing but beginnings would be read as often as it has characters.
_LOOKED_AT = 200_000  # characters: a page's head
_TITLE = re.compile(r"<title\b[^<>]{0,200}>([^<]{1,600})", re.IGNORECASE)
_HEADING = re.compile(r"<h1\b[^<>]{0,500}>(?:\s{0,50}<[a-z]{1,20}\b[^<>]{0,300}>)?([^<]{3,300})", re.IGNORECASE)
_LANGUAGE = re.compile(r"<html\b[^<>]{0,400}?\blang\s*=\s*[\"']?([A-Za-z-]{2,12})", re.IGNORECASE)
_META = re.compile(r"<meta\b([^<>]{1,2000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([a-z:-]{2,20})\s*=\s*("[^"]{0,1500}"|'[^']{0,1500}'|[^\s"'>]{1,300})""", re.IGNORECASE)
_CHARSET = re.compile(r"<meta\b[^<>]{0,200}?\bcharset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_CLOSED = re.compile(r'"isAccessibleForFree"\s*:\s*"?false', re.IGNORECASE)
_TRACK = re.compile(r"<(track|link|a)\b([^<>]{1,1500})>", re.IGNORECASE)
_CAPTIONS = '"captionTracks":'
_LONGEST_LIST = 60_000
_CAPTION_TYPES = ("text/vtt", "application/srt", "application/x-subrip")
_MOST_METAS = 200
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself; "" for what it doesn't. `captions` is the address of a transcript; `is_closed`: it says that it isn't free."""

    title: str = ""
    site: str = ""
    author: str = ""
    published: str = ""
    language: str = ""
    captions: str = ""
    is_closed: bool = False


def head_of(markup: str, url: str, language: str) -> Head:
    """The head of the page at that address; of several transcripts the one in `language`."""
    looked_at = markup[:_LOOKED_AT]
    metas = dict[str, str]()
    for number, found in enumerate(_META.finditer(looked_at)):
        if number >= _MOST_METAS:
            break
        said = _attributes(found[1])
        if name := said.get("property") or said.get("name") or said.get("itemprop"):
            metas.setdefault(name.casefold(), said.get("content", ""))
    title = metas.get("og:title") or _first(_TITLE, looked_at) or _first(_HEADING, looked_at)
    published = next((metas[one] for one in _DAYS if metas.get(one)), "")
    return Head(
        title=_line(title),
        site=_line(metas.get("og:site_name", "")),
        author=_line(metas.get("author") or metas.get("article:author", "")),
        published=published[:10] if re.match(r"\d{4}-\d\d-\d\d", published) else "",
        language=_first(_LANGUAGE, looked_at)[:2].casefold(),
        captions=_captions(markup, url, language),
        is_closed=_CLOSED.search(looked_at) is not None,
    )


def declared_in(start: str) -> str:
    """The charset that a page's first characters declare; "" for none."""
    return _first(_CHARSET, start)


_DAYS = ("article:published_time", "datepublished", "date", "dc.date", "og:updated_time")


def _captions(markup: str, url: str, language: str) -> str:
    """Where a video's or a podcast's words are: the player's own list, else a track or a link to captions."""
    if (at := markup.find(_CAPTIONS)) >= 0 and (address := _of_player(markup[at + len(_CAPTIONS) :], language)):
        return address
    for found in _TRACK.finditer(markup[: 4 * _LOOKED_AT]):
        said = _attributes(found[2])
        address = said.get("src") or said.get("href", "")
        is_captions = said.get("type", "").casefold() in _CAPTION_TYPES or address.casefold().endswith((".vtt", ".srt"))
        if address and is_captions:
            try:
                return urljoin(url, address)
            except ValueError:
                return ""
    return ""


def _of_player(listed: str, language: str) -> str:
    """The address of the tracks in a player's list that fits best: of that language and written by people before heard by a machine."""
    try:
        tracks: Any = json.JSONDecoder().raw_decode(listed[:_LONGEST_LIST].lstrip())[0]
    except (ValueError, RecursionError):
        return ""
    if not isinstance(tracks, list):
        return ""
    usable = [one for one in tracks if isinstance(one, dict) and isinstance(one.get("baseUrl"), str)]
    usable.sort(key=lambda one: (not str(one.get("languageCode", "")).startswith(language), one.get("kind") == "asr"))
    return f"{usable[0]['baseUrl']}&fmt=json3" if usable else ""


def _attributes(rest: str) -> dict[str, str]:
    return {name.casefold(): unescaped(value.strip("\"'")) for name, value in _ATTRIBUTE.findall(rest)}


def _first(pattern: re.Pattern[str], markup: str) -> str:
    found = pattern.search(markup)
    return unescaped(found[1]) if found else ""


def _line(text: str) -> str:
    return one_line(text, _LONGEST)
