"""`vault`: where the key is and what is kept, in real processes; and a secret that went through everything is found nowhere."""

import asyncio
import base64
import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.config import Settings
from app.interfaces.cli.doctor import CHECKS, Finding
from tests.e2e.commands import Machine
from tests.house import open_house, settings_in

MAIL, PASSWORD = "imap:ana@example.org", "swordfish-7351-hunter"


async def _keep(folder: Path, **settings: Any) -> None:
    async with open_house(folder, settings=settings_in(folder, **settings)) as house:
        await house.vault.put(house.owner.id, MAIL, "password", SecretStr(PASSWORD))


async def _damage(folder: Path) -> None:
    async with open_house(folder) as house:
        await house.database.execute("UPDATE vault_secrets SET name = 'moved'")


async def _doctor(folder: Path, **settings: Any) -> Finding:
    async with open_house(folder, settings=settings_in(folder, **settings)) as house:
        return next(finding for finding in [await check(house) for check in CHECKS] if finding.part == "saved logins")


def keep(machine: Machine, **settings: Any) -> None:
    """As a connection would."""
    asyncio.run(_keep(machine.data, **settings))


def new_key() -> str:
    return secrets.token_urlsafe(32)


def test_before_anything_is_kept_it_says_where_the_key_will_be(machine: Machine) -> None:
    said = machine.run("vault")
    assert (said.code, str(machine.data / "vault.key") in said.out) == (0, True)
    assert machine.run("vault", "rotate").code == 0
    assert not (machine.data / "vault.key").exists()


def test_it_shows_the_key_s_place_and_the_accounts_and_a_script_reads_the_same(machine: Machine) -> None:
    keep(machine)
    said = machine.run("vault")
    assert said.code == 0
    assert str(machine.data / "vault.key") in said.out
    assert f"{MAIL}: password" in said.out
    read = json.loads(machine.run("vault", "--json").out)
    assert read["secrets"][0].items() >= {"account": MAIL, "name": "password", "opens": True}.items()
    assert (read["stored"], read["unreadable"], read["problem"]) == (1, 0, "")
    assert json.loads(machine.run("vault", "status", "--json").out)["key_id"] == read["key_id"]


def test_a_change_of_key_is_told_and_everything_still_opens(machine: Machine) -> None:
    keep(machine)
    before = (machine.data / "vault.key").read_text()
    said = machine.run("vault", "rotate")
    assert (said.code, "1 saved login under it" in said.out) == (0, True)
    assert (machine.data / "vault.key").read_text() != before
    assert machine.run("vault").code == 0
    assert json.loads(machine.run("vault", "rotate", "--json").out)["changed"] == 1


def test_moving_to_a_setting_is_done_by_a_change_and_a_second_one_says_how(machine: Machine) -> None:
    keep(machine)
    key = new_key()
    assert "vault rotate" in machine.run("vault", SECRET_KEY=key).out
    assert machine.run("vault", "rotate", SECRET_KEY=key).code == 0
    assert not (machine.data / "vault.key").exists()
    again = machine.run("vault", "rotate", SECRET_KEY=key)
    assert (again.code, "SECRET_KEY_PREVIOUS" in again.err) == (1, True)
    wrong = machine.run("vault", SECRET_KEY=new_key())
    assert (wrong.code, "isn't the key" in wrong.out) == (1, True)
    assert machine.run("vault", SECRET_KEY=key).code == 0


def test_an_account_can_be_removed_and_one_that_is_not_there_is_said(machine: Machine) -> None:
    keep(machine)
    assert machine.run("vault", "remove", "imap:ben").code == 1
    assert machine.run("vault", "remove", MAIL).code == 0
    assert "0 saved logins" in machine.run("vault").out


def test_a_lost_key_is_given_up_only_after_a_yes(machine: Machine) -> None:
    keep(machine)
    assert "nothing to begin anew" in machine.run("vault", "reset").out
    (machine.data / "vault.key").unlink()
    assert machine.run("vault").code == 1
    left = machine.run("vault", "reset", stdin=b"no\n")
    assert (left.code, "Left as it is" in left.out) == (1, True)
    assert not (machine.data / "vault.key").exists()
    assert machine.run("vault", "reset", stdin=b"yes\n").code == 0
    assert machine.run("vault").code == 0


