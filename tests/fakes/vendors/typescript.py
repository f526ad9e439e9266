"""Plain JSON held to interfaces that a package of TypeScript declares: each field must be one that the interface has, of its kind.

It reads what such declarations are made of: interfaces that extend others, fields, unions, arrays, literals, type aliases and zod's lists of values. Fields that are
missing are no fault: declarations call required what a vendor leaves out where it has nothing to say.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from tests.fakes.vendors.npm import Package, published

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_INTERFACE = re.compile(r"\binterface (\w+)(?: extends ([\w., ]+?))? \{")
_ALIAS = re.compile(r"\btype (\w+) =\s*([^;]+);")
_ZOD_ENUM = re.compile(r"\bconst (\w+): z\.ZodEnum<\[([^\]]*)\]>")
_FIELD = re.compile(r"(\w+)\??:\s*(.+)\Z", re.DOTALL)
_KINDS: Mapping[str, tuple[type, ...]] = {"string": (str,), "number": (int, float), "boolean": (bool,)}
_OPEN, _CLOSE = "{[(<", "}])>"


class Declared:
    """The interfaces and aliases of one file."""

    def __init__(self, source: str) -> None:
        plain = _COMMENT.sub("", source)
        self.aliases = {name: " ".join(said.split()) for name, said in _ALIAS.findall(plain)}
        for name, values in _ZOD_ENUM.findall(plain):
            self.aliases[f"z.infer<typeof {name}>"] = values.replace(", ", " | ")
        self._own: dict[str, dict[str, str]] = {}
        self._parents: dict[str, list[str]] = {}
        for found in _INTERFACE.finditer(plain):
            name = found[1]
            fields = (_FIELD.match(one.strip()) for one in _parts(plain, found.end(), ";"))
            self._own.setdefault(name, {}).update({one[1]: " ".join(one[2].split()) for one in fields if one})
            self._parents.setdefault(name, []).extend(re.findall(r"\w+", found[2] or ""))

    def fields(self, interface: str) -> dict[str, str]:
        """All of an interface, with what it extends: the type by the name."""
        inherited = [self.fields(one) for one in self._parents.get(interface, ()) if one in self._own]
        return {name: said for one in (*inherited, self._own[interface]) for name, said in one.items()}

    def faults(self, wanted: str, value: object, at: str = "") -> Iterator[str]:
        """What of a value isn't of a type; none where it is."""
        ways = self._ways(wanted)
        found = [list(self._of_one(way, value, at or wanted)) for way in ways]
        if all(found):
            yield from min(found, key=len)

    def _ways(self, wanted: str) -> list[str]:
        """The types that a union is of, aliases followed."""
        wanted = wanted.strip()
        several = [one.strip() for one in _parts(wanted + "}", 0, "|") if one.strip()]
        if len(several) > 1:
            return [way for one in several for way in self._ways(one)]
        return self._ways(self.aliases[wanted]) if wanted in self.aliases else several

    def _of_one(self, wanted: str, value: object, at: str) -> Iterator[str]:
        if array := re.fullmatch(r"(.+)\[\]|Array<(.+)>", wanted):
            if not isinstance(value, list):
                yield f"{at}: {value!r:.60} for {wanted}"
                return
            for one in value:
                yield from self.faults(array[1] or array[2], one, f"{at}[]")
        elif wanted in self._own:
            yield from self._of_interface(wanted, value, at)
        elif not _is_plain(wanted, value):
            yield f"{at}: {value!r:.60} for {wanted}"

    def _of_interface(self, name: str, value: object, at: str) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{at}: {value!r:.60} for {name}"
            return
        known = self.fields(name)
        for field, one in value.items():
            if field not in known:
                yield f"{at}: no field {field}"
            else:
                yield from self.faults(known[field], one, f"{at}.{field}")


def _is_plain(wanted: str, value: object) -> bool:
    if wanted in _KINDS:
        return isinstance(value, _KINDS[wanted]) and (wanted == "boolean") == isinstance(value, bool)
    if wanted.startswith(('"', "'")):
        return value == wanted.strip("\"'")
    return wanted == "any" or (wanted in ("null", "undefined") and value is None)


def _parts(text: str, start: int, between: str) -> Iterator[str]:
    """What stands between marks of one kind, up to where the bracket closes that was open at the start."""
    depth, first = 0, start
    for at in range(start, len(text)):
        if text[at] in _OPEN:
            depth += 1
        elif text[at] in _CLOSE and text[at - 1] != "=":
            depth -= 1
        if depth < 0 or (depth == 0 and text[at] == between):
            yield text[first:at]
            first = at + 1
        if depth < 0:
            return


@cache
def declared(package: Package, member: str) -> Declared:
    """What one file of a package declares."""
    return Declared(published(package, member, bytes).decode())
