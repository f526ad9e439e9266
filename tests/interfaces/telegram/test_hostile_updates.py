"""Updates that nobody would send, made of ones that Telegram does: each is answered without a 5xx, and the bot lives on."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from app.config import Settings
from app.routers import errors, webhooks
from scripts.prove.fuzz_http import mutations
from tests.fakes.bot_api import Tester
from tests.house import says, scripted
from tests.interfaces.telegram.house import ANA, bot_house, until
from tests.interfaces.telegram.payload import ADA, BOB, entity, file

SECRET = "agreed-with-telegram"
SHOWN = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json"}
SENT = 1_800_000_000
CHAT = {"id": ANA, "type": "private", "first_name": "Ana"}
SENDER = {"id": ANA, "is_bot": False, "first_name": "Ana", "language_code": "en"}
BASE = {"message_id": 5, "date": SENT, "chat": CHAT, "from": SENDER}
TEXT = "look at https://example.com and remind me"
PHOTO = [file(width=90, height=90, file_size=1_000), file(width=800, height=800, file_size=90_000)]
FORWARD = {"type": "user", "sender_user": BOB, "date": SENT}
REAL: dict[str, dict[str, Any]] = {
    "words": {"message": {**BASE, "text": TEXT, "entities": [entity("url", TEXT, "https://example.com")]}},
    "picture": {"message": {**BASE, "photo": PHOTO, "caption": "my garden", "forward_origin": FORWARD}},
    "voice": {"message": {**BASE, "voice": file(duration=3, mime_type="audio/ogg", file_size=9_000)}},
    "answer": {
        "edited_message": {**BASE, "edit_date": SENT + 9, "text": "no", "reply_to_message": {**BASE, "text": "yes?"}}
    },
    "tap": {"callback_query": {"id": "1", "from": SENDER, "chat_instance": "2", "data": "ok|x", "message": BASE}},
    "command": {"message": {**BASE, "text": "/tasks", "entities": [entity("bot_command", "/tasks", "/tasks")]}},
    "joined": {"my_chat_member": {"chat": CHAT, "from": ADA, "date": SENT}},
}
EACH = 25


@pytest.mark.parametrize("kind", REAL)
async def test_no_update_breaks_the_door(tmp_path: Path, api: Tester, kind: str) -> None:
    async with bot_house(tmp_path, api, model=scripted(lambda _: says("Yes."))) as house:
        await until(lambda: house.telegram.is_ready)
        settings = Settings(
            telegram_webhook_url="https://me.example/webhooks/telegram", telegram_webhook_secret=SecretStr(SECRET)
        )
        app = FastAPI(openapi_url=None)
        app.include_router(webhooks.build_router(settings, {"telegram": house.telegram}, house.services.clock))
        errors.install(app)
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://me.example") as telegram:
            for number, body in enumerate(mutations({"update_id": 1, **REAL[kind]}, EACH, seed=len(kind))):
                answer = await telegram.post("/webhooks/telegram", content=body, headers=SHOWN)
                assert answer.status_code in (200, 400), (number, body)
            honest = {"update_id": 2, "message": {**BASE, "message_id": 999, "text": "an honest one"}}
            answer = await telegram.post("/webhooks/telegram", content=json.dumps(honest), headers=SHOWN)
        assert answer.status_code == 200
        entry = await house.services.store.inbox.find("owner", "telegram", f"{ANA}:999")
        assert entry is not None
        assert entry.text == "an honest one"
