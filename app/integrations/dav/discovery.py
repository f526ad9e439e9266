"""Where an address's calendars and contacts are: by a URL that was given, a table of well-known providers, DNS, or the usual place.

Invariant: the password goes to https only, or to a server on this machine that its owner named; to no host that DNS names but has nothing to
do with the address; and to none in a private network that wasn't given by the owner. Redirects are followed here, each judged anew.
"""

import logging
import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from dns.asyncresolver import Resolver as DnsResolver
from dns.exception import DNSException

from app.errors import AccountAway, AccountClosed, AccountError, NotFound, OutsideRefused, ToolProblem
from app.integrations.access import Access
from app.integrations.dav.client import joined, reached
from app.integrations.dav.multistatus import CALDAV, CARDDAV, DAV, Member
from app.integrations.dav.site import Site
from app.integrations.fetching.addresses import Pairs, Target, checked, entered_pair, may_be_asked
from app.integrations.fetching.resolving import Resolver, SystemResolver

log = logging.getLogger(__name__)
Service = Literal["caldav", "carddav"]

_HERE = ("127.0.0.1", "::1", "localhost")
_SECONDS_OF_DNS = 4.0
_MOST_HOPS = 6
_MOST_ADDRESSES = 20
_PRINCIPAL = f"{DAV}current-user-principal"
_HOMES: dict[Service, str] = {"caldav": f"{CALDAV}calendar-home-set", "carddav": f"{CARDDAV}addressbook-home-set"}
_OUTBOX = f"{CALDAV}schedule-outbox-URL"
_SCHEDULES = "calendar-auto-schedule"
_ADDRESSES = f"{CALDAV}calendar-user-address-set"
_ASKED = (_PRINCIPAL, *_HOMES.values(), _OUTBOX, _ADDRESSES)
_OPEN = "Without TLS your password could be read on the way, so http:// is for a server on this machine only. Take https://."
_NO_PLACE = "“{address}” is no mail address. Name its server: --url https://HOST."
_NOT_FOUND = "I found no calendars and no contacts for {address}. Name their server: --url https://HOST."
_FOREIGN = "DNS says that they are at {host}, which has another name than {domain}. If that is right, say so: --url https://{host}."
_NO_HOST = "{host} can't be found just now. Check the name, or try again in a moment."


class Records(Protocol):
    """What DNS says of services."""

    async def services(self, name: str) -> list[tuple[str, int]]:
        """Host and port of each SRV record, the preferred first; [] for none, or where DNS doesn't answer in time."""
        ...

    async def texts(self, name: str) -> list[str]:
        """Each TXT record; [] likewise."""
        ...


class DnsRecords:
    """As the machine's name servers say."""

    def __init__(self, resolver: DnsResolver | None = None) -> None:
        """`resolver` asks; that of the machine where none is given."""
        self._resolver = resolver

    async def services(self, name: str) -> list[tuple[str, int]]:
        """As the port says."""
        rows = sorted(await self._asked(name, "SRV"), key=lambda row: (row.priority, -row.weight))
        return [(row.target.to_text(omit_final_dot=True).casefold(), row.port) for row in rows]

    async def texts(self, name: str) -> list[str]:
        """As the port says."""
        return [b"".join(row.strings).decode("utf-8", "replace") for row in await self._asked(name, "TXT")]

    async def _asked(self, name: str, kind: str) -> list[Any]:
        try:
            resolver = self._resolver or DnsResolver()
            return [*await resolver.resolve(name, kind, lifetime=_SECONDS_OF_DNS)]
        except (DNSException, OSError) as problem:
            told = {"event": "dav.no_record", "problem": type(problem).__name__}
            log.info("DNS names no server", extra=told)
            return []


@dataclass(frozen=True, slots=True)
class Known:
    """A provider of the table. `hosts`: where DNS may send whoever has a domain of their own there."""

    domains: tuple[str, ...]
    hosts: tuple[str, ...]
    starts: dict[Service, str]
    password: str = ""
    only: str = ""


@dataclass(frozen=True, slots=True)
class _Start:
    """Where to begin to ask; `is_given`: by the owner or by the table."""

    url: str
    is_given: bool = False


