"""The files of phrases are whole: every part is known, every word has its action."""

import pytest

from app.gate.claims.actions import ANY
from app.gate.claims.phrasebook import LANGUAGES, MANNERS, read_language


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_frames_of_every_manner_and_known_actions(name: str) -> None:
    language = read_language(name)

    assert {frame.manner for frame in language.frames} == set(MANNERS)
    assert all(actions <= ANY for actions in language.actions.values())
    assert all(frame.actions is None or frame.actions <= ANY for frame in language.frames)


def test_endings_make_the_forms_of_a_participle() -> None:
    assert {"commandé", "commandée", "commandés", "commandées"} <= read_language("fr").actions.keys()
    assert {"enviado", "enviadas"} <= read_language("es").actions.keys()


def test_only_english_reads_its_denials_by_rule() -> None:
    assert [name for name in LANGUAGES if read_language(name).back is None] == ["en"]
