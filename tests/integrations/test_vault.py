"""The vault: what is put comes back, to the same person and account alone; keys are changed under running processes; nothing is shown."""

import asyncio
import dataclasses
import logging
import secrets
import traceback
from pathlib import Path
from typing import Any

import pytest
from pydantic import Secret, SecretStr

from app.errors import InputRefused, SecretUnreadable, VaultLocked
from app.integrations.keys import KeyFile
from app.integrations.vault import MOST_BYTES, Value, Vault
from app.memory.ports import Database
from app.memory.records import SealedSecret
from app.memory.repositories import Repositories
from tests.integrations.conftest import Process
from tests.memory.databases import Opener

MAIL, PASSWORD = "imap:ana@example.org", "swordfish-7351"
TOKENS: dict[str, Any] = {"access": "a", "refresh": "ré\ud800\x00", "expires": 1, "scopes": ["mail", None, 0.5]}


async def keep(vault: Vault, user: str = "ana", account: str = MAIL, name: str = "password") -> None:
    await vault.put(user, account, name, SecretStr(PASSWORD))


async def read(vault: Vault, user: str = "ana", account: str = MAIL, name: str = "password") -> Any:
    value = await vault.get(user, account, name)
    return value.get_secret_value() if value else None


async def row(house: Repositories, user: str = "ana", account: str = MAIL, name: str = "password") -> SealedSecret:
    found = await house.vault_secrets.get(user, account, name)
    assert found is not None
    return found


def key_text() -> str:
    return secrets.token_urlsafe(32)


@pytest.mark.parametrize(
    "value", [SecretStr(PASSWORD), SecretStr(""), SecretStr("\x00é\ud800 日本"), Secret(TOKENS), Secret({})]
)
async def test_what_is_put_comes_back_in_another_process(process: Process, value: Value) -> None:
    await process().put("ana", MAIL, "it", value)
    got = await process().get("ana", MAIL, "it")
    assert got is not None
    assert got.get_secret_value() == value.get_secret_value()
    assert type(got.get_secret_value()) is type(value.get_secret_value())


async def test_the_last_value_holds_and_each_writing_is_sealed_anew(vault: Vault, house: Repositories) -> None:
    await keep(vault)
    first = await row(house)
    await keep(vault)
    second = await row(house)
    assert (first.nonce == second.nonce, first.ciphertext == second.ciphertext) == (False, False)
    await vault.put("ana", MAIL, "password", SecretStr("new"))
    assert await read(vault) == "new"
    assert len(await vault.names("ana")) == 1


async def test_what_is_not_there_is_none_and_asks_for_no_key(vault: Vault, folder: Path) -> None:
    assert await read(vault) is None
    assert await vault.names("ana") == []
    assert await vault.delete("ana", MAIL) == 0
    assert await vault.rotate() is None
    state = await vault.state()
    assert (state.key_id, state.stored, state.problem, state.place) == (None, 0, "", str(folder / "vault.key"))
    assert not folder.exists()


async def test_names_say_what_is_kept_and_no_value(vault: Vault) -> None:
    await keep(vault)
    await keep(vault, name="app password")
    await keep(vault, account="caldav:ana")
    await keep(vault, "ben")
    names = await vault.names("ana")
    assert [(name.account, name.name) for name in names] == [
        ("caldav:ana", "password"),
        (MAIL, "app password"),
        (MAIL, "password"),
    ]
    assert PASSWORD not in repr(names)


async def test_what_is_removed_is_gone_and_the_rest_stays(vault: Vault) -> None:
    for account, name in ((MAIL, "password"), (MAIL, "other"), ("caldav:ana", "password")):
        await keep(vault, account=account, name=name)
    await keep(vault, "ben")
    assert await vault.delete("ana", MAIL, "other") == 1
    assert await vault.delete("ana", MAIL, "other") == 0
    assert await vault.delete("ana", MAIL) == 1
    assert [name.account for name in await vault.names("ana")] == ["caldav:ana"]
    assert await read(vault, "ben") == PASSWORD


