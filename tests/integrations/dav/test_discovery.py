"""Finding a server: real ones by a URL, and what must not be asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import urlsplit

import dns.message
import dns.rrset
import pytest
from dns.asyncresolver import Resolver as DnsResolver

from app.errors import AccountAway, AccountClosed, ToolProblem
from app.integrations.dav.discovery import Discovery, DnsRecords, Records, password_of, table
from app.integrations.fetching.resolving import Resolver
from tests.servers.dav import ANA, DavServer, access
from tests.servers.scripted import Asked, multistatus, reply, response, scripted

OUTSIDE = "93.184.215.14"


class NoRecords:
    """DNS that knows nothing, but what a test says."""

    def __init__(self, *found: tuple[str, int], path: str = "") -> None:
        self._found = list(found)
        self._path = path

    async def services(self, name: str) -> list[tuple[str, int]]:
        return self._found if name.startswith("_caldavs._tcp.") else []

    async def texts(self, name: str) -> list[str]:
        return [f"path={self._path}"] if self._path and name.startswith("_caldavs.") else []


class Names:
    """Every name is at one address; which were looked up."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.asked: list[str] = []

    async def addresses(self, host: str) -> tuple[str, ...]:
        self.asked.append(host)
        if not self.address:
            raise OSError(host)
        return (self.address,)


def _looking(records: Records | None = None, names: Resolver | None = None) -> Discovery:
    return Discovery(access({}), ANA, records=records or NoRecords(), resolver=names or Names(OUTSIDE))


@pytest.mark.parametrize("path", ["", "/", "/.well-known/caldav", "home", "principal"])
async def test_a_real_servers_homes_are_found_from_wherever_one_begins(server: DavServer, path: str) -> None:
    principal = server.home.removesuffix("calendars/")
    start = {"home": server.home, "principal": principal}.get(path, path)
    found = await _looking().site(ANA, server.url + start)
    decoded = [url.replace("%40", "@") for url in (found.calendars, found.contacts)]
    assert decoded == [server.site.calendars, server.site.contacts]


@pytest.mark.parametrize("url", ["http://dav.example/", "http://192.168.1.7:5232/", "http://93.184.215.14/"])
async def test_no_password_goes_out_in_the_open(url: str) -> None:
    with pytest.raises(ToolProblem, match="TLS"):
        await _looking().site(ANA, url)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://dav.example/", "https"),
        ("https://me:secret@dav.example/", "login"),
        ("https://169.254.169.254/", "network"),
        ("https://[", ""),
    ],
)
async def test_a_url_that_may_not_be_asked_is_said(url: str, said: str) -> None:
    with pytest.raises(ToolProblem, match=said or "."):
        await _looking().site(ANA, url)


@pytest.mark.parametrize("address", ["ana", "", "ana@", "ana@localhost"])
async def test_what_is_no_address_needs_a_server(address: str) -> None:
    with pytest.raises(ToolProblem, match="--url"):
        await _looking().site(address)


@pytest.mark.parametrize("address", ["ana@gmail.com", "ana@outlook.com"])
async def test_who_takes_no_password_says_what_to_do(address: str) -> None:
    with pytest.raises(ToolProblem, match=r"connect (google|microsoft)"):
        await _looking().site(address)


async def test_an_inside_address_that_dns_names_is_not_asked() -> None:
    names = Names("192.168.1.7")
    with pytest.raises(ToolProblem, match="private network"):
        await _looking(names=names).site("ana@acme.example")
    assert names.asked == ["acme.example", "acme.example"]


async def test_a_name_that_is_not_there_is_said() -> None:
    with pytest.raises(AccountAway, match="can't be found"):
        await _looking(names=Names("")).site("ana@acme.example")


async def test_a_foreign_server_that_dns_names_gets_no_password() -> None:
    names = Names("")
    with pytest.raises(AccountAway):
        await _looking(NoRecords(("evil.example", 443)), names).site("ana@acme.example")
    assert set(names.asked) == {"acme.example"}
    names = Names("192.168.1.7")
    with pytest.raises(ToolProblem):
        await _looking(NoRecords(("acme.example.evil.example", 443)), names).site("ana@acme.example")
    assert set(names.asked) == {"acme.example"}


@pytest.mark.parametrize("host", ["dav.acme.example", "d1.caldav.fastmail.com"])
async def test_a_server_of_the_domain_or_of_a_known_provider_is_tried(host: str) -> None:
    names = Names("")
    with pytest.raises(AccountAway):
        await _looking(NoRecords((host, 443), path="/dav/"), names).site("ana@acme.example")
    assert host in names.asked


