"""Reads out of a compiled class what it is, what it derives from, and which members of which other classes it uses.

The constant pool of a class file names every field, method and class that its code touches (Java virtual machine specification, 4.4).
Constants that the compiler has put in place of their names don't show.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

_UTF8, _CLASS, _NAME = 1, 7, 12
_MEMBERS = (9, 10, 11)  # a field, a method, a method of an interface
_WIDE = (5, 6)  # a long and a double count as two entries
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}


@dataclass(frozen=True, slots=True)
class Use:
    """A member of another class: `owner` as the code names it (`android/view/View`), and the descriptor (`(I)V`)."""

    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """One class. Names are those of class files, with slashes."""

    name: str
    parents: tuple[str, ...]
    uses: tuple[Use, ...]
    classes: tuple[str, ...]


def read(file: Path) -> Compiled:
    """The class in `file`."""
    data = file.read_bytes()
    pool = _Pool(data)
    _, this, above, count = struct.unpack_from(">HHHH", data, pool.end)
    interfaces = struct.unpack_from(f">{count}H", data, pool.end + 8)
    parents = tuple(pool.named(one) for one in (above, *interfaces) if one)
    return Compiled(pool.named(this), parents, pool.uses(), pool.classes())


class _Pool:
    """The constants: texts by number, and entries that point at others by kind. `end` is where the class itself begins."""

    def __init__(self, data: bytes) -> None:
        self._texts: dict[int, str] = {}
        self._entries: dict[int, tuple[int, tuple[int, ...]]] = {}
        (count,) = struct.unpack_from(">H", data, 8)
        at, number = 10, 1
        while number < count:
            kind = data[at]
            size = _SIZES.get(kind, 2)
            first, *rest = struct.unpack_from(f">{max(size // 2, 1)}H", data, at + 1)
            if kind == _UTF8:
                self._texts[number] = data[at + 3 : at + 3 + first].decode("utf-8", "replace")
                size += first
            self._entries[number] = (kind, (first, *rest))
            at += 1 + size
            number += 2 if kind in _WIDE else 1
        self.end = at

    def named(self, number: int) -> str:
        """The text that an entry points at first."""
        return self._texts[self._entries[number][1][0]]

    def classes(self) -> tuple[str, ...]:
        """Every class that is named."""
        return tuple(self.named(number) for number, (kind, _) in self._entries.items() if kind == _CLASS)

    def uses(self) -> tuple[Use, ...]:
        """Every member of a class that is named."""
        pairs = [points for kind, points in self._entries.values() if kind in _MEMBERS]
        return tuple(Use(self.named(owner), self.named(member), self._second(member)) for owner, member in pairs)

    def _second(self, number: int) -> str:
        return self._texts[self._entries[number][1][1]]
