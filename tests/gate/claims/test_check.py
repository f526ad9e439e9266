"""What a reply may say is held against what ran: the written lists whole, then the cases that made the rules."""

import pytest

from app.gate.claims.check import READ_AT_MOST, check_claims
from tests.gate.claims.replies import FOLDER, Reply, note, read_replies, row

FALSE = read_replies(FOLDER / "false_done.txt")
HONEST = read_replies(FOLDER / "honest.txt")
MOST_TOUCHED = 3


def test_no_false_done_of_the_list_passes() -> None:
    assert len(FALSE) == 300
    assert [reply.text for reply in FALSE if not reply.checked().corrected] == []


def test_hardly_an_honest_reply_of_the_list_is_touched() -> None:
    assert len(HONEST) == 300
    assert len([reply.text for reply in HONEST if reply.checked().corrected]) <= MOST_TOUCHED


def test_what_is_left_of_a_corrected_reply_claims_nothing() -> None:
    def left(reply: Reply) -> bool:
        corrected = reply.checked().reply
        return check_claims(corrected, reply.calls, asked=reply.asked, earlier=reply.earlier).corrected

    assert [reply.text for reply in FALSE if left(reply)] == []


def test_replies_written_later_keep_their_level() -> None:
    false, honest = (read_replies(FOLDER / "later" / name) for name in ("false_done.txt", "honest.txt"))

    assert sum(not reply.checked().corrected for reply in false) <= 0.02 * len(false)
    assert sum(reply.checked().corrected for reply in honest) <= 0.01 * len(honest)


def test_an_honest_reply_comes_back_byte_for_byte() -> None:
    reply = "  *Done* — Ann has it.\n\n\n| a | b |\n"

    assert check_claims(reply, [note("send_email", "done")], asked="send it").reply == reply


@pytest.mark.parametrize("outcome", ["held", "refused", "failed", "read", "unknown"])
def test_a_call_that_did_not_go_through_backs_nothing(outcome: str) -> None:
    assert check_claims("I've sent it to Ann.", [note("send_email", outcome)], asked="send it to Ann").corrected


@pytest.mark.parametrize("outcome", ["done", "replayed"])
def test_a_call_that_went_through_backs_its_claim(outcome: str) -> None:
    assert not check_claims("I've sent it to Ann.", [note("send_email", outcome)], asked="send it to Ann").corrected


@pytest.mark.parametrize(
    ("reply", "tool"),
    [
        ("I've emailed her.", "save_note"),
        ("I've added it to your calendar.", "add_tasks"),
        ("It's on your list, and I'll remind you at five.", "add_tasks"),
        ("I deleted the note.", "save_note"),
        ("The bill is paid.", "set_reminder"),
    ],
)
def test_another_kind_of_call_backs_nothing(reply: str, tool: str) -> None:
    assert check_claims(reply, [note(tool, "done")], asked="please do it").corrected


def test_a_tool_whose_name_says_nothing_backs_what_is_claimed() -> None:
    assert not check_claims(
        "I've sorted your playlist.", [note("zx_frobnicate", "done")], asked="sort it out"
    ).corrected


def test_an_earlier_row_backs_what_is_told_of_the_past() -> None:
    reply = "Yes, I sent it yesterday."

    assert not check_claims(reply, [], asked="did you send it?", earlier=[row("send_email")]).corrected
    assert check_claims(reply, [], asked="did you send it?", earlier=[row("save_note")]).corrected
    assert check_claims(reply, [], asked="did you send it?", earlier=[row("send_email", status="unknown")]).corrected


def test_an_earlier_row_does_not_back_a_new_order() -> None:
    assert check_claims("Sent it again!", [], asked="send it again", earlier=[row("send_email")]).corrected


def test_a_state_is_a_report_after_reading_and_a_claim_after_an_order() -> None:
    reply, read = "Your meeting has been moved to 3 pm.", [note("list_events", "read")]

    assert not check_claims(reply, read, asked="any news about the meeting?").corrected
    assert check_claims(reply, read, asked="move my meeting to 3").corrected


def test_what_was_read_or_said_by_the_user_is_no_claim_of_ours() -> None:
    journal = "From your journal:\n- today: I booked the trip\n- Monday: I sent the book off"
    told = "Saved note #24: invoice 88 is paid."

    assert not check_claims(journal, [note("read_journal", "read")], asked="open my journal").corrected
    assert not check_claims(told, [note("save_note", "done")], asked="please note that invoice 88 is paid").corrected


def test_done_beside_what_waits_is_no_lie_and_sent_is_one() -> None:
    held = [note("send_email", "held")]

    assert not check_claims("Done! The mail waits for your OK.", held, asked="send it").corrected
    assert check_claims("Sent! The mail waits for your OK.", held, asked="send it").corrected


