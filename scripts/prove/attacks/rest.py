"""Attacks on what lies on the disk: a copy of the data folder, rows moved to somebody else; and what the log gives away."""

import base64
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from typing import Any

from pydantic import SecretStr

from app.bootstrap.services import Services, build_services
from app.config import Settings
from app.errors import AssistantError
from scripts.prove.attacks.target import SECRETS, Tally, Target

ACCOUNT, NAME = "imap:ana@example.org", "password"


@asynccontextmanager
async def beside(target: Target) -> AsyncIterator[Services]:
    """The services of another process on the same folder."""
    services = await build_services(Settings(data_dir=target.folder, embedder="none", time_zone="Africa/Accra"))
    try:
        yield services
    finally:
        await services.close()


async def stolen_folder(target: Target) -> Tally:
    """A login is saved; then everything is searched for it, and its row is moved, exchanged and cut."""
    tally = Tally()
    signed = await target.browser()
    secret = f"hunter-{target.lots.randrange(10**12)}-{target.lots.randrange(10**12)}"
    async with beside(target) as services:
        owner = services.owner.id
        await services.vault.put(owner, ACCOUNT, NAME, SecretStr(secret))
        await services.vault.put(owner, "imap:other", NAME, SecretStr("another one of the owner"))
        await target.say("which logins have you saved?")
        export = await signed.get("/export")
        (target.folder.parent / "export.zip").write_bytes(export.content)
        exported = str(await target.tables())
        for form in _forms(secret):
            tally.note(f"the export, as {form[:12]!r}", fine=form.decode("latin-1") not in exported)
        for value in (
            secret,
            *(cookie.value or "" for cookie in signed.cookies.jar if "session" in cookie.name),
            *SECRETS,
        ):
            for path in [path for path in target.folder.parent.rglob("*") if path.is_file()]:
                found = [form for form in _forms(value) if form in path.read_bytes()]
                tally.note(f"{path.name} is searched", fine=not found, seen=f"{value[:6]}… as {found[:1]}")
        _modes(target, tally)
        for name, change in _CHANGES.items():
            await _moved(target, services, tally, name, change)
    return tally


def _modes(target: Target, tally: Tally) -> None:
    """Who else may read the folder."""
    for path in (target.folder, *target.folder.rglob("*")):
        if path.name in ("none.env", "stderr.log"):  # ours, of the proof
            continue
        mode = path.stat().st_mode & 0o777
        private = not mode & 0o077 or not target.folder.stat().st_mode & 0o077
        tally.note(f"{path.name} is its owner's alone", fine=private, seen=oct(mode))


# What somebody who can write to the database does with a row. Each has to make it unreadable.
_CHANGES: dict[str, str] = {
    "another account": "UPDATE vault_secrets SET account = 'imap:evil' WHERE account = ?",
    "another name": "UPDATE vault_secrets SET name = 'token' WHERE account = ?",
    "another person": "UPDATE vault_secrets SET user_id = 'evil' WHERE account = ?",
    "another row's words": "UPDATE vault_secrets SET (nonce, ciphertext) = (SELECT nonce, ciphertext FROM vault_secrets WHERE account = 'imap:other') WHERE account = ?",
    "cut off": "UPDATE vault_secrets SET ciphertext = substr(ciphertext, 1, length(ciphertext) - 1) WHERE account = ?",
    "another key": "UPDATE vault_secrets SET key_id = 'ffffffffffffffff' WHERE account = ?",
}


async def _moved(target: Target, services: Services, tally: Tally, name: str, change: str) -> None:
    """Change the row behind the product's back, try to read it from wherever it is now, and put it back."""
    [file] = [path for path in target.folder.glob("*.db") if path.stat().st_size]
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        [row] = database.execute("SELECT * FROM vault_secrets WHERE account = ?", (ACCOUNT,)).fetchall()
        database.execute(change, (ACCOUNT,))
        where = database.execute("SELECT user_id, account, name FROM vault_secrets WHERE id = ?", (row[0],)).fetchone()
        got: Any = None
        try:
            got = await services.vault.get(*where)
        except AssistantError as refusal:
            tally.note(
                f"{name}: a sentence that says what to do", fine=len(refusal.sentence) > 20, seen=refusal.sentence
            )
        tally.note(f"{name}: nothing is read", fine=got is None, seen="it was read")
        marks = ", ".join("?" * len(row))
        database.execute(f"REPLACE INTO vault_secrets VALUES ({marks})", row)


async def opened_vault(target: Target) -> Tally:
    """What was kept is read by its owner, also after the key was changed and by another process."""
    tally = Tally()
    async with beside(target) as services:
        owner = services.owner.id
        await services.vault.put(owner, "imap:own", NAME, SecretStr("mine"))
        await services.vault.rotate()
    async with beside(target) as services:
        value = await services.vault.get(owner, "imap:own", NAME)
        tally.note("what was kept", fine=isinstance(value, SecretStr) and value.get_secret_value() == "mine")
    said = await target.program.run("vault")
    tally.note("the list of what is kept", fine="imap:own" in said and "mine" not in said, seen=said)
    return tally


def _forms(value: str) -> Iterator[bytes]:
    """A secret as it might be written down."""
    plain = value.encode()
    yield plain
    yield value.encode("utf-16-le")
    yield plain.hex().encode()
    yield base64.b64encode(plain).rstrip(b"=")
    yield base64.urlsafe_b64encode(plain).rstrip(b"=")
    yield plain[::-1]


def clean_log(target: Target, tally: Tally) -> None:
    """After everything: no traceback and no secret in what the server has logged."""
    log = target.log
    place = log.find("Traceback")
    tally.note("no traceback in the log", fine=place < 0, seen=log[max(place - 400, 0) : place + 3000][-1500:])
    cookies = [
        cookie.value or "" for client in target.opened for cookie in client.cookies.jar if "session" in cookie.name
    ]
    for secret in dict.fromkeys([*SECRETS, *cookies, _link_token(target.program.link)]):
        tally.note("no secret in the log", fine=not secret or secret not in log, seen=f"{secret[:6]}…")


def _link_token(link: str) -> str:
    return link.partition("token=")[2]
