"""Excel files as lines."""

import pytest

from app.models.reading.opened import Question
from app.models.reading.sheets import open_xlsx
from tests.models.reading.samples import zipped

ASKED = Question("xlsx", 20_000)
BOOK = '<workbook><sheets><sheet name="Costs"/><sheet name="People"/></sheets></workbook>'
STYLES = (
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>'
)


def sheet(*rows: str) -> str:
    return "<worksheet><sheetData>" + "".join(f"<row>{row}</row>" for row in rows) + "</sheetData></worksheet>"


def book(*sheets: str, strings: str = "<sst/>") -> bytes:
    pages = {f"xl/worksheets/sheet{number}.xml": one for number, one in enumerate(sheets, 1)}
    return zipped({"xl/workbook.xml": BOOK, "xl/styles.xml": STYLES, "xl/sharedStrings.xml": strings, **pages})


def test_a_row_is_a_line_and_shared_words_are_found() -> None:
    strings = "<sst><si><t>Item</t></si><si><r><t>Green </t></r><r><t>tea</t></r></si></sst>"
    rows = ('<c t="s"><v>0</v></c><c t="inlineStr"><is><t>Price</t></is></c>', '<c t="s"><v>1</v></c><c><v>3.5</v></c>')
    assert open_xlsx(book(sheet(*rows), strings=strings), ASKED).text == "Item | Price\nGreen tea | 3.5"


@pytest.mark.parametrize(
    ("style", "value", "shown"),
    [
        (0, "46456", "46456"),
        (1, "46456", "2027-03-10"),
        (2, "46456.375", "2027-03-10 09:00"),
        (3, "2.5", "2.5"),
        (4, "0.375", "09:00"),
        (1, "99999999999", "99999999999.0"),
    ],
)
def test_a_date_is_a_number_whose_style_says_so(style: int, value: str, shown: str) -> None:
    assert open_xlsx(book(sheet(f'<c s="{style}"><v>{value}</v></c>')), ASKED).text == shown


def test_several_sheets_have_titles() -> None:
    pages = [sheet(f"<c><v>{number}</v></c>") for number in (1, 2)]
    assert open_xlsx(book(*pages), ASKED).text == "# Costs\n1\n\n# People\n2"


def test_truth_and_emptiness() -> None:
    assert open_xlsx(book(sheet('<c t="b"><v>1</v></c><c/><c t="s"><v>7</v></c>', "<c/>")), ASKED).text == "TRUE"


@pytest.mark.parametrize("cell", ['<c t="s"><v>x</v></c>', '<c s="1"><v>soon</v></c>', '<c s="x"><v>1</v></c>'])
def test_a_cell_that_makes_no_sense_is_a_damaged_file(cell: str) -> None:
    assert open_xlsx(book(sheet(cell)), ASKED).status == "broken"


def test_a_long_string_in_every_cell_is_as_long_as_a_cell_can_be() -> None:
    """A string of 3 MB that stands in ten thousand cells would be 30 GB."""
    strings = f"<sst><si><t>{'x' * 3_000_000}</t></si></sst>"
    rows = ['<c t="s"><v>0</v></c>' * 100] * 100
    found = open_xlsx(book(sheet(*rows), strings=strings), ASKED)
    assert found.status == "ok"
    assert len(found.text) < 100 * 33_000
    assert found.text.startswith("# Costs\n" + "x" * 32_767 + " | ") or found.text.startswith("x" * 32_767 + " | ")


def test_a_row_of_more_cells_than_are_kept_is_refused() -> None:
    assert open_xlsx(book(sheet("<c/>" * 250_000)), ASKED).status == "huge"
