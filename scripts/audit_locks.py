"""Which packages of the lock files have known vulnerabilities: every version that any platform would install, asked of OSV (osv.dev).

    scripts/audit [--json] [--service URL] [LOCK ...]

Exit codes: 0 none is known, 1 some are (listed), 2 a lock can't be read or the command is called wrongly, 3 the service could not be
reached or gave no answer that can be read, so nothing is known. Sends names and versions, nothing else. Standard library alone, so that
the check brings no package of its own; it is no part of the tests, which need no network.
"""

import argparse
import http.client
import json
import os
import re
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.fetch_uv import certificates

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-voice.lock", "requirements-dev.lock")
SERVICE = "https://api.osv.dev"
SHOWN = "https://osv.dev/vulnerability/{id}"
AT_ONCE = 500  # the service takes 1,000
MOST_PAGES = 20
TIMEOUT_SECONDS = 60
_PINNED = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_UNREACHED = (
    "{host} could not be reached ({why}), so nothing is known about the locks. Run this where the network is open, "
    "or name a mirror of OSV with --service.\n"
)
Package = tuple[str, str]


class Unreached(Exception):
    """The service gave no answer; the message says why."""


def pinned(lock: str) -> set[Package]:
    """Every name and version that a lock pins, whatever platform it is for."""
    return {(found["name"].lower(), found["version"]) for line in lock.splitlines() if (found := _PINNED.match(line))}


def known(packages: Sequence[Package], service: str) -> dict[Package, set[str]]:
    """The ids of known vulnerabilities by package; packages without any are left out. Raises Unreached."""
    found: dict[Package, set[str]] = {}
    waiting = [(package, "") for package in packages]
    for _ in range(MOST_PAGES):
        if not waiting:
            return found
        now, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        results = _asked(service, [_query(package, token) for package, token in now])
        if len(results) != len(now):
            raise Unreached("its answer has not one result for each package")
        for (package, _token), result in zip(now, results, strict=True):
            found.setdefault(package, set()).update(str(one["id"]) for one in result.get("vulns") or ())
            if result.get("next_page_token"):
                waiting.append((package, str(result["next_page_token"])))
    raise Unreached("its answer has no end")


def _query(package: Package, token: str) -> dict[str, Any]:
    name, version = package
    query: dict[str, Any] = {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
    return {**query, "page_token": token} if token else query


def _asked(service: str, queries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One batch. Raises Unreached for whatever is no answer."""
    request = urllib.request.Request(
        f"{service.rstrip('/')}/v1/querybatch",
        data=json.dumps({"queries": list(queries)}).encode(),
        headers={"Content-Type": "application/json", "User-Agent": "kwasi-audit"},
    )
    context = ssl.create_default_context(cafile=certificates(os.environ))
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS, context=context) as response:
            answer = json.loads(response.read())
    except urllib.error.HTTPError as error:
        raise Unreached(f"it answered {error.code}") from error
    except (OSError, http.client.HTTPException) as error:
        raise Unreached(str(getattr(error, "reason", error))) from error
    except ValueError as error:
        raise Unreached("its answer is no JSON") from error
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
        raise Unreached("its answer has no results")
    return results


def told(found: Mapping[Package, set[str]], locks: Mapping[str, set[Package]]) -> str:
    """What was found, package by package, with the locks that pin it."""
    lines: list[str] = []
    for package in sorted(found):
        where = ", ".join(name for name, packages in locks.items() if package in packages)
        lines.append(f"{package[0]} {package[1]} ({where})")
        lines += [f"  {SHOWN.format(id=one)}" for one in sorted(found[package])]
    return "".join(f"{line}\n" for line in lines)


def read(paths: Sequence[Path]) -> dict[str, set[Package]]:
    """The packages by lock. Raises ValueError or OSError where a file is no lock."""
    locks = {path.name: pinned(path.read_text("utf-8")) for path in paths}
    for name, packages in locks.items():
        if not packages:
            raise ValueError(f"{name} pins nothing, so it is no lock file.")
    return locks


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and say what is known; the exit code."""
    parser = argparse.ArgumentParser(
        prog="scripts/audit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("locks", nargs="*", type=Path, metavar="LOCK", help="lock files (the three of the repository)")
    parser.add_argument("--json", action="store_true", help="print one JSON object: checked, known")
    parser.add_argument("--service", default=SERVICE, metavar="URL", help=f"where OSV answers ({SERVICE})")
    options = parser.parse_args(arguments)
    try:
        locks = read(options.locks or [ROOT / name for name in LOCKS])
    except (OSError, ValueError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    packages = sorted(set().union(*locks.values()))
    try:
        found = {package: ids for package, ids in known(packages, options.service).items() if ids}
    except Unreached as problem:
        host = urllib.parse.urlsplit(options.service).hostname
        sys.stderr.write(_UNREACHED.format(host=host or options.service, why=problem))
        return 3
    if options.json:
        rows = [{"name": name, "version": version, "ids": sorted(ids)} for (name, version), ids in found.items()]
        print(json.dumps({"checked": len(packages), "known": rows}))
    else:
        count = f"{len(packages)} packages of {', '.join(locks)}"
        print(
            f"{told(found, locks)}{len(found)} of {count} have known vulnerabilities."
            if found
            else f"None known in {count}."
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
