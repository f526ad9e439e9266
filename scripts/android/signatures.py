"""Reads the public Android API out of the Python type stubs that PyPI's `chaquopy-stubs-android` holds, a package when first asked for.

What the stubs say and Java needs: names, parameter types and names, which members are static, which results may be null. What they
don't say: whether a whole number that is returned is an `int` or a `long`, and whether a type is an interface. The first is read from
a setter or builder parameter of the same name and is `AMBIGUOUS` else; the second comes from `levels.py`. Parameters without names
of their own (`arg1`) belong to methods without a body: abstract ones.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

AMBIGUOUS = {"int": "a whole number", "float": "a fraction"}
_PRIMITIVES = {f"java.j{name}": name for name in ("int", "long", "short", "byte", "float", "double", "boolean", "char")}
_ARRAYS = {f"java.chaquopy.JavaArrayJ{name.capitalize()}": name for name in _PRIMITIVES.values()}
_PYTHON = {"str": "java.lang.String", "bool": "boolean"}


class UnknownName(Exception):
    """The API has no class, method or field of this name."""


@dataclass(frozen=True, slots=True)
class JavaType:
    """`name` is a primitive, a type variable or a full class name; `unsure` where the stubs leave the primitive open."""

    name: str
    arguments: tuple["JavaType", ...] = ()
    dimensions: int = 0
    nullable: bool = False
    unsure: bool = False

    def classes(self) -> Iterator[str]:
        """Every class that this type names."""
        if "." in self.name:
            yield self.name
        for argument in self.arguments:
            yield from argument.classes()


VOID = JavaType("void")


@dataclass(frozen=True, slots=True)
class Method:
    """A method; a constructor is named `<init>`. `variables` are its own type variables with their bounds."""

    name: str
    parameters: tuple[tuple[str, JavaType], ...]
    returns: JavaType
    static: bool = False
    varargs: bool = False
    variables: tuple[tuple[str, JavaType | None], ...] = ()

    @property
    def bodiless(self) -> bool:
        """Whether its parameters lost their names, as those of abstract and native methods do."""
        return any(re.fullmatch(r"arg\d+", name) for name, _ in self.parameters)


@dataclass(frozen=True, slots=True)
class Field:
    """A field; `static` where the class holds it."""

    name: str
    type: JavaType
    static: bool


@dataclass(slots=True)
class JavaClass:
    """A class or interface with what it declares itself; inherited members are at its `supers`."""

    name: str
    supers: tuple[JavaType, ...]
    variables: tuple[tuple[str, JavaType | None], ...]
    methods: list[Method] = field(default_factory=list)
    fields: dict[str, Field] = field(default_factory=dict)
    nested: dict[str, "JavaClass"] = field(default_factory=dict)

    @property
    def members(self) -> set[str]:
        """The names of all it declares."""
        return {method.name for method in self.methods} | set(self.fields)


class Signatures:
    """The API as the unpacked wheel in `folder` tells it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packages: dict[str, dict[str, JavaClass]] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        found = {file.parent.relative_to(self._folder).as_posix(): file for file in self._folder.rglob("__init__.pyi")}
        return {name.replace("-stubs", "", 1).replace("/", "."): file for name, file in found.items()}

    def find(self, name: str) -> JavaClass:
        """The class of this full name, `android.view.View.OnClickListener` for a nested one. Raises `UnknownName`."""
        package, _, rest = name.rpartition(".")
        while package and package not in self._files:
            package, _, inner = package.rpartition(".")
            rest = f"{inner}.{rest}"
        found = self._package(package).get(rest.split(".")[0]) if package else None
        for part in rest.split(".")[1:]:
            found = found.nested.get(part) if found else None
        if found is None:
            raise UnknownName(f"Android has no class {name}")
        return found

    def lineage(self, name: str) -> Iterator[JavaClass]:
        """The class and all that it inherits from, itself first; classes of Java's own library are left out."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            current = waiting.pop(0)
            if current in seen or current.startswith("java."):
                continue
            seen.add(current)
            found = self.find(current)
            yield found
            waiting.extend(parent.name for parent in found.supers)

    def _package(self, name: str) -> dict[str, JavaClass]:
        if name not in self._packages:
            tree = ast.parse(self._files[name].read_text("utf-8"))
            self._packages[name] = _Reader(name, tree).classes()
        return self._packages[name]


class _Reader:
    """One package's file, read into classes."""

    def __init__(self, package: str, tree: ast.Module) -> None:
        self._package = package
        self._tree = tree
        self._own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        self._variables: dict[str, tuple[str, ast.expr | None]] = {}

    def classes(self) -> dict[str, JavaClass]:
        """Every class at the top of the package."""
        for node in ast.walk(self._tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(keywords=words)):
                    bound = next((word.value for word in words if word.arg == "bound"), None)
                    self._variables[name] = (name.rpartition("__")[2], bound)
        found = (self._class(node, self._package) for node in self._tree.body if isinstance(node, ast.ClassDef))
        return {one.name.rpartition(".")[2]: one for one in found}

    def _class(self, node: ast.ClassDef, outer: str) -> JavaClass:
        bases = [base for base in node.bases if not ast.unparse(base).startswith("typing.Generic")]
        generic = [base for base in node.bases if ast.unparse(base).startswith("typing.Generic")]
        variables = tuple(self._used(generic[0])) if generic else ()
        made = JavaClass(f"{outer}.{node.name}", tuple(self._type(base) for base in bases), variables)
        for item in node.body:
            if isinstance(item, ast.ClassDef):
                made.nested[item.name] = self._class(item, made.name)
            elif isinstance(item, ast.FunctionDef):
                made.methods.append(self._method(item, dict(variables)))
            elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                made.fields[item.target.id] = self._field(item.target.id, item.annotation)
        _settle_numbers(made)
        return made

    def _field(self, name: str, annotation: ast.expr) -> Field:
        static = ast.unparse(annotation).startswith("typing.ClassVar")
        if static and isinstance(annotation, ast.Subscript):
            annotation = annotation.slice
        return Field(name, self._type(annotation), static)

    def _method(self, node: ast.FunctionDef, of_class: dict[str, JavaType | None]) -> Method:
        static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
        named = [*node.args.posonlyargs, *node.args.args]
        if not static:
            named = named[1:]
        if node.args.vararg:
            named = [*named, node.args.vararg]
        parameters = tuple((one.arg, self._type(one.annotation)) for one in named if one.annotation)
        returns = self._type(node.returns) if node.returns else VOID
        own = {name: bound for part in ast.walk(node) if isinstance(part, ast.Name) for name, bound in self._used(part)}
        variables = tuple((name, bound) for name, bound in own.items() if static or name not in of_class)
        name = "<init>" if node.name == "__init__" else node.name
        return Method(name, parameters, returns, static, node.args.vararg is not None, variables)

    def _used(self, node: ast.expr) -> Iterator[tuple[str, JavaType | None]]:
        """The type variables in an annotation, each with its bound."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self._variables:
                name, bound = self._variables[part.id]
                yield name, self._type(bound) if bound is not None else None

    def _type(self, node: ast.expr) -> JavaType:
        if isinstance(node, ast.Constant) and node.value is None:
            return VOID
        if isinstance(node, ast.BinOp):
            return self._union(node)
        if isinstance(node, ast.Subscript):
            return self._generic(node)
        return self._named(ast.unparse(node))

    def _union(self, node: ast.BinOp) -> JavaType:
        """`int | java.jint | java.lang.Integer` is how an `int` parameter is spelled, `X | None` a result that may be null."""
        arms: list[ast.expr] = []
        waiting: list[ast.expr] = [node]
        while waiting:
            one = waiting.pop()
            waiting.extend([one.left, one.right] if isinstance(one, ast.BinOp) else [])
            arms.extend([] if isinstance(one, ast.BinOp) else [one])
        texts = {ast.unparse(arm): arm for arm in arms}
        nullable = texts.pop("None", None) is not None
        primitive = next((_PRIMITIVES[text] for text in texts if text in _PRIMITIVES), None)
        if primitive:
            return JavaType(primitive)
        chosen = self._type(
            next((arm for text, arm in texts.items() if text.startswith("java.")), next(iter(texts.values())))
        )
        return JavaType(chosen.name, chosen.arguments, chosen.dimensions, nullable, chosen.unsure)

    def _generic(self, node: ast.Subscript) -> JavaType:
        name = ast.unparse(node.value)
        inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        arguments = tuple(self._type(one) for one in inside)
        if name == "java.chaquopy.JavaArray":
            (one,) = arguments
            return JavaType(one.name, one.arguments, one.dimensions + 1)
        return JavaType("java.lang.Class" if name == "typing.Type" else self._named(name).name, arguments)

    def _named(self, text: str) -> JavaType:
        if text in self._variables:
            return JavaType(self._variables[text][0])
        if text in _PRIMITIVES:
            return JavaType(_PRIMITIVES[text])
        if text in _ARRAYS:
            return JavaType(_ARRAYS[text], dimensions=1)
        if text in AMBIGUOUS:
            return JavaType({"float": "double"}.get(text, text), unsure=True)
        if text in _PYTHON:
            return JavaType(_PYTHON[text])
        return JavaType(f"{self._package}.{text}" if text.split(".")[0] in self._own else text)


def _settle_numbers(of: JavaClass) -> None:
    """Give `getX` the type that a parameter `x` of the class or of its builder has, where they all agree."""
    told: dict[str, set[str]] = {}
    for one in [of, *of.nested.values()]:
        for method in one.methods:
            for name, kind in method.parameters:
                told.setdefault(name.lower(), set()).add(kind.name)
            if made := re.fullmatch(r"from(\w+)", method.name):  # Mass.fromGrams(double) and Mass.getInGrams()
                told.setdefault(f"in{made[1]}".lower(), set()).update(kind.name for _, kind in method.parameters)
    for index, method in enumerate(of.methods):
        kinds = told.get(re.sub(r"^(get|is)", "", method.name).lower(), set()) & set(_PRIMITIVES.values())
        if method.returns.unsure and len(kinds) == 1:
            settled = JavaType(kinds.pop(), nullable=method.returns.nullable)
            of.methods[index] = Method(
                method.name, method.parameters, settled, method.static, method.varargs, method.variables
            )
