"""What untrusted text does to a turn: once read, it sticks, and from then on nothing leaves or changes without leave.

Pure decisions over a Risk and the turn's taint; knows no storage and no channel.
"""

from typing import Literal

from app.gate.risk import Risk

Decision = Literal["run", "hold", "refuse"]


def decide(risk: Risk | None, *, tainted: bool, approved: bool, carried: bool = False) -> Decision:
    """May this call run? First row that applies wins.

    A call of unknown risk never runs. What neither changes nor sends anything runs. What its user has just confirmed runs.
    A tainted turn's changes and outgoing requests wait; so does a change that can't be taken back. Where only an earlier turn that
    is still shown to the model was tainted (`carried`), what stays here and can be undone runs, and what reaches outside waits.
    """
    if risk is None:
        return "refuse"
    acts = risk.side_effect or risk.egress
    final = risk.side_effect and not risk.reversible
    rows: tuple[tuple[bool, Decision], ...] = (
        (not acts, "run"),
        (approved, "run"),
        (tainted, "hold"),
        (final, "hold"),
        (carried and (risk.egress or not risk.local), "hold"),
    )
    for applies, decision in rows:
        if applies:
            return decision
    return "run"
