"""Builds the phone app as far as a machine without the Android SDK can: resources, stubs, Kotlin, and the tests that run on the JVM.

What is built lies in a folder named by what it was built from, so nothing unchanged is built again. The compiler and the core come from
`scripts/bridge`.
"""

import functools
import hashlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scripts.android import levels, packages, resources
from scripts.android.signatures import Signatures
from scripts.android.stubs import Stubs, Wanted

APP = packages.REPOSITORY / "bridge-android/app/src"
CORE = packages.REPOSITORY / "bridge-android/core/src"
PACKAGE = "dev.kwasi.bridge.app"
LEAST, TARGET = 34, 36
JUNIT = "/usr/share/java/junit-platform-console-standalone.jar"
OLD_SECONDS = 3600
_JAVA = ["-Xmx640m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
_COMPILER = (
    "kotlin-compiler",
    "kotlin-stdlib",
    "kotlin-script-runtime",
    "kotlin-reflect",
    "kotlinx-coroutines-core-jvm",
    "annotations-13.0",
)


class BuildError(Exception):
    """Something doesn't compile; the message is what the compiler said."""


@functools.cache
def api() -> Signatures:
    """The signatures of Android's API; read once, since a package of them takes a second or two."""
    return Signatures(packages.signatures())


@functools.cache
def known() -> dict[str, levels.Level]:
    """What the second source knows of the API."""
    return levels.read(packages.levels())


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build. `younger` are the attributes of the manifest that Android 10 doesn't know."""

    folder: Path
    classpath: str

    @property
    def main(self) -> Path:
        """The compiled app."""
        return self.folder / "main"

    @property
    def younger(self) -> list[str]:
        """The attributes of the manifest that the framework of Android 10 doesn't know."""
        return (self.folder / "younger.txt").read_text("utf-8").split()


def ready() -> Built:
    """The build of the app as it is now. Raises `BuildError`, `resources.Refused`, `packages.Missing`."""
    classpath = bridge("classpath")
    place = packages.KEPT / f"app-{fingerprint()}"
    with packages.one_at_a_time():
        if not place.is_dir():
            with tempfile.TemporaryDirectory(dir=packages.KEPT) as scratch:
                draft = Path(scratch) / "draft"
                _build(draft, classpath)
                draft.rename(place)
            _forget_old(place)
    return Built(place, classpath)


def fingerprint() -> str:
    """A name for all that the build depends on."""
    here = Path(__file__).parent
    folders = (APP, CORE / "main")
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]
    files += [
        here / name for name in ("Kept.java", "build.py", "levels.py", "resources.py", "signatures.py", "stubs.py")
    ]
    digest = hashlib.sha256()
    for file in files:
        digest.update(
            f"{file.relative_to(packages.REPOSITORY)}\n".encode() + hashlib.sha256(file.read_bytes()).digest()
        )
    return digest.hexdigest()[:16]


def bridge(command: str) -> str:
    """What `scripts/bridge COMMAND` prints."""
    done = subprocess.run(
        [packages.REPOSITORY / "scripts/bridge", command], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(done.stderr.strip())
    return done.stdout.strip()


def kotlin(sources: Iterable[Path], classpath: str, into: Path, *, friends: Path | None = None) -> None:
    """Compile Kotlin; warnings are errors. Raises `BuildError` with what the compiler said."""
    tools = Path(bridge("toolchain"))
    compiler = ":".join(str(tools / f"{name}.jar") for name in _COMPILER)
    options = ["-no-stdlib", "-no-reflect", "-jvm-target", "17", "-progressive", "-Werror", "-module-name", "app"]
    if friends:
        options.append(f"-Xfriend-paths={friends}")
    main = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
    run(["java", *_JAVA, "-cp", compiler, main, *options, "-cp", classpath, "-d", str(into), *map(str, sources)])


def run(command: list[str]) -> str:
    """What a command prints; `BuildError` with what it complained of where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError((done.stderr + done.stdout).strip())
    return done.stdout


def stubs(sources: Iterable[str], into: Path) -> None:
    """Write and compile the stubs of what Kotlin sources can name."""
    Stubs(api(), known(), Wanted.by(sources)).write(into / "source")
    files = [str(file) for file in sorted((into / "source").rglob("*.java"))]
    run([str(packages.javac()), "-nowarn", "-proc:none", "-Xlint:none", "-d", str(into / "classes"), *files])


def _build(draft: Path, classpath: str) -> None:
    draft.mkdir()
    tools = resources.Tools(packages.aapt2(), packages.framework())
    linked = resources.link(APP / "main", PACKAGE, (LEAST, TARGET), tools, draft / "resources")
    (draft / "younger.txt").write_text(" ".join(linked.younger), "utf-8")
    r_classes = [str(file) for file in linked.java.rglob("*.java")]
    run([str(packages.javac()), "-nowarn", "-proc:none", "-d", str(draft / "r"), *r_classes])
    stubs((file.read_text("utf-8") for file in sorted(APP.rglob("*.kt"))), draft / "stubs")
    around = f"{draft / 'r'}:{draft / 'stubs/classes'}:{classpath}"
    kotlin([APP / "main/kotlin"], around, draft / "main")
    jars = Path(bridge("toolchain"))
    testing = f"{jars / 'kotlin-test.jar'}:{jars / 'kotlin-test-junit5.jar'}:{JUNIT}"
    tests = [folder for folder in (APP / "test/kotlin", APP / "stubTest/kotlin") if folder.is_dir()]
    kotlin(tests, f"{draft / 'main'}:{around}:{testing}", draft / "checks", friends=draft / "main")


def run_tests(built: Built) -> str:
    """Run the app's tests on the JVM and return their report; `BuildError` with it where one fails."""
    jars = Path(bridge("toolchain"))
    folders = [str(built.folder / name) for name in ("main", "checks", "r", "stubs/classes")]
    path = ":".join([*folders, built.classpath, str(jars / "kotlin-test.jar"), str(jars / "kotlin-test-junit5.jar")])
    options = ["--disable-banner", "--details=tree", "--disable-ansi-colors", "--fail-if-no-tests"]
    return run(
        ["java", *_JAVA, "-jar", JUNIT, *options, "--classpath", path, "--scan-classpath", str(built.folder / "checks")]
    )


def _forget_old(but: Path) -> None:
    """Remove builds that nobody has made lately."""
    for folder in packages.KEPT.glob("app-*"):
        if folder != but and time.time() - folder.stat().st_mtime > OLD_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
