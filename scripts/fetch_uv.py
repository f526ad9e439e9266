"""Gets the pinned uv for a machine that has none: through pip where pip works, else straight from the package index.

Invariant: nothing is run whose SHA-256 is not in `uv.json` beside this file. Standard library alone.
Asks the index that pip or uv is configured with, the public one otherwise; knows nothing of environments or locks.

    fetch_uv.py FOLDER           prints where uv is
    fetch_uv.py FOLDER ARG…      runs it with these, with pip's index and the machine's certificates
"""

import base64
import configparser
import hashlib
import html.parser
import io
import json
import os
import platform
import shutil
import ssl
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Mapping
from pathlib import Path

PUBLIC_INDEX = "https://pypi.org/simple"
INDEX_VARIABLES = ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL")
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE")
ACCEPTED = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
TIMEOUT_SECONDS = 60
RELEASE = json.loads((Path(__file__).parent / "uv.json").read_text("utf-8"))
# How the two kernels and their machines are spelled in wheel names.
PLATFORM_TAGS = {
    ("Linux", "x86_64"): "x86_64",
    ("Linux", "aarch64"): "aarch64",
    ("Linux", "armv7l"): "armv7l",
    ("Darwin", "x86_64"): "macosx_10_12_x86_64",
    ("Darwin", "arm64"): "macosx_11_0_arm64",
}


class FetchError(Exception):
    """uv could not be had; the message says what to do next."""


def find(tools: Path) -> Path:
    """A uv that works: the machine's own, else the one kept in `tools`, else the pinned one, fetched now."""
    tools.mkdir(parents=True, exist_ok=True)
    return installed() or kept(tools) or fetch(tools)


def installed() -> Path | None:
    """The machine's own uv, if it starts: a version manager may leave a stub on the PATH that does not."""
    found = shutil.which("uv")
    works = found and subprocess.run([found, "--version"], capture_output=True).returncode == 0
    return Path(found) if found and works else None


def kept(tools: Path) -> Path | None:
    """The uv of an earlier setup, if it is the pinned one."""
    binary = tools / f"uv-{RELEASE['version']}"
    return binary if os.access(binary, os.X_OK) else None


def fetch(tools: Path) -> Path:
    """Put the pinned uv into `tools` and return its path."""
    with tempfile.TemporaryDirectory(dir=tools) as scratch:
        draft = through_pip(Path(scratch)) or from_index(Path(scratch))
        draft.chmod(0o755)
        return draft.replace(tools / f"uv-{RELEASE['version']}")


def through_pip(scratch: Path) -> Path | None:
    """uv by pip, which knows every proxy and credential its user has set up; None where pip is missing or fails."""
    requirement = scratch / "uv.txt"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in RELEASE["wheels"].values())
    requirement.write_text(f"uv=={RELEASE['version']} {hashes}\n", "utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--require-hashes", "--target", str(scratch / "pip"), "-r", str(requirement)]
    done = subprocess.run(command, capture_output=True, text=True)
    binary = scratch / "pip/bin/uv"
    return binary if done.returncode == 0 and binary.is_file() else None


def from_index(scratch: Path) -> Path:
    """uv by our own hands: find the wheel for this machine on the index, check its hash, take the program out."""
    name = wheel_name(platform.system(), platform.machine(), platform.libc_ver()[0])
    content = download(name, index=configured_index(os.environ) or PUBLIC_INDEX)
    if hashlib.sha256(content).hexdigest() != RELEASE["wheels"][name]:
        raise FetchError(f"The index served a {name} that is not the one this release was made with; it was not used.")
    binary = scratch / "uv"
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        member = f"uv-{RELEASE['version']}.data/scripts/uv"
        with wheel.open(member) as source, binary.open("wb") as target:
            shutil.copyfileobj(source, target)
    return binary


def wheel_name(system: str, machine: str, libc: str) -> str:
    """The file name of the pinned wheel for a machine, as `platform` names it (`libc` is empty on musl)."""
    tag = PLATFORM_TAGS.get((system, machine), "")
    family = {"Linux": "manylinux" if libc == "glibc" else "musllinux", "Darwin": "macosx"}.get(system, "")
    for name in RELEASE["wheels"]:
        if tag and family in name and tag in name:
            return name
    raise FetchError(
        f"There is no prebuilt installer for {system} on {machine}.\n"
        "Install uv (https://docs.astral.sh/uv) so that it is on the PATH, then run the same command again."
    )


