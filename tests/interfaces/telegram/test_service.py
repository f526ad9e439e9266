"""The bot as a part of the house: it starts without Telegram, survives it, shares the work and stops at once."""

import asyncio
import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.conversation.commands import COMMANDS
from app.conversation.delivery import AGAIN
from app.errors import StorageBusy
from app.interfaces.pushed.duty import lease_of, status_told
from app.interfaces.pushed.status import STANDING_BY
from app.interfaces.telegram.service import telegram_service
from app.interfaces.telegram.status import OUTAGE, POLLING, REFUSED
from app.memory.repositories.outbox import Outbox
from app.messages import OutboundMessage
from app.observability import start_logging
from tests.charts.drawn import nights, week
from tests.fakes.bot_api import TOKEN, Tester, bot_api
from tests.house import open_house, says, scripted
from tests.interfaces.telegram.house import ANA, BotHouse, bot_house, bot_settings, until

YES = scripted(lambda _: says("Good morning, *Ana*."))
ELSEWHERE = "another-host|1|1|1"


async def test_a_message_is_answered_in_its_placeholder(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.says("hello")
        shown = await api.until_said(ANA, "Good morning, Ana.")
        assert shown.texts[0] == "…"
        assert len(await api.said(ANA)) == 1


async def test_the_commands_are_offered(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        await until(lambda: api.calls("setMyCommands"))
        [offered] = (await api.state())["commands"].values()
        assert [row["command"] for row in offered] == [row.name for row in COMMANDS]
        assert house.telegram.is_ready


async def test_what_was_said_while_the_house_was_away_is_answered(tmp_path: Path, api: Tester) -> None:
    await api.person(ANA).says("are you there?")
    async with bot_house(tmp_path, api, model=YES):
        await api.until_said(ANA, "Good morning, Ana.")


async def test_the_house_is_open_while_telegram_is_down(tmp_path: Path) -> None:
    async with bot_api() as api:
        await api.do("outage", seconds=1.5)
        await asyncio.sleep(0.1)
        async with bot_house(tmp_path, api, model=YES) as house:
            await until(lambda: house.telegram.state == OUTAGE)
            assert not house.telegram.is_ready
            await until(lambda: house.telegram.state == POLLING)
            await house.ana.says("hello")
            await api.until_said(ANA, "Good morning, Ana.")


async def test_an_answer_waits_for_the_end_of_an_outage(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        await house.ana.says("hello")
        await api.do("outage", seconds=1.0)
        await api.until_said(ANA, "Good morning, Ana.", seconds=20)


async def test_a_wrong_token_is_said_once_and_never_shown(
    tmp_path: Path, api: Tester, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = "77:AAwrongwrongwrongwrongwrongwrongwro"
    async with bot_house(tmp_path, api, telegram_bot_token=SecretStr(wrong)) as house:
        await until(lambda: house.telegram.state == REFUSED)
        await until(lambda: _told(house))
        said = [record for record in caplog.records if getattr(record, "event", "") == "telegram.state"]
        assert len(said) == 1
        assert wrong not in caplog.text


async def _told(house: BotHouse) -> bool:
    return (await status_told(house.services.store, house.services.clock, "telegram")).sentence == REFUSED.sentence


async def test_a_token_revoked_while_running_is_noticed_and_the_house_goes_on(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        await api.do("revoke")
        await until(lambda: house.telegram.state == REFUSED)
        assert await house.services.store.users.get("owner")


async def test_the_token_is_in_no_log(tmp_path: Path, api: Tester) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    start_logging("debug", "file", tmp_path / "log")
    try:
        async with bot_house(tmp_path, api, model=YES) as house:
            await api.order("drop_before", "sendMessage")
            await api.order("refuse", "editMessageText", code=500)
            await house.ana.says("hello")
            await api.until_said(ANA, "Good morning, Ana.", seconds=20)
            await api.do("outage", seconds=0.3)
            await until(lambda: house.telegram.state == OUTAGE)
            await until(lambda: house.telegram.state == POLLING)
            await api.do("revoke")
            await until(lambda: house.telegram.state == REFUSED)
    finally:
        logging.basicConfig(handlers=before, level=level, force=True)
    log = (tmp_path / "log" / "kwasi.log").read_text("utf-8")
    assert "telegram.state" in log
    assert TOKEN not in log
    assert TOKEN.partition(":")[2] not in log


async def test_one_of_two_processes_does_the_work_and_the_other_takes_over(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        async with bot_house(tmp_path, api, model=YES, holder=ELSEWHERE) as other:
            await until(lambda: other.telegram.state == STANDING_BY)
            await house.ana.says("hello")
            await api.until_said(ANA, "Good morning, Ana.")
            await house.telegram.stop()
            await until(lambda: other.telegram.state == POLLING)
            second = await house.ana.says("and now?")
            await api.until_said(ANA, "Good morning, Ana.", after=second["message"]["message_id"])
    assert len(await api.said(ANA)) == 2


async def test_the_lease_of_another_host_is_respected_until_it_ends(tmp_path: Path, api: Tester) -> None:
    async with open_house(tmp_path, settings=bot_settings(tmp_path, api)) as services:
        now = services.clock.now()
        await services.store.leases.acquire(
            lease_of("telegram"), ELSEWHERE, now=now, ttl=timedelta(seconds=1), info={"status": "up"}
        )
        assert (await status_told(services.store, services.clock, "telegram")).sentence == "up"
        bot = telegram_service(services, holder="here|1|1|1")
        bot.start()
        await until(lambda: bot.state == STANDING_BY)
        await until(lambda: bot.state == POLLING)
        await bot.stop()
        assert await services.store.leases.get(lease_of("telegram")) is None


async def test_a_message_that_storage_refuses_comes_again(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        database = house.services.database
        await database.execute("ALTER TABLE inbox RENAME TO inbox_away")
        await house.ana.says("hello")
        await asyncio.sleep(0.3)
        assert len((await api.state())["waiting"]) == 1
        await database.execute("ALTER TABLE inbox_away RENAME TO inbox")
        await api.until_said(ANA, "Good morning, Ana.")


async def test_a_storage_that_is_busy_as_something_was_sent_holds_up_nothing_behind_it(
    tmp_path: Path, api: Tester, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, failures = Outbox.sent, [StorageBusy()]

    async def busy_once(outbox: Outbox, entry_id: int, at: datetime, *, revision: int) -> bool:
        if failures:
            raise failures.pop()
        return await kept(outbox, entry_id, at, revision=revision)

    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        monkeypatch.setattr(Outbox, "sent", busy_once)
        first = await house.ana.says("hello")
        await api.until_said(ANA, "Good morning, Ana.")
        await house.ana.says("and now?")
        await api.until_said(ANA, "Good morning, Ana.", after=first["message"]["message_id"] + 1)
        await until(lambda: _count(api, 2))
    assert not failures
    assert len(await api.said(ANA)) == 2


async def test_it_stops_at_once(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: api.calls("getUpdates"))
        async with asyncio.timeout(3):
            await house.telegram.stop()


async def test_what_is_being_sent_when_it_stops_arrives_once(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        await until(lambda: api.calls("setMyCommands"))
        await api.order("delay_after", "sendMessage", seconds=0.5)
        await house.ana.says("/help")
        await api.until_said(ANA, "/tasks")
    async with bot_house(tmp_path, api) as house:
        await house.ana.says("/usage")
        await until(lambda: _count(api, 2))
    assert len([shown for shown in await api.said(ANA) if "/tasks" in shown.text]) == 1


async def _count(api: Tester, count: int) -> bool:
    return len(await api.said(ANA)) >= count


async def test_it_can_be_stopped_before_it_began(tmp_path: Path, api: Tester) -> None:
    async with open_house(tmp_path, settings=bot_settings(tmp_path, api)) as services:
        await telegram_service(services, holder="here|1|1|1").stop()


async def test_by_webhook_telegram_is_told_where_to_call(tmp_path: Path, api: Tester) -> None:
    address = "http://127.0.0.1:9/webhooks/telegram"
    async with bot_house(
        tmp_path, api, telegram_webhook_url=address, telegram_webhook_secret=SecretStr("agreed-with-telegram")
    ) as house:
        await until(lambda: house.telegram.state.name == "webhook")
        [call] = await api.calls("setWebhook")
        assert (call["parameters"]["url"], call["parameters"]["secret_token"]) == (address, "agreed-with-telegram")
        assert await api.calls("getUpdates") == []


async def test_an_update_by_webhook_is_like_any_other(tmp_path: Path, api: Tester) -> None:
    address = "http://127.0.0.1:9/webhooks/telegram"
    async with bot_house(
        tmp_path,
        api,
        model=YES,
        telegram_webhook_url=address,
        telegram_webhook_secret=SecretStr("agreed-with-telegram"),
    ) as house:
        await until(lambda: house.telegram.state.name == "webhook")
        update = await house.ana.says("hello")
        for _ in range(2):
            await house.telegram.take(update)
        await api.until_said(ANA, "Good morning, Ana.")
        assert len(await api.said(ANA)) == 1


async def test_a_picture_follows_its_words_once_also_when_its_answer_is_lost(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        await house.ana.says("hello")
        answer = await api.until_said(ANA, "Good morning, Ana.")
        await api.order("drop_after", "sendPhoto")
        services = house.services
        await services.conversation.mailroom.say(
            OutboundMessage(services.owner.id, "telegram", "k", "Well.", address=str(ANA), charts=(nights(), week())),
            services.clock.now(),
        )
        await api.until_said(ANA, week().alt)
        said = [shown for shown in await api.said(ANA) if shown.id > answer.id]
    assert [(shown.text, "photo" in shown.message) for shown in said] == [
        ("Well.", False),
        (nights().alt, True),
        (f"{AGAIN}\n\n{nights().alt}", True),
        (week().alt, True),
    ]


async def test_a_token_that_is_refused_for_messages_alone_is_told_while_polls_succeed(
    tmp_path: Path, api: Tester
) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        await api.order("refuse", "sendMessage", code=401, description="Unauthorized", times=1000)
        await house.ana.says("hello")
        await until(lambda: house.telegram.state == REFUSED)
        await until(lambda: _is_wrong(house))


async def test_the_end_of_an_outage_is_not_waited_for_twice(tmp_path: Path, api: Tester) -> None:
    """However long a message was told to wait for its next attempt: here an hour."""
    async with bot_house(tmp_path, api, model=YES) as house:
        await until(lambda: house.telegram.state == POLLING)
        services = house.services
        await house.ana.meets()
        await api.do("outage", seconds=5.0)  # long enough to be met on a busy machine
        await until(lambda: house.telegram.state == OUTAGE)
        notice = OutboundMessage(services.owner.id, "telegram", "reminder", "Take the bread out.", address=str(ANA))
        await services.conversation.mailroom.say(notice, services.clock.now())
        await until(lambda: _was_tried(house))
        later = services.clock.now() + timedelta(hours=1)
        await services.database.execute(
            "UPDATE outbox SET next_attempt_at = $1 WHERE key = 'reminder' AND status = 'pending'", later
        )
        await api.until_said(ANA, "Take the bread out.", seconds=20)


async def _is_wrong(house: BotHouse) -> bool:
    return (await status_told(house.services.store, house.services.clock, "telegram")).wrong


async def _was_tried(house: BotHouse) -> bool:
    entry = await house.services.store.outbox.get_by_key(house.services.owner.id, "reminder")
    return entry is not None and entry.attempts > 0 and entry.status == "pending"
