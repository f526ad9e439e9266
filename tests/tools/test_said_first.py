"""Where somebody is told things first: chosen in plain words, refused with what to do about it, taken back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.errors import ToolProblem
from app.language.saying import in_language
from app.tools import reminders, said_first
from app.tools.undo import undo_entry
from tests.tools.conftest import NOON, Desk

PUSHED = {"telegram": None, "whatsapp": timedelta(hours=24)}


async def _on(desk: Desk, *channels: str) -> Desk:
    """The same desk where two channels are on, known on some."""
    for channel in channels:
        await desk.deps.store.users.link(desk.deps.user.id, channel, "1", NOON)
    return Desk(replace(desk.deps, pushed=PUSHED))


async def _kept(desk: Desk) -> object:
    user = await desk.deps.store.users.get(desk.deps.user.id)
    assert user is not None
    return user.settings.get("said_first_on")


@pytest.mark.parametrize("said", ["telegram", "Telegram", " on Telegram ", "my telegram"])
async def test_a_channel_is_chosen_as_people_name_it(desk: Desk, said: str) -> None:
    desk = await _on(desk, "telegram")
    assert (await said_first.set_channel(desk.ctx, said)).text == "What I say first goes to Telegram."
    assert await _kept(desk) == "telegram"
    assert (await said_first.set_channel(desk.ctx)).text == f"What I say first goes to Telegram.\n{said_first.HELP}"


@pytest.mark.parametrize("said", ["any", "wherever I wrote last", "off", "none"])
async def test_it_can_be_left_to_where_they_wrote_last(desk: Desk, said: str) -> None:
    desk = await _on(desk, "telegram")
    await said_first.set_channel(desk.ctx, "telegram")
    assert (await said_first.set_channel(desk.ctx, said)).text == said_first.LAST
    assert await _kept(desk) is None


async def test_a_channel_that_takes_words_only_for_a_while_is_chosen_with_that_said(desk: Desk) -> None:
    desk = await _on(desk, "whatsapp")
    assert "within 24 hours" in (await said_first.set_channel(desk.ctx, "whatsapp")).text


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("slack", "Slack isn't set up here. Nothing has changed."),
        ("whatsapp", "`./scripts/run link whatsapp`"),
        ("pigeon post", "I can't write on “pigeon post”. What is switched on here: Telegram, WhatsApp."),
    ],
)
async def test_one_that_can_not_be_is_refused_with_why(desk: Desk, said: str, why: str) -> None:
    desk = await _on(desk, "telegram")
    await said_first.set_channel(desk.ctx, "telegram")
    with pytest.raises(ToolProblem) as problem:
        await said_first.set_channel(desk.ctx, said)
    assert why in problem.value.sentence
    assert await _kept(desk) == "telegram"


async def test_a_choice_is_taken_back(desk: Desk) -> None:
    desk = await _on(desk, "telegram", "whatsapp")
    await said_first.set_channel(desk.ctx, "whatsapp")
    entry = await desk.write(await said_first.set_channel(desk.ctx, "telegram"))
    await undo_entry(desk.deps.store, desk.deps.user.id, entry, NOON)
    assert await _kept(desk) == "whatsapp"


async def test_a_reminder_is_kept_with_its_channel_and_listed_with_it(desk: Desk) -> None:
    desk = await _on(desk, "whatsapp")
    done = await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel="WhatsApp")
    assert done.text.endswith("call Ama (#1). It comes on WhatsApp.")
    [kept] = await desk.deps.store.reminders.list(desk.deps.user.id)
    assert kept.channel == "whatsapp"
    listed = await reminders.list_reminders(desk.ctx)
    assert listed.endswith("- call Ama, tomorrow at 17:00 (Sunday 22 November), on WhatsApp (#1)")
    assert ", on WhatsApp (#1)" in await reminders.list_reminders(desk.ctx, "tomorrow")
    assert in_language(listed, "fr").endswith("demain à 17:00 (dimanche 22 novembre), sur WhatsApp (#1)")
    assert in_language(done.text, "fr").endswith("Il arrive sur WhatsApp.")


async def test_a_change_of_it_leaves_its_channel(desk: Desk) -> None:
    desk = await _on(desk, "whatsapp")
    await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel="whatsapp")
    await reminders.change_reminder(desk.ctx, "1", when="at 6pm")
    assert [one.channel for one in await desk.deps.store.reminders.list(desk.deps.user.id)] == ["whatsapp"]


@pytest.mark.parametrize(
    ("said", "kept", "told"),
    [
        ("slack", "slack", "Slack isn't set up here. So it comes where you wrote to me last."),
        ("whatsapp", "whatsapp", "I don't know you on WhatsApp yet"),
        ("pigeon post", "", "I can't write on “pigeon post”."),
        ("any", "", ""),
        ("signal", "", "I can't send reminders on Signal. So it comes where you wrote to me last."),
        ("by e-mail", "", "I can't send reminders by email. So it comes where"),
        ("text message", "", "I can't send reminders by SMS. So it comes where"),
        ("slack and telegram", "telegram", "It comes on Telegram. Slack isn't set up here."),
        ("telegram and email", "telegram", "It comes on Telegram. I can't send reminders by email."),
        ("Signal, Discord", "", "on Signal. I can't send reminders on Discord. So it comes"),
    ],
)
async def test_a_reminder_is_set_wherever_it_is_wanted(desk: Desk, said: str, kept: str, told: str) -> None:
    desk = await _on(desk, "telegram")
    done = await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel=said)
    assert told in done.text
    assert not told or told not in in_language(done.text, "fr")
    assert [one.channel for one in await desk.deps.store.reminders.list(desk.deps.user.id)] == [kept]


async def test_of_two_channels_a_reminder_comes_on_the_first_and_says_so(desk: Desk) -> None:
    desk = await _on(desk, "telegram", "whatsapp")
    done = await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel="whatsapp and telegram")
    assert done.text.endswith("A reminder comes in one place: this one on WhatsApp.")
    assert in_language(done.text, "fr").endswith("Un rappel arrive à un seul endroit : celui-ci sur WhatsApp.")
    assert [one.channel for one in await desk.deps.store.reminders.list(desk.deps.user.id)] == ["whatsapp"]


async def test_where_it_comes_instead_is_what_they_chose(desk: Desk) -> None:
    desk = await _on(desk, "telegram")
    await said_first.set_channel(desk.ctx, "telegram")
    done = await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel="sms")
    assert done.text.endswith("I can't send reminders by SMS. So it comes on Telegram, as you chose.")
    said = "Je ne peux pas envoyer de rappels par SMS. Il arrive donc sur Telegram, comme tu l'as choisi."
    assert in_language(done.text, "fr").endswith(said)


async def test_where_no_channel_is_on_it_comes_on_the_page(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "call Ama", "tomorrow at 5pm", channel="signal")
    assert done.text.endswith("So it comes here, on the web page and in the terminal.")


async def test_here_is_the_channel_that_it_is_said_on(desk: Desk) -> None:
    desk = await _on(desk, "telegram")
    there = Desk(replace(desk.deps, channel="telegram"))
    assert (await said_first.set_channel(there.ctx, "here")).text == "What I say first goes to Telegram."
    assert await _kept(desk) == "telegram"
    done = await reminders.set_reminder(there.ctx, "call Ama", "tomorrow at 5pm", channel="here")
    assert done.text.endswith("It comes on Telegram.")


async def test_here_on_the_page_or_in_the_terminal_is_where_it_stands_in_any_case(desk: Desk) -> None:
    desk = await _on(desk, "telegram")
    await said_first.set_channel(desk.ctx, "telegram")
    said = (await said_first.set_channel(desk.ctx, "in this chat")).text
    assert said.startswith("Everything I say first stands here in any case")
    assert "What I say" not in in_language(said, "fr")
    assert await _kept(desk) == "telegram"
