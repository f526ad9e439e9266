"""Whether Meta takes our token for our number."""

from pathlib import Path

from pydantic import SecretStr

from app.interfaces.whatsapp.status import DEAF, OUTAGE, REFUSED, UNNUMBERED
from app.interfaces.whatsapp.trial import ELSEWHERE, NOT_APPROVED, UNASKED, UNKNOWN, number_told
from tests.fakes.graph_api import GraphApiServer, Refuse, graph_api
from tests.interfaces.whatsapp.house import whatsapp_settings


async def test_the_number_is_told_with_its_quality(tmp_path: Path, server: GraphApiServer) -> None:
    told, wrong = await number_told(whatsapp_settings(tmp_path, server), 5)
    assert wrong is None
    assert server.world.display in told.replace(" ", "").replace("-", "").replace("+", "")
    assert told.endswith("quality green)")


async def test_a_template_is_looked_up_by_its_name(tmp_path: Path, server: GraphApiServer) -> None:
    server.world.templates |= {"for_you_too": "en", "refused": "en"}
    server.world.statuses = {"refused": "REJECTED"}
    for name, language, words in (
        ("for_you", "en", "template for_you is approved"),
        ("for", "en", UNKNOWN.format(name="for")),
        ("for_you", "fr", ELSEWHERE.format(name="for_you", languages="en", language="fr")),
        ("refused", "en", NOT_APPROVED.format(name="refused", status="rejected")),
    ):
        settings = whatsapp_settings(tmp_path, server, whatsapp_template=name, whatsapp_template_language=language)
        told, wrong = await number_told(settings, 5)
        assert words in (wrong.sentence if wrong else told)


async def test_where_meta_tells_nothing_of_templates_nothing_is_wrong(tmp_path: Path, server: GraphApiServer) -> None:
    server.world.order("templates", Refuse(100))
    told, wrong = await number_told(whatsapp_settings(tmp_path, server, whatsapp_template="for_you"), 5)
    assert (wrong, told.endswith(UNASKED)) == (None, True)


async def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    async with graph_api(faults=True) as server:
        for changes, state in (
            ({"whatsapp_phone_number_id": ""}, UNNUMBERED),
            ({"whatsapp_access_token": SecretStr("wrong")}, REFUSED),
            ({"whatsapp_api_url": "http://127.0.0.1:9"}, OUTAGE),
            ({"whatsapp_app_secret": None}, DEAF),
        ):
            assert await number_told(whatsapp_settings(tmp_path, server, **changes), 5) == ("", state)
