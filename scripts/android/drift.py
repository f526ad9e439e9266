"""Holds what the compiled app uses of Android against the signatures of the API, one member after the other.

The app was compiled against stubs that were written from the same signatures; that the writing neither invented nor bent anything is
what this shows, since it looks at the compiled classes and never at the stubs. Descriptors are compared whole: parameters and result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scripts.android.classfile import Compiled, Use
from scripts.android.levels import Level
from scripts.android.signatures import JavaClass, JavaType, Method, Signatures, UnknownName

_LETTERS = {
    "int": "I",
    "long": "J",
    "short": "S",
    "byte": "B",
    "float": "F",
    "double": "D",
    "boolean": "Z",
    "char": "C",
    "void": "V",
}
_OPEN = {"int": frozenset("IJSB"), "double": frozenset("FD")}  # what the signatures leave open in a result
_OBJECT = {"equals", "hashCode", "toString", "getClass"}


@dataclass(frozen=True, slots=True)
class Found:
    """A member of the API that the app uses: the class that declares it, and its name."""

    owner: str
    name: str


def check(compiled: Iterable[Compiled], signatures: Signatures) -> tuple[set[Found], list[str]]:
    """What is used of Android, and a sentence for each use that the API doesn't have."""
    ours = {one.name: one for one in compiled}
    found: set[Found] = set()
    wrong: list[str] = []
    for one in ours.values():
        strange = (name for name in one.classes if name.startswith("android/") and not _exists(name, signatures))
        wrong.extend(f"{one.name} names {name}, which Android does not have" for name in strange)
        for use in one.uses:
            owners = [owner for owner in _owners(use.owner, ours) if _exists(owner, signatures)]
            if not owners or use.name in _OBJECT:
                continue
            match = next((hit for owner in owners if (hit := _find(owner, use, signatures))), None)
            if match:
                found.add(match)
            elif use.owner not in ours:  # a member that the class of ours declares itself
                wrong.append(f"{one.name} uses {use.owner}.{use.name}{use.descriptor}, which Android does not have")
    return found, sorted(set(wrong))


def newer(found: Iterable[Found], levels: dict[str, Level], limit: int) -> dict[str, int]:
    """Of what is used, what came after API level `limit`, with its level. What the levels don't know is left out."""
    late: dict[str, int] = {}
    for one in found:
        level = levels.get(one.owner)
        member = level.members.get(one.name) if level else None
        since = max(level.since if level else 0, member.since if member else 0)
        if since > limit:
            late[f"{one.owner}.{one.name}"] = since
    return late


def _exists(name: str, signatures: Signatures) -> bool:
    if not name.startswith("android/"):
        return False
    try:
        signatures.find(_dotted(name))
    except UnknownName:
        return False
    return True


def _dotted(name: str) -> str:
    return name.strip("[").removeprefix("L").removesuffix(";").replace("/", ".").replace("$", ".")


def _owners(name: str, ours: dict[str, Compiled]) -> Iterator[str]:
    """The class that a use names, or for a class of ours those that it derives from."""
    waiting = [name]
    while waiting:
        current = waiting.pop(0)
        if current in ours:
            waiting.extend(ours[current].parents)
        else:
            yield current


def _find(owner: str, use: Use, signatures: Signatures) -> Found | None:
    for one in signatures.lineage(_dotted(owner)):
        if use.name in one.fields and not use.descriptor.startswith("("):
            if _fits(one.fields[use.name].type, use.descriptor, one, None):
                return Found(one.name, use.name)
        elif any(method.name == use.name and _same(method, use.descriptor, one) for method in one.methods):
            return Found(one.name, use.name)
        if use.name == "<init>":
            return None
    return None


def _same(method: Method, descriptor: str, owner: JavaClass) -> bool:
    inside, _, result = descriptor[1:].partition(")")
    given = list(_split(inside))
    if len(given) != len(method.parameters):
        return False
    kinds = [kind for _, kind in method.parameters]
    if method.varargs:
        last = kinds[-1]
        kinds[-1] = JavaType(last.name, last.arguments, last.dimensions + 1)
    fitting = all(_fits(kind, text, owner, method) for kind, text in zip(kinds, given, strict=True))
    return fitting and _fits(method.returns, result, owner, method)


def _split(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        start = at
        while text[at] == "[":
            at += 1
        at = text.index(";", at) + 1 if text[at] == "L" else at + 1
        yield text[start:at]


def _fits(kind: JavaType, text: str, owner: JavaClass, method: Method | None) -> bool:
    """Whether a descriptor is that of a type after erasure."""
    if kind.unsure:
        return text in _OPEN[kind.name]
    variables = dict(owner.variables) | (dict(method.variables) if method else {})
    if kind.name in variables:
        bound = variables[kind.name]
        kind = JavaType(bound.name if bound else "java.lang.Object", dimensions=kind.dimensions)
    plain = _LETTERS.get(kind.name)
    if plain is None:
        return text.startswith("[" * kind.dimensions + "L") and _dotted(text) == kind.name
    return text == "[" * kind.dimensions + plain
