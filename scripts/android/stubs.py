"""Writes Java stubs of the part of the Android API that some Kotlin can name, so that `:app` can be compiled where no `android.jar` is to be had.

A class is written because the Kotlin imports it, because a written class inherits from it or because a written member speaks of it. A
member is written because its name (or, of `getX`, its property's) occurs in the Kotlin. Nothing is written by hand, so nothing can be
invented: what the signatures lack, the compiler misses.

The stubs remember instead of working, for tests on the JVM: a setter keeps its value under the property's name, a getter gives it
back (0, false or null where there is none), any other call is noted. `stub.Kept` is that memory.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from scripts.android.levels import Level
from scripts.android.signatures import VOID, Field, JavaClass, JavaType, Method, Signatures, UnknownName

KEPT = Path(__file__).parent / "Kept.java"
# By this name Kotlin knows that a result may be null.
NULLABLE = "package android.annotation;\n\npublic @interface Nullable {}\n"
PRIMITIVES = {"int", "long", "short", "byte", "float", "double", "boolean", "char"}
# A type variable that only the result has is lost in the signatures; it is restored where the API's own text has it.
RESTORED = {"findViewById": ("<T extends android.view.View>", "T")}
# A whole number that is returned may be an `int` or a `long`, which the signatures leave open; these are `long` in the API's own text.
LONG = {"android.os.SystemClock.elapsedRealtime", "android.health.connect.ReadRecordsResponse.getNextPageToken"}
SMALL = 2  # an interface of so few methods may be what a lambda becomes, and then none may be missing
_FOREIGN = ("dalvik.", "org.", "javax.", "com.")  # libraries that the JDK may lack: members that need them are left out
_OBJECT = {"equals", "hashCode", "toString"}


def imports(kotlin: str) -> set[str]:
    """The Android classes that a Kotlin file imports; of a member or a constant, its class."""
    found = re.findall(r"^import (android\.[\w.]+)", kotlin, re.MULTILINE)
    return {re.sub(r"(\.[a-z]\w*|\.[A-Z][A-Z0-9_]+)$", "", name) if _is_member(name) else name for name in found}


def _is_member(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    return owner.rpartition(".")[2][:1].isupper() and (last[0].islower() or (last.isupper() and len(last) > 1))


def words(kotlin: str) -> set[str]:
    """Every name that a Kotlin file may mean, those of Java's getters and setters included."""
    plain = set(re.findall(r"[A-Za-z_]\w*", kotlin))
    bare = plain | {word[2:] for word in plain if re.match(r"is[A-Z]", word)}
    return plain | {f"{verb}{word[0].upper()}{word[1:]}" for word in bare for verb in ("get", "set", "is")}


def extended(kotlin: str) -> set[str]:
    """The simple names of the classes that a Kotlin file derives from."""
    return set(re.findall(r":\s*([A-Z]\w*)\(", kotlin))


@dataclass(slots=True)
class Wanted:
    """What the stubs must hold: classes by full name, and names of members; `derived` have all their abstract methods."""

    classes: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    derived: set[str] = field(default_factory=set)

    @classmethod
    def by(cls, sources: Iterable[str]) -> "Wanted":
        """What these Kotlin files can name."""
        made = cls()
        for text in sources:
            made.classes |= imports(text)
            made.names |= words(text)
            made.derived |= extended(text)
        return made


