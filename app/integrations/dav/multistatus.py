"""What a WebDAV server answers in XML, read so that no answer can cost more than its own length.

Invariant: a document type, and with it every entity of its own, is refused; depth and number of elements are bounded; what is no XML, or not
all of it, is a ValueError and never a part of the truth. Names are "namespace|local".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

DAV = "DAV:|"
CALDAV = "urn:ietf:params:xml:ns:caldav|"
CARDDAV = "urn:ietf:params:xml:ns:carddav|"
_MOST_ELEMENTS = 150_000
_MOST_DEPTH = 50
_MOST_ATTRIBUTES = 100
_MOST_MARK = 300_000  # bytes of one mark: it is looked through anew with each piece that comes
_PIECE = 100_000  # bytes between two looks at whether it is too much


@dataclass(slots=True)
class Node:
    """One element: its text (children's not included), attributes and children, in order."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    children: list["Node"] = field(default_factory=list["Node"])
    pieces: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """What stands in it, without blanks around."""
        return "".join(self.pieces).strip()

    def named(self, name: str) -> list["Node"]:
        """Its own children of that name."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> "Node | None":
        """The first of them; None without one."""
        return next((child for child in self.children if child.name == name), None)

    def text_of(self, name: str) -> str:
        """The text of the first child of that name; "" without one."""
        found = self.first(name)
        return found.text if found else ""

    def every(self, name: str) -> Iterator["Node"]:
        """Those of that name at any depth, itself too."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            if node.name == name:
                yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Member:
    """One resource in a multistatus: where it is as the server wrote it, its status (200 where none is said of it as a whole), and the
    properties that were given."""

    href: str
    status: int
    properties: dict[str, Node]

    def text(self, name: str) -> str:
        """A property's text; "" where it wasn't given."""
        found = self.properties.get(name)
        return found.text if found else ""


def tree(body: bytes) -> Node:
    """The outermost element. Raises ValueError for what is no XML, has a document type, or is nested or split beyond reason."""
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator="|")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    try:
        for at in range(0, len(body), _PIECE):
            parser.Parse(body[at : at + _PIECE], False)
            if at - parser.CurrentByteIndex > _MOST_MARK:
                raise ValueError("a mark without end")
        parser.Parse(b"", True)
    except expat.ExpatError as problem:
        raise ValueError(str(problem)) from problem
    return reader.root.children[0]


def members(body: bytes) -> tuple[Member, ...]:
    """The resources of a multistatus. Raises ValueError as `tree` does, and for XML that is something else."""
    root = tree(body)
    if root.name != f"{DAV}multistatus":
        raise ValueError(root.name[:100])
    return tuple(_member(response) for response in root.named(f"{DAV}response"))


def _member(response: Node) -> Member:
    given: dict[str, Node] = {}
    for part in response.named(f"{DAV}propstat"):
        if _status(part.text_of(f"{DAV}status")) == 200:
            given |= {child.name: child for prop in part.named(f"{DAV}prop") for child in prop.children}
    return Member(response.text_of(f"{DAV}href"), _status(response.text_of(f"{DAV}status")), given)


def _status(line: str) -> int:
    """The number in "HTTP/1.1 404 Not Found"; 200 for nothing, 500 for what can't be read."""
    parts = line.split()
    if not parts:
        return 200
    number = parts[1] if len(parts) > 1 else ""
    return int(number) if len(number) == 3 and number.isascii() and number.isdecimal() else 500


class _Reader:
    """The tree as it grows."""

    def __init__(self) -> None:
        self.root = Node("")
        self._open = [self.root]
        self._count = 0

    def doctype(self, *_: object) -> None:
        raise ValueError("a document type")

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MOST_ELEMENTS or len(self._open) > _MOST_DEPTH or len(attributes) > _MOST_ATTRIBUTES:
            raise ValueError("too many elements")
        node = Node(name, attributes)
        self._open[-1].children.append(node)
        self._open.append(node)

    def end(self, _: str) -> None:
        self._open.pop()

    def characters(self, text: str) -> None:
        self._open[-1].pieces.append(text)
