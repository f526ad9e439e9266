"""Whether the fetcher asks no address that leads inside, and the harmless ones: each URL of a public collection, without a network.

    python scripts/prove/outside_urls.py FOLDER

FOLDER holds `ssrf_urls.jsonl`: `url`, and `cls`, which is `benign` or any other word for what is hostile. Where the collection left harmless
links in `parser_confusion_or_redirect` (its label for "none of the others"), those of HARMLESS count as benign: reviewed by hand.

The product's own fetcher is run, with two things put in the place of the network. Names are looked up by `Services`: public services whose
answer is known (addresses written into the name, names that lead to this machine, names that change their mind) answer as they do,
with every address they would ever give; any other name has an address outside. Behind every address is `Web`, which answers 200, and
for public redirectors leads inside. A row is refused when the fetcher says so (OutsideRefused), or when its name has no address. Prints the misses, then
`refused N of N hostile, allowed M of M benign`; ends with 1 where one is missed.
"""

import argparse
import asyncio
import json
import logging
import re
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.clock import SystemClock  # noqa: E402 - the path comes first
from app.errors import FetchFailed, OutsideRefused  # noqa: E402 - the same
from app.integrations.fetching.fetcher import Fetcher  # noqa: E402 - the same
from app.integrations.fetching.pace import Pace  # noqa: E402 - the same

UNSORTED = "parser_confusion_or_redirect"
# Hosts of documentation links, of scopes that look like links, of an example whose own server is attacked, and public resolvers.
HARMLESS = frozenset(
    "1.1.1.1 2.2.2.2 3.3.3.3 8.8.8.8 example.com www.googleapis.com www.root-me.org portswigger.net github.com brutelogic.com.br".split()
)
OUTSIDE, HERE, METADATA = "93.184.216.34", "127.0.0.1", "169.254.169.254"
_V4 = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_WRITTEN = re.compile(rf"(?<!\d)({_V4}(?:[.-]{_V4}){{3}})(?!\d)")
_HEX = re.compile(r"(?:^|[.-])([0-9a-f]{8})(?=[.-]|$)")
_BASE36 = re.compile(r"(?:^|\.)([0-9a-z]{6,7})$")
# By the end of a name. What has an address written into it answers with that.
EMBEDDING = (
    "nip.io",
    "sslip.io",
    "xip.io",
    "traefik.me",
    "backname.io",
    "ip.me",
    "local-ip.co",
    "local-ip.sh",
    "hname.io",
)
# What changes its mind answers with all it was told, and with this machine.
REBINDING = ("1u.ms", "rbndr.us", "rebind.network", "rebinder.net", "rebind.it", "dns.rebind.it", "whonow.com")
FIXED = {
    **dict.fromkeys(
        "localtest.me lvh.me vcap.me lacolhost.com localh.st fuf.me local.gd localhost.run localdomain.pw".split(), HERE
    ),
    **dict.fromkeys("yoogle.com 127-0-0-1.org.uk smackaho.st bugbounty.dod.network mail.ebc.apple.com".split(), HERE),
    **dict.fromkeys("burpcollaborator.net oastify.com".split(), HERE),
    "metadata.nicob.net": METADATA,
}
REDIRECTORS = ("nicob.net", "r3dir.me", "ssrf-redirect.testssandbox.com")


def ends(name: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a name is one of these, or below one."""
    return any(name == suffix or name.endswith(f".{suffix}") for suffix in suffixes)


def written_in(name: str) -> list[str]:
    """The addresses that a name carries for such services: four numbers with dots or dashes, eight hexadecimal digits, or base 36."""
    found = [match.replace("-", ".") for match in _WRITTEN.findall(name)]
    found += [_dotted(int(match, 16)) for match in _HEX.findall(name)]
    return found or [_dotted(int(match, 36)) for match in _BASE36.findall(name)]


def _dotted(number: int) -> str:
    return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0))


class Services:
    """Names as the public DNS would answer them, as far as it is known; all others are outside."""

    async def addresses(self, host: str) -> tuple[str, ...]:
        """Raises OSError for a service's name that carries no address."""
        if ends(host, REBINDING):
            return (*written_in(host.rpartition(".")[0]), HERE)
        for suffix, address in FIXED.items():
            if ends(host, (suffix,)):
                return (address,)
        if not ends(host, EMBEDDING):
            return (OUTSIDE,)
        suffix = next(suffix for suffix in EMBEDDING if ends(host, (suffix,)))
        found = written_in(host.removesuffix(suffix).rstrip("."))
        if not found:
            raise OSError(f"{host} has no address")
        return tuple(found)


def web(request: httpx.Request) -> httpx.Response:
    """What any address serves: a page, or the way inside."""
    if ends(request.headers["host"], REDIRECTORS):
        return httpx.Response(302, headers={"Location": f"http://{METADATA}/latest/meta-data/"})
    return httpx.Response(200, stream=httpx.ByteStream(b"a page"))


async def outcome(fetcher: Fetcher, url: str) -> str:
    """`allowed`, or the reason why nothing was read."""
    try:
        await fetcher.get(url)
    except (OutsideRefused, FetchFailed) as problem:
        return problem.reason
    return "allowed"


def is_benign(row: dict[str, str]) -> bool:
    """Whether a row is to be allowed, after the review."""
    if row["cls"] != UNSORTED:
        return row["cls"] == "benign"
    named = re.match(r"https?://([a-z0-9.-]+)(?:[/?]|$)", row["url"])
    return named is not None and named[1] in HARMLESS


async def judged(rows: list[dict[str, str]]) -> tuple[Counter[bool], Counter[bool], Counter[str]]:
    """How many rows there are of each kind, how many are right, and how often each reason was given. Prints the wrong ones."""
    fetcher = Fetcher(
        Pace(SystemClock(), gap=timedelta(0)), Services(), connect=lambda _proxy: httpx.MockTransport(web)
    )
    all_, right, reasons = Counter[bool](), Counter[bool](), Counter[str]()
    for row in rows:
        benign, said = is_benign(row), await outcome(fetcher, row["url"])
        all_[benign] += 1
        reasons[said] += 1
        if benign == (said == "allowed"):
            right[benign] += 1
        else:
            print(f"missed: {row['cls']}: {said}: {row['url']}")
    return all_, right, reasons


def main() -> int:
    """Judge the folder's rows."""
    logging.disable()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    lines = (parser.parse_args().folder / "ssrf_urls.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    all_, right, reasons = asyncio.run(judged(rows))
    print(", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    print(f"refused {right[False]} of {all_[False]} hostile, allowed {right[True]} of {all_[True]} benign")
    return 0 if right == all_ else 1


if __name__ == "__main__":
    raise SystemExit(main())