def download(name: str, *, index: str) -> bytes:
    """The bytes of one file of the project `uv` on a simple index, by its JSON or its HTML listing."""
    listing = f"{index.rstrip('/')}/uv/"
    try:
        page, kind, base = read(listing)
        links = json_links(page) if "json" in kind else html_links(page)
        if name not in links:
            raise FetchError(f"The package index has no {name}. Install uv yourself, then run the same command again.")
        return read(urllib.parse.urljoin(base, links[name]))[0]
    except OSError as error:
        host = urllib.parse.urlsplit(index).hostname
        raise FetchError(
            f"The first start fetches Kwasi's packages once, and {host} could not be reached ({error}).\n"
            "Check the connection, or name your mirror in UV_DEFAULT_INDEX, then run the same command again."
        ) from error


def read(url: str) -> tuple[bytes, str, str]:
    """Body, content type and final address of a page; credentials in the address become a header."""
    parts = urllib.parse.urlsplit(url)
    headers = {"Accept": ACCEPTED, "User-Agent": "kwasi-setup"}
    if parts.username:
        pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        parts = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    context = ssl.create_default_context(cafile=certificates(os.environ))
    request = urllib.request.Request(parts.geturl(), headers=headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS, context=context) as response:
        return response.read(), response.headers.get("Content-Type", ""), with_credentials(response.url, url)


def with_credentials(url: str, source: str) -> str:
    """`url` with the credentials of `source` where both name the same host, so that its files can be read as well."""
    ours, theirs = urllib.parse.urlsplit(url), urllib.parse.urlsplit(source)
    same_host = ours.hostname == theirs.hostname and ours.scheme == theirs.scheme
    return ours._replace(netloc=theirs.netloc).geturl() if same_host else url


def json_links(page: bytes) -> dict[str, str]:
    """File name → address, from the JSON form of a simple index."""
    return {file["filename"]: file["url"] for file in json.loads(page)["files"]}


def html_links(page: bytes) -> dict[str, str]:
    """File name → address, from the HTML form of a simple index."""
    collector = _Links()
    collector.feed(page.decode("utf-8", "replace"))
    return collector.found


class _Links(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href") or ""
        if tag == "a":
            path = urllib.parse.urlsplit(address).path
            self.found[urllib.parse.unquote(path.rpartition("/")[2])] = address


def configured_index(variables: Mapping[str, str]) -> str | None:
    """The index that uv or pip is told to use by a variable or by pip's configuration files; None when neither says."""
    for name in INDEX_VARIABLES:
        if variables.get(name):
            return variables[name]
    return pip_setting("index-url", variables)


def variables(outer: Mapping[str, str]) -> dict[str, str]:
    """The variables with which uv is run: also the index and the certificates that pip is configured with, and the system's."""
    made = dict(outer)
    index = configured_index(outer)
    if index and not outer.keys() & {"UV_DEFAULT_INDEX", "UV_INDEX_URL"}:
        made["UV_DEFAULT_INDEX"] = index
    if bundle := certificates(outer):
        made["SSL_CERT_FILE"] = bundle
    store = ssl.get_default_verify_paths()
    if store.cafile or store.capath:  # a file, or a folder of one file each: a company's own authority lies there
        made.setdefault("UV_SYSTEM_CERTS", "1")
    return made


def certificates(variables: Mapping[str, str]) -> str | None:
    """The file of certificate authorities that the machine is told to trust; None for the system's own."""
    named = [variables[name] for name in CERTIFICATE_VARIABLES if variables.get(name)]
    named += [setting] if (setting := pip_setting("cert", variables)) else []
    return next((path for path in named if Path(path).is_file()), None)


def pip_setting(name: str, variables: Mapping[str, str]) -> str | None:
    """A setting from pip's configuration files, the user's before the machine's."""
    home = Path(variables.get("HOME", "/nonexistent"))
    files = [
        variables.get("PIP_CONFIG_FILE", os.devnull),
        home / "Library/Application Support/pip/pip.conf",
        Path(variables.get("XDG_CONFIG_HOME") or home / ".config") / "pip/pip.conf",
        home / ".pip/pip.conf",
        "/etc/xdg/pip/pip.conf",
        "/etc/pip.conf",
    ]
    for file in files:
        parser = configparser.RawConfigParser()
        parser.read(file, "utf-8")
        if value := parser.get("global", name, fallback=None):
            return value.strip()
    return None


def main(tools: Path, *arguments: str) -> None:
    """Print where uv is, or become it with these arguments. Raises FetchError."""
    uv = find(tools.absolute())
    if arguments:
        os.execve(uv, [str(uv), *arguments], variables(os.environ))  # noqa: S606 - uv with what our scripts ask of it
    print(uv)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), *sys.argv[2:])
    except FetchError as error:
        sys.exit(str(error))
