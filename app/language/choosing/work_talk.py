"""What a message asks behind what was shown of work, by the words of the talk alone: the one place that knows in which order these are tried. Pure."""

from app.language.choosing import work_about, work_narrowed, work_next, work_pointed
from app.language.dialogue.state import Before
from app.language.orders.plan import Clause, Reading


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that goes on from the last ones at work; None for any other message."""
    if (chosen := work_pointed.chosen(clause, before)) is not None:
        return Reading((chosen,))
    look = work_about.read(clause, before) or work_narrowed.read(clause, before)
    if look is not None and look.tool in clause.tools:
        return Reading((look,))
    return work_pointed.read(clause, before) or work_next.read(clause, before) or work_next.waited(clause, before)
