"""Which addresses are outside, and which URLs can be read in one way only."""

from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import OutsideRefused
from app.integrations.fetching.addresses import (
    MOST_CHARACTERS,
    checked,
    entered_pair,
    is_outside,
    is_own,
    may_be_asked,
)


@pytest.mark.parametrize(
    "address",
    "1.1.1.1 93.184.216.34 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 2606:4700::1111 2a00::1 64:ff9b::808:808".split(),
)
def test_the_public_internet_is_outside(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize(
    "address",
    [
        *"0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.0.9 168.63.129.16 169.254.169.254 169.254.170.2".split(),
        *"172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7".split(),
        *"203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255".split(),
        *":: ::1 fe80::1 fe80::1%eth0 2606:4700::1111%1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 5f00::1".split(),
        *"::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 ::127.0.0.1 ::8.8.8.8".split(),
        *"64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::808:808 2002:7f00:1:: 2002:808:808::1 2001::1 2001:0:7f00:1::".split(),
        *"2001:2::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:10.0.0.1".split(),
        *"localhost 127.1 0x7f000001 2130706433 0177.0.0.1 1.1.1.1/32 [::1] １.1.1.1".split(),
        "",
        " 1.1.1.1",
        "1.1.1.1\n",
    ],
)
def test_all_else_is_not(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize(
    ("address", "own"),
    [
        *(
            (address, True)
            for address in "127.0.0.1 10.1.2.3 192.168.1.5 172.20.0.2 100.101.102.103 ::1 fd12::1".split()
        ),
        *(
            (address, False)
            for address in "169.254.169.254 100.100.100.200 fd00:ec2::254 0.0.0.0 224.0.0.1 fe80::1 1.1.1.1".split()
        ),
        ("nas", False),
    ],
)
def test_an_owner_s_server_is_on_a_private_network_and_no_metadata_of_a_cloud(address: str, *, own: bool) -> None:
    assert is_own(address) == own


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.org", "example.org", 443, "/"),
        ("HTTP://Example.ORG:8080/A?b=c#d", "example.org", 8080, "/A?b=c"),
        ("https://example.org?a=b", "example.org", 443, "/?a=b"),
        ("https://example.org/a b/ü%2F?q=€&x=a@b", "example.org", 443, "/a%20b/%C3%BC%2F?q=%E2%82%AC&x=a@b"),
        ("https://bücher.example/", "xn--bcher-kva.example", 443, "/"),
        ("https://faß.example/", "xn--fa-hia.example", 443, "/"),
        ("https://my_site.example.org/@me", "my_site.example.org", 443, "/@me"),
        ("http://1.1.1.1:80/", "1.1.1.1", 80, "/"),
        ("https://[2606:4700:0:0::1111]/", "2606:4700::1111", 443, "/"),
        ("https://example.org/10.4.1.2/?v=127.0.0.1&next=https://example.com/a", "example.org", 443, None),
    ],
)
def test_a_plain_address_is_read_as_it_stands(url: str, host: str, port: int, path: str | None) -> None:
    target = checked(url)
    assert (target.host, target.port, target.entered) == (host, port, False)
    assert path is None or target.path == path


REFUSED = {
    "malformed": [
        "",
        "example.org",
        "//example.org/",
        "http:example.org",
        "http:/example.org",
        "http:///example.org",
        "https://",
        " https://example.org",
        "https://example.org/ ",
        "https://exam\tple.org/",
        "https://example.org/\r\nHost: x",
        "https://example.org/\x00",
        "https://example.org\\@example.com/",
        "https://example.org/\\example.com",
        "https://example.org/\u202egpj",
        "https://example.org/\ud800",
        "https://example.org/" + "a" * MOST_CHARACTERS,
    ],
    "scheme": [
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org:80/_x",
        "javascript:alert(1)",
        "jar:http://example.org!/",
    ],
    "credentials": [
        "https://ana:secret@example.org/",
        "https://@example.org/",
        "https://example.org@example.com/",
        "https://example.org#@example.com/",
        "https://example.org?@example.com/",
        "https://example.org:80+&@example.com:22/",
    ],
    "notation": [
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0X7F.1/",
        "http://017700000001/",
        "http://127.1/",
        "http://127.0.0.01/",
        "http://1.1.1.1.1/",
        "http://256.1.1.1/",
        "http://0/",
        "http://1.1.1/",
        "http://example.0x1/",
        "http://１.1.1.1/",
        "http://1。1。1。1/",
        "http://ⓔⓧⓐⓜⓟⓛⓔ.org/",
        "http://example．org/",
        "http://exam%70le.org/",
        "http://%31.1.1.1/",
        "http://example.org./",
        "http://.example.org/",
        "http://exa..mple.org/",
        "http://-a.example.org/",
        "http://example.org:/",
        "http://example.org:080/",
        "http://example.org:99999/",
        "http://example.org:8٠/",
        "http://example.org:80:80/",
        "http://example.org!/",
        "http://exa mple.org/",
        "http://${HOST}/",
        "http://\u212aelvin.example/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[1.1.1.1]/",
        "http://[::1/",
        "http://::1/",
        "http://[v1.a]/",
        "http://" + "a" * 64 + ".org/",
        "http://" + "a." * 130 + "org/",
        "http://" + "ü" * 300 + "/",
    ],
    "port": ["http://example.org:22/", "http://1.1.1.1:6379/", "https://localhost:9001/"],
    "inside": [
        "http://127.0.0.1/",
        "http://10.0.0.1:8080/",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[fd00:ec2::254]/",
        "http://localhost/",
        "http://LOCALHOST/",
        "http://a.localhost/",
        "http://foo/",
        "http://nas.local/",
        "http://db.internal/",
        "http://kubernetes.default.svc/",
        "http://metadata.google.internal/",
        "https://metadata.packet.net/",
    ],
    "nested": [
        "https://example.org/?url=http://169.254.169.254/",
        "https://example.org/proxy/169.254.169.254/latest",
        "https://example.org/?u=http%253A%252F%252F127.0.0.1%252F",
        "https://example.org/?u=https://ana@[::1]:80/",
        "https://example.org/?u=http://2130706433/",
        "https://example.org/?u=http://localhost:8080/",
        "https://example.org/?u=http://metadata.google.internal/",
    ],
}


