"""Paths of files, as people write them and places keep them: parts with strokes between, none of them a way out."""

import mimetypes

from app.errors import ToolProblem

_NO_NAME = "What should the file be called?"
_BAD_NAME = "“{name}” can't be a file's name."
_LONGEST = 200
_BAD = frozenset('/\\\0:*?"<>|')


def parts_of(path: str) -> list[str]:
    """The parts of a path. Raises ToolProblem for one that leads elsewhere."""
    parts = [part.strip() for part in path.replace("\\", "/").split("/")]
    kept = [part for part in parts if part and part != "."]
    if any(part == ".." or "\0" in part for part in kept):
        raise ToolProblem(_BAD_NAME.format(name=path.strip()[:60]))
    return kept


def file_name(said: str) -> str:
    """A name as it can be a file's everywhere. Raises ToolProblem for none."""
    name = " ".join(said.split())
    if not name:
        raise ToolProblem(_NO_NAME)
    if len(name) > _LONGEST or set(name) & _BAD or name.strip(". ") == "" or not name.isprintable():
        raise ToolProblem(_BAD_NAME.format(name=name[:60]))
    return name


def kind_of(name: str) -> str:
    """The media type that a name's ending promises."""
    return mimetypes.guess_type(name, strict=False)[0] or "application/octet-stream"
