"""What the scripted model says: one row a wish. It knows only what stands in the request, so a turn that is taken up again goes on.

Ours, and it checks nothing. A row's calls are made one by one, then its answer is said; what is not in the table is answered with
`UNSCRIPTED`, which no expectation holds.
"""

import json
from dataclasses import dataclass
from typing import Any

from app.prompts.turn import split

UNSCRIPTED = "(nothing is scripted for this)"
TRANSCRIPTS = {
    b"spoken-milk": "what do I still need from the shop",
    b"spoken-walk": "note that the walk took two hours",
}
STORY = "Long ago Anansi wanted all the stories of the world, and so he went up to the sky"
Message = dict[str, Any]


def _call(tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    return tool, arguments


@dataclass(frozen=True, slots=True)
class Line:
    """`words` of the wish, in lower case; `otherwise` is said where the call found nothing; `pause` in seconds between the pieces
    of the answer. `{text}` is the wish itself."""

    words: str
    answer: str
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    otherwise: str = ""
    pause: float = 0.0


PLAN = {
    "goal": "be ready for the visa appointment",
    "steps": [
        {
            "title": "Note the appointment",
            "instruction": "save a note that the visa appointment is on Friday",
            "domain": "memory",
            "effect": "write",
        },
        {
            "title": "Tick the passport off",
            "instruction": "tick the passport off the packing list",
            "domain": "memory",
            "effect": "write",
        },
        {
            "title": "Forget the old address",
            "instruction": "forget my old address",
            "domain": "memory",
            "effect": "delete",
        },
    ],
}

LINES = (
    Line("good morning", "Good morning, Sam. All quiet so far."),
    Line("milk and eggs", "Milk and eggs are on it.", (_call("add_tasks", titles=["milk", "eggs"], list_name="shopping"),)),
    Line("sister's name is ama", "Ama, noted.", (_call("remember_fact", statement="My sister's name is Ama"),)),
    Line("my old address is", "I have that down.", (_call("remember_fact", statement="My old address is 4 Hill Road"),)),
    Line("need from the shop", "Two things from the shop: milk and eggs.", (_call("list_tasks", list_name="shopping"),)),
    Line("walk took", "The walk is in your notes.", (_call("save_note", content="The walk took two hours"),)),
    Line("what do you see", "That is a picture, {pictures} of it, and it is small."),
    Line("invoice 4711", "The paper is invoice 4711, over 320 cedis."),
    Line("for the party", "Party list, in one go: {text}"),
    Line("forget my sister", "That needs your OK first.", (_call("forget_fact", what="my sister's name"),)),
    Line("the change: parking spot 14", "It is spot 14 now; keeping it needs your OK.", (_call("save_note", content="Parking spot 14 on level 2"),)),
    Line("parking spot", "Somebody sent you a parking spot; keeping it needs your OK.", (_call("save_note", content="Parking spot 12"),)),
    Line("door code", "Somebody sent you a door code; keeping it needs your OK.", (_call("save_note", content="Door code 0000"),)),
    Line("story of anansi", " ".join(f"{STORY} ({number})." for number in range(1, 41)), pause=0.3),
    Line("bread on the shopping", "Bread is on it.", (_call("add_tasks", titles=["bread"], list_name="shopping"),)),
    Line("pack the passport", "The passport is on your packing list.", (_call("add_tasks", titles=["passport"], list_name="packing"),)),
    Line("remind me to stretch", "I'll nudge you to stretch.", (_call("set_reminder", text="stretch your back", when="in {delay} seconds"),)),
    Line("appointment is on friday", "The appointment is in your notes.", (_call("save_note", content="Visa appointment on Friday"),)),
    Line("tick the passport", "The passport is ticked off.", (_call("complete_tasks", tasks=["passport"], list_name="packing"),), "There is no passport on your packing list."),
    Line("forget my old address", "Forgetting the address needs your OK.", (_call("forget_fact", what="my old address"),)),
    Line("thank you", "Any time, Sam."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answers to one request: one call, or words."""

    words: str = ""
    call: tuple[str, str] | None = None
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands in a request: the user's words of this turn, the pictures beside them, what the calls have returned."""

    text: str
    pictures: int = 0
    returned: tuple[str, ...] = ()
    plans: bool = False


def read(body: dict[str, Any]) -> Asked:
    """The last turn of a request in the shape of chat completions."""
    messages: list[Message] = body["messages"]
    last = max(number for number, message in enumerate(messages) if message["role"] == "user")
    content = messages[last]["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    words = "\n".join(part["text"] for part in parts if part["type"] == "text")
    return Asked(
        text=split(words).text,
        pictures=sum(part["type"] == "image_url" for part in parts),
        returned=tuple(str(message["content"]) for message in messages[last:] if message["role"] == "tool"),
        plans=not body.get("tools"),
    )


def answer(asked: Asked, *, delay: int) -> Reply:
    """The next thing the model says. `delay` in seconds is when the reminder of the script is due."""
    if asked.plans:
        return Reply(json.dumps(PLAN) if "visa" in asked.text else UNSCRIPTED)
    line = next((row for row in LINES if row.words in asked.text.casefold()), None)
    if line is None:
        return Reply(f"{UNSCRIPTED} {asked.text[:80]}")
    if len(asked.returned) < len(line.calls):
        tool, arguments = line.calls[len(asked.returned)]
        return Reply(call=(tool, json.dumps(arguments).replace("{delay}", str(delay))))
    if line.otherwise and "can't find" in asked.returned[-1]:
        return Reply(line.otherwise)
    words = line.answer.format(text=" / ".join(asked.text.splitlines()), pictures=asked.pictures)
    return Reply(words, pause=line.pause)
