"""Manifest and resources of the phone app: they link, and what they promise is in the code."""

import re
from xml.etree import ElementTree

import pytest

from app.health.metrics import METRICS
from scripts.android import build, resources

MAIN = build.APP / "main"
MANIFEST = MAIN / "AndroidManifest.xml"
KOTLIN = "\n".join(file.read_text("utf-8") for file in sorted((MAIN / "kotlin").rglob("*.kt")))
ABOUT_ALL = {"READ_HEALTH_DATA_IN_BACKGROUND", "READ_HEALTH_DATA_HISTORY"}
BESIDES = {"INTERNET", "ACCESS_NETWORK_STATE", "RECEIVE_BOOT_COMPLETED"}


@pytest.fixture
def application() -> ElementTree.Element:
    found = resources.tree(MANIFEST).find("application")
    assert found is not None
    return found


def test_they_link_with_the_framework_but_for_what_is_younger() -> None:
    assert build.ready().younger == ["dataExtractionRules"]  # of Android 12; the framework here is that of Android 10


def test_every_attribute_is_one_of_the_api_and_old_enough() -> None:
    names = set(resources.attributes(MAIN))
    assert resources.invented(names, build.api()) == []
    assert [name for name in names if build.known()["android.R.attr"].members[name].since > build.LEAST] == []
    assert resources.invented({"allowBackup", "allowBackups"}, build.api()) == ["allowBackups"]


def test_every_class_that_android_starts_is_there() -> None:
    built = build.ready()
    named = resources.components(MANIFEST, build.PACKAGE)
    assert len(named) == 6
    assert [name for name in named if not (built.main / f"{name.replace('.', '/')}.class").is_file()] == []


def test_the_manifest_asks_for_what_the_table_reads_and_nothing_else() -> None:
    table = (MAIN / "kotlin/dev/kwasi/bridge/app/health/RecordType.kt").read_text("utf-8")
    read = set(re.findall(r"HealthPermissions\.(READ_\w+)", table))
    assert len(read) == len(METRICS)
    values = build.known()["android.health.connect.HealthPermissions"].members
    expected = {values[name].value for name in read | ABOUT_ALL} | {f"android.permission.{name}" for name in BESIDES}
    asked = resources.permissions(MANIFEST)
    assert set(asked) == expected
    assert len(asked) == len(expected)


def test_the_core_knows_the_metrics_of_the_server() -> None:
    kinds = (build.CORE / "main/kotlin/dev/kwasi/bridge/core/Kind.kt").read_text("utf-8")
    assert re.findall(r"^ +[A-Z0-9_]+\(\"(\w+)\"", kinds, re.MULTILINE) == [metric.name for metric in METRICS]
    assert all(f"Kind.{metric.name.upper()}" in KOTLIN for metric in METRICS)


def test_only_what_others_must_reach_is_open_to_them(application: ElementTree.Element) -> None:
    name, exported, permission = (f"{resources.ANDROID}{word}" for word in ("name", "exported", "permission"))
    assert {one.attrib[name]: one.attrib.get(permission) for one in application if one.attrib[exported] == "true"} == {
        ".screens.MainActivity": None,
        ".screens.PairActivity": None,
        ".screens.PermissionUsage": "android.permission.START_VIEW_PERMISSION_USAGE",
    }


def test_no_backup_takes_anything(application: ElementTree.Element) -> None:
    assert application.attrib[f"{resources.ANDROID}allowBackup"] == "false"
    everything = {"root", "file", "database", "sharedpref", "external"}
    rules = resources.tree(MAIN / "res/xml/data_extraction.xml")
    assert [{one.attrib["domain"] for one in part if one.tag == "exclude"} for part in rules] == [
        everything,
        everything,
    ]


def test_every_text_is_used_and_none_stands_in_the_layouts() -> None:
    assert list(resources.unused_strings(MAIN, KOTLIN)) == []
    layouts = "\n".join(file.read_text("utf-8") for file in (MAIN / "res/layout").glob("*.xml"))
    assert re.findall(r'android:(?:text|hint|contentDescription)="([^@][^"]*)"', layouts) == []
