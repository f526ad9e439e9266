"""What kind of sound file bytes are, and how long an OGG plays, from the bytes alone.

Reads a few bytes of the container; decodes nothing. A media type that a sender claims plays no part.
"""

import struct

_MAGIC = (
    (b"OggS", "audio/ogg"),
    (b"ID3\x02", "audio/mpeg"),
    (b"ID3\x03", "audio/mpeg"),
    (b"ID3\x04", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"#!AMR", "audio/amr"),
    (b"\x1aE\xdf\xa3", "audio/webm"),
)
_CHUNKED = {(b"RIFF", b"WAVE"): "audio/wav", (b"FORM", b"AIFF"): "audio/aiff", (b"FORM", b"AIFC"): "audio/aiff"}
_SOUND_BRANDS = (b"M4A ", b"M4B ", b"mp42", b"isom", b"iso5", b"3gp4", b"3gp5", b"dash", b"mp41")
_OPUS_RATE = 48_000  # a granule of Opus is always 1/48000 s
_VORBIS_RATE = struct.Struct("<I")
_GRANULE = struct.Struct("<q")
ENDINGS = {
    "audio/ogg": "ogg",
    "audio/mpeg": "mp3",
    "audio/flac": "flac",
    "audio/amr": "amr",
    "audio/webm": "webm",
    "audio/aiff": "aiff",
    "audio/wav": "wav",
    "audio/mp4": "m4a",
    "audio/aac": "aac",
}


def sound_type(data: bytes) -> str | None:
    """The media type of a sound file, or None when these bytes are none (a film may pass for its sound)."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if chunked := _CHUNKED.get((data[:4], data[8:12])):
        return chunked
    if data[4:8] == b"ftyp" and data[8:12] in _SOUND_BRANDS:
        return "audio/mp4"
    return _bare_frames(data)


def _bare_frames(data: bytes) -> str | None:
    """AAC and MP3 without a container begin with a frame: eleven or twelve set bits, then the layer (never the first)."""
    if len(data) < 4 or data[0] != 0xFF:
        return None
    if data[1] & 0xF6 == 0xF0:
        return "audio/aac"
    return "audio/mpeg" if data[1] & 0xE6 in (0xE2, 0xE4) and data[2] & 0xF0 != 0xF0 else None


def ogg_seconds(data: bytes) -> float:
    """How long an OGG plays by its last page; 0 where that can't be told."""
    last = data.rfind(b"OggS")
    if not data.startswith(b"OggS") or last < 0 or len(data) < last + 14:
        return 0.0
    granules = _GRANULE.unpack_from(data, last + 6)[0]
    head = data[:200]
    vorbis = head.find(b"\x01vorbis")
    rate = _OPUS_RATE
    if vorbis >= 0 and len(head) >= vorbis + 16:
        rate = _VORBIS_RATE.unpack_from(head, vorbis + 12)[0]
    elif b"OpusHead" not in head:
        return 0.0
    return max(granules, 0) / rate if rate else 0.0
