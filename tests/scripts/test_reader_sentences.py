"""The reader's sentences: every line is one, with intents and slots that the shipped weights know, and variations keep their labels in place."""

import importlib.util
import random
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from app.language.reader.network import network

SCRIPTS = Path(__file__).parents[2] / "scripts" / "reader"


def _loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sentences() -> ModuleType:
    return _loaded("sentences")


@pytest.fixture(scope="module")
def frames(sentences: ModuleType) -> ModuleType:
    assert sentences  # which frames import
    return _loaded("frames")


def test_every_line_is_a_sentence_of_known_intents_and_slots(sentences: ModuleType) -> None:
    found = list(sentences.written())
    assert len(found) > 10_000
    assert {one.language for one in found} == {"en", "fr"}
    assert {part.intent for one in found for part in one.parts} == set(network().intents)
    assert {span.slot for one in found for part in one.parts for span in part.spans} == set(network().slots)


def test_slots_are_marked_where_their_words_stand(sentences: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text(
        "set_reminder: remind me to [call mum](text) [at 6](when) | thanks: ta!\n", encoding="utf-8"
    )
    [one] = sentences.written(tmp_path)
    assert [(part.intent, part.text) for part in one.parts] == [
        ("set_reminder", "remind me to call mum at 6"),
        ("thanks", "ta!"),
    ]
    assert [(span.slot, one.parts[0].text[span.start : span.end]) for span in one.parts[0].spans] == [
        ("text", "call mum"),
        ("when", "at 6"),
    ]


def test_a_line_without_an_intent_is_refused_with_its_place(sentences: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("remind me to call mum\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"en\.txt:1: no intent"):
        list(sentences.written(tmp_path))


def test_variations_keep_every_slot_in_its_part(sentences: ModuleType, frames: ModuleType) -> None:
    some = list(sentences.written())[::50]
    varied = sentences.Varied(some, 3, frames.Framed(frames.frames()).one)
    changed = 0
    for one in some:
        other = varied.one(one)
        changed += other != one
        for part in other.parts:
            spans = sorted(part.spans, key=lambda span: span.start)
            assert all(0 <= span.start < span.end <= len(part.text) for span in spans)
            assert all(before.end <= after.start for before, after in pairwise(spans))
    assert changed > len(some) / 3


def test_the_set_aside_third_is_not_learned_from(sentences: ModuleType, tmp_path: Path) -> None:
    rows = [
        '{"text": "will it rain in kumasi", "intent": "weather_query", "entities": [{"entity": "place_name", "value": "kumasi", "start": 16, "end": 22}]}',
        '{"text": "play some highlife", "intent": "play_music", "entities": []}',
    ]
    (tmp_path / "requests_dev.jsonl").write_text("\n".join(rows), encoding="utf-8")
    kept = list(sentences.public(tmp_path, lambda text: "highlife" in text))
    assert [(one.parts[0].intent, one.parts[0].text) for one in kept] == [("weather", "will it rain in kumasi")]
    assert [(span.slot, span.start, span.end) for span in kept[0].parts[0].spans] == [("place", 16, 22)]


@pytest.mark.parametrize(
    ("frame", "line", "wanted"),
    [
        (
            "aside imp: she says I should {imp}, ha",
            "add_tasks: Add [salt](item)",
            "aside: she says I should add salt, ha",
        ),
        ("aside ing: no more {ing}", "add_tasks: put [salt](item) down", "aside: no more putting salt down"),
        ("aside past: once I {past}", "delete_tasks: scrap [it](ref)", "aside: once I scrapped it"),
        ("aside he: he told it to {he}", "set_reminder: wake me at 6", "aside: he told it to wake him at 6"),
        (
            "order any: go on then, {any}",
            "add_tasks: we need [salt](item)",
            "add_tasks: go on then, we need [salt](item)",
        ),
        ("aside any: {any}? nah", "thanks: ta", "thanks: ta"),
        ("aside ing: no more {ing}", "add_tasks: we need [salt](item)", "add_tasks: we need [salt](item)"),
    ],
)
def test_an_order_in_a_frame(
    sentences: ModuleType, frames: ModuleType, tmp_path: Path, frame: str, line: str, wanted: str
) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "en.txt").write_text(3 * f"{frame}\n", encoding="utf-8")
    (tmp_path / "en.txt").write_text(f"{line}\n{wanted}\n", encoding="utf-8")
    said, other = sentences.written(tmp_path)
    assert frames.Framed(frames.frames(tmp_path / "frames")).one(said, random.Random(1)) == other


def test_a_french_order_is_joined_as_it_is_spoken(sentences: ModuleType, frames: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "fr.txt").write_text(3 * "aside inf: il m'a dit de {inf}\n", encoding="utf-8")
    (tmp_path / "fr.txt").write_text("add_tasks: ajoute [sel](item)\nset_reminder: rappelle-moi [le sel](text)\n")
    framed = frames.Framed(frames.frames(tmp_path / "frames"))
    said = [framed.one(one, random.Random(1)).parts[0].text for one in sentences.written(tmp_path)]
    assert said == ["il m'a dit d'ajouter sel", "il m'a dit de me rappeler le sel"]
