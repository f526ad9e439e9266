""" "Shall I remember …?" or "I'll remember": one of the two, whichever is true."""

import pytest

from app.learning.offering import offers, one_of_both, promises


@pytest.mark.parametrize(
    ("reply", "asks", "tells"),
    [
        ("Shall I remember that you live in Accra?", True, False),
        ("Nice! Would you like me to remember that?", True, False),
        ("Want me to keep that in mind?", True, False),
        ("I'll remember that.", False, True),
        ("Got it, I’ll keep that in mind!", False, True),
        ("I've remembered that you live in Accra.", False, True),
        ("Tell me, and I'll remember it.", False, False),
        ("I'll remember to ask you tomorrow.", False, False),
        ("She said “I'll remember this day.”", False, False),
        ("What shall I do?", False, False),
    ],
)
def test_what_a_reply_says_of_remembering(reply: str, *, asks: bool, tells: bool) -> None:
    assert (offers(reply), promises(reply)) == (asks, tells)


@pytest.mark.parametrize(
    ("reply", "kept", "becomes"),
    [
        ("I'll remember that. Shall I remember that you live in Accra?", True, "I'll remember that."),
        ("I'll keep that in mind. Shall I remember he is your banker?", False, "Shall I remember he is your banker?"),
        ("Good. I'll remember that Kojo is the manager.", False, "Good. Shall I remember that Kojo is the manager?"),
        ("Got it, I'll remember that!", False, "Got it. Shall I remember that?"),
        ("Shall I remember that?\n\nThe sun is out.", True, "The sun is out."),
        ("Tell me, and I'll remember it.", False, "Tell me, and I'll remember it."),
    ],
)
def test_one_of_the_two_is_left(reply: str, *, kept: bool, becomes: str) -> None:
    assert one_of_both(reply, kept=kept) == becomes


def test_never_both_whatever_is_kept() -> None:
    reply = "I'll remember A. Shall I remember B? I'll keep that in mind. Do you want me to remember C?"
    for kept in (True, False):
        left = one_of_both(reply, kept=kept)
        assert not (offers(left) and promises(left))
