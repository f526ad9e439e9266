"""Makes the Python environment that a lock file describes; the slow way behind `scripts/run` and `scripts/test`.

Invariant: `<environment>/kwasi.lock` equals the lock file only when every pinned package is in place, so whatever a
Ctrl-C, a crash or a full disk leaves behind is made anew by the next start. One setup runs at a time; the others wait.
Uses the standard library alone: a stock Debian has neither `venv` nor `pip`. Knows nothing of the application.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import fetch_uv

STAMP = "kwasi.lock"
LAST_LINES = 12


class SetupError(Exception):
    """The environment could not be made; the message says what to do next."""


def is_ready(environment: Path, lock: Path) -> bool:
    """Whether the environment holds exactly what the lock pins."""
    stamp = environment / STAMP
    return (environment / "bin/python").exists() and stamp.is_file() and stamp.read_bytes() == lock.read_bytes()


def main(lock: Path, environment: Path, tools: Path) -> None:
    """Bring `environment` in line with `lock`; `tools` keeps the installer and the file that waiting starts queue on."""
    tools.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(tools / "lock") as lock_descriptor:
        if is_ready(environment, lock):
            return
        claim(environment)
        Installer(tools, lock_descriptor).sync(environment, lock)
        finish(environment, lock)


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[int]:
    """Hold the lock that lets one setup run. The installer inherits it: a killed setup frees it with its last child."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("Another start is setting Kwasi up; waiting for it…")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def claim(environment: Path) -> None:
    """Mark the folder as ours and unfinished, and empty it when an earlier setup broke off."""
    stamp = environment / STAMP
    if environment.is_dir() and not stamp.exists() and any(environment.iterdir()):
        raise SetupError(
            f"{environment} exists and was not made by this script.\n"
            "Move it away, or name another place in KWASI_ENV_DIR, then run the same command again."
        )
    if stamp.exists() and stamp.stat().st_size and (environment / "bin/python").exists():
        tell("Kwasi's packages changed: updating (a few seconds)…")
        stamp.write_bytes(b"")
        return
    tell("First start: setting up (about 30 s, once)…")
    environment.mkdir(parents=True, exist_ok=True)
    stamp.write_bytes(b"")
    for leftover in environment.iterdir():
        if leftover != stamp:
            remove(leftover)


def remove(path: Path) -> None:
    """Delete a file, a link or a whole folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def finish(environment: Path, lock: Path) -> None:
    """Write the stamp last and in one step: from here on the environment counts as made."""
    draft = environment / f"{STAMP}.draft"
    shutil.copyfile(lock, draft)
    draft.replace(environment / STAMP)


class Installer:
    """uv, from wherever it can be had: on the PATH, kept from an earlier setup, through pip, or straight from the index."""

    def __init__(self, tools: Path, lock_descriptor: int) -> None:
        self._lock_descriptor = lock_descriptor
        self._uv = fetch_uv.find(tools)
        self._own_cache = tools / "cache"
        self._variables = uv_variables(os.environ, self._own_cache)

    def sync(self, environment: Path, lock: Path) -> None:
        """Make the environment if needed and bring its packages in line with the lock, every one checked by its hash."""
        python = environment / "bin/python"
        if not python.exists():
            # The real, versioned interpreter: a link to `python3` would lead elsewhere after a system upgrade.
            base = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
            self._run("venv", "--allow-existing", "--python", base, str(environment))
        self._run("pip", "sync", "--require-hashes", "--compile-bytecode", "--python", str(python), str(lock))
        shutil.rmtree(self._own_cache, ignore_errors=True)

    def _run(self, *arguments: str) -> None:
        command = [str(self._uv), "--quiet", "--no-progress", *arguments]
        done = subprocess.run(
            command, env=self._variables, pass_fds=(self._lock_descriptor,), capture_output=True, text=True
        )
        if done.returncode:
            shown = "\n".join((done.stderr or done.stdout).strip().splitlines()[-LAST_LINES:])
            raise SetupError(
                f"{shown}\n\nKwasi's packages could not be installed (the installer's own words stand above).\n"
                "The first start needs the package index: check the connection, or name your mirror in UV_DEFAULT_INDEX, "
                "then run the same command again."
            )


def uv_variables(outer: Mapping[str, str], own_cache: Path) -> dict[str, str]:
    """The variables uv runs with: none that would lead it elsewhere, and a cache it can write."""
    unwanted = {"VIRTUAL_ENV", "UV_PYTHON", "PYTHONPATH"}
    variables = {name: value for name, value in fetch_uv.variables(outer).items() if name not in unwanted}
    if not cache_is_writable(outer):
        variables.setdefault("UV_CACHE_DIR", str(own_cache))
    return variables


def cache_is_writable(outer: Mapping[str, str]) -> bool:
    """Whether uv's usual cache can be made: a service account often has no home."""
    home = Path(outer.get("XDG_CACHE_HOME") or outer.get("HOME") or "/nonexistent")
    return home.is_dir() and os.access(home, os.W_OK)


def tell(line: str) -> None:
    """One line for the person who waits; standard output stays clean for `ask`."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(*(Path(argument).absolute() for argument in sys.argv[1:4]))
    except KeyboardInterrupt:
        tell("\nStopped. The next start begins the setup again.")
        sys.exit(130)
    except (SetupError, fetch_uv.FetchError) as error:
        tell(str(error))
        sys.exit(1)
    except OSError as error:
        tell(
            f"The setup broke off: {error.strerror or error} ({error.filename or sys.argv[2]}).\n"
            "If this folder cannot be written or is full, name another in KWASI_ENV_DIR; then run the same command again."
        )
        sys.exit(1)
