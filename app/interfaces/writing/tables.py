"""A table as text in columns of one width, the way a fixed-width font shows it. Widths count what a screen shows, not characters."""

from wcwidth import wcswidth

Alignment = str  # "left", "right" or "center"
Row = list[str]
_GAP = "  "


def width(text: str) -> int:
    """Columns that `text` takes on a screen."""
    return max(wcswidth(text), 0)


def aligned(rows: list[Row], alignments: list[Alignment]) -> str:
    """Rows as lines, the first one a heading over a rule; every row has as many cells as `alignments`."""
    widths = [max(1, *(width(row[column]) for row in rows)) for column in range(len(alignments))]
    lines = [_line(row, widths, alignments) for row in rows]
    rule = _GAP.join("─" * columns for columns in widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def total_width(rows: list[Row]) -> int:
    """Columns that the whole table takes."""
    columns = zip(*rows, strict=True)
    return sum(max(1, *map(width, column)) + len(_GAP) for column in columns) - len(_GAP)


def _line(row: Row, widths: list[int], alignments: list[Alignment]) -> str:
    cells = (_padded(cell, columns, how) for cell, columns, how in zip(row, widths, alignments, strict=True))
    return _GAP.join(cells).rstrip()


def _padded(cell: str, columns: int, how: Alignment) -> str:
    free = columns - width(cell)
    left = {"right": free, "center": free // 2}.get(how, 0)
    return " " * left + cell + " " * (free - left)
