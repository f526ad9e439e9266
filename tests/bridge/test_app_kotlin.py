"""The phone app's own tests run on the JVM, ktlint is content, and what a person builds with Gradle is what is checked here."""

import re
import tomllib

from app.health.metrics import METRICS
from scripts.android import build, check, packages

BRIDGE = packages.REPOSITORY / "bridge-android"


def test_its_tests_pass() -> None:
    counted = re.search(r"\[ +(\d+) tests successful", build.run_tests(build.ready()))
    assert counted is not None
    assert int(counted[1]) >= 48


def test_ktlint_is_content() -> None:
    assert check.style().splitlines() == []


def test_gradle_and_our_own_build_use_the_same_versions() -> None:
    versions = tomllib.loads((BRIDGE / "gradle/libs.versions.toml").read_text("utf-8"))["versions"]
    script = (packages.REPOSITORY / "scripts/bridge").read_text("utf-8")
    assert f"kotlin_version={versions['kotlin']}\n" in script
    assert f"kotlinx-serialization-json-jvm-{versions['serialization']}.jar" in script
    app = (BRIDGE / "app/build.gradle.kts").read_text("utf-8")
    for line in (f"minSdk = {build.LEAST}", f"compileSdk = {build.TARGET}", f"targetSdk = {build.TARGET}"):
        assert f"{line}\n" in app
    assert f'namespace = "{build.PACKAGE}"\n' in app


def test_the_readme_names_what_is_read() -> None:
    readme = (BRIDGE / "README.md").read_text("utf-8").lower()
    assert [metric.title for metric in METRICS if metric.title.lower() not in readme] == []