class Discovery:
    """Looks for one account's site, with what opens it."""

    def __init__(
        self, access: Access, user: str, *, records: Records | None = None, resolver: Resolver | None = None
    ) -> None:
        """`user` is the name to sign in with."""
        self._access = access
        self._user = user
        self._records = records or DnsRecords()
        self._resolver = resolver or SystemResolver()
        self._problem: AccountError | ToolProblem | None = None

    async def site(self, address: str, url: str = "") -> Site:
        """Where its things are. Raises AccountClosed where a server turned us down, AccountAway where none answered, ToolProblem for what
        can't be asked."""
        domain = address.strip().casefold().rpartition("@")[2] if "@" in address else ""
        if not url and "." not in domain:
            raise ToolProblem(_NO_PLACE.format(address=address.strip()[:80]))
        found = await self._of("caldav", domain, url) or Site()
        if not found.contacts:
            other = await self._of("carddav", domain, url)
            found = replace(found, contacts=other.contacts) if other else found
        if found.calendars or found.contacts:
            return found
        raise self._problem or AccountAway(_NOT_FOUND.format(address=address.strip()[:80]))

    async def _of(self, service: Service, domain: str, url: str) -> Site | None:
        """The first place that knows us and has that service; None where there is none, and why in `_problem`."""
        async for start in self._starts(service, domain, url):
            try:
                found = await self._asked(start)
            except (AccountError, ToolProblem) as problem:
                self._keep(problem)
                continue
            if found and (found.calendars if service == "caldav" else found.contacts):
                return found
        return None

    def _keep(self, problem: AccountError | ToolProblem) -> None:
        """That somebody turned us down says more than that nobody was there, and both more than that there was nothing."""
        kinds = (AccountClosed, AccountAway, ToolProblem)
        rank = [*kinds, AccountError]
        place = next(index for index, kind in enumerate(rank) if isinstance(problem, kind))
        known = next((index for index, kind in enumerate(rank) if isinstance(self._problem, kind)), len(rank))
        if place < known and not isinstance(problem, NotFound):
            self._problem = problem

    async def _starts(self, service: Service, domain: str, url: str) -> AsyncIterator[_Start]:
        """Where to ask, the likeliest first."""
        known = next((row for row in table() if domain in row.domains), None)
        given = _whole(url) if url else known.starts.get(service, "") if known else ""
        if url or known:
            if known and known.only and not url:
                raise ToolProblem(known.only)
            if given:
                _pair(given)
            for place in _tried(given, service) if given else ():
                yield _Start(place, is_given=True)
            return
        for host, port in (await self._records.services(f"_{service}s._tcp.{domain}"))[:3]:
            if not _belongs(host, domain):
                self._keep(ToolProblem(_FOREIGN.format(host=host[:200], domain=domain)))
                continue
            texts = await self._records.texts(f"_{service}s._tcp.{domain}")
            path = next((text[5:] for text in texts if text.startswith("path=/")), "/")
            for place in _tried(f"https://{host}:{port}{path}", service):
                yield _Start(place)
        yield _Start(f"https://{domain}/.well-known/{service}")

    async def _asked(self, start: _Start) -> Site | None:
        """What a place and the principal it names say; None where they name neither home."""
        allowed: Pairs = frozenset({_pair(start.url)}) if start.is_given else frozenset()
        first = await self._place(start.url, allowed)
        principal = _href(first, _PRINCIPAL)
        there = await self._place(principal, allowed) if principal and principal != first.href else first
        both = (there, first)
        calendars, contacts = (
            next((href for one in both if (href := _href(one, home))), "") for home in _HOMES.values()
        )
        for home in filter(None, (calendars, contacts)):
            await self._judged(home, allowed)
        outbox = _href(there, _OUTBOX)
        is_same = urlsplit(outbox)[:2] == urlsplit(calendars)[:2]
        if not (calendars or contacts):
            return None
        schedules = await self._schedules(calendars, has_outbox=bool(outbox)) if calendars else False
        return Site(calendars, contacts, outbox if is_same else "", _addresses(there), schedules=schedules)

    async def _schedules(self, calendars: str, *, has_outbox: bool) -> bool:
        """Whether the server writes to guests; one that doesn't say what it can does where it has an outbox."""
        try:
            async with reached(self._access, calendars, self._user) as dav:
                return _SCHEDULES in await dav.features(calendars)
        except (AccountAway, ToolProblem):
            return has_outbox

    async def _place(self, url: str, allowed: Pairs) -> Member:
        """Its properties, wherever it was moved to. Raises as Dav.asked does."""
        for _ in range(_MOST_HOPS):
            await self._judged(url, allowed)
            async with reached(self._access, url, self._user) as dav:
                found = await dav.asked(url, _ASKED)
            if isinstance(found, Member):
                return found
            url = _not_downgraded(url, found)
        raise NotFound

    async def _judged(self, url: str, allowed: Pairs) -> None:
        """Raises ToolProblem for what may not be sent a password, AccountAway for a name that isn't there. What a name means is asked for
        here only: from then on its certificate holds it."""
        try:
            target = checked(url, allowed)
        except OutsideRefused as problem:
            raise ToolProblem(problem.sentence) from problem
        if target.scheme != "https" and target.host not in _HERE:
            raise ToolProblem(_OPEN)
        try:
            addresses = (target.host,) if target.is_literal else await self._resolver.addresses(target.host)
        except OSError as problem:
            raise AccountAway(_NO_HOST.format(host=target.host)) from problem
        if not all(may_be_asked(address, target) for address in addresses):
            raise ToolProblem(_inside(target))


