"""The vault: what opens a person's accounts elsewhere (a password, a set of tokens), kept so that the database alone gives nothing away.

Values are sealed with AES-256-GCM; whose they are, of which account and under which name is bound into the seal, so that a row moved to
another person or account opens nothing. Each row names its key by a fingerprint. Invariant: a value is never in a log, an error or a
representation; while a key is changed, every row can be read at every moment. Knows no vendor.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import Secret, SecretStr

from app.clock import Clock
from app.errors import InputRefused, SecretUnreadable, VaultLocked
from app.integrations.keys import Key, KeyRing
from app.memory.ports import Database
from app.memory.records import SealedSecret, SecretName
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
Value = SecretStr | Secret[dict[str, Any]]

ROTATE = "./scripts/run vault rotate"
MOST_BYTES = 64_000  # of one value, as JSON
_MOST_CHARACTERS = 300
_VERSION = 1
_SCOPE = "kwasi vault"
_TOO_LARGE = "That is too large for a saved login."
_NO_TEXT = "A saved login is a text, or a small object of JSON."
_NO_NAME = "A saved login is kept under a name of at most 300 characters that can be shown."
_UNREADABLE = "What I keep to reach {account} can't be opened any more. Connect that account again."
_LOCKED_FILE = "The key to your saved logins isn't here, neither in {place} nor as SECRET_KEY, so I can't reach your accounts. Put it back"
_LOCKED_SETTING = "SECRET_KEY isn't the key to your saved logins, so I can't reach your accounts. Set the one they were kept with (or put it into SECRET_KEY_PREVIOUS)"
_OR_RESET = "{say}; if it is lost, ./scripts/run vault reset begins anew, and each account is connected again."


@dataclass(frozen=True, slots=True)
class Rotation:
    """What a change of key came to: from which to which, how many values were put under the new one, and what nothing here opens."""

    was: str
    key_id: str
    changed: int
    unreadable: tuple[SealedSecret, ...]


@dataclass(frozen=True, slots=True)
class VaultState:
    """How the vault is. `key_id` is None where nothing was ever kept; `problem` is a sentence, empty where all is well;
    `advice` a command that is left to run."""

    place: str
    key_id: str | None
    stored: int
    unreadable: int
    problem: str
    advice: str


class Vault:
    """One for all people and processes of a database."""

    def __init__(self, database: Database, store: Repositories, ring: KeyRing, clock: Clock) -> None:
        """Reads nothing yet; `ring` has the keys."""
        self._database = database
        self._store = store
        self._ring = ring
        self._clock = clock

    async def put(self, user_id: str, account: str, name: str, value: Value) -> None:
        """Keep a value, in the place of an earlier one: a text, or what is a JSON object. Makes the key where there never was one.

        Raises InputRefused for what can't be kept, VaultLocked where the key isn't here."""
        _check(account, name)
        about, packed = _about(user_id, account, name), _packed(value)
        self._store.audit.hide(*_texts(value))
        known = await self._store.vault_keys.current() or (await self._ring.first()).id
        async with self._database.transaction():
            current = await self._store.vault_keys.begin(known, self._clock.now())
            key = await self._key(current)
            await self._store.vault_secrets.put(user_id, account, name, key.seal(packed, about), self._clock.now())

    async def get(self, user_id: str, account: str, name: str) -> Value | None:
        """The value as it was put; None where there is none. Raises SecretUnreadable or VaultLocked with what to do about it."""
        row = await self._store.vault_secrets.get(user_id, account, name)
        while row is not None and await self._ring.find(row.key_id) is None:
            sealed_with = row.key_id
            row = await self._store.vault_secrets.get(user_id, account, name)
            if row is not None and row.key_id == sealed_with:  # else another process changed the key of it meanwhile
                await self._present()
                raise _refused(row, "no_key")
        if row is None:
            return None
        value = await self._read(row)
        if value is None:
            raise _refused(row, "damaged")
        unpacked = _unpacked(value)
        self._store.audit.hide(*_texts(unpacked))
        return unpacked

    async def names(self, user_id: str) -> list[SecretName]:
        """What is kept, by account and name, without any value."""
        return await self._store.vault_secrets.names(user_id)

    async def delete(self, user_id: str, account: str, name: str = "") -> int:
        """Remove a value, or all of an account; how many there were. Needs no key."""
        async with self._database.transaction():
            if name:
                gone = int(await self._store.vault_secrets.delete_one(user_id, account, name))
            else:
                gone = await self._store.vault_secrets.delete(user_id, account)
            await self._database.scrub()
        return gone

    async def rotate(self) -> Rotation | None:
        """Put everything under another key: a new one in the file, or the SECRET_KEY that is set; None where nothing was ever kept.

        The new key is safe before any row is under it, all rows change at once, and the old one goes only when nothing needs it. What
        nothing here opens is left as it is, with its key. Raises VaultLocked where the present key isn't here."""
        if await self._store.vault_keys.current() is None:
            return None
        async with self._ring.file.locked():
            await self._present()
            target = await self._ring.next()
            async with self._database.transaction():
                rotation = await self._change_to(target)
                await self._database.scrub()
            await self._ring.keep({target.id, *await self._store.vault_secrets.key_ids()})
        done = {"key": target.id, "changed": rotation.changed, "unreadable": len(rotation.unreadable)}
        log.info("changed the vault's key", extra={"event": "vault.rotated", **done})
        return rotation

    async def reset(self) -> int:
        """Begin anew where a key is lost: what nothing here opens is removed; how much that was. Raises VaultLocked."""
        async with self._ring.file.locked():
            key = self._ring.of_setting or await self._ring.first_in_file()
            async with self._database.transaction():
                await self._store.vault_keys.begin(key.id, self._clock.now())
                lost = [row for row in await self._store.vault_secrets.everyones() if await self._read(row) is None]
                for row in lost:
                    await self._store.vault_secrets.delete_one(row.user_id, row.account, row.name)
                await self._store.vault_keys.change(key.id, self._clock.now())
                await self._database.scrub()
        log.warning("the vault began anew", extra={"event": "vault.reset", "key": key.id, "removed": len(lost)})
        return len(lost)

    async def check(self) -> None:
        """For a start: say in the log where the key isn't here, before the first account is asked."""
        try:
            await self._present()
        except VaultLocked as problem:
            told = {"event": "vault.locked", "problem": problem.sentence}
            log.error("the vault can't be opened", extra=told)  # noqa: TRY400 - the trace says no more

    async def state(self) -> VaultState:
        """How it is, every row tried."""
        problem = ""
        try:
            await self._present()
        except VaultLocked as locked:
            problem = locked.sentence
        current, rows = await self._store.vault_keys.current(), await self._store.vault_secrets.everyones()
        unreadable = len(rows) if problem else len([row for row in rows if await self._read(row) is None])
        spare = not problem and await self._ring.spare({current or "", *(row.key_id for row in rows)})
        place, first = self._ring.place_of(current), self._ring.place_of(None)
        advice = ROTATE if not problem and (spare or place != first) else ""
        return VaultState(place, current, len(rows), unreadable, problem, advice)

    async def opens(self, user_id: str, account: str, name: str) -> bool:
        """Whether that value is there and can be read. Raises VaultLocked."""
        row = await self._store.vault_secrets.get(user_id, account, name)
        return row is not None and await self._read(row) is not None

    async def _change_to(self, target: Key) -> Rotation:
        """All rows under that key; inside the open transaction, in which nobody else seals."""
        now = self._clock.now()
        was = await self._key(await self._store.vault_keys.begin(target.id, now))
        changed, left = 0, list[SealedSecret]()
        for row in await self._store.vault_secrets.everyones():
            value = await self._read(row)
            if value is None:
                left.append(row)
            elif row.key_id != target.id:
                sealed = target.seal(value, _about(row.user_id, row.account, row.name))
                changed += await self._store.vault_secrets.reseal(row.user_id, row.id, sealed, row.nonce)
        await self._store.vault_keys.change(target.id, now)
        return Rotation(was.id, target.id, changed, tuple(left))

    async def _present(self) -> None:
        """Nothing, where the key that seals is here or none was needed yet. Raises VaultLocked."""
        current = await self._store.vault_keys.current()
        while current is not None and await self._ring.find(current) is None:
            known, current = current, await self._store.vault_keys.current()
            if current == known:  # else another process changed it meanwhile
                await self._key(known)

    async def _key(self, key_id: str) -> Key:
        """The key of that fingerprint. Raises VaultLocked."""
        key = await self._ring.find(key_id)
        if key is None:
            of_setting = self._ring.of_setting is not None
            say = _LOCKED_SETTING if of_setting else _LOCKED_FILE.format(place=self._ring.file.path)
            raise VaultLocked(_OR_RESET.format(say=say))
        return key

    async def _read(self, row: SealedSecret) -> bytes | None:
        """What is sealed in a row; None where nothing here opens it. Raises VaultLocked where the key file can't be used."""
        key = await self._ring.find(row.key_id)
        try:
            return key.open(row.sealed, _about(row.user_id, row.account, row.name)) if key else None
        except SecretUnreadable:
            return None


