"""What people read of a plan: the preview before it runs, the checklist while it runs, the summary after it.

Everything keeps within one message of a chat. Shows what will be done, not only what it is called. Knows no channel.
"""

from collections.abc import Sequence

from app.planning.models import Effect, Plan, Step, StepState, StepStatus

LONGEST = 3_500
UNCERTAIN = "It isn't certain yet whether that went through."  # of a step that broke off
_TITLE, _REASON = 90, 160
_MARKS: dict[StepStatus, str] = {
    "pending": "☐",
    "running": "▶",
    "done": "✅",
    "failed": "⚠️",
    "waiting": "⏳",
    "skipped": "⏭",
}
_AFTER: dict[StepStatus, str] = {"running": "…", "waiting": " — waits for your OK", "skipped": " — left out"}
_FINAL: frozenset[Effect] = frozenset(("send", "delete"))


def preview(plan: Plan) -> str:
    """The numbered steps with what each will do, and which of them ask again."""
    room = max(0, (LONGEST - 600) // len(plan.steps) - _TITLE) if plan.steps else 0
    lines = [f"Here's how I'd do it: {_cut(plan.goal, 2 * _TITLE)}", ""]
    lines += [_step_line(number, step, room) for number, step in enumerate(plan.steps, 1)]
    final = [number for number, step in enumerate(plan.steps, 1) if step.effect in _FINAL]
    if final:
        asked = (
            f"Before anything goes out or is gone for good ({_named(final)}), I'll show you exactly what and ask again."
        )
        lines += ["", asked]
    return _within("\n".join((*lines, "", "Shall I?")))


def preview_of_calls(goal: str, steps: Sequence[StepState]) -> str:
    """The numbered steps with all that each will do, where one yes is for all of it; what was looked up for it is done already."""
    room = max(0, (LONGEST - 600) // max(1, len(steps)))
    lines = [f"Here's how I'd do it: {_cut(goal, 2 * _TITLE)}", ""]
    for number, state in enumerate(steps, 1):
        head, *rest = state.step.instruction.split("\n")
        lines.append(f"{_MARKS['done']} {number}. {head}: {state.output}" if state.is_over else f"{number}. {head}")
        lines += [f"    {line}" for line in _cut("\n".join(rest), room).split("\n") if line.strip()]
    return _within("\n".join((*lines, "", "Your yes is for all of it, just as it stands here. Shall I?")))


def checklist(goal: str, steps: Sequence[StepState]) -> str:
    """The steps with their marks, as they stand now; what failed says why."""
    lines = [f"{_MARKS[state.status]} {number}. {_title(state)}{_note(state)}" for number, state in enumerate(steps, 1)]
    return _within("\n".join((_cut(goal, 2 * _TITLE), "", *lines)))


def summary(steps: Sequence[StepState]) -> str:
    """What came of it: each finished step with what it found or did, then where it stands and what happens next."""
    told = [f"{_MARKS[state.status]} {_title(state)}" for state in steps if state.status == "skipped"]
    done = [state for state in steps if state.status == "done"]
    room = (LONGEST - 600) // max(1, len(done) + 1)
    parts = [_told(state, room) for state in done]
    return _within("\n\n".join(part for part in (*parts, *told, _standing(steps)) if part)) or "All of it is done."


def _told(state: StepState, room: int) -> str:
    title = f"{_MARKS['done']} {_title(state)}"
    output = _cut(state.output.strip(), room)
    return f"{title}\n{output}" if output else title


def _standing(steps: Sequence[StepState]) -> str:
    """The closing sentences; none where everything is done."""
    at = next((number for number, state in enumerate(steps, 1) if not state.is_over), None)
    if at is None:
        return ""
    state, rest = steps[at - 1], _rest(len(steps) - at)
    if state.output == UNCERTAIN:
        mark = _MARKS["failed"]
        return f"{mark} Whether step {at}, “{_title(state)}”, went through isn't certain. {rest}I look for it there when I go on."
    if state.status == "failed":
        reason = _cut(" ".join(state.output.split()), _REASON) or "it gave no reason."
        return f"{_MARKS['failed']} Step {at}, “{_title(state)}”, didn't work: {reason}\n{rest}I can go on from there."
    if state.status == "waiting":
        said = _cut(state.output.strip(), 4 * _REASON)
        return f"{_MARKS['waiting']} Step {at}, “{_title(state)}”, waits for your OK. {rest}".rstrip() + (
            f"\n{said}" if said else ""
        )
    return f"Stopped before step {at}, “{_title(state)}”. What is done stays done, and I can go on from there."


def _rest(left: int) -> str:
    """What is said of the steps after the one that ended a run, with a space to go on."""
    if not left:
        return ""
    return "The last step hasn't begun. " if left == 1 else f"The {left} steps after it haven't begun. "


def _step_line(number: int, step: Step, room: int) -> str:
    title = f"{number}. {_cut(step.title, _TITLE)}"
    same = step.instruction.rstrip(".").casefold() == step.title.rstrip(".").casefold()
    return title if same else f"{title}\n    {_cut(step.instruction, room)}"


def _note(state: StepState) -> str:
    if state.status == "failed":
        reason = _cut(" ".join(state.output.split()), _REASON)
        return f" — {reason}" if reason else " — didn't work"
    return _AFTER.get(state.status, "")


def _title(state: StepState) -> str:
    return _cut(state.step.title or state.step.instruction, _TITLE)


def _named(numbers: Sequence[int]) -> str:
    """ "step 2", "steps 2 and 4" """
    if len(numbers) == 1:
        return f"step {numbers[0]}"
    return f"steps {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: max(0, most - 1)].rstrip()}…"


def _within(text: str) -> str:
    return _cut(text, LONGEST)