@pytest.mark.parametrize(("reason", "url"), [(reason, url) for reason, urls in REFUSED.items() for url in urls])
def test_what_leads_inside_or_could_be_read_otherwise_is_refused(reason: str, url: str) -> None:
    with pytest.raises(OutsideRefused) as refused:
        checked(url)
    assert refused.value.reason == reason
    assert refused.value.sentence.endswith(".")


def test_a_refusal_says_nothing_of_the_address_but_its_host() -> None:
    with pytest.raises(OutsideRefused) as refused:
        checked("https://nas.local/private-7731/basic.ics?token=7731")
    assert "7731" not in repr(refused.value)
    assert "nas.local" in refused.value.sentence
    assert "7731" not in repr(checked("https://example.org/private-7731/basic.ics"))


@pytest.mark.parametrize(
    ("entered", "url"),
    [
        ("http://nas:5232/", "http://NAS:5232/ana/calendar.ics"),
        ("https://cloud.local/", "https://cloud.local:443/x"),
        ("http://192.168.1.5:8000/", "http://192.168.1.5:8000/"),
        ("http://[::1]:5232", "http://[0::1]:5232/"),
    ],
)
def test_what_the_owner_entered_may_lie_inside(entered: str, url: str) -> None:
    assert checked(url, frozenset({entered_pair(entered)})).entered


@pytest.mark.parametrize(
    ("entered", "url"),
    [
        ("http://nas:5232/", "http://nas:80/"),
        ("http://nas:5232/", "http://nas.local:5232/"),
        ("http://127.0.0.1:5232/", "http://127.0.0.2:5232/"),
        ("http://169.254.169.254/", "http://169.254.169.254/"),
        ("http://100.100.100.200/", "http://100.100.100.200/"),
        ("http://metadata.google.internal/", "http://metadata.google.internal/"),
        ("http://0.0.0.0/", "http://0.0.0.0/"),
    ],
)
def test_no_more_than_that_and_never_what_a_cloud_tells_its_machines(entered: str, url: str) -> None:
    with pytest.raises(OutsideRefused):
        checked(url, frozenset({entered_pair(entered)}))


def test_an_entered_name_may_resolve_to_a_private_address_and_another_may_not() -> None:
    own = checked("http://nas:5232/", frozenset({("nas", 5232)}))
    assert may_be_asked("192.168.1.5", own)
    assert not may_be_asked("169.254.169.254", own)
    assert not may_be_asked("192.168.1.5", checked("https://example.org/"))


PIECES = st.sampled_from(
    [
        "http://",
        "https://",
        "example.org",
        "127.0.0.1",
        "@",
        "\\",
        "/",
        "#",
        "?",
        ":",
        "80",
        "[",
        "]",
        "::1",
        "%",
        "%2e",
        ".",
        "。",
        "ⓛ",
        " ",
        "\t",
        "ü",
        "xn--",
        "-",
        "_",
    ]
)


@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(PIECES, max_size=9).map("".join),
        st.lists(PIECES, max_size=9).map(lambda it: "http://" + "".join(it)),
    )
)
def test_what_is_taken_has_the_same_host_for_every_parser(url: str) -> None:
    try:
        target = checked(url)
    except OutsideRefused:
        return
    assert checked(target.url) == target
    for written in (url, target.url):
        assert httpx.URL(written).raw_host.decode().strip("[]") == target.host
    assert urlsplit(target.url).hostname == target.host
    assert (httpx.URL(target.url).port or target.port) == target.port
