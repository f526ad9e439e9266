"""What is said once tools have answered."""

from app.models.offline.replies import HELD, NO_RESULT, Outcome, compose
from app.tools import facts, notes, recall
from tests.tools.conftest import Desk


def test_one_result_is_said_as_it_is() -> None:
    assert compose([Outcome("save_note", "Saved note #1: tea.")]) == "Saved note #1: tea."


def test_several_results_follow_one_another_and_the_question_comes_last() -> None:
    said = compose([Outcome("add_tasks", "Added tea."), Outcome("list_tasks", "To do:\n- tea")], "When?")
    assert said == "Added tea.\n\nTo do:\n- tea\n\nWhen?"


def test_an_empty_list_is_not_mentioned_beside_a_full_one() -> None:
    none = Outcome("list_tasks", "Your lists are empty. Tell me what to add.")
    some = Outcome("list_reminders", "Your reminders (Accra time):\n- tea, today at 18:00 (#1)")
    assert compose([none, some]) == some.text
    assert compose([none, Outcome("list_reminders", "You have no reminders set.")]).count("\n") == 1


def test_an_answer_that_may_be_none_gives_way_to_one_that_is() -> None:
    unsure = Outcome(
        "recall_facts", "I'm not sure that this is what you ask. The nearest I have: You told me today: mail."
    )
    found = Outcome("find_contact", "Kofi\n- Mail: kofi@example.net")
    assert compose([unsure, found]) == found.text
    assert compose([unsure]) == unsure.text


def test_a_held_action_shows_no_token() -> None:
    assert compose([Outcome("empty_trash", "[APPROVAL_PENDING:x]")]) == HELD


def test_nothing_returned_is_still_an_answer() -> None:
    assert compose([Outcome("undo", "")]) == NO_RESULT
    assert compose([]) == NO_RESULT


async def test_what_found_nothing_is_left_out_beside_what_found_something(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "kente comes from Bonwire")
    empty = Outcome("search_history", await recall.search_history(desk.ctx, "kente"))
    found = Outcome("find_everything", await recall.find_everything(desk.ctx, "kente"))
    assert compose([empty, found], otherwise="nothing") == found.text


async def test_all_hands_empty_is_said_in_other_words(desk: Desk) -> None:
    empty = [
        Outcome("recall_facts", await facts.recall_facts(desk.ctx, "unicorns")),
        Outcome("find_everything", await recall.find_everything(desk.ctx, "unicorns")),
        Outcome("find_notes", await notes.find_notes(desk.ctx, "unicorns")),
        Outcome("search_history", await recall.search_history(desk.ctx, "unicorns")),
    ]
    assert compose(empty, otherwise="Nothing about that.") == "Nothing about that."
