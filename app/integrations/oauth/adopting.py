"""Accounts given by the environment: a refresh token that a setting holds becomes an account of the owner, where none of its name is there."""

import logging

from app.config import Settings
from app.errors import AssistantError
from app.integrations.accounts import Accounts
from app.integrations.oauth.signing_in import SigningIn, Wish
from app.memory.records import Account

log = logging.getLogger(__name__)

# A setting, the vendor whose token it holds, and what the account is called.
_GIVEN = (
    ("google_drive_refresh_token", "google", "personal"),
    ("google_drive_work_refresh_token", "google", "work"),
)


async def adopt(settings: Settings, accounts: Accounts, signing_in: SigningIn, user_id: str) -> list[Account]:
    """Those that were made. What fails is written in the log, without the token, and tried again at the next start."""
    made: list[Account] = []
    for name, vendor, label in _GIVEN:
        token = getattr(settings, name)
        known = [one for one in await accounts.every(user_id) if (one.provider, one.label) == (vendor, label)]
        if token is None or known:
            continue
        try:
            made.append(await signing_in.adopt(user_id, Wish(vendor, label=label), token.get_secret_value()))
        except AssistantError as problem:
            told = {"event": "oauth.not_adopted", "setting": name.upper(), "problem": type(problem).__name__}
            log.warning("an account of the environment was not connected", extra=told)
    return made
