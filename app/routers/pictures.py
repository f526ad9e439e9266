"""Whether bytes are a picture, by their first bytes: what a sender claims is not believed.

SVG is left out on purpose: it is a document that can carry scripts.
"""

# (offset, signature, media type); the first match counts.
SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypheix", "image/heic"),
    (4, b"ftypmif1", "image/heif"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
)


def picture_type(data: bytes) -> str | None:
    """The media type of a picture, or None when these bytes are not one."""
    return next((kind for offset, mark, kind in SIGNATURES if data.startswith(mark, offset)), None)
