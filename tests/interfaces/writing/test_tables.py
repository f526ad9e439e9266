"""Tables as a fixed-width font shows them."""

from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.writing.tables import aligned, total_width, width


def test_columns_stand_below_one_another() -> None:
    rows = [["Item", "Price"], ["Tea", "3.50"], ["Coffee beans", "12"]]
    assert aligned(rows, ["left", "right"]) == (
        "Item          Price\n────────────  ─────\nTea            3.50\nCoffee beans     12"
    )


def test_wide_and_zero_width_characters_take_the_columns_a_screen_gives_them() -> None:
    assert width("中文") == 4
    assert width("e\u0301") == 1
    lines = aligned([["名", "x"], ["ab", "y"]], ["left", "left"]).splitlines()
    assert [width(line) for line in lines] == [5, 5, 5]


def test_a_centred_cell_has_its_space_on_both_sides() -> None:
    assert aligned([["abcde"], ["x"]], ["center"]).splitlines()[2] == "  x"


@given(
    st.lists(st.lists(st.text(st.characters(categories=["L", "N"]), max_size=9), min_size=3, max_size=3), min_size=1)
)
def test_no_line_is_wider_than_the_table(rows: list[list[str]]) -> None:
    text = aligned(rows, ["left", "right", "center"])
    assert max(map(width, text.splitlines())) <= total_width(rows)
    assert all(cell in text for row in rows for cell in row)
