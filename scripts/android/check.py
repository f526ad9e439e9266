"""Checks the phone app where there is no Android SDK: `python -m scripts.android.check`, which is what `scripts/bridge app` runs.

Manifest and resources through `aapt2`, the Kotlin through its compiler against stubs made from the signatures of the API, every use of
Android held against those signatures, the tests that run on the JVM, and ktlint. No APK comes out of it.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable

from scripts.android import build, classfile, drift, packages, resources


def uses(built: build.Built) -> tuple[set[drift.Found], list[str]]:
    """What the compiled app uses of Android, and what of that Android does not have."""
    compiled = [classfile.read(file) for file in sorted(built.main.rglob("*.class"))]
    return drift.check(compiled, build.api())


def style(*, mend: bool = False) -> str:
    """What ktlint has against the Kotlin of app and core; empty where it has nothing. With `mend` it changes what it can first."""
    command = ["java", "-Xmx400m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(packages.ktlint())]
    command += [
        "--relative",
        "--log-level=none",
        *(["--format"] if mend else []),
        "app/src/**/*.kt",
        "core/src/**/*.kt",
    ]
    folder = packages.REPOSITORY / "bridge-android"
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip() or ("" if done.returncode == 0 else "ktlint failed without a word")


def _drift() -> str:
    found, wrong = uses(build.ready())
    if wrong:
        raise build.BuildError("\n".join(wrong))
    late = drift.newer(found, build.known(), build.LEAST)
    return f"{len(found)} members of the API are used; {len(late)} of them are newer than API {build.LEAST}"


def _style() -> str:
    if found := style():
        raise build.BuildError(found)
    return "nothing to say"


def _tests() -> str:
    report = build.run_tests(build.ready())
    return next(line for line in report.splitlines() if "tests successful" in line).strip("[] ")


STEPS: tuple[tuple[str, Callable[[], str]], ...] = (
    (
        "manifest, resources and Kotlin",
        lambda: f"they link and compile; younger than Android 10: {', '.join(build.ready().younger)}",
    ),
    ("use of the API", _drift),
    ("tests on the JVM", _tests),
    ("ktlint", _style),
)


def main() -> int:
    """Run every step, print what came of it, and return 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--format", action="store_true", help="have ktlint change what it can in app and core, and do nothing else"
    )
    if parser.parse_args().format:
        left = style(mend=True)
        print(left or "All is as ktlint wants it.")
        return int(bool(left))
    failed = False
    for name, step in STEPS:
        try:
            print(f"{name}: {step()}", flush=True)
        except (build.BuildError, packages.Missing, resources.Refused) as problem:
            failed = True
            print(f"{name}: FAILED\n{problem}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
