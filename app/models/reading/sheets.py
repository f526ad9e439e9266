"""Excel's sheets as lines of cells. Runs in the child process only.

A cell's text may stand elsewhere (shared strings), and a date is a number whose style says so.
"""

import re
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from xml.etree.ElementTree import Element

from app.models.reading.office import bare, elements, numbered, opened
from app.models.reading.opened import Opened, Question

_EPOCH = datetime(1899, 12, 30)  # noqa: DTZ001 - a spreadsheet's days have no zone
_LAST_DAY = 2_958_465  # 31 December 9999
_DATES = frozenset({*range(14, 23), *range(45, 48)})  # the built-in formats that show a date or a time
_DATE_LETTERS = re.compile(r"[dmyhs]", re.IGNORECASE)
_NOT_LETTERS = re.compile(r"\"[^\"]*\"|\[[^\]]*\]|\\.")
_MOST_COLUMNS = 100
_MOST_STRINGS = 200_000


def open_xlsx(data: bytes, question: Question) -> Opened:
    """Sheet after sheet, a line for each row that holds something."""
    return opened(data, _sheets, question.characters)


def _sheets(parts: zipfile.ZipFile) -> Iterator[str]:
    names = set(parts.namelist())
    strings = list(_strings(parts)) if "xl/sharedStrings.xml" in names else []
    dates = _date_styles(parts) if "xl/styles.xml" in names else frozenset[int]()
    titles = [
        element.get("name", "")
        for event, tag, element in elements(parts, "xl/workbook.xml")
        if (event, tag) == ("end", "sheet")
    ]
    sheets = numbered(parts, "xl/worksheets/sheet")
    for number, sheet in enumerate(sheets):
        if len(sheets) > 1:
            yield f"\n# {titles[number] if number < len(titles) else number + 1}\n"
        for event, tag, element in elements(parts, sheet):
            if event == "end" and tag == "row":
                cells = [_cell(cell, strings, dates) for cell in list(element)[:_MOST_COLUMNS]]
                element.clear()
                yield " | ".join(cells).rstrip(" |") + "\n" if any(cells) else ""


def _strings(parts: zipfile.ZipFile) -> Iterator[str]:
    left = _MOST_STRINGS
    for event, tag, element in elements(parts, "xl/sharedStrings.xml"):
        if event == "end" and tag == "si":
            yield _text(element)
            element.clear()
            left -= 1
            if not left:
                return


def _date_styles(parts: zipfile.ZipFile) -> frozenset[int]:
    """Numbers of the cell styles that show a date."""
    formats: set[int] = set(_DATES)
    styles: list[int] = []
    for event, tag, element in elements(parts, "xl/styles.xml"):
        if event != "end":
            continue
        if tag == "numFmt" and _DATE_LETTERS.search(_NOT_LETTERS.sub("", element.get("formatCode", ""))):
            formats.add(int(element.get("numFmtId", "0")))
        elif tag == "cellXfs":
            styles = [int(style.get("numFmtId", "0")) for style in element]
    return frozenset(index for index, shown in enumerate(styles) if shown in formats)


def _cell(cell: Element, strings: list[str], dates: frozenset[int]) -> str:
    """What a reader of the sheet would see, nearly."""
    if cell.get("t") == "inlineStr":
        return _text(cell)
    value = next((inner.text or "" for inner in cell if bare(inner) == "v"), "")
    if cell.get("t") == "s":
        return strings[int(value)] if value and int(value) < len(strings) else ""
    if cell.get("t") == "b":
        return "TRUE" if value == "1" else "FALSE"
    is_date = cell.get("t", "n") == "n" and value and int(cell.get("s", "0")) in dates
    return _date(float(value)) if is_date else value


def _text(element: Element) -> str:
    return "".join(inner.text or "" for inner in element.iter() if bare(inner) == "t").replace("\n", " ")


def _date(days: float) -> str:
    """2027-03-10, with its time where it has one."""
    if not 0 <= days < _LAST_DAY:
        return str(days)
    moment = _EPOCH + timedelta(seconds=round(days * 86_400))
    if days < 1:
        return f"{moment:%H:%M}"
    return f"{moment:%Y-%m-%d %H:%M}" if moment.hour or moment.minute else f"{moment:%Y-%m-%d}"
