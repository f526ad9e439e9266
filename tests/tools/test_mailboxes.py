"""What all tools for mail stand on."""

import pytest

from app.errors import ToolProblem
from app.tools.mailboxes import accounts_of, source
from tests.tools.conftest import Desk


def test_a_source_names_who_wrote_and_what_about_and_stays_short() -> None:
    assert source("kofi@acme.example", "Invoice") == "mail from kofi@acme.example: Invoice"
    assert source("", "x" * 500) == f"mail from nobody: {'x' * 80}"


def test_without_accounts_it_is_said(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="can't be reached"):
        accounts_of(desk.deps)
