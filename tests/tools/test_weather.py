"""The weather, asked by words through the whole house: where, when, in which units, and what its user is asked once."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops import alerts
from tests.conversation.conftest import NOON
from tests.fakes.vendors.open_meteo import open_meteo
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell
from tests.servers.json_server import JsonServer, Status


def showers(hour: int) -> tuple[int, float, float, float]:
    """Rain tomorrow afternoon."""
    day, at = divmod(hour, 24)
    is_wet = day == 1 and 13 <= at <= 17
    return 63 if is_wet else 2, 22 + 8 * (1 - abs(at - 15) / 15), 80 if is_wet else 5, 30 if is_wet else 9


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def vendor(clock: ManualClock) -> Iterator[JsonServer]:
    with open_meteo(showers, now=clock.now) as server:
        yield server


@pytest.fixture
async def house(tmp_path: Path, vendor: JsonServer, clock: ManualClock) -> AsyncIterator[Services]:
    changes = {"web_access": True, "open_meteo_url": vendor.url, "open_meteo_places_url": vendor.url}
    settings = settings_in(tmp_path, time_zone="Africa/Accra", **changes)
    async with open_house(tmp_path, settings=settings, clock=clock) as services:
        yield services


async def test_the_place_is_asked_once_and_kept(house: Services) -> None:
    asked = await tell(house, "what's the weather like?")
    assert asked.text == "For which place? Say a town and I'll remember it as yours."
    told = await tell(house, "Accra")
    assert told.text.startswith("I'll remember: you live in Accra.\n\nIn Accra it's ")
    later = await tell(house, "and tomorrow?")
    assert later.text == (
        "Accra, tomorrow: rain, 22 to 30 °C. 80% chance of rain, most likely 13:00–18:00. Wind up to 30 km/h.\n"
        "Source: Open-Meteo."
    )
    assert [one.title for one in later.charts] == ["Accra, tomorrow", "Accra, tomorrow: chance of rain"]
    new = await tell(house, "what's the weather on Saturday?")
    assert new.text.startswith("Accra, Saturday 13 March: partly cloudy, ")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("do I need an umbrella tomorrow at 3pm in Accra?", "Yes, take an umbrella."),
        ("do I need an umbrella today in Accra?", "No, you won't need an umbrella."),
        ("will it rain tomorrow morning in Accra", "No rain to speak of."),
        ("is it windy in Accra tomorrow afternoon?", "Yes, windy: gusts of up to 48 km/h."),
        ("when does the sun set in Accra?", "The sun sets at 17:44."),
        ("faut-il un parapluie demain à Accra ?", "Oui, prends un parapluie."),
        ("weather in Nowhereville", "I can't find a place called “Nowhereville”. A bigger town nearby works."),
        ("what was the weather in Accra yesterday", "I only know the weather ahead."),
        ("weather in Accra in 3 weeks", "I can see the weather until Thursday 25 March, no further."),
    ],
)  # fmt: skip
async def test_what_is_asked_is_answered_first(house: Services, said: str, answer: str) -> None:
    assert (await tell(house, said)).text.split("\n")[0] == answer


async def test_americans_read_degrees_of_fahrenheit(tmp_path: Path, vendor: JsonServer, clock: ManualClock) -> None:
    changes = {"web_access": True, "open_meteo_url": vendor.url, "open_meteo_places_url": vendor.url}
    settings = settings_in(tmp_path, locale="en-US", **changes)
    async with open_house(tmp_path, settings=settings, clock=clock) as services:
        told = await tell(services, "weather in Accra tomorrow")
    assert "72 to 86 °F" in told.text
    assert "19 mph" in told.text


async def test_a_service_that_does_not_answer_is_said(house: Services, vendor: JsonServer) -> None:
    vendor.fault = Status(503)
    told = await tell(house, "what's the weather in Accra?")
    assert told.text == "127.0.0.1 doesn't serve that right now."


async def test_switched_off_it_asks_nobody(tmp_path: Path, vendor: JsonServer) -> None:
    async with open_house(tmp_path) as services:
        told = await tell(services, "what's the weather in Accra?")
    assert told.text == "I ask nobody outside: WEB_ACCESS is off."
    assert vendor.count == 0


async def test_rain_that_is_waited_for_is_told_once(house: Services, vendor: JsonServer, clock: ManualClock) -> None:
    await tell(house, "I live in Accra")
    said = await tell(house, "tell me if it will rain tomorrow afternoon")
    assert said.text == "I'll tell you when it looks like rain (tomorrow afternoon) (#1)."
    clock.advance(timedelta(hours=1))
    assert [(await alerts.check_due(house.ground))[0] for _ in range(3)] == [1, 0, 0]
    [rule] = await house.store.alert_rules.list(house.owner.id)
    assert rule.fired_because.startswith("Accra, tomorrow, 12:00–18:00: rain, ")
    assert "80% chance of rain" in rule.fired_because


async def test_dry_days_are_no_news_and_a_silent_service_holds_up_nothing(house: Services, vendor: JsonServer) -> None:
    await tell(house, "let me know when it snows in Accra")
    assert (await alerts.check_due(house.ground))[0] == 0
    vendor.fault = Status(500)
    assert (await alerts.check_due(house.ground))[0] == 0


async def test_a_home_told_after_a_page_was_read_is_known_with_whose_words_those_were(house: Services) -> None:
    home = {"statement": "I live in Accra", "confidence": 1.0, "source": "user", "confirmed": True}
    await house.store.facts.add(
        house.owner.id, key="home", turn_id=None, taint=["site page.example"], at=house.clock.now(), **home
    )
    assert (await tell(house, "what's the weather tomorrow?")).text.startswith("Accra, tomorrow: rain")
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert "site page.example" in turn.taint


async def test_the_briefing_tells_it(house: Services) -> None:
    await tell(house, "I live in Accra")
    assert "The weather today: Partly cloudy, " in (await tell(house, "brief me")).text


async def test_what_a_service_calls_a_place_taints_and_ones_own_place_does_not(
    tmp_path: Path, vendor: JsonServer, clock: ManualClock
) -> None:
    def script(messages: list[ModelMessage]) -> ModelResponse:
        done = done_calls(messages)
        if len(done) == 0:
            said = str(messages[-1])
            return calls("get_weather", place="Paris" if "Paris" in said else "Accra", when="tomorrow")
        if len(done) == 1:
            return calls("set_reminder", text="coat", when="tomorrow at 8")
        return says("done")

    changes = {"web_access": True, "open_meteo_url": vendor.url, "open_meteo_places_url": vendor.url}
    settings = settings_in(tmp_path, time_zone="Africa/Accra", **changes)
    async with open_house(tmp_path, model=scripted(script), settings=settings, clock=clock) as services:
        await tell(services, "coat for Accra")
        assert len(await services.store.reminders.list(services.owner.id)) == 1
        await tell(services, "coat for Paris")
        assert len(await services.store.reminders.list(services.owner.id)) == 1
        assert len(await services.store.pending.waiting(services.owner.id, clock.now())) == 1


@pytest.mark.parametrize(
    ("day", "last"),
    [("2027-03-10", "Sunday 14"), ("2027-03-12", "Sunday 14"), ("2027-03-13", "Friday 19"), ("2027-03-14", "Saturday 20")],
)  # fmt: skip
async def test_of_a_week_that_is_nearly_over_the_next_seven_days_are_told(
    house: Services, clock: ManualClock, day: str, last: str
) -> None:
    clock.set(NOON.fromisoformat(f"{day}T09:00:00+00:00"))
    said = (await tell(house, "what's the weather this week in Accra?")).text.split("\n")
    assert said[-2].startswith(f"- {last}: ")


async def test_other_degrees_are_told_when_they_are_asked_for(house: Services) -> None:
    assert "°F" not in (await tell(house, "what's the weather in Accra tomorrow?")).text
    told = (await tell(house, "in fahrenheit please")).text
    assert told.startswith("Accra, tomorrow: rain, 72 to 86 °F.")
    assert "mph" in told


async def test_a_place_is_found_though_a_word_beside_it_is_none(tmp_path: Path, vendor: JsonServer) -> None:
    model = scripted(
        lambda messages: says("There.") if done_calls(messages) else calls("get_weather", place="Accra, drones")
    )
    changes = {"web_access": True, "open_meteo_url": vendor.url, "open_meteo_places_url": vendor.url}
    settings = settings_in(tmp_path, time_zone="Africa/Accra", **changes)
    async with open_house(tmp_path, settings=settings, model=model, clock=ManualClock(NOON)) as services:
        reply = await tell(services, "is it too windy for drones in Accra?")
        [messages] = (await services.store.turns.messages(services.owner.id, [reply.turn_id])).values()
    assert "can't find" not in str(messages)
    assert "In Accra it's" in str(messages)


async def test_an_alert_is_confirmed_in_the_language_it_was_asked_in(house: Services) -> None:
    told = await tell(house, "préviens-moi s'il pleut demain matin à Kumasi")
    assert told.text.startswith("Je te préviens quand la pluie s'annonce à Kumasi")