def test_a_verb_of_no_table_counts_where_nothing_at_all_ran() -> None:
    assert check_claims("I zapped it over to Farid.", [], asked="send it to Farid").corrected
    assert not check_claims("I looked at it and found two ways.", [], asked="send it to Farid").corrected


@pytest.mark.parametrize(
    ("asked", "reply", "is_false"),
    [
        ("", "Let's pretend: I'm the baker and I've sold the last loaf.", False),
        ("one more round", "I've moved my knight to f3. Your move.", False),
        ("", "Let's play! I've put chess on your list.", True),
        ("", "Let's play! I'll remind you at nine to stop.", True),
        ("send the letter", "Let's play! I've sent the letter.", True),
        ("", "I've sent the letter. Let's play!", True),
    ],
)
def test_a_part_that_is_played_claims_nothing_of_ours(asked: str, reply: str, *, is_false: bool) -> None:
    assert check_claims(reply, [], asked=asked).corrected is is_false


def test_only_the_beginning_of_an_endless_reply_is_read() -> None:
    endless = "word " * READ_AT_MOST

    assert check_claims(endless, [], asked="send it").reply == endless


@pytest.mark.parametrize(
    ("asked", "reply", "tool"),
    [
        ("add yam, wake me at 6", "Yam is added and I set your morning alarm.", "add_tasks"),
        ("write it down and nudge me on Sunday", "Written down, and I've lined up a reminder for Sunday.", "save_note"),
        ("delete the roof note", "The note on the roof was erased.", "edit_note"),
        ("cross out soap, add tape", "Soap is crossed out, and tape is on your list.", "complete_tasks"),
        ("forget my size, add socks", "Forgotten, and socks have made it onto your list.", "forget_fact"),
        ("save the quote and email it", "Quote saved and emailed to Jo.", "save_note"),
        ("move gym to 7, cancel the dentist", "Gym's at 7 now and the dentist is cancelled.", "change_reminder"),
    ],
)
def test_half_of_what_was_asked_does_not_back_the_other_half(asked: str, reply: str, tool: str) -> None:
    assert check_claims(reply, [note(tool, "done")], asked=asked).corrected


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("pretend you're my agent", "Darling! I've signed the film and sent them your terms."),
        ("be a ghost", "Boo! I have moved every chair and locked the attic."),
        ("finish this sentence: after lunch", "After lunch I booked a room and cancelled the train."),
        ("fix my english: I has paid bill", "I have paid the bill."),
        ("draft a letter to the school", "Dear Ms Addo, I have paid the fees and posted the form. Regards, Esi"),
        ("write a text to Yaw", "Hey Yaw! I've ordered the cake and invited the others. Bye!"),
    ],
)
def test_playing_a_part_and_writing_a_text_claim_nothing(asked: str, reply: str) -> None:
    assert not check_claims(reply, [], asked=asked).corrected


def test_a_draft_that_is_said_to_be_sent_is_claimed() -> None:
    assert check_claims("I've drafted the mail and sent it to Ann.", [], asked="draft a mail to Ann").corrected


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("what did we get done last week", "Last week we renamed two lists and added six tasks."),
        ("give me a recap", "Earlier I saved the recipe, then you changed the title."),
        ("did you save the recipe?", "Yes, the recipe was saved on Tuesday."),
        ("is my alarm still on", "Yes, it's still set for half past six."),
        ("do hotels fill up", "Yes, the good ones are usually booked by May."),
        ("my uncle paid the fees", "Great, so they're paid."),
        ("remind me who has the key", "According to your note it was handed to Esi."),
    ],
)
def test_retelling_is_no_claim(asked: str, reply: str) -> None:
    assert not check_claims(reply, [], asked=asked).corrected


@pytest.mark.parametrize(
    "asked",
    ["check whether it will rain", "weather today pls", "please look up the weather", "chale the rain dey come"],
)
def test_a_plain_statement_is_left_alone_when_nothing_ran(asked: str) -> None:
    assert not check_claims("Rain is likely today.", [], asked=asked).corrected


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("ajoute du lait à ma liste", "C'est noté, j'ai ajouté du lait à ta liste."),
        ("rappelle-moi d'appeler maman à 18 h", "Je t'ai mis un rappel pour 18 h."),
        ("supprime la note", "La note a été supprimée."),
    ],
)
def test_a_french_claim_is_held_to_the_ledger_too(asked: str, reply: str) -> None:
    assert check_claims(reply, [], asked=asked).corrected
    tool = {"ajoute": "add_tasks", "rappelle-moi": "set_reminder", "supprime": "delete_note"}[asked.split(" ")[0]]
    assert not check_claims(reply, [note(tool, "done")], asked=asked).corrected
