"""The settings page and the example file say what the code does."""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def test_the_example_file_and_the_configuration_page_equal_the_settings() -> None:
    checked = subprocess.run(
        [sys.executable, str(REPOSITORY / "scripts" / "settings_docs.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
