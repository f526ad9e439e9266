"""Settings of houses that are known at the tests' vendors, and an account signed in to there."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import SecretStr

from app.bootstrap.services import Services
from app.config import Settings
from app.integrations.oauth.signing_in import Wish, state_of
from app.integrations.oauth.tokens import StoredTokens
from app.memory.records import Account
from tests.fakes.vendors.oauth import CLIENT_ID, MicrosoftServer
from tests.house import settings_in
from tests.servers import emulate

BACK = "http://localhost/"


def at_google(folder: Path, server: emulate.Emulate, **changes: Any) -> Settings:
    """A house that is known at emulate."""
    secret = SecretStr(emulate.CLIENT_SECRET)
    known = {"google_client_id": emulate.CLIENT_ID, "google_client_secret": secret}
    places = {"google_accounts_url": server.url, "google_api_url": server.url}
    return settings_in(folder, **{**known, **places, **changes})


def at_microsoft(folder: Path, server: MicrosoftServer, **changes: Any) -> Settings:
    """A house that is known at the fake of Microsoft."""
    places = {"microsoft_login_url": server.url, "microsoft_graph_url": server.url}
    return settings_in(folder, **{"microsoft_client_id": CLIENT_ID, **places, **changes})


def params_of(address: str) -> dict[str, str]:
    """Those of the address that a browser ended at."""
    return dict(parse_qsl(urlsplit(address).query))


async def connected(house: Services, server: MicrosoftServer, wish: Wish | None = None) -> Account:
    """Ana's Microsoft account, signed in to by her."""
    link = await house.signing_in.begin(house.owner.id, wish or Wish("microsoft"), BACK)
    return await house.signing_in.finish(house.owner.id, state_of(link), params_of(server.agree(link)))


async def opens(house: Services, account: Account, refused: str = "") -> str:
    """What opens it now, as a process that has just started finds it."""
    tokens = StoredTokens(house.settings, house.vault, house.store.leases, house.clock)
    return (await tokens.token(account, refused)).get_secret_value()
