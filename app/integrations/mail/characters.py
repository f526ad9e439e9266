"""Bytes of a message as characters fit to be shown: no controls, nothing that turns writing around or hides in it. Linear; never raises.

The charset that is declared comes first, then strict UTF-8, then what the text looks like. Where the declared one takes any bytes, strict
UTF-8 is asked before it: what is valid there by chance is no writing. Labels are understood as mail programs mean
them: "iso-8859-1" is read as Windows-1252, "gb2312" as GB18030.
"""

import re
from encodings.aliases import aliases

from app.models.reading.charset import decoded

_MEANT = {
    "ascii": "utf_8",
    "latin_1": "cp1252",
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "tis_620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
}
_LABELS = {
    "unicode_1_1_utf_7": "utf_7",
    "utf_8_mac": "utf_8",
    "iso_8859_8_i": "iso8859_8",
    "iso_8859_6_i": "iso8859_6",
    "x_sjis": "cp932",
    "x_gbk": "gb18030",
    "x_euc_jp": "euc_jp",
    "ks_c_5601": "cp949",
    "x_mac_roman": "mac_roman",
    "x_user_defined": "cp1252",
}
_UNLISTED = frozenset("cp720 cp737 cp856 cp874 cp875 cp1006 koi8_t koi8_u utf_8_sig".split())
_CODECS = (frozenset(aliases.values()) | _UNLISTED) - frozenset(
    "base64_codec bz2_codec hex_codec quopri_codec rot_13 uu_codec zlib_codec mbcs".split()
)
_SINGLE_BYTE = ("cp125", "iso8859", "koi8", "mac_")
_PUNCTUATION = re.compile(r"[^a-z0-9]+")
_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_LONE = re.compile("[\ud800-\udfff]")
_MANY_LINES = re.compile(r"\n{3,}")


def text_of(data: bytes, declared: str = "", *, cut: bool = False) -> str | None:
    """These bytes as characters, in the charset that is `declared` where they fit it; None when they are no text.

    `cut`: more would follow, so that half a character at the end is no fault."""
    codec = _codec(declared)
    if (
        codec.startswith(_SINGLE_BYTE)
        and not data.isascii()
        and (text := _strictly(data, "utf_8", cut=cut)) is not None
    ):
        return text
    if codec and (text := _strictly(data, codec, cut=cut)) is not None:
        return text
    if codec == "utf_8" and (text := _nearly(data)):
        return text
    found = decoded(data, cut=cut)
    return found.text if found else None


def certain_text(data: bytes, declared: str = "") -> str:
    """The same of what must be text, such as a header: what fits no charset has replacement characters."""
    text = text_of(data, declared)
    return data.decode("utf-8", "replace") if text is None else text


def readable(text: str) -> str:
    """A text of several lines: line ends are "\\n", none has spaces behind it, no more than one is empty at a time."""
    lines = _LINE_ENDS.sub("\n", text).split("\n")
    whole = "\n".join(line.rstrip() for line in lines)
    return _MANY_LINES.sub("\n\n", _LONE.sub("\ufffd", _UNSEEN.sub("", whole))).strip("\n")


def one_line(text: str, most: int) -> str:
    """A text of one line with single spaces, at most so many characters; what is longer ends in "…"."""
    head = _UNSEEN.sub("", _LINE_ENDS.sub(" ", text[: most * 4]).replace("\t", " "))
    line = _LONE.sub("\ufffd", " ".join(head.split()))
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _codec(label: str) -> str:
    """Python's name of a charset, "" for one that isn't known. Asks no registry: it would remember each wrong name."""
    name = _PUNCTUATION.sub("_", label[:60].lower().partition("*")[0]).strip("_")
    if name in _LABELS:
        return _LABELS[name]
    name = aliases.get(name, aliases.get(name.replace("_", ""), name))
    return _MEANT.get(name, name) if name in _CODECS else ""


def _strictly(data: bytes, codec: str, *, cut: bool) -> str | None:
    """The text where all of it is valid; up to three bytes at a cut may be missing."""
    for fewer in range(4 if cut else 1):
        try:
            return data[: len(data) - fewer].decode(codec)
        except (UnicodeError, LookupError):
            continue
    return None if codec != "cp1252" else data.decode("latin-1")


def _nearly(data: bytes) -> str:
    """UTF-8 of which little is damaged; "" for what is something else."""
    text = data.decode("utf-8", "replace")
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return text if text.count("\ufffd") * 5 < beyond else ""
