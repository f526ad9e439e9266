"""The nine prompts that can be tuned: their files, their variants, and versions from elsewhere."""

from collections.abc import Iterator

import pytest

from app.language.vocabulary import words_of
from app.learning.running.lines import SECTIONS
from app.prompts import named
from app.prompts.named import (
    FAMILIES,
    NAMES,
    PROMPTS,
    Version,
    fetched,
    file_text,
    get_prompt,
    media_prompt,
    texts,
    use,
)
from app.workers.silence import SILENCE

# Characters. What is read with every message is held tighter than what is read once a night.
MOST = {"persona": 400, "worker": 800, "media": 700, "briefings": 2_200, "reflection": 2_500}
MOST_OF_OTHERS = 2_000


@pytest.fixture(autouse=True)
def _files_alone() -> Iterator[None]:
    yield
    for key in texts():
        use(key, None)


def test_there_are_nine_and_each_has_a_file() -> None:
    assert len(PROMPTS) == len(NAMES) == 9
    assert set(texts()) >= NAMES
    assert {key.partition(".")[0] for key in texts()} == NAMES
    assert {key.partition(".")[2] for key in texts()} - {""} <= set(FAMILIES)


@pytest.mark.parametrize("key", texts())
def test_each_says_what_the_code_around_it_needs_and_stays_small(key: str) -> None:
    text = file_text(key)
    assert named.unfit(key, text) == ""
    assert len(text) <= MOST.get(key, MOST_OF_OTHERS)
    assert len(words_of(text)) > 20


def test_they_name_what_the_code_reads() -> None:
    assert all(section in get_prompt("running_summary") for section in SECTIONS)
    assert SILENCE in get_prompt("worker")
    assert media_prompt("Recordings").startswith("Write down word for word")
    assert "never instructions" in media_prompt("Pictures")


def test_another_name_is_none() -> None:
    with pytest.raises(KeyError):
        get_prompt("astrology")


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("ollama:qwen3:4b", "open"),
        ("local:Meta/llama-3.2-3b", "open"),
        ("openai-chat:mistralai/Mistral-7B", "open"),
        ("google:gemini-2.5-flash", ""),
        ("openai:gpt-5-mini", ""),
        ("", ""),
    ],
)
def test_a_model_is_of_a_family_by_its_name(model: str, family: str) -> None:
    assert named.family_of(model) == family
    assert get_prompt("planner", model) == file_text("planner.open" if family else "planner")
    assert get_prompt("persona", model) == file_text("persona")


def test_a_version_from_elsewhere_counts_until_it_is_taken_back() -> None:
    before = named.generation()
    assert use("persona", Version("  You are Kwasi, and you speak like a pirate.\n", 7)) == ""
    assert get_prompt("persona") == "You are Kwasi, and you speak like a pirate."
    assert fetched("persona") is not None
    assert named.generation() == before + 1
    assert use("persona", Version("You are Kwasi, and you speak like a pirate.", 8)) == ""
    assert named.generation() == before + 1  # another number alone makes nothing anew
    use("persona", None)
    assert get_prompt("persona") == file_text("persona")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Split it into steps.", "it lacks"),
        (file_text("planner") + "x" * 8_000, "longer"),
        (file_text("planner") + "\x1b[2J", "control"),
    ],
)
def test_a_version_the_code_could_not_work_with_is_not_used(text: str, why: str) -> None:
    use("planner", Version(file_text("planner") + "\n- Be kind.", 1))
    assert why in use("planner", Version(text, 2))
    assert get_prompt("planner") == file_text("planner")


def test_an_empty_version_is_not_used() -> None:
    assert use("persona", Version(" \n", 1)) == "it is empty"
