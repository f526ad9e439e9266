"""A name that nearly is a setting is named where it stands, with the one that was meant; other programs' names are left alone."""

from pathlib import Path

import pytest

from app.config import load_settings
from app.misspelt_settings import misspelt_settings
from tests.e2e.commands import Machine

OTHERS = (
    "OPENAI_API_BASE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "HOSTNAME",
    "DATABASE_NAME",
    "LOG_FILE",
    "SECRET_KEY_BASE",
    "PORTS",
)


def _said(file: Path) -> list[str]:
    return [row.sentence for row in misspelt_settings(load_settings(file))]


def test_a_misspelt_line_is_named_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.env"
    file.write_text("OWNER_NAME=Esi\n\nTELEGRAM_BOT_TOKN=123:abc\ntimezone=Africa/Accra\nSOMETHING_ELSE=1\n")
    assert _said(file) == [
        f"TELEGRAM_BOT_TOKN (in {file}, line 3) isn't a setting of mine, so it does nothing. Did you mean TELEGRAM_BOT_TOKEN?",
        f"TIMEZONE (in {file}, line 4) isn't a setting of mine, so it does nothing. Did you mean TIME_ZONE?",
        f"SOMETHING_ELSE (in {file}, line 5) isn't a setting of mine, so it does nothing.",
    ]


def test_in_the_environment_only_what_is_clearly_ours_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "empty.env"
    file.touch()
    for name in OTHERS:
        monkeypatch.setenv(name, "x")
    assert _said(file) == []
    monkeypatch.setenv("TELEGRAM_BOT_TOKN", "123:abc")
    [said] = _said(file)
    assert said.startswith("TELEGRAM_BOT_TOKN (in the environment) isn't")
    assert "123" not in said


def test_every_command_says_so_on_standard_error_and_goes_on(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    said = machine.ask("hello", env_file=b"QUIET_HOUR=\nUNHEARD_OF=1\n")
    assert (said.code, said.err.count("\n")) == (0, 1)
    assert "Did you mean QUIET_HOURS?" in said.err
    doctor = machine.run("doctor", env_file=b"QUIET_HOUR=\nUNHEARD_OF=1\n")
    assert doctor.code == 1
    assert "✗ settings" in doctor.out
    assert "UNHEARD_OF" in doctor.out
