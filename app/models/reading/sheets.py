"""Excel's sheets as lines of cells. Runs in the child process only.

A cell's text may stand elsewhere (shared strings), and a date is a number whose style says so.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from xml.etree.ElementTree import Element

from app.models.reading.office import opened
from app.models.reading.opened import Opened, Question
from app.models.reading.parts import Parts, bare

_EPOCH = datetime(1899, 12, 30)  # noqa: DTZ001 - a spreadsheet's days have no zone
_LAST_DAY = 2_958_465  # 31 December 9999
_DATES = frozenset({*range(14, 23), *range(45, 48)})  # the built-in formats that show a date or a time
_DATE_LETTERS = re.compile(r"[dmyhs]", re.IGNORECASE)
_NOT_LETTERS = re.compile(r"\"[^\"]*\"|\[[^\]]*\]|\\.")
_MOST_COLUMNS = 100
_MOST_STRINGS = 200_000
_MOST_STYLES, _MOST_SHEETS = 65_490, 10_000  # the first is as many as Excel itself takes
_LONGEST = 32_767  # characters of a cell, as many as Excel itself takes
_LONGEST_TITLE = 31


def open_xlsx(data: bytes, question: Question) -> Opened:
    """Sheet after sheet, a line for each row that holds something."""
    return opened(data, _sheets, question.characters)


def _sheets(parts: Parts) -> Iterator[str]:
    names = set(parts.names)
    strings = list(_strings(parts)) if "xl/sharedStrings.xml" in names else []
    dates = _date_styles(parts) if "xl/styles.xml" in names else frozenset[int]()
    found = (
        element.get("name", "")[:_LONGEST_TITLE]
        for event, tag, element in parts.elements("xl/workbook.xml")
        if (event, tag) == ("end", "sheet")
    )
    titles = list(islice(found, _MOST_SHEETS))
    sheets = parts.numbered("xl/worksheets/sheet")
    for number, sheet in enumerate(sheets):
        if len(sheets) > 1:
            yield f"\n# {titles[number] if number < len(titles) else number + 1}\n"
        for event, tag, element in parts.elements(sheet, whole=("row",)):
            if event == "end" and tag == "row":
                cells = [_cell(cell, strings, dates) for cell in list(element)[:_MOST_COLUMNS]]
                element.clear()
                yield " | ".join(cells).rstrip(" |") + "\n" if any(cells) else ""


def _strings(parts: Parts) -> Iterator[str]:
    left = _MOST_STRINGS
    for event, tag, element in parts.elements("xl/sharedStrings.xml", whole=("si",)):
        if event == "end" and tag == "si":
            yield _text(element)
            element.clear()
            left -= 1
            if not left:
                return


def _date_styles(parts: Parts) -> frozenset[int]:
    """Numbers of the cell styles that show a date."""
    formats: set[int] = set(_DATES)
    styles: list[int] = []
    is_inside = False
    for event, tag, element in parts.elements("xl/styles.xml"):
        if tag == "cellXfs":
            is_inside = event == "start"
        elif event == "end":
            continue
        elif tag == "numFmt" and _DATE_LETTERS.search(_NOT_LETTERS.sub("", element.get("formatCode", "")[:_LONGEST])):
            formats.add(int(element.get("numFmtId", "0")))
        elif tag == "xf" and is_inside and len(styles) < _MOST_STYLES:
            styles.append(int(element.get("numFmtId", "0")))
    return frozenset(index for index, shown in enumerate(styles) if shown in formats)


def _cell(cell: Element, strings: list[str], dates: frozenset[int]) -> str:
    """What a reader of the sheet would see, nearly."""
    if cell.get("t") == "inlineStr":
        return _text(cell)
    value = next((inner.text or "" for inner in cell if bare(inner) == "v"), "")[:_LONGEST]
    if cell.get("t") == "s":
        return strings[int(value)] if value and int(value) < len(strings) else ""
    if cell.get("t") == "b":
        return "TRUE" if value == "1" else "FALSE"
    is_date = cell.get("t", "n") == "n" and value and int(cell.get("s", "0")) in dates
    return _date(float(value)) if is_date else value


def _text(element: Element) -> str:
    text = "".join(inner.text or "" for inner in element.iter() if bare(inner) == "t")
    return text[:_LONGEST].replace("\n", " ")


def _date(days: float) -> str:
    """2027-03-10, with its time where it has one."""
    if not 0 <= days < _LAST_DAY:
        return str(days)
    moment = _EPOCH + timedelta(seconds=round(days * 86_400))
    if days < 1:
        return f"{moment:%H:%M}"
    return f"{moment:%Y-%m-%d %H:%M}" if moment.hour or moment.minute else f"{moment:%Y-%m-%d}"
