"""The prompts that can be tuned: THE table of the nine, and the text that each has now.

A text is what Langfuse calls its production version where one was fetched (`loops/prompts.py`), else the file `named/NAME.md`; for a model of a
family in `FAMILIES` its own, `named/NAME.FAMILY.md`, where there is one. Reads memory alone: nothing here waits for anybody.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

FOLDER = Path(__file__).parent / "named"
LONGEST = 8_000  # characters of a version from elsewhere
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """`about`: who reads it, and when. `holds`: what the code around it relies on; a version without one of these is not used."""

    name: str
    about: str
    holds: tuple[str, ...] = ()


PROMPTS: tuple[Prompt, ...] = (
    Prompt("persona", "how Kwasi speaks; begins the prompt of all twelve domains, of workers and of briefings"),
    Prompt("planner", "splits a request into steps", ('"goal"', '"steps"', '"instruction"', '"domain"', '"effect"')),
    Prompt("extraction", "writes down facts from what was said", ('"facts"', '"turn"', '"statement"', '"type"')),
    Prompt("session_summary", "sums up a conversation once it is over", ('"topic"', '"summary"')),
    Prompt("running_summary", "sums up what is older than the talk shown", ('"lines"', '"section"', '"turns"')),
    Prompt("reflection", "looks back on the day, each night", ('"profile"', '"facts"', '"intentions"', '"learnings"')),
    Prompt("worker", "how a worker works behind the conversation", ("No_Response_Needed", "follow_up_needed")),
    Prompt("briefings", "words what goes out by itself: its rules, then the five templates", ("Morning", "Evening", "Weekly", "Meeting")),
    Prompt("media", "what a model is told that hears a recording, or is shown pictures", ("Recordings:", "Pictures:")),
)  # fmt: skip
NAMES = frozenset(one.name for one in PROMPTS)

# Open models that people run at home follow an example better than a rule.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "open": ("llama", "qwen", "gemma", "phi", "mistral", "smollm", "granite", "deepseek")
}


@dataclass(frozen=True, slots=True)
class Version:
    """A text from elsewhere, with the number it has there."""

    text: str
    number: int


@dataclass
class _Fetched:
    """What counts in place of files. `generation` rises whenever a text changes."""

    versions: dict[str, Version] = field(default_factory=dict[str, Version])
    generation: int = 0


_FETCHED = _Fetched()


def get_prompt(name: str, model: str = "") -> str:
    """The text of one of `NAMES` for `model` ("ollama:qwen3:4b", or "" for any). Raises KeyError for another name."""
    return _text(key_for(name, model))


def media_prompt(kind: Literal["Recordings", "Pictures"]) -> str:
    """What "media" says of one kind: its paragraph without the word in front; the whole of it where it has none such."""
    text = get_prompt("media")
    parts = (part.partition(":") for part in text.split("\n\n"))
    return next((said.strip() for name, _, said in parts if name.strip() == kind), text)


def key_for(name: str, model: str = "") -> str:
    """Which text that is: "planner", or "planner.open" where the model's family has its own."""
    if name not in NAMES:
        raise KeyError(name)
    family = family_of(model)
    key = f"{name}.{family}"
    return key if family and key in texts() else name


@cache
def family_of(model: str) -> str:
    """The family of a model by its name, "" for most."""
    said = model.lower().rpartition("/")[2]
    said = said.partition(":")[2] or said
    return next((family for family, names in FAMILIES.items() if said.startswith(names)), "")


@cache
def texts() -> tuple[str, ...]:
    """Every text there is a file of, variants behind their prompt."""
    return tuple(sorted(path.name.removesuffix(".md") for path in FOLDER.glob("*.md")))


@cache
def file_text(key: str) -> str:
    """What the file says, without the line end."""
    return (FOLDER / f"{key}.md").read_text(encoding="utf-8").strip()


def fetched(key: str) -> Version | None:
    """The version from elsewhere that counts now."""
    return _FETCHED.versions.get(key)


def use(key: str, version: Version | None) -> str:
    """Let a version from elsewhere count from now on, or the file again (None). A version that can't stand for the prompt is not used: the file
    is, and what comes back says why; "" otherwise."""
    reason = unfit(key, version.text) if version else ""
    before = _text(key)
    if version is None or reason:
        _FETCHED.versions.pop(key, None)
    else:
        _FETCHED.versions[key] = Version(version.text.strip(), version.number)
    _FETCHED.generation += _text(key) != before
    return reason


def unfit(key: str, text: str) -> str:
    """Why a text can't stand for a prompt; "" where it can."""
    holds = next((one.holds for one in PROMPTS if one.name == key.partition(".")[0]), ())
    if missing := [part for part in holds if part not in text]:
        return f"it lacks {', '.join(missing)}"
    if not text.strip():
        return "it is empty"
    if len(text) > LONGEST:
        return f"it is longer than {LONGEST} characters"
    return "it holds control characters" if _CONTROL.search(text) else ""


def visible(text: str) -> str:
    """A text for a terminal, where control characters can do things."""
    return _CONTROL.sub("�", text)


def generation() -> int:
    """Rises whenever a text changes: what was built from the texts before is old then."""
    return _FETCHED.generation


def variants(model: str) -> dict[str, str]:
    """The texts that `model` reads otherwise: {everybody's: its own}; empty for most models."""
    family = family_of(model)
    own = [key for key in texts() if family and key.endswith(f".{family}")]
    return {_text(key.partition(".")[0]): _text(key) for key in own}


def _text(key: str) -> str:
    version = _FETCHED.versions.get(key)
    return version.text if version else file_text(key)
