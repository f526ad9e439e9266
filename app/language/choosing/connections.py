"""What is asked of one's accounts elsewhere, from sentences in `connections.toml`: to connect one, let one go, see which there are. Pure."""

from app.language.choosing import sentences
from app.language.orders.plan import Call, Clause, Reading

STATUS = "connection_status"
_LONGEST = 100  # characters: whoever wants an account connected says so briefly


def read(clause: Clause) -> Reading | None:
    """The call that says how; None where it is none of these sentences."""
    said = sentences.tidy(clause.text)
    if STATUS not in clause.tools or len(said) > _LONGEST:
        return None
    best = sentences.best(said, {""}, sentences.templates("connections"))
    return Reading((Call(STATUS, {"service": best.name}),)) if best else None
