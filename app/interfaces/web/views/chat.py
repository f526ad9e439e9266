"""What the chat page says around the talk: whom it greets, which model answers and whether it does, and what can be done."""

from typing import Any, Protocol

from app.interfaces.web.views.shell import ShellHouse
from app.learning.own_name import own_name
from app.models.roles import Models
from app.models.troubles import short_of

RULES = "No model: answers come from this machine"


class ChatHouse(ShellHouse, Protocol):
    """What it is made from."""

    @property
    def models(self) -> Models:
        """The language models."""
        ...


async def chat_values(house: ChatHouse) -> dict[str, Any]:
    """`called` is the owner's name, "" where none is known; `model` which model answers, `trouble` what is wrong with it, "" for nothing;
    `accounts` how many are connected."""
    user = await house.store.users.get(house.owner.id) or house.owner
    names = house.models.names("primary")
    return {
        "called": await own_name(house.store, user),
        "model": names[0] if names else "",
        "no_model": RULES,
        "trouble": await _trouble(house, names[0]) if names else "",
        "accounts": len(await house.store.accounts.every(user.id)),
    }


async def _trouble(house: ChatHouse, name: str) -> str:
    state = await house.store.model_states.get(name)
    return short_of(state.trouble) if state and state.is_failing else ""
