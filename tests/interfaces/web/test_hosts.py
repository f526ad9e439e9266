"""Names and origins."""

import pytest

from app.interfaces.web.hosts import host_name, is_known_host, is_loopback_peer, is_same_origin, public_names, published


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8321", "localhost:8321", "[::1]:8321", "LOCALHOST", "127.0.0.1", "localhost."]
)
def test_loopback_is_always_known(host: str) -> None:
    assert is_known_host(host, ())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8321",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "[::1",
        "evil@127.0.0.1@x",
        "evil.example@127.0.0.1",
        "user@127.0.0.1:8321",
        "127.0.0.1:99999",
        "127.0.0.1:eighty",
        "127.0.0.1/evil",
        "127.0.0.1 evil.example",
        "127.0.0.1,evil.example",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0.0.0.0:1",
    ],
)
def test_another_name_is_not(host: str) -> None:
    assert not is_known_host(host, ())


@pytest.mark.parametrize("host", ["192.168.1.5:8321", "10.0.0.2", "[fd00::5]:8321", "203.0.113.5:80"])
def test_an_address_in_numbers_is_known_because_no_name_can_be_pointed_at_it(host: str) -> None:
    assert is_known_host(host, ())


def test_a_published_name_is_known_with_any_port() -> None:
    names = public_names(" Kwasi.example , https://home.example:9000/ ,, ")
    assert names == {"kwasi.example", "home.example"}
    assert is_known_host("kwasi.example:443", names)
    assert not is_known_host("xkwasi.example", names)


def test_names_of_several_settings_are_taken_together() -> None:
    assert public_names("a.example", "", "https://b.example/webhooks/telegram") == {"a.example", "b.example"}
    assert public_names("fd00::5, [fd00::6]") == {"fd00::5", "fd00::6"}


def test_a_broken_host_has_no_name() -> None:
    assert host_name("[zz") == ""


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.4", False),
        ("::ffff:10.0.0.1", False),
        (None, False),
        ("testclient", False),
    ],
)
def test_who_is_on_this_machine(address: str | None, here: bool) -> None:
    assert is_loopback_peer(address) is here


@pytest.mark.parametrize(
    ("origin", "fetch_site", "required", "own"),
    [
        ("http://127.0.0.1:8321", "same-origin", True, True),
        ("http://127.0.0.1:8321", None, True, True),
        ("http://127.0.0.1:9999", "same-site", True, False),
        ("http://127.0.0.1:9999", None, True, False),
        ("https://evil.example", "cross-site", True, False),
        ("null", None, True, False),
        ("http://[", None, True, False),
        ("", None, True, False),
        (None, "none", True, False),
        (None, "none", False, True),
        (None, None, True, False),
        (None, None, False, True),
        (None, "cross-site", False, False),
    ],
)
def test_whose_page_it_is(origin: str | None, fetch_site: str | None, required: bool, own: bool) -> None:
    verdict = is_same_origin(host="127.0.0.1:8321", origin=origin, fetch_site=fetch_site, required=required)
    assert verdict is own


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        (("", ""), ""),
        ((" , ", "not a name"), ""),
        (("kwasi.example.org, b.example", ""), "https://kwasi.example.org"),
        (("HTTP://box.lan:8321/page", ""), "http://box.lan:8321"),
        (("", "https://hook.example/webhooks/telegram"), "https://hook.example"),
    ],
)
def test_a_link_for_elsewhere_leads_to_the_first_public_name(settings: tuple[str, str], address: str) -> None:
    assert published(*settings) == address
