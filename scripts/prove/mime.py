"""Reads every file of a folder as mail, mailboxes message by message: whatever lies there, nothing may be raised.

Usage: python scripts/prove/mime.py FOLDER [--show] [--most MS]

Of each message the heading, the whole letter and every attachment are read. A message has text or a note that says why not; one with
neither counts as raised, and so does one that takes longer than MS (5,000). --show prints what was read. Exits 1 when any was raised.
"""

import argparse
import re
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.integrations.mail.letter import Letter
from app.integrations.mail.mime import attachment, heading, read_letter

_DIVIDES = re.compile(rb"^From \S+[^\r\n]*\d\d:\d\d[^\r\n]*\r?\n(?=[!-9;-~]+:)", re.MULTILINE)


def messages(path: Path) -> Iterator[tuple[str, bytes]]:
    """The messages of a file: itself, or those of a mailbox."""
    data = path.read_bytes()
    begins = [found.start() for found in _DIVIDES.finditer(data)] if data.startswith(b"From ") else []
    if len(begins) < 2:
        yield path.name, data
        return
    for number, (begin, end) in enumerate(zip(begins, [*begins[1:], len(data)], strict=True), 1):
        yield f"{path.name} #{number}", data[begin:end]


def read(data: bytes) -> tuple[Letter, float]:
    """The letter and how many milliseconds it took; raises where it must not."""
    begun = time.perf_counter()
    letter = read_letter(data)
    took = (time.perf_counter() - begun) * 1_000
    head = heading(data)
    assert head.subject == letter.subject
    assert head.sender == letter.sender
    assert letter.text or letter.notes, "neither text nor a reason"
    for one in letter.attachments:
        found = attachment(data, one.part)
        assert found is not None, f"{one.part} is not found again"
        assert found[0] == one
        assert len(found[1]) == one.size or one.media_type == "message/rfc822", (
            f"{one.name} has {len(found[1])} bytes, not {one.size}"
        )
    return letter, took


def shown(name: str, letter: Letter) -> str:
    files = [f"{one.name} ({one.media_type}, {one.size}, {one.part})" for one in letter.attachments]
    rows = (
        f"=== {name}: {letter.subject!r} {letter.sender} {letter.date}",
        letter.text[:1_500],
        f"--- quoted: {letter.quoted[:300]!r}",
        f"--- {files} {letter.notes}",
    )
    return "\n".join(rows)


def main() -> int:
    """Reads them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--most", type=float, default=5_000)
    options = parser.parse_args()
    total, raised, slowest = 0, 0, (0.0, "")
    for path in sorted(one for one in options.folder.rglob("*") if one.is_file()):
        for name, data in messages(path):
            total += 1
            try:
                letter, took = read(data)
                assert took <= options.most, f"took {took:.0f} ms"
            except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
                raised += 1
                print(f"{path}: {name}", traceback.format_exc(), file=sys.stderr)
                continue
            slowest = max(slowest, (took, name))
            if options.show:
                print(shown(name, letter))
    print(f"slowest: {slowest[0]:.0f} ms ({slowest[1]})")
    print(f"{total - raised} of {total} read, {raised} raised")
    return 1 if raised or not total else 0


if __name__ == "__main__":
    sys.exit(main())
