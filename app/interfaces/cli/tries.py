"""What `doctor` tries over the network: each configured model, and the bot's token. Each try is bounded, and none shows a key or an address."""

import asyncio
import logging
import uuid
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest
from pydantic_ai.models import Model, ModelRequestParameters

from app.config import Settings
from app.errors import BudgetSpent
from app.interfaces.cli.finding import Finding, State
from app.interfaces.cli.health import ago
from app.models.prices import ASSUMED_IN, ASSUMED_OUT, dollars, is_own, price_at_most
from app.models.roles import DEFAULTS, Role
from app.models.troubles import log_failure, short_of

log = logging.getLogger(__name__)
SECONDS = 8.0
_SAY = "Say OK."
_CHAT, _BEHIND, _PRICES = "model", "background models", "prices"
_NONE = (
    "offline: lists, notes, reminders, facts, dates and search work; writing, summing up and open questions need "
    "MODEL_NAME with GOOGLE_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or a local server such as ollama:…"
)
_NONE_BEHIND = "none: facts, summaries and briefings go by rules, and nothing is reflected on"
_NO_ANSWER = "no answer within {seconds:g} seconds; a model at home may still be loading"
_BROKE = "it couldn't be tried; the log says why"


@dataclass(frozen=True, slots=True)
class Tried:
    """How it is with one model, and what that means."""

    state: State
    says: str


async def chat_model(services: Any, *, online: bool) -> Finding:
    """The models of the conversation, in their order."""
    names = services.models.names("primary")
    if not names:
        return Finding(_CHAT, "off", _NONE)
    default = "" if services.settings.model_name else _by_default(services.settings)
    found = await _tried(services, "primary", names, online=online)
    return Finding(_CHAT, worst(found), f"{_told(found)}; then offline{default}")


async def background_models(services: Any, *, online: bool) -> Finding:
    """Those that learn, sum up and reflect behind the conversation, where they are others."""
    known = services.models.names("primary")
    others: dict[str, Role] = {}
    roles: tuple[Role, ...] = ("mini", "reflection")
    for role in roles:
        for name in services.models.names(role):
            if name not in known:
                others.setdefault(name, role)
    if not others:
        return Finding(_BEHIND, "ok" if known else "off", "the same" if known else _NONE_BEHIND)
    found: dict[str, Tried] = {}
    for role in roles:
        names = [name for name, first in others.items() if first == role]
        found |= await _tried(services, role, names, online=online)
    return Finding(_BEHIND, worst(found), _told(found))


async def prices(services: Any) -> Finding:
    """What a million tokens of each model cost. One without a known price is a question."""
    models: dict[str, Model] = {}
    roles: tuple[Role, ...] = ("primary", "mini", "reflection")
    for role in roles:
        models |= services.models.links(role) if services.models.names(role) else {}
    if not models:
        return Finding(_PRICES, "off", "no model that costs anything")
    unknown = [name for name, model in models.items() if _price(model) is None and not is_own(model)]
    told = [
        f"{name} {_price(model) or 'runs with you and costs nothing'}"
        for name, model in models.items()
        if name not in unknown
    ]
    if not unknown:
        return Finding(_PRICES, "ok", "; ".join(told))
    assumed = f"{dollars(ASSUMED_IN)} in and {dollars(ASSUMED_OUT)} out a million tokens"
    asked = f"no price is known for {', '.join(unknown)}: is the name right? I count {assumed}, so that MAX_DAILY_COST and its like still hold"
    return Finding(_PRICES, "off", "; ".join([asked, *told]))


def worst(found: dict[str, Tried]) -> State:
    """The state of all of them together."""
    states = [one.state for one in found.values()]
    return next((state for state in ("broken", "off") if state in states), "ok")  # pyright: ignore[reportReturnType]


def _told(found: dict[str, Tried]) -> str:
    return "; then ".join(f"{name}: {one.says}" for name, one in found.items())


async def _tried(services: Any, role: Role, names: list[str], *, online: bool) -> dict[str, Tried]:
    """All at once; none waits for another."""
    links = services.models.links(role) if names else {}
    tries = [_try(services, name, links[name]) if online else _untried(services, name) for name in names]
    return dict(zip(names, await asyncio.gather(*tries), strict=True))


async def _untried(services: Any, name: str) -> Tried:
    lately = await _lately(services, name)
    return Tried("off", f"not tried{f', {lately}' if lately else ''}")


async def _try(services: Any, name: str, model: Model) -> Tried:
    """A few tokens to it, counted like any others. What it did lately is looked at before."""
    lately = await _lately(services, name)
    before = f"; before that, {lately}" if lately else ""
    asked: list[ModelMessage] = [ModelRequest.user_text_prompt(_SAY)]
    budget = services.resources.budget
    try:
        async with (
            asyncio.timeout(SECONDS),
            budget.background(services.owner, f"doctor:{uuid.uuid4().hex}") as spending,
        ):
            try:
                await model.request(asked, None, ModelRequestParameters())
            except BudgetSpent as refusal:
                return Tried("off", f"not tried: {refusal.sentence}")
            except Exception:
                if not spending.failures:
                    raise
                return Tried("broken", f"{spending.failures[0].sentence.rstrip('.')}{before}")
    except TimeoutError:
        await budget.note(name, "too_slow")
        return Tried("broken", _NO_ANSWER.format(seconds=SECONDS) + before)
    except Exception as failure:  # noqa: BLE001 # house: a model is foreign code; the log has its kind and place
        log_failure(log, "model not tried", failure, event="doctor.model_broke", model=name)
        return Tried("broken", _BROKE)
    return Tried("ok", f"answers{before}")


async def _lately(services: Any, name: str) -> str:
    """When it answered last, and when and why it last didn't."""
    state, now = await services.store.model_states.get(name), services.clock.now()
    if state is None:
        return ""
    told = [f"last answered {ago(state.answered_at, now)}"] if state.answered_at else []
    told += [f"last failed {ago(state.failed_at, now)} ({short_of(state.trouble)})"] if state.failed_at else []
    return ", ".join(told)


def _by_default(settings: Settings) -> str:
    """Which key chose the model."""
    key = next((key for key in DEFAULTS if getattr(settings, key)), "")
    return f" ({key.upper()} chose it; MODEL_NAME names another)" if key else ""


def _price(model: Model) -> str | None:
    each = [price_at_most(model, input_tokens=a, output_tokens=b) for a, b in ((1_000, 0), (0, 1_000))]
    if None in each:
        return None
    coming, going = (1_000 * (one or 0.0) for one in each)
    return f"{dollars(coming)} in, {dollars(going)} out a million tokens"
