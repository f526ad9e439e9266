"""How a call of the Graph API can fail, told apart by what is certain. No words of these hold the token, an address or a message."""


class GraphProblem(Exception):
    """A call failed."""


class WasNeverSent(GraphProblem):
    """Meta certainly didn't hear of it: no connection, or something in between refused."""


class MayBeDone(GraphProblem):
    """Nobody knows whether Meta carried it out."""


class Refused(GraphProblem):
    """Meta said no, with its code: it wasn't done. `seconds` is how long it asked to be left alone, 0 where it didn't."""

    def __init__(self, code: int, *, status: int = 400, seconds: float = 0.0) -> None:
        """The code says what is wrong; Meta's own words may quote what was sent."""
        super().__init__(f"code {code}, status {status}")
        self.code = code
        self.status = status
        self.seconds = seconds


class Busy(Refused):
    """Too many calls: nothing was taken."""


class TokenRefused(Refused):
    """The token is unknown, expired or lacks a permission."""


class TooBig(GraphProblem):
    """What was asked for is larger than wanted."""


class Gone(GraphProblem):
    """What was asked for isn't there any more, or never was."""
