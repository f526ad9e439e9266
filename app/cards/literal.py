"""Text that anybody may have written, made so that what is seen is what is there: nothing hidden, nothing turned round, nothing endless.

Every script stays as it is written. What a reader can't see, or what moves the text around it, stands as its number instead:
`‹U+202E›`; control characters as their pictures: `␛`. Pure; knows no channel and no markup.
"""

import regex

MOST = 600  # UTF-16 code units of a value, as Telegram counts
MOST_LINES = 12
_LINE = 120
_MARKS = 8  # on one letter; Tibetan and Burmese need six
_BLANKS = 16
_ELLIPSIS = "…"
_BREAK = "⏎"

# Where a joiner is spelling: without it Persian and Hindi words are other words, and a family of one emoji is four people.
_JOINING = "".join(
    rf"\p{{scx={script}}}"
    for script in "Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali".split()
)
_SPACELESS = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"  # scripts that mark where a line may break with U+200B
_PICTURE = r"\p{Extended_Pictographic}"
_SPELLING = "|".join(
    (
        rf"(?<=[{_PICTURE}\p{{Emoji_Modifier}}\ufe0f])\u200d(?={_PICTURE})",
        rf"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}]|[\s\p{{P}}]|\Z)",
        rf"(?<=[{_SPACELESS}\p{{M}}])\u200b(?=[{_SPACELESS}])",
        rf"(?<=(?![0-9#*])[{_PICTURE}\p{{Emoji}}\p{{S}}\p{{Han}}\p{{Mongolian}}\p{{Myanmar}}])\p{{Variation_Selector}}",
        r"(?<=[0-9#*])\ufe0f(?=\u20e3)",
        r"(?<=\p{Mongolian})\u180e(?=\p{Mongolian})",
        "\U0001f3f4(?:\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073))\U000e007f",
        r"\p{Prepended_Concatenation_Mark}",
    )
)
_BLANK_LETTERS = r"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc"
_UNSEEN = regex.compile(
    rf"(?P<spelling>{_SPELLING})|(?P<unseen>[\p{{C}}\p{{Zl}}\p{{Zp}}\p{{Variation_Selector}}{_BLANK_LETTERS}--\n\t])(?P=unseen)*",
    regex.V1,
)
_PILE = regex.compile(rf"(\p{{M}}{{{_MARKS}}})(\p{{M}}+)")
_LOOSE_MARK = regex.compile(r"(?:\A|(?<=[\s\p{C}]))(?=\p{M})")
_SPACES = regex.compile(rf"[^\S\n]{{{_BLANKS + 1},}}")
_EMPTY_LINES = regex.compile(r"\n(?:[^\S\n]*\n){3,}")
_MOVING = regex.compile(r"[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069--\n\t]", regex.V1)
# Double quotes, what is drawn as they are (primes, the ditto mark), and single ones side by side.
_DOUBLE, _SINGLE = '“”„‟«»＂〝〞〟❝❞"ʺˮ˝˶″‶〃🙶-🙸', "'‘’‚‛′‵`´ʹʼʻ"
_QUOTES = regex.compile(f"[{_DOUBLE}{_SINGLE}]{{2,}}|[{_DOUBLE}]")
_GRAPHEME = regex.compile(r"\X")


def visible(text: str) -> str:
    """`text` with every character that can't be seen, or that reorders others, shown. Line breaks and tabs stay what they are."""
    text = text.replace("\r\n", "\n")
    text = _PILE.sub(lambda pile: f"{pile[1]}‹+{len(pile[2])} marks›", text)
    text = _UNSEEN.sub(lambda found: found[0] if found["spelling"] else _shown(found["unseen"], len(found[0])), text)
    return _LOOSE_MARK.sub("◌", text)


def harmless(text: str) -> str:
    """`text` for a screen that obeys control characters: those and what reorders text are shown, letter by letter."""
    return _MOVING.sub(lambda found: _shown(found[0], 1), text.replace("\r\n", "\n"))


def literal(text: str, *, most: int = MOST, lines: int = MOST_LINES) -> str:
    """`text` as a value that is read before it is agreed to: all of it visible, runs of nothing counted, cut where it is long."""
    return cut(_counted(visible(text)), most=most, lines=lines)


def unquoted(text: str) -> str:
    """`text` for our quotes: nothing in it closes them, or looks as if it did."""
    return _QUOTES.sub("'", text)


def quoted(text: str, most: int = _LINE) -> str:
    """Words of others in our quotes, on one line: they can't say on a card what we didn't."""
    return f"“{one_line(unquoted(text), most)}”"


def one_line(text: str, most: int = _LINE) -> str:
    """`text` on one line, its line breaks shown."""
    return cut(_counted(visible(text)).replace("\n", _BREAK).replace("\t", " "), most=most, lines=1)


def cut(text: str, *, most: int, lines: int) -> str:
    """At most so many UTF-16 code units and lines, cut between characters as people see them; `…` where something is left out."""
    within = "\n".join(text.split("\n", lines)[:lines])
    if len(within) == len(text) and units(text) <= most:
        return text
    room, kept = most - units(_ELLIPSIS), []
    for grapheme in _GRAPHEME.finditer(within):
        room -= units(grapheme[0])
        if room < 0:
            break
        kept.append(grapheme[0])
    return f"{''.join(kept).rstrip() or within[: most // 2]}{_ELLIPSIS}"


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def _counted(text: str) -> str:
    """Runs of blank space by their number: nothing is pushed out of sight."""
    text = _EMPTY_LINES.sub(lambda run: f"\n‹{run[0].count(chr(10)) - 1} empty lines›\n", text)
    text = _SPACES.sub(lambda run: f"‹{len(run[0])} spaces›", text)
    return f"‹{len(text)} blank characters›" if text and text.isspace() else text


def _shown(character: str, times: int) -> str:
    code = ord(character)
    picture = chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else f"‹U+{code:04X}›"
    if times == 1:
        return picture
    return f"‹{picture.strip('‹›')} ×{times}›"
