"""What untrusted text does to a turn: once read, it sticks, and from then on nothing leaves, changes or begins without leave.

Pure decisions over a Risk and the turn's taint; knows no storage and no channel.
"""

from typing import Literal

from app.gate.risk import Risk

Decision = Literal["run", "hold", "refuse"]


def decide(risk: Risk | None, *, tainted: bool, approved: bool, carried: bool = False, asked: bool = False) -> Decision:
    """May this call run? First row that applies wins.

    A call of unknown risk never runs. What neither changes, sends nor begins anything runs. What its user has just confirmed runs.
    A tainted turn's changes and outgoing requests wait; so does a change that can't be taken back. Where only what is still shown to the
    model was made from such text (`carried`), what keeps something more here runs (its row carries the taint), and so does a change that can
    be undone, here or in an account, and that the user's own words have `asked` for; what others get to see, and what begins a turn or a
    model's work, waits.
    """
    if risk is None:
        return "refuse"
    acts = risk.side_effect or risk.egress or risk.starts
    final = risk.side_effect and not risk.reversible
    rows: tuple[tuple[bool, Decision], ...] = (
        (not acts, "run"),
        (approved, "run"),
        (tainted, "hold"),
        (final, "hold"),
        (carried and (risk.egress or risk.starts), "hold"),
        (carried and not (asked or (risk.adds and risk.local)), "hold"),
    )
    for applies, decision in rows:
        if applies:
            return decision
    return "run"