@pytest.mark.parametrize("name", ["", "a\x00b", "a\nb", "\ud800", "\u202e", "x" * 301])
async def test_a_name_that_would_not_come_back_as_it_was_is_refused(vault: Vault, name: str, folder: Path) -> None:
    with pytest.raises(InputRefused):
        await keep(vault, name=name)
    with pytest.raises(InputRefused):
        await keep(vault, account=name)
    assert not folder.exists()


@pytest.mark.parametrize("name", ["ana@example.org", "Büro – “mail” 日本", "a' OR 1=1 --", '["x","y"]', "x" * 300])
async def test_any_name_that_can_be_shown_is_fine(vault: Vault, name: str) -> None:
    await keep(vault, account=name, name=name)
    assert await read(vault, account=name, name=name) == PASSWORD


@pytest.mark.parametrize(
    "value", [Secret({"x": object()}), Secret({"x": float("nan")}), Secret({"x": b""}), Secret([1])]
)
async def test_what_is_neither_text_nor_json_is_refused_without_being_shown(vault: Vault, value: Any) -> None:
    with pytest.raises(InputRefused):
        await vault.put("ana", MAIL, "it", value)


async def test_a_value_has_an_end(vault: Vault) -> None:
    await vault.put("ana", MAIL, "largest", SecretStr("x" * (MOST_BYTES - 2)))
    with pytest.raises(InputRefused, match="large"):
        await vault.put("ana", MAIL, "larger", SecretStr("x" * (MOST_BYTES - 1)))


_MOVES = ("user_id = 'ben'", "account = 'imap:ben'", "name = 'other'")


@pytest.mark.parametrize("move", _MOVES)
async def test_a_row_that_was_moved_opens_nothing(
    vault: Vault, database: Database, move: str, caplog: pytest.LogCaptureFixture
) -> None:
    await keep(vault)
    await database.execute(f"UPDATE vault_secrets SET {move}")
    names = [*await vault.names("ana"), *await vault.names("ben")]
    for name in names:
        with pytest.raises(SecretUnreadable, match="Connect that account again") as refused:
            await vault.get(name.user_id, name.account, name.name)
        assert name.account in refused.value.sentence
    assert [record.event for record in caplog.records] == ["vault.unreadable"]  # type: ignore[attr-defined]


async def test_a_value_put_into_the_row_of_another_account_opens_nothing(vault: Vault, database: Database) -> None:
    await keep(vault)
    await keep(vault, "ben")
    await database.execute(
        "UPDATE vault_secrets SET (key_id, nonce, ciphertext) ="
        " (SELECT key_id, nonce, ciphertext FROM vault_secrets WHERE user_id = 'ana') WHERE user_id = 'ben'"
    )
    with pytest.raises(SecretUnreadable):
        await read(vault, "ben")
    assert await read(vault, "ana") == PASSWORD


@pytest.mark.parametrize("column", ["nonce", "ciphertext"])
async def test_a_damaged_row_says_so_and_connecting_again_mends_it(
    vault: Vault, house: Repositories, database: Database, column: str
) -> None:
    await keep(vault)
    await database.execute(f"UPDATE vault_secrets SET {column} = $1", b"damaged")
    with pytest.raises(SecretUnreadable):
        await read(vault)
    assert (await vault.state()).unreadable == 1
    await keep(vault)
    assert await read(vault) == PASSWORD
    assert (await vault.state()).unreadable == 0


