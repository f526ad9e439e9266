"""`POST /reflect` and `/embed-backfill`: only with the secret, what changed as JSON, and the same job however often."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.bootstrap.models import build_models
from app.bootstrap.services import Services
from app.config import Settings
from app.learning.embedding import Embedding
from app.routers import errors, maintenance
from tests.house import FixedModels, open_house, scripted, settings_in
from tests.learning.behind import Behind
from tests.learning.meanings import Meanings
from tests.learning.spoken import another_user, spoken

SECRET = {"X-Reflection-Secret": "secret of the tests"}
DOORS = (("POST", "/reflect"), ("POST", "/embed-backfill"), ("GET", "/embed-backfill"))
ANSWER = {"profile": {"you": [{"text": "Lives in Accra", "from": ["t1"]}]}}


@asynccontextmanager
async def _visitor(house: Services) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.include_router(maintenance.build_router(house))
    errors.install(app)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as visitor:
        yield visitor


@asynccontextmanager
async def _house(folder: Path, *, behind: Behind | None = None, **overrides: Any) -> AsyncIterator[Services]:
    settings: Settings = overrides.pop("settings", None) or settings_in(
        folder, reflection_secret=SECRET["X-Reflection-Secret"]
    )
    offline = build_models(settings).offline
    models = FixedModels(offline, offline, behind=scripted(behind) if behind else None)
    async with open_house(folder, settings=settings, models=models, **overrides) as house:
        yield house


@pytest.mark.parametrize(("method", "path"), DOORS)
async def test_without_a_secret_set_the_doors_are_off(tmp_path: Path, method: str, path: str) -> None:
    async with _house(tmp_path, settings=settings_in(tmp_path)) as house, _visitor(house) as visitor:
        answer = await visitor.request(method, path, headers=SECRET)
    assert (answer.status_code, answer.json()["code"]) == (404, "endpoint_off")


@pytest.mark.parametrize(("method", "path"), DOORS)
@pytest.mark.parametrize("shown", [{}, {"X-Reflection-Secret": "wrong"}, {"X-Reflection-Secret": b"\xff\xfe"}])
async def test_a_wrong_secret_opens_nothing(tmp_path: Path, method: str, path: str, shown: Any) -> None:
    behind = Behind(ANSWER)
    async with _house(tmp_path, behind=behind) as house, _visitor(house) as visitor:
        await spoken(house, "I live in Accra")
        answer = await visitor.request(method, path, headers=shown)
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_secret")
    assert behind.shown == []


async def test_a_reflection_says_what_changed_for_whom(tmp_path: Path) -> None:
    async with _house(tmp_path, behind=Behind(ANSWER)) as house, _visitor(house) as visitor:
        ben = await another_user(house)
        await spoken(house, "I live in Accra")
        await spoken(house, "I live in Tema", user_id=ben)
        answer = (await visitor.post("/reflect", headers=SECRET)).json()
        assert answer["model"] is True
        changed = {user["user_id"]: user for user in answer["users"]}
        assert changed[house.owner.id]["profile_words"] == 3
        assert changed[house.owner.id]["status"] == "reflected"
        assert changed[ben]["profile_words"] is None
        assert (await visitor.post("/reflect", headers=SECRET)).json()["users"] == []


async def test_without_a_model_a_reflection_says_so(tmp_path: Path) -> None:
    async with _house(tmp_path) as house, _visitor(house) as visitor:
        await spoken(house, "I live in Accra")
        answer = (await visitor.post("/reflect", headers=SECRET)).json()
    assert answer["model"] is False
    assert [user["status"] for user in answer["users"]] == ["no model"]


async def test_a_backfill_asked_for_twice_is_the_same_one(tmp_path: Path) -> None:
    embedder = Meanings({})
    async with _house(tmp_path, embedder=embedder) as house, _visitor(house) as visitor:
        for number in range(12):
            await spoken(house, f"turn {number}")
        first, again = [await visitor.post("/embed-backfill", headers=SECRET) for _ in range(2)]
        assert (first.status_code, first.json()) == (202, again.json())
        assert first.json()["left"] == 12
        embedding = Embedding(house.store, embedder, house.clock, rows_a_second=1_000_000)
        await embedding.catch_up()
        status = await visitor.get("/embed-backfill", headers=SECRET)
        assert (status.json()["status"], status.json()["left"]) == ("done", 0)


async def test_without_an_encoder_a_backfill_is_off(tmp_path: Path) -> None:
    async with _house(tmp_path) as house, _visitor(house) as visitor:
        answer = await visitor.post("/embed-backfill", headers=SECRET)
    assert (answer.status_code, answer.json()["status"]) == (200, "off")
