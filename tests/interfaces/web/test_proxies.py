"""Whose word counts about who a visitor is."""

import logging
from pathlib import Path

import pytest

from app.errors import ConfigurationError
from app.interfaces.web.proxies import TrustedProxies
from tests.interfaces.web.house import House, open_house

PASSWORD = "open sesame"
OWN = {"Sec-Fetch-Site": "same-origin"}


@pytest.mark.parametrize(
    ("peer", "hops", "client"),
    [
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6", "203.0.113.9"], "203.0.113.9"),  # what stands further left, the visitor wrote
        ("127.0.0.1", ["203.0.113.9", "10.1.2.3"], "203.0.113.9"),  # a second proxy of ours
        ("127.0.0.1", ["127.0.0.1", "10.1.2.3"], "127.0.0.1"),  # all of them ours: the first
        ("127.0.0.1", ["203.0.113.9", "unknown"], "unknown"),  # whoever it is, not the proxy
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("127.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("127.0.0.1", [], "127.0.0.1"),
    ],
)
def test_the_client_is_the_right_most_hop_that_is_no_proxy_of_ours(peer: str, hops: list[str], client: str) -> None:
    assert TrustedProxies.of("127.0.0.1, 10.0.0.0/8").client(peer, hops) == client


def test_a_star_believes_who_connects_and_no_hop_before_it() -> None:
    trusted = TrustedProxies.of("*")
    assert trusted.may_speak("203.0.113.1")
    assert trusted.client("203.0.113.1", ["6.6.6.6", "203.0.113.9"]) == "203.0.113.9"


def test_nobody_is_trusted_unless_named() -> None:
    assert not TrustedProxies.of("").may_speak("127.0.0.1")
    assert not TrustedProxies.of("10.0.0.0/8").may_speak("127.0.0.1")
    assert TrustedProxies.of("10.0.0.0/8").may_speak("::ffff:10.2.3.4")


@pytest.mark.parametrize("setting", ["loopback", "10.0.0.0/33", "10.0.0.0/8;127.0.0.1"])
def test_what_is_no_network_is_named(setting: str) -> None:
    with pytest.raises(ConfigurationError, match="TRUSTED_PROXIES isn't right"):
        TrustedProxies.of(setting)


async def _guesses(house: House, count: int, *, peer: str = "127.0.0.1") -> list[int]:
    """What so many wrong passwords are answered, each from another address as its sender says."""
    async with house.client(peer=peer) as guesser:
        return [
            (
                await guesser.post(
                    "/login", data={"password": f"guess {n}"}, headers={**OWN, "X-Forwarded-For": f"198.51.100.{n}"}
                )
            ).status_code
            for n in range(count)
        ]


async def test_made_up_addresses_give_no_further_guesses(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_house(tmp_path, password=PASSWORD) as house:
        with caplog.at_level(logging.WARNING):
            assert await _guesses(house, 30) == [401] * 5 + [429] * 25
    told = [record for record in caplog.records if getattr(record, "event", "") == "proxy.not_trusted"]
    assert len(told) == 1


async def test_behind_a_proxy_that_is_named_one_visitor_does_not_slow_another(tmp_path: Path) -> None:
    async with open_house(tmp_path, password=PASSWORD, trusted_proxies="127.0.0.1") as house:
        async with house.client() as guesser:
            sent = {**OWN, "X-Forwarded-For": "203.0.113.9"}
            tries = [await guesser.post("/login", data={"password": "x"}, headers=sent) for _ in range(6)]
            assert [one.status_code for one in tries] == [401] * 5 + [429]
            made_up = {**OWN, "X-Forwarded-For": "6.6.6.6, 203.0.113.9"}
            assert (await guesser.post("/login", data={"password": "x"}, headers=made_up)).status_code == 429
        async with house.client() as owner:
            sent = {**OWN, "X-Forwarded-For": "203.0.113.77"}
            assert (await owner.post("/login", data={"password": PASSWORD}, headers=sent)).status_code == 303


async def test_https_and_the_outer_name_are_believed_from_a_proxy_that_is_named(tmp_path: Path) -> None:
    sent = {**OWN, "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "kwasi.example"}
    told = {"password": PASSWORD, "public_hosts": "kwasi.example"}
    for trusted, secure in (("127.0.0.1", True), ("", False)):
        async with open_house(tmp_path, trusted_proxies=trusted, **told) as house, house.client() as browser:  # type: ignore[arg-type]
            signed = await browser.post("/login", data={"password": PASSWORD}, headers=sent)
            assert ("secure" in signed.headers["set-cookie"].lower()) is secure


async def test_a_foreign_name_that_a_proxy_forwards_is_foreign(tmp_path: Path) -> None:
    async with open_house(tmp_path, trusted_proxies="127.0.0.1") as house, house.client() as browser:
        refused = await browser.get("/", headers={"X-Forwarded-Host": "evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
async def test_without_a_password_a_tunnel_on_this_machine_is_not_this_machine(house: House, header: str) -> None:
    async with house.client() as far:
        opened = await far.get(f"/?token={house.auth.local.issue()}", headers={header: "203.0.113.9"})
        assert (opened.status_code, opened.json()["code"]) == (403, "only_on_this_machine")
    async with house.signed_in() as here:
        assert (await here.get("/chat/history")).status_code == 200


async def test_without_a_password_a_named_proxy_says_who_is_on_this_machine(tmp_path: Path) -> None:
    async with open_house(tmp_path, trusted_proxies="127.0.0.1") as house:
        for address, status in (("203.0.113.9", 403), ("127.0.0.1", 303)):
            async with house.client() as browser:
                opened = await browser.get(f"/?token={house.auth.local.issue()}", headers={"X-Forwarded-For": address})
                assert opened.status_code == status, address
