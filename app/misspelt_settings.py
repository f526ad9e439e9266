"""Names that somebody wrote as settings and that no setting has, each with the one that was probably meant.

In a settings file every unknown name counts. The environment is full of other programs' names: there only one counts that begins with
the same word as a setting and nearly is it. Never says a value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from app.config import Settings
from app.env_files import environment_names

_NEAR, _NEARLY_IT = 0.72, 0.93
_KNOWN = tuple(name.upper() for name in Settings.model_fields)


@dataclass(frozen=True, slots=True)
class Misspelt:
    """A name that is no setting's: where it stands ("in FILE, line 3"), and the setting that is nearest, if one is near."""

    name: str
    place: str
    meant: str

    @property
    def sentence(self) -> str:
        """For whoever edits the file."""
        said = f"{self.name} ({self.place}) isn't a setting of mine, so it does nothing."
        return f"{said} Did you mean {self.meant}?" if self.meant else said


def misspelt_settings(settings: Settings) -> list[Misspelt]:
    """Those in the files that were read, in their order, and then those in the environment."""
    written = [line for line in settings.env_files.written() if line.name not in _KNOWN]
    found = [Misspelt(line.name, line.place, _nearest(line.name, _KNOWN, _NEAR)) for line in written]
    return [*found, *_in_environment()]


def _in_environment() -> Iterator[Misspelt]:
    for name in sorted(map(str.upper, environment_names())):
        first, joint, _ = name.partition("_")
        alike = [known for known in _KNOWN if known.startswith(f"{first}_")] if joint and name not in _KNOWN else []
        if meant := _nearest(name, alike, _NEARLY_IT):
            yield Misspelt(name, "in the environment", meant)


def _nearest(name: str, known: "tuple[str, ...] | list[str]", least: float) -> str:
    return next(iter(get_close_matches(name, known, 1, least)), "")
