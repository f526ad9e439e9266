"""Reads what the type stubs of `signatures.py` don't tell out of npm's `@nativescript/types-android`: since which API level, what value, interface or not.

A second source, made by others in another way, so that one can be held against the other. It lacks some packages (`android.app.job`);
what it doesn't know is `None`, never a guess.
"""

import json
import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILE = "package/lib/android/android-platform-21-37-merged.d.ts"
EARLIEST = 21  # what carries no mark is at least this old
_OPENS = re.compile(r"\s*(?:declare|export) (?:abstract )?(module|class) (\w+)")
_MEMBER = re.compile(r"\s*public (?:static )?(\w+)(\(|: )(.*);")


@dataclass(slots=True)
class Member:
    """A name of a class: the level of its oldest overload, its value where it is a constant, and whether a result may be null."""

    since: int
    value: int | str | None = None
    nullable: bool = False


@dataclass(slots=True)
class Level:
    """A class: since when, whether it is an interface, and its members by name."""

    since: int
    interface: bool = False
    members: dict[str, Member] = field(default_factory=dict)


def read(package: Path) -> dict[str, Level]:
    """Every class in the npm package, by full name."""
    with tarfile.open(package) as archive:
        file = archive.extractfile(FILE)
        if file is None:
            raise FileNotFoundError(FILE)
        return parse(file.read().decode().splitlines())


def parse(lines: list[str]) -> dict[str, Level]:
    """The classes in the lines of a declaration file."""
    found: dict[str, Level] = {}
    stack: list[tuple[str, str]] = []  # what was opened, and its name
    since = EARLIEST
    for line in lines:
        text = line.strip()
        inside = ".".join(name for _, name in stack if name)
        if stack and stack[-1][0] == "class":
            _take(found[inside], text, since)
        if mark := re.search(r"@since (\d+)", text):
            since = int(mark[1])
        if text.endswith("{"):
            opened = _OPENS.match(line)
            kind, name = (opened[1], opened[2]) if opened else ("", "")
            stack.append((kind, name))
            if kind == "class":
                found.setdefault(f"{inside}.{name}", Level(since))
        elif text.startswith("}"):
            stack.pop()
        if not text.startswith(("/**", "*")):
            since = EARLIEST
    return found


def _take(level: Level, text: str, since: int) -> None:
    """Add what a line of a class says."""
    if "interface with the provided implementation" in text:
        level.interface = True
    found = _MEMBER.match(text)
    if found is None:
        return
    name = "<init>" if found[1] == "constructor" else found[1]
    value = _literal(found[3]) if found[2] == ": " else None
    known = level.members.get(name)
    nullable = found[3].endswith("| null") or (known is not None and known.nullable)
    level.members[name] = Member(min(since, known.since) if known else since, value, nullable)


def _literal(text: str) -> int | str | None:
    """The value of a literal type such as `7` or `"android.permission.INTERNET"`."""
    if re.fullmatch(r'-?\d+|"[^"\\]*"', text):
        return json.loads(text, strict=False)
    return None


def newer_than(levels: dict[str, Level], limit: int, named: dict[str, set[str]]) -> Iterator[tuple[str, int]]:
    """Those of the named classes and members (by class) that came after API level `limit`, as (`class.member`, level)."""
    for owner, members in named.items():
        level = levels.get(owner)
        if level is None:
            continue
        if level.since > limit:
            yield owner, level.since
            continue
        for name in sorted(members & set(level.members)):
            if level.members[name].since > limit:
                yield f"{owner}.{name}", level.members[name].since
