"""Accounts given by the environment: a token that a setting holds becomes an account of the owner, where none of its name is there."""

import logging
from pathlib import Path

from app.config import Settings
from app.errors import AssistantError
from app.integrations.accounts import Accounts
from app.integrations.oauth.signing_in import SigningIn, Wish
from app.integrations.oauth.vendors import VENDORS, offered
from app.integrations.tokens import TokenLogin, connect_token
from app.memory.records import Account

log = logging.getLogger(__name__)

# A setting, the vendor whose refresh token it holds, and what the account is called.
_GIVEN = (
    ("google_drive_refresh_token", "google", "personal"),
    ("google_drive_work_refresh_token", "google", "work"),
)
# A setting with a token that its user made, its vendor, and the settings that say where and whose it is.
_TOKENS = (
    ("github_token", "github", "github_api_url", ""),
    ("gitea_token", "gitea", "gitea_url", ""),
    ("slack_user_token", "slack", "slack_api_url", ""),
    ("jira_api_token", "jira", "jira_base_url", "jira_email"),
)


async def adopt(settings: Settings, accounts: Accounts, signing_in: SigningIn, user_id: str) -> list[Account]:
    """Those that were made. What fails is written in the log, without the token, and tried again at the next start."""
    made: list[Account] = []
    for name, vendor, label in _GIVEN:
        token = getattr(settings, name)
        known = [one for one in await accounts.every(user_id) if (one.provider, one.label) == (vendor, label)]
        if token is None or known:
            await _let_into_more(accounts, known)
            continue
        try:
            made.append(await signing_in.adopt(user_id, Wish(vendor, label=label), token.get_secret_value()))
        except AssistantError as problem:
            _not_adopted(name, problem)
    return [*made, *await _adopt_tokens(settings, accounts, user_id), *await _adopt_folder(settings, accounts, user_id)]


async def _let_into_more(accounts: Accounts, known: list[Account]) -> None:
    """What accounts may be asked for since a newer version, where the permission that was given says so."""
    for one in known:
        allowed = offered(VENDORS[one.provider], one.scopes)
        if set(allowed) - set(one.settings.get("offers", allowed)):
            await accounts.let_into(one, allowed)


async def _adopt_folder(settings: Settings, accounts: Accounts, user_id: str) -> list[Account]:
    """The folder for files that a setting names; another one, or one that is named no more, goes."""
    wanted = _whole(settings.files_folder.strip())
    known = [one for one in await accounts.every(user_id) if one.provider == "folder"]
    for one in known:
        if one.settings.get("folder") != wanted:
            await accounts.disconnect(user_id, one)
    if not wanted or any(one.settings.get("folder") == wanted for one in known):
        return []
    kept = {"folder": wanted, "origin": "files_folder"}
    return [await accounts.keep(user_id, "folder", wanted, secrets={}, settings=kept, label=Path(wanted).name)]


def _whole(path: str) -> str:
    """A path from the root on; "" for none."""
    return str(Path(path).expanduser().absolute()) if path else ""


async def _adopt_tokens(settings: Settings, accounts: Accounts, user_id: str) -> list[Account]:
    """Those of tokens; one whose setting has another token than the account it made is mended."""
    made: list[Account] = []
    for name, vendor, url, user in _TOKENS:
        token = getattr(settings, name)
        if token is None or await _is_kept(accounts, user_id, name, token.get_secret_value().strip()):
            continue
        where, whose = getattr(settings, url) if url else "", getattr(settings, user) if user else ""
        try:
            given = TokenLogin(vendor, token, url=where, user=whose)
            made.append(await connect_token(accounts, user_id, given, origin=name))
        except AssistantError as problem:
            _not_adopted(name, problem)
    return made


async def _is_kept(accounts: Accounts, user_id: str, setting: str, token: str) -> bool:
    known = [one for one in await accounts.every(user_id) if one.settings.get("origin") == setting]
    return any([await accounts.is_opened_by(one, token) for one in known])


def _not_adopted(setting: str, problem: AssistantError) -> None:
    told = {"event": "account.not_adopted", "setting": setting.upper(), "problem": type(problem).__name__}
    log.warning("an account of the environment was not connected", extra=told)
