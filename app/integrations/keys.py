"""The vault's keys: sealing with one, the file they lie in, and the ring of all that this process has.

A key is 32 random bytes: SECRET_KEY, or a line of `vault.key` in the data folder, newest first (one line, except while a rotation is
under way). Invariant: a key file is written whole or not at all, private from its first byte, and by one process at a time. Knows no
database and nothing of what is sealed.
"""

import asyncio
import base64
import fcntl
import hashlib
import hmac
import logging
import os
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.config import Settings
from app.errors import SecretUnreadable, VaultLocked
from app.memory.records import Sealed
from app.secret_strength import KEY_BYTES, key_bytes

log = logging.getLogger(__name__)
KEY_FILE = "vault.key"
_HEAD = (
    "# The key to the saved logins in Kwasi's database. Whoever has both can open them; without this file nobody can.\n"
    "# Keep a copy apart from copies of the database."
)
_NONCE_BYTES = 12
_ID_BYTES = 8
_MOST_BYTES = 10_000
_LOCK_TRIES, _LOCK_PAUSE = 200, 0.05  # seconds
_OTHERS = 0o077
_DAMAGED = "{path} isn't a key file any more. Put your copy of it back; where there is none, remove it and run ./scripts/run vault reset."
_UNREAD = "{path} can't be read. Check who may read it and its folder."
_OPEN_TO_ALL = "{path} can be read by others, and I may not change that. Make it private: chmod 600 {path}"
_UNWRITTEN = "The key couldn't be written to {path}. Make room there, or set SECRET_KEY."
_BUSY = "Another process is changing the key to your saved logins. Try again in a moment."


@dataclass(frozen=True, slots=True)
class Key:
    """One key. What is known of it outside is its `id`, from which nobody gets back to it."""

    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """Its fingerprint."""
        return hmac.digest(self.secret, b"kwasi vault: name of a key", hashlib.sha256)[:_ID_BYTES].hex()

    def seal(self, value: bytes, about: bytes) -> Sealed:
        """The value so that it opens only with this key, and only for whoever says the same `about`."""
        nonce = os.urandom(_NONCE_BYTES)
        return Sealed(self.id, nonce, self._cipher().encrypt(nonce, value, about))

    def open(self, sealed: Sealed, about: bytes) -> bytes:
        """The value. Raises SecretUnreadable where one bit of it, of `about` or of the key is another."""
        try:
            return self._cipher().decrypt(sealed.nonce, sealed.ciphertext, about)
        except (InvalidTag, ValueError):  # ValueError: a nonce of no length
            raise SecretUnreadable from None

    def _cipher(self) -> AESGCM:
        return AESGCM(hmac.digest(self.secret, b"kwasi vault: sealing", hashlib.sha256))


def new_key() -> Key:
    """One that nobody has."""
    return Key(secrets.token_bytes(KEY_BYTES))


