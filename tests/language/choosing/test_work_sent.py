"""Files that were sent here and are to be saved elsewhere."""

import pytest

from app.language.choosing.work_sent import with_sent

SAVE = "save_file"


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("save this pdf to Receipts", {"folder": "Receipts"}, {"folder": "Receipts", "sent": "last"}),
        ("put the scan I just sent under Contracts", {}, {"sent": "last"}),
        ("enregistre ce fichier dans Factures", {}, {"sent": "last"}),
        ("mets le scan que je viens d'envoyer dans Factures", {}, {"sent": "last"}),
        ("overwrite pricing.csv with the one I attached", {"name": "pricing.csv"}, {"name": "pricing.csv", "sent": "last", "new_version": True}),
        ("save plan.txt: this file is old", {"name": "plan.txt", "text": "This file is old"}, {"name": "plan.txt", "text": "This file is old"}),
        ("save the words", {"text": "The words"}, {}),
        ("save the contract", {"name": "contract"}, {"name": "contract"}),
    ],
)  # fmt: skip
def test_what_is_saved(text: str, given: dict[str, object], wanted: dict[str, object]) -> None:
    assert with_sent(SAVE, given, text) == wanted


def test_other_tools_keep_what_they_have() -> None:
    assert with_sent("read_file", {"file": "this pdf"}, "read this pdf") == {"file": "this pdf"}
