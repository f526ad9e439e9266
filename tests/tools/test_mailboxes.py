"""What all tools for mail stand on."""

import pytest

from app.errors import ToolProblem
from app.tools.mailboxes import accounts_of
from tests.tools.conftest import Desk


def test_without_accounts_it_is_said(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="can't be reached"):
        accounts_of(desk.deps)