class KeyFile:
    """`vault.key` of one data folder."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read or made yet."""
        self.path = folder / KEY_FILE

    def read(self) -> list[Key]:
        """Its keys, newest first; none where there is no file. Raises VaultLocked where it can't be used as it is."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return []
        except OSError:
            raise VaultLocked(_UNREAD.format(path=self.path)) from None
        with os.fdopen(descriptor, "rb") as file:
            self._make_private(file.fileno())
            return self._parsed(file.read(_MOST_BYTES))

    def write(self, keys: Iterable[Key]) -> None:
        """These and no others: written beside, flushed to the disk and put in place at once; no file for no keys. Raises VaultLocked."""
        lines = [base64.urlsafe_b64encode(key.secret).decode().rstrip("=") for key in keys]
        place = self.path.resolve()  # where it is a link, what it leads to is the file
        draft = place.with_name(f".{place.name}.draft")
        try:
            draft.unlink(missing_ok=True)  # of a process that was killed: it may hold a key that was given up since
            if lines:
                _write_private(draft, "\n".join((_HEAD, *lines, "")).encode())
                draft.replace(place)
            else:
                place.unlink(missing_ok=True)
            _flush_folder(place.parent)
        except OSError:
            raise VaultLocked(_UNWRITTEN.format(path=self.path)) from None

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """No other process changes the file meanwhile; one that is killed lets go. Raises VaultLocked where it takes too long."""
        descriptor = self._lock_file()
        try:
            for _ in range(_LOCK_TRIES):
                if _taken(descriptor):
                    break
                await asyncio.sleep(_LOCK_PAUSE)
            else:
                raise VaultLocked(_BUSY)
            yield
        finally:
            os.close(descriptor)

    def _lock_file(self) -> int:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self.path.with_name(f".{KEY_FILE}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            raise VaultLocked(_UNWRITTEN.format(path=self.path)) from None

    def _make_private(self, descriptor: int) -> None:
        if not os.fstat(descriptor).st_mode & _OTHERS:
            return
        try:
            os.fchmod(descriptor, 0o600)
        except OSError:
            raise VaultLocked(_OPEN_TO_ALL.format(path=self.path)) from None
        log.warning(
            "the vault's key could be read by others and was made private", extra={"event": "vault.key_made_private"}
        )

    def _parsed(self, content: bytes) -> list[Key]:
        lines = content.decode("ascii", "replace").splitlines()
        found = [key_bytes(line) for line in lines if line.strip() and not line.startswith("#")]
        keys = [Key(secret) for secret in found if secret is not None]
        if not keys or len(keys) < len(found):
            raise VaultLocked(_DAMAGED.format(path=self.path))
        return keys


class KeyRing:
    """All keys that this process has: those of the settings, which come first, and those of the file, as it is at the moment."""

    def __init__(self, settings: Settings) -> None:
        """Nothing is read yet."""
        self.file = KeyFile(settings.data_dir)
        given = (settings.secret_key, settings.secret_key_previous)
        secret, previous = (key_bytes(text.get_secret_value()) if text else None for text in given)
        self.of_setting = Key(secret) if secret else None
        self.previous = Key(previous) if previous else None
        self._found: dict[str, Key] = {}

    def place_of(self, key_id: str | None) -> str:
        """Where that key is, as its owner knows it; where the first one would be, for None."""
        if self.of_setting and key_id in (self.of_setting.id, None):
            return "SECRET_KEY"
        return "SECRET_KEY_PREVIOUS" if self.previous and key_id == self.previous.id else str(self.file.path)

    async def find(self, key_id: str) -> Key | None:
        """The key of that fingerprint; the file is looked at anew for one that is unknown: another process may have changed it.

        Raises VaultLocked where the file can't be used."""
        if key_id not in self._found:
            self._found = {key.id: key for key in await self._all()}
        return self._found.get(key_id)

    async def first(self) -> Key:
        """The key to begin with: that of the settings, else the file's, which is made where there is none. Raises VaultLocked."""
        if self.of_setting:
            return self.of_setting
        async with self.file.locked():
            return await self.first_in_file()

    async def first_in_file(self) -> Key:
        """The same of the file, for who holds its lock."""
        kept = await asyncio.to_thread(self.file.read)
        if not kept:
            kept = [new_key()]
            await asyncio.to_thread(self.file.write, kept)
            log.info("made the vault's key", extra={"event": "vault.key_made", "key": kept[0].id})
        return kept[0]

    async def next(self) -> Key:
        """The key to change to: that of the settings, else a new one, safe on the disk beside the others. For who holds the lock.

        Raises VaultLocked."""
        if self.of_setting:
            return self.of_setting
        key = new_key()
        kept = await asyncio.to_thread(self.file.read)
        await asyncio.to_thread(self.file.write, [key, *kept])
        return key

    async def spare(self, key_ids: set[str]) -> bool:
        """Whether the file has keys besides these. Raises VaultLocked."""
        return any(key.id not in key_ids for key in await asyncio.to_thread(self._in_file))

    async def keep(self, key_ids: set[str]) -> None:
        """Give up the file's other keys: for who holds the lock."""
        kept = await asyncio.to_thread(self._in_file)
        needed = [key for key in kept if key.id in key_ids]
        if len(needed) < len(kept):
            await asyncio.to_thread(self.file.write, needed)
        self._found = {}

    async def _all(self) -> list[Key]:
        return [*filter(None, (self.of_setting, self.previous)), *await asyncio.to_thread(self._in_file)]

    def _in_file(self) -> list[Key]:
        try:
            return self.file.read()
        except VaultLocked:
            if self.of_setting is None:
                raise
            log.warning("the vault's old key file can't be used", extra={"event": "vault.key_file_unusable"})
            return []


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write_private(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """What was renamed in it is so after a power cut too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
