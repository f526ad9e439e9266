"""Keys: one file that is private and whole, one key however many begin at once, and a seal that opens for nobody else."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import stat
from pathlib import Path
from typing import Any

import pytest

from app.config import Settings
from app.errors import SecretUnreadable, VaultLocked
from app.integrations.keys import Key, KeyFile, KeyRing, new_key
from app.memory.records import Sealed

ABOUT = b"ana's mail"


def settings_in(folder: Path, **changes: Any) -> Settings:
    """Settings with their data in that folder."""
    return Settings(**{"data_dir": folder, **changes})


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def first_id(folder: str) -> str:
    """The key that a process begins with; runs in one of its own."""
    return asyncio.run(KeyRing(settings_in(Path(folder))).first()).id


def text_of(folder: Path) -> str:
    """The line of a key file that is the key."""
    return KeyFile(folder).path.read_text("ascii").splitlines()[-1]


def test_what_is_sealed_opens_with_its_key_and_what_was_said_about_it() -> None:
    key = new_key()
    sealed = key.seal(b"hunter2", ABOUT)
    assert key.open(sealed, ABOUT) == b"hunter2"
    assert b"hunter2" not in sealed.ciphertext
    assert (len(sealed.nonce), sealed.key_id) == (12, key.id)


def test_two_seals_of_one_value_have_nothing_in_common() -> None:
    key = new_key()
    seals = [key.seal(b"hunter2", ABOUT) for _ in range(100)]
    assert len({seal.nonce for seal in seals}) == len({seal.ciphertext for seal in seals}) == 100


def test_nothing_opens_where_one_bit_is_another() -> None:
    key = new_key()
    good = key.seal(b"hunter2", ABOUT)
    flipped = [
        Sealed(
            good.key_id, good.nonce, bytes([*good.ciphertext[:n], good.ciphertext[n] ^ 1, *good.ciphertext[n + 1 :]])
        )
        for n in range(len(good.ciphertext))
    ]
    cut = [Sealed(good.key_id, nonce, good.ciphertext) for nonce in (b"", good.nonce[:-1], os.urandom(12))]
    short = [Sealed(good.key_id, good.nonce, good.ciphertext[:n]) for n in (0, 1, 15, 16)]
    for sealed in (*flipped, *cut, *short):
        with pytest.raises(SecretUnreadable):
            key.open(sealed, ABOUT)
    with pytest.raises(SecretUnreadable):
        key.open(good, b"ben's mail")
    with pytest.raises(SecretUnreadable):
        new_key().open(good, ABOUT)


def test_a_key_is_shown_by_its_fingerprint_alone() -> None:
    key = Key(b"0123456789abcdef0123456789abcdef")
    assert "0123456789abcdef" not in f"{key} {key!r} {[key]} {key.id}"
    assert key.id == Key(key.secret).id != new_key().id


async def test_a_first_key_is_made_private_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = await KeyRing(settings_in(folder)).first()
    assert (mode(folder / "vault.key"), mode(folder)) == (0o600, 0o700)
    assert await KeyRing(settings_in(folder)).first() == key
    assert [path.name for path in sorted(folder.iterdir())] == [".vault.key.lock", "vault.key"]


def test_many_that_begin_at_once_end_with_one_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as processes:
        ids = processes.map(first_id, [str(tmp_path / "data")] * 12, chunksize=1)
    assert len(set(ids)) == 1


async def test_a_line_of_the_file_can_be_the_setting(tmp_path: Path) -> None:
    key = await KeyRing(settings_in(tmp_path)).first()
    ring = KeyRing(settings_in(tmp_path / "elsewhere", secret_key=text_of(tmp_path)))
    assert (await ring.first()).id == key.id
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("open_to", [0o644, 0o640, 0o666, 0o604])
async def test_a_file_that_others_could_read_is_made_private_and_used(
    tmp_path: Path, open_to: int, caplog: pytest.LogCaptureFixture
) -> None:
    key = await KeyRing(settings_in(tmp_path)).first()
    KeyFile(tmp_path).path.chmod(open_to)
    with caplog.at_level(logging.WARNING):
        assert [kept.id for kept in KeyFile(tmp_path).read()] == [key.id]
    assert mode(KeyFile(tmp_path).path) == 0o600
    assert [record.event for record in caplog.records] == ["vault.key_made_private"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("private", [0o600, 0o400])
async def test_a_private_file_is_left_as_it_is(tmp_path: Path, private: int) -> None:
    await KeyRing(settings_in(tmp_path)).first()
    KeyFile(tmp_path).path.chmod(private)
    assert len(KeyFile(tmp_path).read()) == 1
    assert mode(KeyFile(tmp_path).path) == private


@pytest.mark.parametrize("content", [b"", b"\n", b"# nothing\n", b"not a key\n", b"\xff\xfe" * 40, b"A" * 43])
async def test_what_is_no_key_file_is_never_written_over(tmp_path: Path, content: bytes) -> None:
    path = KeyFile(tmp_path).path
    path.write_bytes(content)
    path.chmod(0o600)
    ring = KeyRing(settings_in(tmp_path))
    for tried in (ring.first, lambda: ring.find("x"), ring.next):
        with pytest.raises(VaultLocked, match="isn't a key file"):
            await tried()
    assert path.read_bytes() == content


async def test_one_damaged_line_is_not_passed_over(tmp_path: Path) -> None:
    await KeyRing(settings_in(tmp_path)).first()
    with KeyFile(tmp_path).path.open("a") as file:
        file.write("half-a-key\n")
    with pytest.raises(VaultLocked):
        KeyFile(tmp_path).read()


async def test_comments_blank_lines_and_other_line_ends_are_fine(tmp_path: Path) -> None:
    key = await KeyRing(settings_in(tmp_path)).first()
    path = KeyFile(tmp_path).path
    path.write_bytes(f"# mine\r\n\r\n{text_of(tmp_path)}=\r\n\r\n".encode())
    assert [kept.id for kept in KeyFile(tmp_path).read()] == [key.id]


async def test_a_link_to_a_file_elsewhere_is_followed_and_kept(tmp_path: Path) -> None:
    await KeyRing(settings_in(tmp_path / "safe")).first()
    (tmp_path / "data").mkdir()
    KeyFile(tmp_path / "data").path.symlink_to(tmp_path / "safe" / "vault.key")
    file = KeyFile(tmp_path / "data")
    added = [new_key(), *file.read()]
    file.write(added)
    assert file.path.is_symlink()
    assert KeyFile(tmp_path / "safe").read() == added


async def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VaultLocked, match="SECRET_KEY"):
        await KeyRing(settings_in(tmp_path / "file" / "data")).first()


async def test_what_a_killed_process_left_half_written_is_gone_after_the_next_change(tmp_path: Path) -> None:
    ring = KeyRing(settings_in(tmp_path))
    await ring.first()
    (tmp_path / ".vault.key.draft").write_text("an old key")
    await ring.next()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".vault.key.lock", "vault.key"]


async def test_only_one_changes_the_file_at_a_time(tmp_path: Path) -> None:
    file, done = KeyFile(tmp_path), list[str]()

    async def change(name: str) -> None:
        async with KeyFile(tmp_path).locked():
            done.append(name)

    async with file.locked():
        waiting = asyncio.create_task(change("second"))
        await asyncio.sleep(0.1)
        done.append("first")
    await waiting
    assert done == ["first", "second"]


async def test_a_ring_sees_what_another_process_added(tmp_path: Path) -> None:
    ours, theirs = (KeyRing(settings_in(tmp_path)) for _ in range(2))
    await ours.first()
    added = await theirs.next()
    assert await ours.find(added.id) == added
    assert await ours.find("0" * 16) is None


def both_keys() -> tuple[str, str]:
    return secrets.token_urlsafe(32), secrets.token_urlsafe(32)


async def test_the_settings_stand_above_the_file_and_the_one_before_still_opens(tmp_path: Path) -> None:
    in_file = await KeyRing(settings_in(tmp_path)).first()
    now, before = both_keys()
    ring = KeyRing(settings_in(tmp_path, secret_key=now, secret_key_previous=before))
    assert ring.of_setting is not None
    assert ring.previous is not None
    assert await ring.first() == await ring.next() == ring.of_setting
    places = {key.id: ring.place_of(key.id) for key in (ring.of_setting, ring.previous, in_file)}
    assert list(places.values()) == ["SECRET_KEY", "SECRET_KEY_PREVIOUS", str(tmp_path / "vault.key")]
    assert all([await ring.find(key_id) for key_id in places])


async def test_with_a_setting_a_damaged_old_file_stops_nothing(tmp_path: Path) -> None:
    KeyFile(tmp_path).path.write_text("damaged")
    ring = KeyRing(settings_in(tmp_path, secret_key=both_keys()[0]))
    assert await ring.find("0" * 16) is None
    assert ring.of_setting is not None
    assert await ring.find(ring.of_setting.id) == ring.of_setting


async def test_no_key_is_shown_by_a_ring_or_the_settings(tmp_path: Path) -> None:
    now, before = both_keys()
    settings = settings_in(tmp_path, secret_key=now, secret_key_previous=before)
    shown = f"{settings!r} {settings} {Settings.model_dump_json(settings)} {vars(KeyRing(settings))!r}"
    assert now not in shown
    assert before not in shown
