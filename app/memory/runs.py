"""The ids of what runs within a turn: a worker's run, made from the turn that set it to work, so that the same request in a resumed turn is the same run;
and a step of a plan. Pure."""

PREFIX = "worker:"


def run_id(turn_id: str, worker_id: int, number: int) -> str:
    """The run of that worker which the turn asked for; `number` counts its runs within the turn, from 0."""
    return f"{runs_of(turn_id)}{worker_id}.{number}"


def runs_of(turn_id: str) -> str:
    """How the ids of all runs begin that a turn asked for."""
    return f"{PREFIX}{turn_id}:"


def asking_turn(turn_id: str) -> str:
    """The turn that set the worker to work whose run this is; any other id as it is."""
    return turn_id.removeprefix(PREFIX).rpartition(":")[0] if turn_id.startswith(PREFIX) else turn_id


def step_of(plan_id: str, number: int) -> str:
    """A step of a plan, counted from 0; the same at each attempt."""
    return f"plan:{plan_id}:{number}"


def plan_of(turn_id: str) -> str | None:
    """The plan that a step's turn id ("plan:<plan>:<number>"), or that of a worker which the step set to work, belongs to."""
    turn_id = asking_turn(turn_id)
    return turn_id.split(":")[1] if turn_id.startswith("plan:") and turn_id.count(":") == 2 else None
