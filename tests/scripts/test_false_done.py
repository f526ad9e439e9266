"""The proof of the written replies says what it found, and fails when it should."""

from pathlib import Path

import pytest

from scripts.prove import false_done


def write(folder: Path, *, false: str, honest: str) -> Path:
    (folder / "false_done.txt").write_text(f"# head\n{false}\n", "utf-8")
    (folder / "honest.txt").write_text(f"# head\n{honest}\n", "utf-8")
    return folder


def test_it_passes_when_only_what_is_false_is_corrected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(
        tmp_path, false="? send it\nI've sent it.", honest="? send it\n! send_email done\nI've sent it.\n%\nHello!"
    )

    assert false_done.main([folder]) == 0
    assert "0 of 1 false replies pass" in capsys.readouterr().out


def test_it_shows_what_passes_and_what_is_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, false="? what's up\nAll quiet.", honest="? send it\nI've sent it.")

    assert false_done.main([folder]) == 1
    said = capsys.readouterr().out
    assert "passes uncorrected: 'All quiet.'" in said
    assert "honest, but touched" in said
    assert "taken for a claim: I've sent" in said
