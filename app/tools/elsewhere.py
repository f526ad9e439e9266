"""What tools share that reach accounts elsewhere."""

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.integrations.accounts import Accounts


def accounts_of(deps: AgentDeps) -> Accounts:
    """The house's accounts. Raises ToolProblem where a turn can't reach any."""
    if deps.accounts is None:
        raise ToolProblem("Accounts elsewhere can't be reached from here.")
    return deps.accounts