def test_a_setting_that_is_no_key_stops_the_start_and_says_how_to_make_one(machine: Machine) -> None:
    for name in ("SECRET_KEY", "SECRET_KEY_PREVIOUS"):
        said = machine.run("doctor", **{name: "swordfish"})
        assert (said.code, f"{name} isn't right" in said.err, "token_urlsafe(32)" in said.err) == (2, True, True)
        assert "swordfish" not in said.read + machine.log


async def test_the_doctor_says_where_the_key_is_who_may_read_it_and_whether_it_opens(tmp_path: Path) -> None:
    path = tmp_path / "vault.key"
    assert await _doctor(tmp_path) == Finding(
        "saved logins", "off", f"no account is connected; their key will be {path}"
    )
    await _keep(tmp_path)
    assert await _doctor(tmp_path) == Finding("saved logins", "ok", f"1 saved login; key: {path} (0600)")
    key = new_key()
    pending = await _doctor(tmp_path, secret_key=key)
    assert (pending.state, "vault rotate" in pending.says) == ("ok", True)
    await _damage(tmp_path)
    damaged = await _doctor(tmp_path)
    assert (damaged.state, "1 of 1 saved login" in damaged.says) == ("broken", True)
    path.unlink()
    lost = await _doctor(tmp_path, secret_key=key)
    assert (lost.state, "SECRET_KEY isn't the key" in lost.says) == ("broken", True)


async def _use(settings: Settings, out: Path) -> list[str]:
    """Keep it, read it, fail to read it, and say what the database then holds."""
    async with open_house(out, settings=settings) as house:
        owner = house.owner.id
        for name in ("password", "moved later"):
            await house.vault.put(owner, MAIL, name, SecretStr(PASSWORD))
        assert await house.vault.get(owner, MAIL, "password") is not None
        await house.vault.rotate()
        await house.database.execute("UPDATE vault_secrets SET name = 'moved' WHERE name = 'moved later'")
        rows = await house.database.fetch("SELECT * FROM vault_secrets")
        return [str(row) + bytes(row["ciphertext"]).hex() + bytes(row["nonce"]).hex() for row in rows]


def forms(secret: str) -> list[bytes]:
    """A secret as it is, as base64 has it wherever in a longer text it stands, and in hex."""
    raw = secret.encode()
    shifted = [base64.b64encode(b"\x00" * before + raw)[4:-4] for before in range(3)]
    return [raw, raw.hex().encode(), *shifted, *(base64.urlsafe_b64encode(part) for part in (raw,))]


@pytest.mark.slow
def test_a_secret_that_went_through_everything_is_found_nowhere(machine: Machine, home: Settings) -> None:
    engine = {"DATABASE_URL": home.database_url.get_secret_value()} if home.database_url else {}
    settings = home.model_copy(update={"data_dir": machine.data})
    told = asyncio.run(_use(settings, machine.data))
    commands = (
        ("vault",),
        ("vault", "--json"),
        ("doctor",),
        ("vault", "rotate"),
        ("export", str(machine.home / "out")),
    )
    told += [machine.run(*command, **engine, LOG_LEVEL="debug").read for command in commands]
    (machine.data / "vault.key").rename(machine.home / "kept.key")
    told += [machine.run(*command, **engine).read for command in (("vault",), ("vault", "rotate"), ("doctor",))]
    files = [path for path in machine.home.rglob("*") if path.is_file() and path.name != "kept.key"]
    names = {path.name for path in files}
    assert {"kwasi.log", "everything.json"} <= names
    assert ("kwasi.db" in names) == (home.database_url is None)
    key_line = (machine.home / "kept.key").read_text().splitlines()[-1]
    everything = b"\n".join([*(path.read_bytes() for path in files), *(text.encode() for text in told)])
    for form in (*forms(PASSWORD), key_line.encode()):
        assert form not in everything
