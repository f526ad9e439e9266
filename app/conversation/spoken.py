"""Which language a conversation is held in, by what its user said last. What is asked and what came of a tap is said in it."""

from app.language.questions import spoken_in
from app.memory.repositories import Repositories
from app.prompts.turn import own_part

_HEARD = 10  # turns back


async def language_of(store: Repositories, user_id: str, *words: str) -> str:
    """Such as "fr"; `words` are what they say now, which no turn holds yet."""
    earlier = await store.turns.recent(user_id, _HEARD)
    return spoken_in((*(own_part(one.text) for one in earlier), *words))
