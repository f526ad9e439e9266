"""Health."""

from tests.interfaces.web.house import House


async def test_health_says_what_runs_and_nothing_private(house: House) -> None:
    async with house.client() as probe:
        answer = await probe.get("/health")
        assert answer.status_code == 200
        assert answer.json() == {"status": "ok", "version": "1.2.3", "database": "sqlite"}
        assert str(house.settings.data_dir) not in answer.text
