"""What a reply answers, in front of it."""

from app.interfaces.pushed.incoming import Sender
from app.interfaces.whatsapp.incoming import Said
from app.interfaces.whatsapp.quoting import with_quote
from tests.interfaces.whatsapp.conftest import NOON

SAID = Said(sender=Sender("1"), address="1", message="m", original_id="m", sent_at=NOON, text="yes", replies_to="n")


def test_the_words_stand_in_front_on_one_line() -> None:
    assert with_quote(SAID, "Shall I\nsend “it”?").text == '(replying to: “Shall I send "it"?”)\nyes'
    assert with_quote(SAID, "word " * 300).text.endswith("…”)\nyes")


def test_a_strangers_words_are_named_and_none_leave_it_as_it_is() -> None:
    assert with_quote(SAID, "x", "quoted from Bo").untrusted == "quoted from Bo"
    assert with_quote(SAID, " \n") is SAID