PRINCIPAL = response(
    "/p/",
    "<d:current-user-principal><d:href>/p/</d:href></d:current-user-principal>"
    "<c:calendar-home-set><d:href>/cal/</d:href></c:calendar-home-set>"
    "<c:schedule-outbox-URL><d:href>/out/</d:href></c:schedule-outbox-URL>"
    "<c:calendar-user-address-set><d:href>mailto:Ana@Example.org</d:href><d:href>/p/</d:href></c:calendar-user-address-set>",
)


async def test_a_redirect_on_the_same_server_is_followed_and_what_the_principal_says_is_kept() -> None:
    def answer(asked: Asked) -> bytes:
        return reply(207, multistatus(PRINCIPAL)) if asked.path == "/p/" else reply(301, location="/p/")

    async with scripted(answer) as server:
        found = await _looking().site(ANA, server.url)
        assert (found.calendars, found.outbox, found.addresses) == (f"{server.url}/cal/", f"{server.url}/out/", (ANA,))
        assert server.asked[0].path == "/.well-known/caldav"


@pytest.mark.parametrize(
    "location",
    ["http://{other}/p/", "https://127.0.0.1:1/", "https://10.0.0.7/", "http://evil.example/", "https://[", "", "/p/"],
)
async def test_a_redirect_elsewhere_inside_or_in_the_open_is_not_followed(location: str) -> None:
    async with scripted(lambda _: reply(207, multistatus(PRINCIPAL))) as other:
        where = location.format(other=urlsplit(other.url).netloc)
        async with scripted(lambda _: reply(302, location=where)) as server:
            with pytest.raises((ToolProblem, AccountAway)):
                await _looking().site(ANA, server.url)
            assert len(server.asked) < 40
        assert other.asked == []


async def test_a_home_inside_that_was_not_given_is_refused() -> None:
    inside = multistatus(PRINCIPAL.replace("/cal/", "https://10.0.0.7/cal/"))
    async with scripted(lambda _: reply(207, inside)) as server:
        with pytest.raises(ToolProblem):
            await _looking().site(ANA, server.url)


async def test_being_turned_down_is_said_before_all_else() -> None:
    answers = {"/.well-known/caldav": reply(404), "/": reply(401)}
    async with scripted(lambda asked: answers.get(asked.path, reply(503, retry_after="99"))) as server:
        with pytest.raises(AccountClosed):
            await _looking().site(ANA, server.url)


def test_the_table_holds_https_only_and_each_domain_once() -> None:
    domains = [domain for row in table() for domain in row.domains]
    assert len(domains) == len(set(domains))
    assert all(url.startswith("https://") for row in table() for url in row.starts.values())
    assert all(row.only or row.starts for row in table())
    assert "app-specific" in password_of("Ana@iCloud.com")
    assert password_of("ana@acme.example") == ""


@asynccontextmanager
async def _name_server(*records: str) -> AsyncIterator[DnsResolver]:
    """One on loopback that knows these, written by dnspython as any name server writes them."""

    class Server(asyncio.DatagramProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = cast("asyncio.DatagramTransport", transport)

        def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
            query = dns.message.from_wire(data)
            answer = dns.message.make_response(query)
            wanted = query.question[0]
            parts = (record.split(" ", 4) for record in records)
            known = [dns.rrset.from_text(name, int(ttl), *rest) for name, ttl, *rest in parts]
            answer.answer = [one for one in known if (one.name, one.rdtype) == (wanted.name, wanted.rdtype)]
            self.transport.sendto(answer.to_wire(), addr)

    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Server, local_addr=("127.0.0.1", 0))
    resolver = DnsResolver(configure=False)
    resolver.nameservers = ["127.0.0.1"]
    resolver.port = transport.get_extra_info("sockname")[1]
    try:
        yield resolver
    finally:
        transport.close()


async def test_records_are_read_in_the_order_they_ask_for() -> None:
    name = "_caldavs._tcp.acme.example."
    srv = [f"{name} 60 IN SRV 20 1 443 second.acme.example.", f"{name} 60 IN SRV 10 5 8443 First.acme.example."]
    async with _name_server(*srv[:1], f'{name} 60 IN TXT "path=/dav/"') as resolver:
        records = DnsRecords(resolver)
        assert await records.services(name[:-1]) == [("second.acme.example", 443)]
        assert await records.texts(name[:-1]) == ["path=/dav/"]
        assert await records.services("_carddavs._tcp.acme.example") == []
    async with _name_server(*reversed(srv)) as resolver:
        assert await DnsRecords(resolver).services(name[:-1]) == [
            ("first.acme.example", 8443),
            ("second.acme.example", 443),
        ]
