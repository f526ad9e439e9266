"""Messages for the tests, put together from their parts."""

import base64

HEAD = b"From: Ama Mensah <ama@shop.example>\nTo: kofi@home.example\nSubject: Lunch\nDate: Mon, 5 Jan 2026 10:00:00 +0100\nMIME-Version: 1.0\n"


def leaf(content: bytes | str, kind: str = "text/plain; charset=utf-8", *headers: str, coded: bool = False) -> bytes:
    """A part without parts; `coded` in base64."""
    body = content.encode() if isinstance(content, str) else content
    lines = [f"Content-Type: {kind}", *headers, *(["Content-Transfer-Encoding: base64"] if coded else [])]
    return "\n".join(lines).encode() + b"\n\n" + (base64.encodebytes(body) if coded else body)


def multi(kind: str, *parts: bytes, boundary: str = "B", options: str = "") -> bytes:
    """A multipart of these."""
    mark = f"--{boundary}".encode()
    inside = b"".join(mark + b"\n" + part + b"\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"{options}\n\n'.encode() + inside + mark + b"--\n"


def message(part: bytes, head: bytes = HEAD) -> bytes:
    """A whole message."""
    return head + part
