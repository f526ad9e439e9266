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


def test_only_the_beginning_of_an_endless_reply_is_read() -> None:
    endless = "word " * READ_AT_MOST

    assert check_claims(endless, [], asked="send it").reply == endless
