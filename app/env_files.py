"""Which files of settings are read, and where the data lies.

They are read from where their owner put them: beside the program, in the data folder, or as `--env-file` says; never from the folder one
happens to stand in, which anybody may have written and which would send the owner's keys where it likes. Knows no setting but DATA_DIR.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dotenv.parser import Binding, parse_stream
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource

from app.errors import ConfigurationError

ENV_FILE = ".env"
CHECKOUT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class EnvFiles:
    """Which files settings were read from, the last one standing above the others; `ignored` lies where one stands and was not."""

    read: tuple[Path, ...] = ()
    ignored: Path | None = None

    def written(self) -> list["Written"]:
        """What they set, in the order of reading: a later one stands above an earlier one of the same name."""
        return [line for file in self.read for line in _lines(file)]

    def place_of(self, name: str) -> str:
        """Where a setting's value was written: "in FILE, line 3"; empty where it is the environment's, or nowhere."""
        if name.lower() in environment_names():
            return ""
        return next((line.place for line in reversed(self.written()) if line.name == name.upper()), "")


@dataclass(frozen=True, slots=True)
class Written:
    """A line of a settings file that sets `name`, which is in capitals."""

    name: str
    file: Path
    line: int

    @property
    def place(self) -> str:
        """For people: "in FILE, line 3"."""
        return f"in {self.file}, line {self.line}"


def environment_names() -> frozenset[str]:
    """The names that the environment sets to something, in small letters."""
    return frozenset(name for name, value in EnvSettingsSource(BaseSettings).env_vars.items() if value)


def data_home() -> Path:
    """Where a program's own data belongs: ~/.local/share/kwasi."""
    return Path.home() / ".local" / "share" / "kwasi"


def named_place(file: Path) -> tuple[Path, EnvFiles]:
    """The data folder and the file to read, where one was named."""
    if not file.is_file():
        raise ConfigurationError(f"There's no file {file} to read settings from. Check what stands after --env-file.")
    return _data_dir(file), EnvFiles((file.absolute(),), _ignored((file,)))


def usual_places() -> tuple[Path, EnvFiles]:
    """The data folder and the files to read, where none was named."""
    beside = CHECKOUT / ENV_FILE
    data_dir = _data_dir(beside)
    own = data_dir / ENV_FILE
    written = _file_values(own).get("data_dir")
    if written and data_dir / _expanded(written) != data_dir:
        raise ConfigurationError(
            f"DATA_DIR can't be set in {own}: that file lies in the data folder itself. Set it in the environment or in {beside}."
        )
    read = tuple(path for path in dict.fromkeys((beside, own)) if path.is_file())
    return data_dir, EnvFiles(read, _ignored(read))


def _data_dir(file: Path) -> Path:
    """Where the data lies. A path without a leading slash is meant from where it was written: the file's folder, or the shell's."""
    in_file = _file_values(file)  # also where nothing is looked for in it: it is refused here if it can't be read
    if written := EnvSettingsSource(BaseSettings).env_vars.get("data_dir"):
        return _expanded(written).absolute()
    if written := in_file.get("data_dir"):
        return file.absolute().parent / _expanded(written)
    return data_home()


def _file_values(file: Path) -> dict[str, str]:
    """What a file sets, by names in small letters; nothing where there is no file. Raises ConfigurationError for what can't be read."""
    if not file.is_file():
        return {}
    try:
        _refuse_what_sets_nothing(file)
        found = DotEnvSettingsSource(BaseSettings, env_file=file, env_ignore_empty=True).env_vars
    except (OSError, UnicodeError) as problem:
        raise ConfigurationError(
            f"The file {file} can't be read. It is plain text in UTF-8, one NAME=value a line."
        ) from problem
    return {name: value for name, value in found.items() if value}


def _refuse_what_sets_nothing(file: Path) -> None:
    """Never says what the line holds, which may be a secret that lost its name."""
    for binding in _bindings(file):
        if binding.error or (binding.key is not None and binding.value is None):
            raise ConfigurationError(
                f"I can't read line {_line(binding)} of {file}. Write NAME=value there, or put a # in front of it."
            )


def _lines(file: Path) -> list[Written]:
    return [Written(binding.key.upper(), file, _line(binding)) for binding in _bindings(file) if binding.key]


def _bindings(file: Path) -> Iterator[Binding]:
    with file.open(encoding="utf-8") as stream:
        yield from parse_stream(stream)


def _line(binding: Binding) -> int:
    """The line of its name: what the parser hands over begins with the blank lines in front of it."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _expanded(written: str) -> Path:
    try:
        return Path(written).expanduser()
    except RuntimeError as problem:
        raise ConfigurationError(
            f"DATA_DIR isn't right: I don't know the home that “{written}” begins with."
        ) from problem


def _ignored(read: tuple[Path, ...]) -> Path | None:
    """A settings file in the folder one stands in that is none of those that were read."""
    try:
        here = Path.cwd() / ENV_FILE
        return here if here.exists() and not any(here.samefile(path) for path in read) else None
    except OSError:  # the folder was removed, or is shut to us
        return None
