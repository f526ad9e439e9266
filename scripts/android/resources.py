"""Checks manifest and resources with the real `aapt2`, and says what of them the code must have.

The only framework resources to be had are those of Android 10. An attribute that is younger is looked up in the API's own list
(`android.R.attr`), told, and left out of the copy that is linked; everything else must link as it is.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from scripts.android.signatures import Signatures

ANDROID = "{http://schemas.android.com/apk/res/android}"
COMPONENTS = ("activity", "service", "receiver", "provider")
_UNKNOWN = re.compile(r"attribute android:(\w+) not found")


class Refused(Exception):
    """aapt2 does not take the manifest or a resource; the message is what it said."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What came out: the folder with the source of `R`, and the attributes that the old framework doesn't know."""

    java: Path
    younger: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tools:
    """aapt2, and the framework's resources."""

    aapt2: Path
    framework: Path


def link(sources: Path, package: str, levels: tuple[int, int], tools: Tools, into: Path) -> Linked:
    """Compile and link the resources and the manifest in `sources` for API `levels` (least, target). Raises `Refused`."""
    into.mkdir(parents=True, exist_ok=True)
    _run([tools.aapt2, "compile", "--dir", sources / "res", "-o", into / "resources.zip"])
    manifest = (sources / "AndroidManifest.xml").read_text("utf-8")
    text = manifest.replace("<manifest ", f'<manifest package="{package}" ', 1)
    copy, younger = into / "AndroidManifest.xml", list[str]()
    least, target = map(str, levels)
    while True:
        copy.write_text(text, "utf-8")
        given = ["-I", tools.framework, "--manifest", copy, "--min-sdk-version", least, "--target-sdk-version", target]
        made = ["--java", into / "java", "-o", into / "app.apk"]
        try:
            _run([tools.aapt2, "link", *given, *made, into / "resources.zip"])
        except Refused as refused:
            unknown = _UNKNOWN.search(str(refused))
            if unknown is None or unknown[1] in younger:
                raise
            younger.append(unknown[1])
            text = re.sub(rf'\s+android:{unknown[1]}="[^"]*"', "", text)
            continue
        return Linked(into / "java", tuple(younger))


def tree(file: Path) -> ElementTree.Element:
    """The root of an XML file of ours."""
    return ElementTree.parse(file).getroot()  # noqa: S314 (a file of this repository)


def permissions(manifest: Path) -> list[str]:
    """The permissions that the app asks for, in the order of the manifest."""
    return [one.attrib[f"{ANDROID}name"] for one in tree(manifest).iter("uses-permission")]


def components(manifest: Path, package: str) -> set[str]:
    """The full names of the classes that Android starts."""
    root = tree(manifest)
    named = [one.attrib[f"{ANDROID}name"] for kind in COMPONENTS for one in root.iter(kind)]
    named += [one.attrib[f"{ANDROID}targetActivity"] for one in root.iter("activity-alias")]
    return {f"{package}{name}" if name.startswith(".") else name for name in named}


def attributes(sources: Path) -> dict[str, set[str]]:
    """Every `android:` attribute in the manifest and the XML resources, with the files that have it."""
    found: dict[str, set[str]] = {}
    for file in [sources / "AndroidManifest.xml", *sorted((sources / "res").rglob("*.xml"))]:
        for one in tree(file).iter():
            for name in one.attrib:
                if name.startswith(ANDROID):
                    found.setdefault(name.removeprefix(ANDROID), set()).add(file.name)
    return found


def invented(names: set[str], signatures: Signatures) -> list[str]:
    """Those attributes that the API has not."""
    return sorted(names - set(signatures.find("android.R.attr").fields))


def unused_strings(sources: Path, code: str) -> Iterator[str]:
    """Strings and plurals that neither the code nor another resource names."""
    files = [sources / "AndroidManifest.xml", *(sources / "res").rglob("*.xml")]
    layouts = "".join(file.read_text("utf-8") for file in files)
    for one in tree(sources / "res/values/strings.xml"):
        kind = "plurals" if one.tag == "plurals" else "string"
        name = one.attrib["name"]
        if not re.search(rf"R\.{kind}\.{name}\b", code) and f'"@{kind}/{name}"' not in layouts:
            yield name


def _run(command: list[str | Path]) -> None:
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(done.stderr.strip())
