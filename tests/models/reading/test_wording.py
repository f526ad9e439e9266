"""Names of files as they may stand in a sentence."""

import pytest

from app.models.reading.wording import called


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("report.pdf", "report.pdf"),
        ("", "that file"),
        ("   ", "that file"),
        ("two\nlines [and] <tags>.txt", "two lines and tags .txt"),
        ("\u202egnp.exe", "gnp.exe"),
        ("Größe 会议.docx", "Größe 会议.docx"),
    ],
)
def test_a_name_is_one_plain_line(name: str, shown: str) -> None:
    assert called(name) == shown


def test_a_long_name_keeps_its_ending() -> None:
    shown = called("a" * 300 + ".pdf")
    assert len(shown) == 80
    assert shown.endswith("….pdf")


def test_without_a_name_it_is_called_what_it_is() -> None:
    assert called("", "picture") == "that picture"
