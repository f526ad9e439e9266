"""Who a secret belongs to, what a phone scans, and which addresses a phone can use."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.errors import InputRefused
from app.health.access import Access, base_url, digest_of, pair, pairing_uri
from tests.house import open_house
from tests.memory.databases import NOON


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path) as services:
        yield services


def access(house: Services, secret: str | None = None) -> Access:
    return Access(house.store, SecretStr(secret) if secret is not None else None, house.owner.id)


async def test_a_paired_secret_is_its_phones_and_only_its_digest_is_kept(house: Services) -> None:
    made = await pair(house.store, house.owner.id, "  Pixel \n 8\x00 ", NOON)
    assert made.sender.name == "Pixel 8"
    assert len(made.secret) == 43
    assert (await pair(house.store, house.owner.id, "HEALTH_SECRET", NOON)).sender.name == "phone"
    assert (await pair(house.store, house.owner.id, "", NOON)).secret != made.secret
    assert await access(house).paired(made.secret.encode()) == made.sender
    rows = await house.database.fetch("SELECT * FROM health_senders")
    assert made.secret not in repr(rows)
    for wrong in (
        b"",
        made.secret.encode() + b"=",
        made.secret[:-1].encode(),
        digest_of(made.secret.encode()).encode(),
    ):
        assert await access(house).paired(wrong) is None


async def test_an_empty_secret_of_the_settings_opens_nothing(house: Services) -> None:
    for secret in (None, ""):
        assert await access(house, secret).of_setting(b"", NOON) is None
    assert await access(house, "mine").of_setting(b"theirs", NOON) is None
    owner = await access(house, "mine").of_setting(b"mine", NOON)
    assert owner is not None
    assert owner.user_id == house.owner.id


async def test_that_it_sent_is_written_where_it_is_news(house: Services) -> None:
    book = access(house)

    async def phone(seconds: float, skew: float | None) -> tuple[float, float | None]:
        [sender] = await house.store.health_senders.everything(house.owner.id)
        await book.note(sender, NOON + timedelta(seconds=seconds), skew)
        [sender] = await house.store.health_senders.everything(house.owner.id)
        assert sender.used_at is not None
        return (sender.used_at - NOON).total_seconds(), sender.clock_skew_seconds

    await pair(house.store, house.owner.id, "Pixel", NOON)
    assert await phone(0, 2.0) == (0, 2.0)
    assert await phone(30, 3.0) == (0, 2.0)  # neither long after nor another clock
    assert await phone(40, 600.0) == (40, 600.0)
    assert await phone(50, None) == (40, 600.0)
    assert await phone(100, None) == (100, 600.0)  # who doesn't say keeps what was known


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("https://kwasi.example.org", "https://kwasi.example.org"),
        (" https://kwasi.example.org/ ", "https://kwasi.example.org"),
        ("http://192.168.1.4:8321", "http://192.168.1.4:8321"),
        ("https://home.example/kwasi/", "https://home.example/kwasi"),
        ("http://[fd00::1]:8321", "http://[fd00::1]:8321"),
    ],
)
def test_an_address_is_taken_as_a_phone_needs_it(said: str, meant: str) -> None:
    assert base_url(said) == meant
    scanned = urlsplit(pairing_uri(meant, "a-b_c&d"))
    assert (scanned.scheme, scanned.netloc) == ("kwasi", "pair")
    assert parse_qs(scanned.query) == {"v": ["1"], "url": [meant], "secret": ["a-b_c&d"]}


NO_ADDRESSES = """kwasi.example.org ftp://x.org https:// https://x.org?q=1 https://x.org#a https://me:pw@x.org http://x.org:99999
    http://x.org:0 http://[::1 javascript:alert(1)""".split()


@pytest.mark.parametrize("said", ["", "https://a b.org", *NO_ADDRESSES])
def test_what_is_no_address_is_refused(said: str) -> None:
    with pytest.raises(InputRefused, match="https://"):
        base_url(said)
