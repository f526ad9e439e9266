"""Whether Meta takes our token for our number."""

from pathlib import Path

from pydantic import SecretStr

from app.interfaces.whatsapp.status import DEAF, OUTAGE, REFUSED, UNNUMBERED
from app.interfaces.whatsapp.trial import number_told
from tests.fakes.graph_api import GraphApiServer, graph_api
from tests.interfaces.whatsapp.house import whatsapp_settings


async def test_the_number_is_told_with_its_quality(tmp_path: Path, server: GraphApiServer) -> None:
    told, wrong = await number_told(whatsapp_settings(tmp_path, server), 5)
    assert wrong is None
    assert server.world.display in told.replace(" ", "").replace("-", "").replace("+", "")
    assert told.endswith("quality green)")


async def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    async with graph_api(faults=True) as server:
        for changes, state in (
            ({"whatsapp_phone_number_id": ""}, UNNUMBERED),
            ({"whatsapp_access_token": SecretStr("wrong")}, REFUSED),
            ({"whatsapp_api_url": "http://127.0.0.1:9"}, OUTAGE),
            ({"whatsapp_app_secret": None}, DEAF),
        ):
            assert await number_told(whatsapp_settings(tmp_path, server, **changes), 5) == ("", state)
