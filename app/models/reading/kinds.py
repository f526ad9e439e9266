"""What a file is, by its first bytes. What its sender claims decides only where the bytes leave two readings open.

Pure. A kind is what `reader` knows a way for; "text" also stands for what shows nothing: decoding it tells.
"""

from dataclasses import dataclass
from typing import Literal

from app.models.speech.recording import sound_type

Kind = Literal[
    "picture", "sound", "film", "pdf", "docx", "xlsx", "pptx", "odt", "html", "text", "calendar", "archive", "empty"
]

_PICTURES = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
)
_PICTURE_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"avif")
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
_OFFICE: tuple[tuple[bytes, Kind], ...] = (
    (b"word/document.xml", "docx"),
    (b"xl/workbook.xml", "xlsx"),
    (b"ppt/presentation.xml", "pptx"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "odt"),
)
_PDF_WITHIN = 1_024  # bytes that may stand before "%PDF-": readers accept them
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body")
_MIGHT_BE_BITMAP = 26
LOOKED_AT = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})  # what every model that sees takes


@dataclass(frozen=True, slots=True)
class Sniffed:
    """A kind, and the media type that the bytes themselves show ("" where they show none)."""

    kind: Kind
    media_type: str = ""


def sniff(data: bytes, claimed: str = "") -> Sniffed:
    """What these bytes are."""
    if not data:
        return Sniffed("empty")
    if picture := _picture(data):
        return Sniffed("picture", picture)
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return Sniffed("pdf", "application/pdf")
    if data.startswith(_ARCHIVES):
        return Sniffed(_office(data))
    if sound := sound_type(data):
        film = sound in ("audio/mp4", "audio/webm") and not _is_sound_only(data, claimed)
        return Sniffed("film") if film else Sniffed("sound", sound)
    if data[:2_048].lstrip().lower().startswith(_HTML_STARTS):
        return Sniffed("html", "text/html")
    if data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()[:15].upper() == b"BEGIN:VCALENDAR":
        return Sniffed("calendar", "text/calendar")
    return Sniffed("text")


def _picture(data: bytes) -> str:
    for magic, media_type in _PICTURES:
        if data.startswith(magic):
            bitmap = media_type != "image/bmp" or (len(data) > _MIGHT_BE_BITMAP and data[6:10] == b"\0\0\0\0")
            return media_type if bitmap else ""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return "image/heic" if data[4:8] == b"ftyp" and data[8:12] in _PICTURE_BRANDS else ""


def _office(data: bytes) -> Kind:
    """Which office document a ZIP is, by the names in its directory."""
    if not data.startswith(b"PK"):
        return "archive"
    ends = data[:4_096] + data[-65_536:]
    for name, kind in _OFFICE:
        if name in ends:
            return kind
    return "archive"


def _is_sound_only(data: bytes, claimed: str) -> bool:
    """MP4 and WebM hold films too; the sender's word decides, and the brand that is for sound alone."""
    return data[8:12] in (b"M4A ", b"M4B ") or claimed.startswith("audio/")