class Stubs:
    """The stubs for what is wanted. `classes` are all that are written, by full name."""

    def __init__(self, signatures: Signatures, levels: dict[str, Level], wanted: Wanted) -> None:
        self._signatures = signatures
        self._levels = levels
        self._wanted = wanted
        self.classes: dict[str, JavaClass] = {}
        for name in sorted(wanted.classes):
            self._reach(name)

    def write(self, target: Path) -> None:
        """Write one Java file per class that stands by itself, and the memory they share."""
        (target / "stub").mkdir(parents=True, exist_ok=True)
        (target / "stub" / "Kept.java").write_text(KEPT.read_text("utf-8"), "utf-8")
        (target / "android/annotation").mkdir(parents=True, exist_ok=True)
        (target / "android/annotation/Nullable.java").write_text(NULLABLE, "utf-8")
        for name, found in self.classes.items():
            package, _, simple = name.rpartition(".")
            if package in self.classes:
                continue
            file = target / package.replace(".", "/") / f"{simple}.java"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"package {package};\n\n" + "\n".join(self._class(found, nested=False)) + "\n", "utf-8")

    def _reach(self, first: str) -> None:
        waiting = [first]
        while waiting:
            name = waiting.pop()
            if name in self.classes or name.startswith("java."):
                continue
            found = self.classes[name] = self._signatures.find(name)
            outer = name.rpartition(".")[0]
            if outer.rpartition(".")[2][:1].isupper():
                waiting.append(outer)
            waiting.extend(parent for one in self._parents(found) for parent in one.classes())
            waiting.extend(inner.name for key, inner in found.nested.items() if key in self._wanted.names)
            for method in self._methods(found):
                waiting.extend(needed for kind in _types(method) for needed in kind.classes())
            waiting.extend(needed for one in self._fields(found) for needed in one.type.classes())

    def _interface(self, name: str) -> bool:
        level = self._levels.get(name)
        return level is not None and level.interface

    def _parents(self, of: JavaClass) -> list[JavaType]:
        """The superclass, and of the interfaces those that the Kotlin names, and those without a method."""
        return [
            one
            for one in of.supers
            if one.name != "java.lang.Object"
            and not one.name.startswith(_FOREIGN)
            and (
                not self._interface(one.name)
                or self._interface(of.name)
                or self._marks(one.name)
                or one.name in self._wanted.classes
            )
        ]

    def _marks(self, name: str) -> bool:
        """Whether an interface has no methods."""
        return not set(self._levels[name].members) - {"class", "<init>"}

    def _methods(self, of: JavaClass) -> list[Method]:
        whole = self._interface(of.name) and (of.name in self._wanted.classes or len(of.methods) <= SMALL)
        derived = of.name.rpartition(".")[2] in self._wanted.derived
        return [
            one
            for one in of.methods
            if (whole or one.name in self._wanted.names or one.name == "<init>" or (derived and one.bodiless))
            and one.name not in _OBJECT
            and not any(needed.startswith(_FOREIGN) for kind in _types(one) for needed in kind.classes())
        ]

    def _fields(self, of: JavaClass) -> list[Field]:
        return [one for name, one in of.fields.items() if name in self._wanted.names]

    def _class(self, of: JavaClass, *, nested: bool) -> list[str]:
        simple = of.name.rpartition(".")[2]
        interface = self._interface(of.name)
        if any(one.name == "java.lang.annotation.Annotation" for one in of.supers):
            return [f"public {'static ' * nested}@interface {simple} {{", *map(self._element, of.methods), "}"]
        if any(one.name == "java.lang.Enum" for one in of.supers):
            constants = ", ".join(one.name for one in self._fields(of) if one.static)
            return [f"public {'static ' * nested}enum {simple} {{ {constants} }}"]
        parents = self._parents(of)
        classes = [one for one in parents if not self._interface(one.name) and one.name not in _JAVA_INTERFACES]
        interfaces = [one for one in parents if one not in classes]
        methods = self._methods(of)
        abstract = not interface and any(one.bodiless for one in methods)
        head = f"public {'static ' * nested}{'abstract ' * abstract}{'interface' if interface else 'class'} {simple}"
        head += _variables(of.variables)
        if classes:
            head += f" extends {_text(classes[0])}"
        if interfaces:
            head += (" extends " if interface else " implements ") + ", ".join(map(_text, interfaces))
        lines = [f"{head} {{", *self._constructors(of, classes, methods, interface=interface)]
        lines += [f"  {self._field(of, one)}" for one in self._fields(of)]
        lines += [f"  {self._method(one, of, interface=interface)}" for one in methods if one.name != "<init>"]
        for inner in of.nested.values():
            if inner.name in self.classes:
                lines += [f"  {line}" for line in self._class(inner, nested=True)]
        return [*lines, "}"]

    @staticmethod
    def _element(of: Method) -> str:
        return f"  {_text(of.returns)} {of.name}() default {'{}' if of.returns.dimensions else '0'};"

    @staticmethod
    def _constructors(of: JavaClass, classes: list[JavaType], methods: list[Method], *, interface: bool) -> list[str]:
        """The public ones, and one that only stubs and tests can call: it takes the memory itself."""
        if interface:
            return []
        simple = of.name.rpartition(".")[2]
        ours = not classes or not classes[0].name.startswith("java.")
        above = "super(kept);" if classes and ours else ""
        lines = [f"  protected {simple}(stub.Kept kept) {{ {above} }}"]
        for one in methods:
            if one.name == "<init>":
                first = "super((stub.Kept) null); " if classes and ours else ""
                lines.append(f"  public {simple}({_parameters(one)}) {{ {first}{_remember(one)} }}")
        return lines

    def _method(self, of: Method, owner: JavaClass, *, interface: bool) -> str:
        mark = "static " if of.static else "default " if interface and of.parameters and not of.bodiless else ""
        variables = _variables(of.variables)
        if f"{owner.name}.{of.name}" in LONG:
            of = replace(of, returns=JavaType("long"))
        result = _text(of.returns)
        if of.name in RESTORED:
            variables, result = RESTORED[of.name]
        nullable = "@android.annotation.Nullable " if of.returns.nullable and self._agreed(owner.name, of.name) else ""
        head = f"{nullable}public {mark}{variables + ' ' if variables else ''}{result} {of.name}({_parameters(of)})"
        if of.bodiless or (interface and not mark):
            return f"{head};" if interface else f"{head.replace('public ', 'public abstract ', 1)};"
        return f"{head} {{ {_body(of, owner, result)} }}"

    def _agreed(self, owner: str, name: str) -> bool:
        """Whether the second source, where it knows the method, says as well that its result may be null."""
        member = self._levels[owner].members.get(name) if owner in self._levels else None
        return member is None or member.nullable

    def _field(self, of: JavaClass, one: Field) -> str:
        level = self._levels.get(of.name)
        member = level.members.get(one.name) if level else None
        value = _value(one.type, member.value if member else None)
        if self._interface(of.name) or one.static:
            return f"public static final {_text(one.type)} {one.name} = {value};"
        return f"public {_text(one.type)} {one.name};"


