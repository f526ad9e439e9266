"""A message whose first half is for a service of work and whose second is for nobody here: "merge the dark mode PR and order pizza". Pure."""

import re
from dataclasses import replace
from itertools import islice

from app.language.choosing import work
from app.language.choosing.parts import Understood
from app.language.choosing.windows import WINDOW, parts_of
from app.language.dialogue.state import Before
from app.language.orders.plan import Clause

_AND = re.compile(r",? (?:and|et) (?:then |also |puis |aussi )?", re.IGNORECASE)
_MOST = 3
_NOT_HERE, _PLAINLY = frozenset(("order", "play", "home")), 0.85


def read(clause: Clause, before: Before) -> Understood | None:
    """What the first half asks for, and the second as what isn't done; None for any other message."""
    for cut in islice(_AND.finditer(clause.text), _MOST) if len(clause.text) <= WINDOW else ():
        rest = list(parts_of(clause.text[cut.end() :]))
        if not rest or not all(part.intent in _NOT_HERE and part.sure >= _PLAINLY for part in rest):
            continue
        if (first := work.order_of(replace(clause, text=clause.text[: cut.start()]), before)) is not None:
            return Understood((first,), tuple(rest))
    return None
