"""What a week's recap says of notes, the journal, talk and alerts."""

import pytest

from app.briefings.kept import alerted, is_by_rules, journalled, moods_of, noted, talked
from tests.briefings.life import Life, at, lines

FRIDAY = at(27, 18)


async def test_notes_of_the_week_without_the_summaries_of_talk(life: Life) -> None:
    await life.note("Garden", on=at(25))
    await life.note("Old", on=at(1))
    await life.talk("flights", at(25, 21))
    assert lines(await noted(life.occasion("weekly recap", FRIDAY))) == ["Garden"]


async def test_the_journal_in_a_line(life: Life) -> None:
    await life.journal(24, "a", "tired")
    await life.journal(25, "b", "Calm")
    await life.journal(26, "c", "calm")
    assert lines(await journalled(life.occasion("weekly recap", FRIDAY))) == ["Written on 3 days, mostly calm"]
    assert await journalled(life.occasion("weekly recap", at(10))) == []


@pytest.mark.parametrize(
    ("moods", "said"),
    [
        ([], ""),
        (["", " "], ""),
        (["calm"], "calm"),
        (["calm", "tired"], "calm and tired"),
        (["a", "b", "b"], "mostly b"),
    ],
)
def test_moods_are_said_as_often_as_they_were(moods: list[str], said: str) -> None:
    assert moods_of(moods) == said


async def test_the_evening_looks_back_on_the_day_alone(life: Life) -> None:
    await life.note("Garden", on=at(27, 11))
    await life.note("Older", on=at(26, 11))
    await life.journal(27, "a", "calm")
    evening = life.occasion("evening recap", at(27, 21))
    assert (lines(await noted(evening)), lines(await journalled(evening))) == (["Garden"], ["Written today, calm"])


async def test_talk_whose_note_was_thrown_away_is_forgotten(life: Life) -> None:
    await life.talk("flights to Lisbon", at(25, 21))
    gone = await life.talk("a secret", at(26, 21))
    await life.talk("milk, eggs, list", at(26, 22), "You said: “add milk”. Done: Added milk.")
    await life.store.notes.delete(life.user.id, gone.id, at(27))
    assert lines(await talked(life.occasion("weekly recap", FRIDAY))) == ["Flights to Lisbon"]


def test_a_topic_is_one_where_a_model_named_it() -> None:
    assert is_by_rules("You said: “add milk”.")
    assert is_by_rules("3 messages.")
    assert not is_by_rules("You compared flights.")


async def test_alerts_are_named_by_what_their_user_called_them(life: Life) -> None:
    rule = await life.store.alert_rules.add(
        life.user.id,
        name="overdue bills",
        source="tasks",
        condition={},
        cooldown=0,
        expires_at=None,
        turn_id=None,
        taint=[],
        at=at(20),
    )
    assert await alerted(life.occasion("weekly recap", FRIDAY)) == []
    await life.store.alert_rules.fired(life.user.id, rule.id, because="the water bill", seen=["1"], taint=[], at=at(25))
    assert lines(await alerted(life.occasion("weekly recap", FRIDAY))) == ["Overdue bills"]