_JAVA_INTERFACES = {"java.lang.Comparable", "java.lang.AutoCloseable", "java.io.Closeable", "java.io.Serializable", "java.lang.Runnable"} | {
    "java.lang.CharSequence", "java.lang.Iterable", "java.lang.Cloneable", "java.util.concurrent.Executor", "java.lang.Appendable"
}  # fmt: skip


def _types(of: Method) -> list[JavaType]:
    bounds = [bound for _, bound in of.variables if bound]
    return [of.returns, *bounds, *(kind for _, kind in of.parameters)]


def _text(of: JavaType, *, boxed: bool = False) -> str:
    name = _BOXED.get(of.name, of.name) if boxed and not of.dimensions else of.name
    if of.arguments:
        inside = (f"? extends {_text(one)}" if _is_class(of, one) else _text(one, boxed=True) for one in of.arguments)
        name += f"<{', '.join(inside)}>"
    return name + "[]" * of.dimensions


def _is_class(of: JavaType, argument: JavaType) -> bool:
    """`Class<? extends Record>` is what the API says wherever the stubs' `Type[Record]` names a class."""
    return of.name == "java.lang.Class" and "." in argument.name


_BOXED = {"int": "Integer", "char": "Character", "void": "Void"} | {
    name: name.capitalize() for name in PRIMITIVES - {"int", "char"}
}


def _variables(of: Iterable[tuple[str, JavaType | None]]) -> str:
    inside = [name + (f" extends {_text(bound)}" if bound else "") for name, bound in of]
    return f"<{', '.join(inside)}>" if inside else ""


def _parameters(of: Method) -> str:
    texts = [f"{_text(kind)} {_safe(name)}" for name, kind in of.parameters]
    if of.varargs and texts:
        texts[-1] = f"{_text(of.parameters[-1][1])}... {_safe(of.parameters[-1][0])}"
    return ", ".join(texts)


def _safe(name: str) -> str:
    return f"{name}_"


def _remember(of: Method) -> str:
    return "".join(f'stub.Kept.put(this, "{name}", {_safe(name)}); ' for name, _ in of.parameters)


def _property(name: str) -> str | None:
    found = re.fullmatch(r"(?:get|set|is|has)([A-Z]\w*)", name)
    return found[1][0].lower() + found[1][1:] if found else None


def _body(of: Method, owner: JavaClass, result: str) -> str:
    me = f"{owner.name}.class" if of.static else "this"
    given = ", ".join(_safe(name) for name, _ in of.parameters)
    called = f'stub.Kept.call({me}, "{of.name}"{", " if given else ""}{given}); '
    name = _property(of.name)
    if name is None and of.name.startswith("add") and len(of.parameters) == 1:
        called += f'stub.Kept.put({me}, "{of.name[3].lower()}{of.name[4:]}", {given}); '
    if name and of.name.startswith("set") and len(of.parameters) == 1:
        called += f'stub.Kept.put({me}, "{name}", {given}); '
    if of.returns == VOID:
        return called
    back = _text(of.returns, boxed=True) if of.name not in RESTORED else result
    if of.name == "build" and of.returns.name != owner.name:
        return f"{called}return stub.Kept.built(this, {of.returns.name}.class);"
    if not of.static and of.returns.name == owner.name and not (name and of.name.startswith("get")):
        return f"{called}return ({back}) this;"
    return f'{called}return ({back}) stub.Kept.get({me}, "{name or of.name}", {_nothing(of.returns)});'


def _nothing(of: JavaType) -> str:
    if of.dimensions or of.name not in PRIMITIVES:
        return "null"
    return {"boolean": "false", "char": "'\\0'"}.get(of.name, f"({of.name}) 0")


def _value(of: JavaType, value: int | str | None) -> str:
    if value is None or of.dimensions:
        return _nothing(of)
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"').replace("\n", "\\n") + '"'
    return f"{value}L" if of.name == "long" else f"({of.name}) {value}"


__all__ = ["Stubs", "UnknownName", "Wanted"]
