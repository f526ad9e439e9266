"""What a message asks of the services of work, in parts: by upper layers and heads of their own above the reader's lowest layers (`network.py`).

They learned from the sentences in `scripts/reader/work` (`scripts/reader/train_work.py`); "none" is all that is meant for nobody of them. The
intents' tools are rows of `orders/work_intents.toml`. Opened where a service of work is connected, and not before. Bounded as the reader is.
"""

from functools import lru_cache

from app.language.reader.network import work_network
from app.language.reader.reading import REMEMBERED, Part, read_with

NONE = "none"
_LONGEST = 600  # characters: nobody asks for less with more


@lru_cache(maxsize=REMEMBERED)
def read(text: str) -> tuple[Part, ...]:
    """The parts of a text; none where it has no word. Takes half of the reader's time for a message that it has read, all of it for another."""
    return read_with(work_network(), text[:_LONGEST])