async def test_without_its_key_nothing_is_read_or_written_and_it_says_what_to_do(
    process: Process, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await keep(process())
    kept = KeyFile(folder).path.read_bytes()
    KeyFile(folder).path.unlink()
    lost = process()
    for tried in (lambda: read(lost), lambda: keep(lost), lost.rotate):
        with pytest.raises(VaultLocked, match="Put it back"):
            await tried()
    assert not KeyFile(folder).path.exists()
    await lost.check()
    state = await lost.state()
    assert (state.stored, state.unreadable, "vault reset" in state.problem) == (1, 1, True)
    assert {record.event for record in caplog.records} == {"vault.locked"}  # type: ignore[attr-defined]
    KeyFile(folder).path.write_bytes(kept)
    assert await read(lost) == PASSWORD


async def test_a_wrong_setting_is_seen_at_the_start_and_overwrites_nothing(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    right, wrong = key_text(), key_text()
    await keep(process(secret_key=right))
    await process(secret_key=wrong).check()
    assert [record.event for record in caplog.records] == ["vault.locked"]  # type: ignore[attr-defined]
    assert not {right, wrong} & set(caplog.text.split())
    with pytest.raises(VaultLocked, match="SECRET_KEY_PREVIOUS"):
        await keep(process(secret_key=wrong))
    assert await read(process(secret_key=right)) == PASSWORD


async def test_a_start_that_is_well_says_nothing(process: Process, caplog: pytest.LogCaptureFixture) -> None:
    await process().check()
    await keep(process())
    await process().check()
    assert caplog.records == []


async def test_a_process_with_another_data_folder_does_not_begin_a_second_key(process: Process, tmp_path: Path) -> None:
    await keep(process())
    other = process(folder=tmp_path / "other")
    with pytest.raises(VaultLocked):
        await keep(other)
    assert not (tmp_path / "other").exists()
    assert (await process().state()).unreadable == 0


async def test_after_a_change_of_key_all_is_there_under_the_new_one_and_the_old_one_is_gone(
    process: Process, house: Repositories, folder: Path
) -> None:
    vault, running = process(), process()
    await keep(vault)
    await vault.put("ben", "google:ben", "tokens", Secret(TOKENS))
    assert await read(running) == PASSWORD
    before, [old] = await row(house), KeyFile(folder).read()
    rotation = await vault.rotate()
    assert rotation is not None
    assert (rotation.was, rotation.changed, rotation.unreadable) == (old.id, 2, ())
    [new] = KeyFile(folder).read()
    assert new.id == rotation.key_id != old.id
    assert (await row(house)).ciphertext != before.ciphertext
    assert await house.vault_secrets.key_ids() == {new.id}
    for one in (vault, running, process()):
        assert (await read(one), await read(one, "ben", "google:ben", "tokens")) == (PASSWORD, TOKENS)
    await keep(running, name="written by who started before")
    assert await house.vault_secrets.key_ids() == {new.id}


async def test_a_change_to_a_setting_and_to_the_next_and_back_to_a_file(process: Process, folder: Path) -> None:
    first, second = key_text(), key_text()
    await keep(process())
    pending = process(secret_key=first)
    assert await read(pending) == PASSWORD
    assert (await pending.state()).advice == "./scripts/run vault rotate"
    await keep(pending, name="meanwhile")
    steps: list[dict[str, str]] = [
        {"secret_key": first},
        {"secret_key": second, "secret_key_previous": first},
        {"secret_key_previous": second},
    ]
    for settings in steps:
        rotation = await process(**settings).rotate()
        assert rotation is not None
        assert (rotation.changed, rotation.unreadable) == (2, ())
        alone = process(**{name: value for name, value in settings.items() if name == "secret_key"})
        state = await alone.state()
        assert (state.problem, state.advice, state.unreadable) == ("", "", 0)
        assert KeyFile(folder).path.exists() == ("secret_key" not in settings)
        assert (await read(alone), await read(alone, name="meanwhile")) == (PASSWORD, PASSWORD)


async def test_a_setting_that_is_in_use_already_changes_nothing(process: Process) -> None:
    key = key_text()
    await keep(process(secret_key=key))
    rotation = await process(secret_key=key).rotate()
    assert rotation is not None
    assert (rotation.was, rotation.changed) == (rotation.key_id, 0)


async def test_what_nothing_opens_is_left_with_its_key_by_a_change(
    process: Process, database: Database, folder: Path
) -> None:
    vault = process()
    await keep(vault)
    await keep(vault, "ben")
    await database.execute("UPDATE vault_secrets SET user_id = 'ben', name = 'moved' WHERE user_id = 'ana'")
    rotation = await vault.rotate()
    assert rotation is not None
    assert [(one.user_id, one.name) for one in rotation.unreadable] == [("ben", "moved")]
    assert len(KeyFile(folder).read()) == 2
    await database.execute("UPDATE vault_secrets SET user_id = 'ana', name = 'password' WHERE name = 'moved'")
    assert await read(vault) == PASSWORD
    assert (await vault.rotate()) is not None
    assert len(KeyFile(folder).read()) == 1
    assert (await read(vault), await read(vault, "ben")) == (PASSWORD, PASSWORD)


async def test_a_change_that_ended_halfway_is_made_up_for_by_the_next(process: Process, folder: Path) -> None:
    await keep(process())
    [old] = KeyFile(folder).read()
    halfway = KeyFile(folder)
    halfway.write([*KeyFile(folder).read(), old])  # as after any end between two steps: more keys than are needed
    added = dataclasses.replace(old, secret=bytes(range(32)))
    halfway.write([added, old])
    vault = process()
    assert await read(vault) == PASSWORD
    await keep(vault, name="meanwhile")
    assert (await vault.state()).advice == "./scripts/run vault rotate"
    await vault.rotate()
    [key] = KeyFile(folder).read()
    assert key.id not in (old.id, added.id)
    assert (await read(process()), await read(process(), name="meanwhile")) == (PASSWORD, PASSWORD)
    assert (await process().state()).advice == ""


async def test_readers_and_writers_are_not_disturbed_by_changes_of_key(
    process: Process, another: Opener, house: Repositories
) -> None:
    vault, other = process(), process()
    await keep(vault)

    async def work(one: Vault, number: int) -> None:
        for turn in range(12):
            assert await read(one) == PASSWORD
            await keep(one, name=f"{number}.{turn}")

    async def change() -> None:
        for _ in range(4):
            await asyncio.gather(process().rotate(), process().rotate())

    await asyncio.gather(work(vault, 1), work(other, 2), change())
    state = await process().state()
    assert (state.stored, state.unreadable, state.problem) == (25, 0, "")
    assert await house.vault_secrets.key_ids() == {state.key_id}


async def test_a_lost_key_is_left_behind_by_beginning_anew(process: Process, folder: Path) -> None:
    await keep(process())
    KeyFile(folder).path.unlink()
    assert await process().reset() == 1
    assert (await process().state()).problem == ""
    await keep(process(), "ben")
    assert (await read(process()), await read(process(), "ben")) == (None, PASSWORD)


async def test_beginning_anew_removes_nothing_that_can_be_read(process: Process) -> None:
    await keep(process())
    assert await process().reset() == 0
    assert await read(process()) == PASSWORD


async def test_no_error_and_no_log_line_has_the_value_or_the_key(
    process: Process, database: Database, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = key_text()
    vault = process(secret_key=key)
    with caplog.at_level(logging.DEBUG):
        await keep(vault)
        await vault.rotate()
        await database.execute("UPDATE vault_secrets SET name = 'moved'")
        told = [repr(await vault.names("ana")), repr(await vault.state()), repr(await vault.rotate())]
        for tried in (lambda: read(vault, name="moved"), lambda: read(process(), name="moved")):
            with pytest.raises((SecretUnreadable, VaultLocked)) as refused:
                await tried()
            trace = traceback.TracebackException.from_exception(refused.value, capture_locals=True)
            told += [f"{frame.locals}" for frame in trace.stack if "/app/" in frame.filename]
            told.append(refused.value.sentence)
    said = "\n".join([*told, caplog.text, *(repr(vars(record)) for record in caplog.records)])
    assert PASSWORD not in said
    assert key not in said
