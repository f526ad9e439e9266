"""The proof over a public collection: services whose names lead inside are known, and a miss is shown."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOSTILE = """http://127.0.0.1/ http://a.127.0.0.1.nip.io/ http://10-0-0-1.sslip.io/ http://7f000001.nip.io/ http://x.1ynrnhl.xip.io/
http://make-1.2.3.4-rebind-169.254-169.254-rr.1u.ms/ http://7f000001.c0a80001.rbndr.us/ http://www.localtest.me/ http://nip.io/
http://nicob.net/redir http://metadata/ ftp://example.org/""".split()
BENIGN = ["https://example.org/calendar.ics", "http://1.1.1.1.nip.io/", "https://example.org/"]


def run(folder: Path, rows: list[tuple[str, str]]) -> subprocess.CompletedProcess[str]:
    lines = [json.dumps({"url": url, "cls": label}) for url, label in rows]
    (folder / "ssrf_urls.jsonl").write_text("\n".join(lines), "utf-8")
    command = [sys.executable, "-m", "scripts.prove.outside_urls", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_what_leads_inside_is_refused_and_what_does_not_is_read(tmp_path: Path) -> None:
    done = run(tmp_path, [(url, "loopback") for url in HOSTILE] + [(url, "benign") for url in BENIGN])
    assert done.stdout.splitlines()[-1] == (
        f"refused {len(HOSTILE)} of {len(HOSTILE)} hostile, allowed {len(BENIGN)} of {len(BENIGN)} benign"
    ), done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("url", "label"), [("https://example.org/", "loopback"), ("http://127.0.0.1/", "benign")])
def test_a_miss_is_shown_and_ends_with_1(tmp_path: Path, url: str, label: str) -> None:
    done = run(tmp_path, [(url, label)])
    assert done.returncode == 1
    assert done.stdout.startswith(f"missed: {label}: ")
    assert url in done.stdout