@cache
def table() -> tuple[Known, ...]:
    """The well-known providers."""
    rows = tomllib.loads((files("app.integrations.dav") / "servers.toml").read_text(encoding="utf-8"))
    services: tuple[Service, ...] = ("caldav", "carddav")
    return tuple(
        Known(
            tuple(row["domains"]),
            tuple(row.get("hosts", ())),
            {service: row[service] for service in services if service in row},
            row.get("password", ""),
            row.get("only", ""),
        )
        for row in rows.values()
    )


def password_of(address: str) -> str:
    """Which password an address's provider wants, in a user's words; "" where that isn't known."""
    known = provider_of(address)
    return known.password if known else ""


def provider_of(address: str) -> Known | None:
    """The well-known provider of an address."""
    domain = address.strip().casefold().rpartition("@")[2]
    return next((row for row in table() if domain in row.domains), None)


def _whole(url: str) -> str:
    """A URL as it is meant: https where nothing is said."""
    plain = url.strip()
    return plain if "://" in plain else f"https://{plain}"


def _tried(url: str, service: Service) -> tuple[str, ...]:
    """The place itself and the usual one of its server; that first where nothing but a host is named."""
    usual = joined(url, f"/.well-known/{service}")
    return (usual, url) if urlsplit(url).path in ("", "/") else (url, usual)


def _pair(url: str) -> tuple[str, int]:
    try:
        return entered_pair(url)
    except OutsideRefused as problem:
        raise ToolProblem(problem.sentence) from problem


def _belongs(host: str, domain: str) -> bool:
    """Whether a host that DNS names is one of that domain, or of a provider that hosts domains: DNS itself proves nothing."""
    own = (domain, *(name for row in table() for name in row.hosts))
    return any(host == name or host.endswith(f".{name}") for name in own)


def _not_downgraded(asked: str, said: str) -> str:
    """Where to go on: a server behind a proxy often takes its own https for http."""
    before, after = urlsplit(asked), urlsplit(said)
    if before.scheme == "https" and after.scheme == "http" and before.hostname == after.hostname:
        return after._replace(scheme="https", netloc=before.netloc).geturl()
    return said


def _inside(target: Target) -> str:
    return (
        f"{target.host} is in a private network. If it is yours, name it: --url {target.scheme}://{target.authority}."
    )


def _href(member: Member, name: str) -> str:
    """The first place that a property names, as a whole URL."""
    found = member.properties.get(name)
    href = found.text_of(f"{DAV}href") if found else ""
    return joined(member.href, href) if href else ""


def _addresses(member: Member) -> tuple[str, ...]:
    """The mail addresses that a principal is known by."""
    found = member.properties.get(_ADDRESSES)
    hrefs = [node.text.casefold() for node in found.named(f"{DAV}href")] if found else []
    return tuple(href.removeprefix("mailto:") for href in hrefs if href.startswith("mailto:"))[:_MOST_ADDRESSES]
