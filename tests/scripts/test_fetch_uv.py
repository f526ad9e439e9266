"""The installer for machines without one: the right wheel, from the configured index, and never an altered one."""

import contextlib
import http.server
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import fetch_uv

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def index(pages: dict[str, tuple[str, bytes]]) -> Iterator[str]:
    """A package index on the loopback interface: path → (content type, body)."""

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = pages.get(self.path, ("", b""))
            self.send_response(200 if kind else 404)
            self.send_header("Content-Type", kind or "text/plain")
            self.end_headers()
            self.wfile.write(self.headers.get("Authorization", "").encode() if body == b"<who>" else body)

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}/simple"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("system", "machine", "libc", "expected"),
    [
        ("Linux", "x86_64", "glibc", "manylinux_2_17_x86_64"),
        ("Linux", "x86_64", "", "musllinux_1_1_x86_64"),
        ("Linux", "aarch64", "glibc", "manylinux_2_17_aarch64"),
        ("Linux", "aarch64", "", "musllinux_1_1_aarch64"),
        ("Darwin", "arm64", "", "macosx_11_0_arm64"),
        ("Darwin", "x86_64", "", "macosx_10_12_x86_64"),
    ],
)
def test_each_machine_gets_its_wheel(system: str, machine: str, libc: str, expected: str) -> None:
    assert expected in fetch_uv.wheel_name(system, machine, libc)


def test_an_unknown_machine_is_told_what_to_do() -> None:
    with pytest.raises(fetch_uv.FetchError, match="Install uv"):
        fetch_uv.wheel_name("Linux", "sparc64", "glibc")


@pytest.mark.parametrize(
    ("kind", "listing"),
    [
        (
            "application/vnd.pypi.simple.v1+json",
            b'{"files": [{"filename": "uv-1.whl", "url": "../../files/uv-1.whl"}]}',
        ),
        ("text/html", b'<a href="../../files/uv-1.whl#sha256=00">uv-1.whl</a>'),
    ],
)
def test_both_forms_of_an_index_are_read(kind: str, listing: bytes) -> None:
    with index({"/simple/uv/": (kind, listing), "/files/uv-1.whl": ("application/zip", b"wheel")}) as address:
        assert fetch_uv.download("uv-1.whl", index=f"http://{address}") == b"wheel"


def test_credentials_in_the_address_reach_the_files_too() -> None:
    pages = {"/simple/uv/": ("text/html", b'<a href="/files/uv-1.whl">x</a>'), "/files/uv-1.whl": ("x/y", b"<who>")}
    with index(pages) as address:
        assert fetch_uv.download("uv-1.whl", index=f"http://ama:s%40crt@{address}") == b"Basic YW1hOnNAY3J0"


def test_an_index_that_does_not_answer_is_named() -> None:
    with pytest.raises(fetch_uv.FetchError, match=r"127\.0\.0\.1 could not be reached"):
        fetch_uv.download("uv-1.whl", index="http://127.0.0.1:1/simple")


def test_an_altered_wheel_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = "".join(f'<a href="/{wheel}">{wheel}</a>' for wheel in fetch_uv.RELEASE["wheels"]).encode()
    pages = {"/simple/uv/": ("text/html", listing)}
    pages |= {f"/{wheel}": ("application/zip", b"altered") for wheel in fetch_uv.RELEASE["wheels"]}
    with index(pages) as address:
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"http://{address}")
        with pytest.raises(fetch_uv.FetchError, match="not the one this release was made with"):
            fetch_uv.from_index(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_index_is_the_one_pip_is_configured_with(tmp_path: Path) -> None:
    settings = tmp_path / "pip.conf"
    settings.write_text("[global]\nindex-url = https://mirror.example/simple\n", "utf-8")

    assert fetch_uv.configured_index({"PIP_CONFIG_FILE": str(settings)}) == "https://mirror.example/simple"
    assert fetch_uv.configured_index({"PIP_CONFIG_FILE": str(settings), "PIP_INDEX_URL": "https://b"}) == "https://b"
    assert fetch_uv.configured_index({"UV_DEFAULT_INDEX": "https://a", "PIP_INDEX_URL": "https://b"}) == "https://a"


@pytest.mark.parametrize("said", ["cafile", "capath"])
def test_the_systems_own_certificates_are_trusted_in_every_download(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A company's authority is in the system's store alone, which may be a folder: uv brings a list of its own otherwise."""
    none = ssl.get_default_verify_paths()._replace(cafile=None, capath=None)
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: none)
    assert "UV_SYSTEM_CERTS" not in fetch_uv.variables({})
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: none._replace(**{said: "/etc/ssl"}))
    assert fetch_uv.variables({})["UV_SYSTEM_CERTS"] == "1"
    assert fetch_uv.variables({"UV_SYSTEM_CERTS": "0"})["UV_SYSTEM_CERTS"] == "0"


def test_the_scripts_give_the_systems_certificates_to_uv_and_node(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.pem"
    bundle.touch()

    def given(**outer: str) -> list[str]:
        shell = 'repo=$PWD; . scripts/setup.sh; echo "$UV_SYSTEM_CERTS $NODE_EXTRA_CA_CERTS"'
        done = subprocess.run(["bash", "-euc", shell], env=outer, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert given(SSL_CERT_FILE=str(bundle)) == ["1", str(bundle)]
    own = {"UV_SYSTEM_CERTS": "0", "NODE_EXTRA_CA_CERTS": "/mine"}
    assert given(SSL_CERT_FILE=str(bundle), **own) == ["0", "/mine"]


@pytest.mark.parametrize(
    "script", ["run", "test", "check", "lock", "voice", "browser", "audit", "bridge", "bridge_app.sh"]
)
def test_every_script_that_downloads_is_set_up_in_one_place(script: str) -> None:
    text = (ROOT / "scripts" / script).read_text("utf-8")
    assert '. "$repo/scripts/setup.sh"' in text
    assert '"$uv"' not in text  # it is run by fetch_uv.py, which knows with which variables


@pytest.mark.slow
def test_the_pinned_uv_knows_the_switch() -> None:
    tools = Path(sys.prefix).with_name(Path(sys.prefix).name.removesuffix("-dev") + "-setup")
    command = [sys.executable, str(ROOT / "scripts/fetch_uv.py"), str(tools), "pip", "install", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "UV_SYSTEM_CERTS" in done.stdout