def _refused(row: SealedSecret, reason: str) -> SecretUnreadable:
    log.error("a saved login can't be opened", extra={"event": "vault.unreadable", "row": row.id, "reason": reason})
    return SecretUnreadable(_UNREADABLE.format(account=row.account))


def _about(user_id: str, account: str, name: str) -> bytes:
    """What a seal is bound to, so written that no two places read the same."""
    return json.dumps([_SCOPE, _VERSION, user_id, account, name]).encode()


def _check(*names: str) -> None:
    """Raises InputRefused for what storage would not give back as it was, or nobody could be shown."""
    if not all(0 < len(name) <= _MOST_CHARACTERS and name.isprintable() for name in names):
        raise InputRefused(_NO_NAME)


def _packed(value: Value) -> bytes:
    bare = value.get_secret_value()
    if not isinstance(bare, str | dict):
        raise InputRefused(_NO_TEXT)
    try:
        packed = json.dumps(bare, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise InputRefused(_NO_TEXT) from None
    if len(packed) > MOST_BYTES:
        raise InputRefused(_TOO_LARGE)
    return packed


def _unpacked(packed: bytes) -> Value:
    value = json.loads(packed)
    return SecretStr(value) if isinstance(value, str) else Secret[dict[str, Any]](value)


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value, which no log may hold."""
    bare = value.get_secret_value() if isinstance(value, SecretStr | Secret) else value
    if isinstance(bare, str):
        yield bare
    elif isinstance(bare, dict | list):
        yield from (text for inner in (bare.values() if isinstance(bare, dict) else bare) for text in _texts(inner))
