"""The fake of Microsoft's sign-in against Microsoft's own client library, which is made to believe that it speaks with the real one."""

from collections.abc import Iterator
from typing import Any

import httpx
import msal
import pytest

from tests.fakes.vendors.oauth import CLIENT_ID, MicrosoftServer, microsoft

SCOPES = ["Mail.ReadWrite"]


class Rerouted:
    """What msal asks of login.microsoftonline.com, sent to the fake."""

    def __init__(self, server: MicrosoftServer) -> None:
        self.server = server

    def get(self, url: str, params: Any = None, headers: Any = None, **_: Any) -> httpx.Response:
        return httpx.get(self._to(url), params=params, headers=headers)

    def post(self, url: str, params: Any = None, data: Any = None, headers: Any = None, **_: Any) -> httpx.Response:
        return httpx.post(self._to(url), params=params, data=data, headers=headers)

    def close(self) -> None:
        """Nothing is open."""

    def _to(self, url: str) -> str:
        return url.replace("https://login.microsoftonline.com", self.server.url)


@pytest.fixture
def server() -> Iterator[MicrosoftServer]:
    with microsoft() as made:
        yield made


@pytest.fixture
def client(server: MicrosoftServer) -> msal.PublicClientApplication:
    return msal.PublicClientApplication(
        CLIENT_ID,
        authority="https://login.microsoftonline.com/common",
        http_client=Rerouted(server),
        instance_discovery=False,
    )


def test_microsoft_s_own_client_gets_through_the_code_flow(server: MicrosoftServer, client: Any) -> None:
    flow = client.initiate_auth_code_flow(SCOPES, redirect_uri="http://localhost:5000/", response_mode="form_post")
    back = dict(httpx.URL(server.agree(flow["auth_uri"])).params)
    found = client.acquire_token_by_auth_code_flow(flow, back)
    assert found["access_token"] in server.access
    again = client.acquire_token_by_refresh_token(found["refresh_token"], SCOPES)
    assert (again["refresh_token"] != found["refresh_token"], server.refreshes) == (True, 1)
    assert client.acquire_token_by_refresh_token(found["refresh_token"], SCOPES)["error"] == "invalid_grant"


def test_microsoft_s_own_client_gets_through_the_device_flow(server: MicrosoftServer, client: Any) -> None:
    flow = client.initiate_device_flow(SCOPES)
    assert flow["user_code"] == "F2QX7GLMN"
    server.device_says = ["authorization_pending"]
    found = client.acquire_token_by_device_flow(flow, exit_condition=lambda _: True)
    assert found["error"] == "authorization_pending"
    flow["latest_attempt_at"] = 0  # as if its five seconds had passed
    assert "access_token" in client.acquire_token_by_device_flow(flow, exit_condition=lambda _: True)
