"""How a call to Slack can fail, and what that means for a message: not taken, never taken, perhaps taken, or it is gone.

Only what is certain is called certain. Slack's own words for an error are kept where they are words; nothing else it says is, for a broken
server may say back what was sent to it.
"""

import re
from collections.abc import Mapping

from app.errors import (
    DeliveryAway,
    DeliveryError,
    DeliveryGone,
    DeliveryKeyRefused,
    DeliveryLater,
    DeliveryRefused,
    DeliveryUnknown,
)

_WORD = re.compile(r"[a-z][a-z0-9_]{1,60}")
_NO_TOKEN_PAUSE = 60.0
_OUTAGE_PAUSE = 3.0
LONGEST_PAUSE = 3600.0


class SlackProblem(Exception):
    """A call that did not do what was asked. `error` is Slack's word for it, or ours."""

    def __init__(self, method: str, error: str) -> None:
        """Both are safe to be logged."""
        super().__init__(f"{method}: {error}")
        self.method = method
        self.error = error


class Refused(SlackProblem):
    """Slack said no, and will say so again."""


class TokenRefused(SlackProblem):
    """Slack doesn't take our token, or not for this."""


class Limited(SlackProblem):
    """Too often: not done. `seconds` is how long Slack wants to be left alone."""

    def __init__(self, method: str, seconds: float) -> None:
        """At least a second, at most an hour."""
        super().__init__(method, "ratelimited")
        self.seconds = min(max(seconds, 1.0), LONGEST_PAUSE)


class Away(SlackProblem):
    """It was certainly not done; it may be later."""


class Uncertain(SlackProblem):
    """It may have been done: the answer didn't come, or says nothing."""


UNCHANGED = frozenset({"message_not_modified"})
BAD_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"})
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "cant_delete_message"})
_TOKENS = (
    "access_denied account_inactive ekm_access_denied enterprise_is_restricted invalid_auth missing_scope no_permission not_allowed_token_type "
    "not_authed org_login_required team_access_not_granted token_expired token_revoked two_factor_setup_required app_missing_action_url"
)
_KINDS: Mapping[str, type[SlackProblem]] = {
    **dict.fromkeys(_TOKENS.split(), TokenRefused),
    **dict.fromkeys(("internal_error", "fatal_error", "request_timeout"), Uncertain),
    **dict.fromkeys(("service_unavailable", "team_added_to_org", "message_limit_exceeded"), Away),
}


def problem_of(method: str, error: object, seconds: float) -> SlackProblem:
    """What an answer that isn't ok means."""
    word = error if isinstance(error, str) and _WORD.fullmatch(error) else "unnamed"
    if word in ("ratelimited", "rate_limited"):
        return Limited(method, seconds)
    return _KINDS.get(word, Refused)(method, word)


def as_delivery(problem: SlackProblem, *, repeatable: bool) -> DeliveryError:
    """The failure in the outbox's words. `repeatable`: doing it twice does no harm, so what is uncertain may be done again."""
    if isinstance(problem, Limited):
        return DeliveryLater(seconds=problem.seconds)
    if isinstance(problem, TokenRefused):
        return DeliveryKeyRefused(seconds=_NO_TOKEN_PAUSE)
    if isinstance(problem, Away) or (repeatable and isinstance(problem, Uncertain)):
        return DeliveryAway(seconds=_OUTAGE_PAUSE)
    if isinstance(problem, Uncertain):
        return DeliveryUnknown()
    return DeliveryGone(str(problem)) if problem.error in _GONE else DeliveryRefused(str(problem))
