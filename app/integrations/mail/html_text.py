"""HTML of a message as the text that its reader sees: tables as "a | b", quotations behind "> ", links as numbers. Never raises.

Invariant: linear. A tree builder goes up through all open elements for each new one and copies formatting that was left open, so a
hostile page costs its square. The markup is therefore written anew before it is parsed: only tags, formatting is no formatting any more,
and nothing lies deeper than DEEPEST. What a style sheet colours white on white is not noticed: leaving hidden text out is no defence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.integrations.mail.characters import one_line, readable

DEEPEST = 150
MOST_LINKS = 60
MOST_CHARACTERS = 250_000
MOST_PAGE = 1_000_000
_LONGEST_LINK = 600
_MOST_QUOTES = 8
_SILENT = "|".join(
    "script style noscript template title textarea xmp iframe noembed noframes object applet svg math select plaintext".split()
)
_TOKEN = re.compile(
    rf"<!--(?:>|->|.*?(?:--!?>|\Z))|<(?P<silent>{_SILENT})(?=[\s/>])|<[!?][^>]*+>?"
    r"""|<(?P<close>/?)(?P<name>[a-z][a-z0-9:-]{0,30}+)(?P<rest>(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+|[^<>]*+)>""",
    re.DOTALL | re.IGNORECASE,
)
_FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())
_SKIPPED = frozenset(
    "head html body frameset frame base link meta input option area col embed param source track wbr".split()
)
_EMPTY = ("br", "hr")
_ATTRIBUTE = re.compile(
    r"""(?<![^\s"'/])(href|(?:aria-)?hidden|style)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++))?""", re.IGNORECASE
)
_ALTERNATIVE = re.compile(r"""(?<![^\s"'/])alt\s*+=\s*+("[^"]{1,200}+"|'[^']{1,200}+')""", re.IGNORECASE)
_QUOTES = "\"'"
_HIDING = re.compile(
    r"display\s*+:\s*+none|visibility\s*+:\s*+hidden|(?:opacity|max-height)\s*+:\s*+0(?![.\d]*[1-9])|mso-hide\s*+:\s*+all",
    re.I,
)
# What stands around the text of a page; a header inside an article holds its headline.
_AROUND = frozenset("nav aside footer form button dialog select".split())
_NAMED = re.compile(
    r"""(?<![^\s"'/])(role|class|id)\s*+=\s*+("[^"]{1,300}+"|'[^']{1,300}+'|[^\s"'>]{1,300}+)""", re.IGNORECASE
)
_ROLES = re.compile(
    r"(?<![a-z])(?:navigation|banner|contentinfo|complementary|search|cookie|consent|sidebar|comments|newsletter|headerlink|breadcrumbs?|share|social)(?![a-z])",
    re.IGNORECASE,
)
_LEAST_MAIN = 200  # characters that a page's main part has where it is one
_FONT_SIZE = re.compile(
    r"font(?:-size)?\s*+:[^;]{0,40}?(?<![\d.])(\d{1,3}(?:\.\d{1,3})?)\s*+(px|pt|r?em|%|/|;|\s|$)", re.IGNORECASE
)
_LARGE = frozenset("p h1 h2 h3 h4 h5 h6 blockquote pre table ul ol dl hr".split())
_BLOCKS = _LARGE | frozenset(
    "div section article main header footer tr li dt dd figure figcaption address center form aside nav details summary caption".split()
)
_CELLS = frozenset(("td", "th"))
_ENDED = {  # what a tag ends that nobody closed
    "li": ("p", "li"),
    "dt": ("p", "dt", "dd"),
    "dd": ("p", "dt", "dd"),
    "tr": ("p", "td", "th", "tr"),
    **dict.fromkeys(("td", "th"), ("p", "td", "th")),
    **dict.fromkeys(("tbody", "thead", "tfoot"), ("p", "td", "th", "tr", "tbody", "thead", "tfoot")),
}
_LISTS = frozenset(("ul", "ol"))
_SPACES = re.compile(r"[\s\u200b\ufeff\u00ad\u034f\u200c\u200d\u2007]+")
_CELL_END, _ROW_END, _QUOTED = "\ufdd0", "\ufdd1", "\ufdd2"  # no text has these
_MARKS: dict[int, None] = dict.fromkeys((0, 0xFDD0, 0xFDD1, 0xFDD2))
_BARE = f" \n{_QUOTED}"
_KEPT = "\xa0"  # a space that counts
_RUN = re.compile(" {2,}")
_SCHEMES = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class HtmlText:
    """The text, in which `[1]` stands behind the words of the first of `links`; `cut` when the end was not read."""

    text: str
    links: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """What holds inside of an element."""

    quote: int = 0
    lists: int = 0
    fixed: bool = False  # spaces count
    unseen: bool = False  # letters of size nothing


@dataclass(slots=True)
class _Written:
    """What was written so far."""

    pieces: list[str] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)

    def line(self, place: _Place, gap: str, mark: str = "") -> None:
        """Begins a line."""
        self.pieces.append(gap + _QUOTED * min(place.quote, _MOST_QUOTES) + mark)

    def link(self, address: str, words: str) -> None:
        """Puts the number of a link behind its words, where they don't say it themselves."""
        if not address or not words.strip() or _same(address, words):
            return
        if address in self.links or len(self.links) < MOST_LINKS:
            self.pieces.append(f" [{self.links.setdefault(address, len(self.links) + 1)}]")


def read_html(markup: str) -> HtmlText:
    """The text of a message or of a fragment; what lies behind the first 250,000 characters is not read."""
    tree = LexborHTMLParser("".join(_tamed(markup[:MOST_CHARACTERS])))
    return _read(tree.body, cut=len(markup) > MOST_CHARACTERS)


def read_page(markup: str, *, most: int = MOST_PAGE) -> HtmlText:
    """The text of a page of the web: of its only article or its main part where it has one, without navigation, forms and what stands
    beside; what lies behind the first `most` characters is not read."""
    tree = LexborHTMLParser("".join(_tamed(markup[:most], is_page=True)))
    written = next((one for one in _main_parts(tree) if len(one.text) >= _LEAST_MAIN), None)
    return written or _read(tree.body, cut=len(markup) > most)


def _main_parts(tree: LexborHTMLParser) -> Iterator[HtmlText]:
    """What a page says is what it is about: its one article, else its main part."""
    for tag in ("article", "main"):
        found = tree.css(tag)[:2]
        if len(found) == 1:
            yield _read(found[0], cut=False)


def _read(root: LexborNode | None, *, cut: bool) -> HtmlText:
    written = _Written()
    if root is not None:
        _walk(root, written)
    return HtmlText(_laid_out("".join(written.pieces)), tuple(written.links), cut)


def _tamed(markup: str, *, is_page: bool = False) -> Iterator[str]:
    """The same markup in a form whose tree is shallow and quickly built; what is never shown is left out. Of a page, what stands around its text
    is marked as hidden."""
    opened: list[str] = []
    never_closed: set[str] = set()
    at = 0
    while found := _TOKEN.search(markup, at):
        yield _literal(markup[at : found.start()])
        at = found.end()
        if silent := (found["silent"] or "").lower():
            at = _behind(markup, at, silent, never_closed)
        elif name := (found["name"] or "").lower():
            yield from _tag(name, found, opened, is_page=is_page)
    yield _literal(markup[at:])


def _literal(text: str) -> str:
    return text.replace("<", "&lt;").translate(_MARKS)


def _behind(markup: str, at: int, name: str, never_closed: set[str]) -> int:
    """Where the end tag of what is silent ends; only the tag goes where it is never closed."""
    close = None if name in never_closed else re.compile(rf"</{name}[\s/>]", re.IGNORECASE).search(markup, at)
    if close is None:
        never_closed.add(name)
        return len(markup) if name in ("script", "style") else at
    return (markup.find(">", close.end() - 1) + 1) or len(markup)


def _tag(name: str, found: re.Match[str], opened: list[str], *, is_page: bool) -> Iterator[str]:
    """The tags to write: none for one that would lie too deep or closes what isn't open; closed is also what lies inside of it."""
    shown = "x-a" if name == "a" else "span" if name in _FORMATTING else name
    if shown == "img":
        alternative = _ALTERNATIVE.search(found["rest"][:6_000])
        yield f" {_literal(alternative[1].strip(_QUOTES))} " if alternative else ""
    elif shown in _EMPTY:
        yield f"<{shown}>"
    elif found["close"] and shown in opened:
        while (inner := opened.pop()) != shown:
            yield f"</{inner}>"
        yield f"</{shown}>"
    elif not found["close"] and name not in _SKIPPED:
        while opened and opened[-1] in _ENDED.get(shown, ("p",) if shown in _BLOCKS else ()):
            yield f"</{opened.pop()}>"
        if len(opened) < DEEPEST:
            opened.append(shown)
            around = " h" if is_page and _is_around(name, found["rest"][:2_000]) else ""
            yield f"<{shown}{around or _attributes(name, found['rest'][:6_000])}>"
        else:
            yield "<br>" if shown in _BLOCKS else " "


def _is_around(name: str, rest: str) -> bool:
    """Whether an element stands around a page's text: navigation, a form, a notice of cookies, comments."""
    if name in ("main", "article"):
        return False
    return name in _AROUND or any(_ROLES.search(value) for _, value in _NAMED.findall(rest))


def _attributes(name: str, rest: str) -> str:
    """What of the attributes matters: where a link goes, and whether it is hidden (h), of size nothing (z) or of some size (s)."""
    said: dict[str, str] = {}
    for attribute, value in _ATTRIBUTE.findall(rest):
        said.setdefault(attribute.lower(), value.strip(_QUOTES))
    style = said.get("style", "")
    size = _FONT_SIZE.search(style)
    hidden = "hidden" in said or said.get("aria-hidden", "").lower() == "true" or _HIDING.search(style)
    kept = " h" if hidden else ""
    kept += (" z" if _is_nothing(size) else " s") if size else ""
    href = said.get("href", "") if name == "a" else ""
    return f'{kept} href="{_literal(href)}"' if href else kept


def _is_nothing(size: re.Match[str]) -> bool:
    return float(size[1]) <= (1 if size[2].lower() in ("px", "pt") else 0)


def _walk(root: LexborNode, written: _Written) -> None:
    """Through the tree without recursion: each element is met twice, before and behind what is inside of it."""
    waiting: list[tuple[LexborNode, _Place, int]] = [(child, _Place(), -1) for child in reversed(_inside(root))]
    while waiting:
        node, place, begun = waiting.pop()
        if begun >= 0:
            _leave(node, place, written, begun)
        elif node.tag == "-text":
            _text(node.text_content or "", place, written)
        elif (inner := _enter(node, place, written)) is not None:
            waiting.append((node, place, len(written.pieces)))
            waiting.extend((child, inner, -1) for child in reversed(_inside(node)))


def _inside(node: LexborNode) -> list[LexborNode]:
    return list(node.iter(include_text=True))


def _text(text: str, place: _Place, written: _Written) -> None:
    text = text.translate(_MARKS)
    if place.unseen:
        return
    if place.fixed:
        text = text.replace("\t", " ").replace(" ", _KEPT)
        written.pieces.append(text.replace("\n", "\n" + _QUOTED * min(place.quote, _MOST_QUOTES)))
    else:
        written.pieces.append(_SPACES.sub(" ", text))


def _enter(node: LexborNode, place: _Place, written: _Written) -> _Place | None:
    """Begins an element; what holds inside of it, None for one that is not shown."""
    tag = node.tag or ""
    marks = node.attributes
    if tag.startswith(("-", "_", "!")) or "h" in marks:
        return None
    if tag == "br":
        written.line(place, "\n")
        return None
    inner = _Place(
        place.quote + (tag == "blockquote"),
        place.lists + (tag in _LISTS),
        place.fixed or tag == "pre",
        "z" in marks or (place.unseen and "s" not in marks),
    )
    if tag == "tr":
        written.pieces.append(_ROW_END)
    if tag in _BLOCKS:
        written.line(inner, _gap(tag, place), _KEPT * 2 * min(place.lists - 1, 8) + "- " if tag == "li" else "")
    return inner


def _leave(node: LexborNode, place: _Place, written: _Written, begun: int) -> None:
    tag = node.tag or ""
    if tag in _CELLS:
        written.pieces.append(_CELL_END)
    elif tag == "x-a":
        written.link(_target(node.attributes.get("href") or ""), "".join(written.pieces[begun : begun + 200]))
    elif tag == "tr":
        written.pieces.append(_ROW_END)
    elif tag in _BLOCKS and tag != "li":
        written.line(place, _gap(tag, place))


def _gap(tag: str, place: _Place) -> str:
    return "\n\n" if tag in _LARGE and not (tag in _LISTS and place.lists) else "\n"


def _target(href: str) -> str:
    """An address that may be shown: one that leads to a page or a mailbox, "" for anything else."""
    address = one_line(href, 4_000).replace(" ", "%20")
    if not address.lower().startswith(_SCHEMES) or len(address) > _LONGEST_LINK:
        return ""
    return address if address.lower().startswith("mailto:") or _has_host(address) else ""


def _has_host(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:
        return False


def _same(address: str, words: str) -> bool:
    """Whether the words of a link are its address."""
    said = " ".join(words.split()).lower().rstrip("/")
    bare = address.lower().rstrip("/")
    return said in (bare, bare.partition("://")[2] or bare, bare.partition("?")[0].removeprefix("mailto:"))


def _laid_out(written: str) -> str:
    """Lines with single spaces; no quotation mark without words around empty lines."""
    lines: list[str] = []
    for line in _rows(written):
        bare = _RUN.sub(" ", line).strip(" ")
        words = bare.lstrip(_QUOTED)
        if words.strip():
            lines.append("> " * (len(bare) - len(words)) + words.lstrip(" ").replace(_KEPT, " "))
        elif lines and lines[-1].strip("> "):
            lines.append("> " * (len(bare) - len(words)))
    return readable("\n".join(lines))


def _rows(written: str) -> Iterator[str]:
    """The lines; the cells of a row that have words stand between bars, however many lines they begin and end with."""
    for row in written.split(_ROW_END):
        first, *others = row.split(_CELL_END)
        words = [cell for other in others if (cell := other.strip(_BARE))]
        if not words:
            yield from first.split("\n")
        elif first.strip(_BARE):
            yield from " | ".join((first.rstrip(_BARE), *words)).split("\n")
        else:
            yield from (first.rpartition("\n")[2] + " | ".join(words)).split("\n")
