"""Which pushed channels run, and where the files are fetched that are still at one."""

from pathlib import Path

from app.bootstrap.channels import build_files
from tests.fakes.bot_api import Tester, bot_api
from tests.house import open_house, settings_in
from tests.interfaces.telegram.house import ANA, bot_settings, until

PLAN = b"%PDF-1.7 a plan"


async def sent(api: Tester) -> str:
    """What a document that Ana sent is kept under."""
    update = await api.person(ANA).sends("document", PLAN, file_name="plan.pdf")
    return f"telegram:{update['message']['document']['file_id']}"


async def connections(api: Tester) -> int:
    """How many are open at Telegram's end."""
    return (await api.state())["connections"]


async def _none_is_left(api: Tester) -> bool:
    return await connections(api) == 0


def test_without_a_token_there_is_nowhere_to_fetch_from(tmp_path: Path) -> None:
    assert build_files(settings_in(tmp_path)) == {}


async def test_once_the_house_is_closed_nothing_is_connected_to_telegram(tmp_path: Path) -> None:
    async with bot_api() as api:
        async with open_house(tmp_path, settings=bot_settings(tmp_path, api)) as house:
            assert await house.resources.files["telegram"].fetch(await sent(api)) == PLAN
            assert await connections(api) == 1
        await until(lambda: _none_is_left(api))


async def test_what_was_never_asked_for_a_file_is_closed_as_well(tmp_path: Path) -> None:
    async with bot_api() as api:
        await build_files(bot_settings(tmp_path, api))["telegram"].close()
