"""What a person is called: by what they said of themselves last, else by what the house was set up with."""

from app.language.statements.facts import name_in
from app.memory.records import User
from app.memory.repositories import Repositories

KEY = "name"
LONGEST = 60


async def own_name(store: Repositories, user: User) -> str:
    """Their name, "" where nobody knows it. What was read in other people's words is no name to greet somebody by."""
    told = [fact for fact in await store.facts.history(user.id, KEY) if fact.ended_at is None and fact.confirmed]
    names = [name_in(fact.statement)[:LONGEST] for fact in told if not fact.taint]
    return next((name for name in reversed(names) if name), "") or user.name.strip()
