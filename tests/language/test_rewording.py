"""A text that waits to be sent, changed in words."""

import pytest

from app.language.rewording import asking_too, reworded, touches


@pytest.mark.parametrize(
    ("text", "change", "after"),
    [
        # left out
        ("I'll pay on Friday. Please send the receipt. Kisses", "drop the last line", "I'll pay on Friday. Please send the receipt."),
        ("I'll pay on Friday. Please send the receipt.", "leave the receipt out", "I'll pay on Friday."),
        ("Dear all, I'll come and bring cake", "don't mention the cake", "Dear all, I'll come"),
        ("I'll come by on Friday at 2", "no, don't mention Friday", "I'll come by at 2"),
        ("Merci beaucoup, à demain", "enlève à demain", "Merci beaucoup"),
        ("Le thé est bon mais trop fort", "enlève le « mais trop fort », je ne veux pas le vexer", "Le thé est bon"),
        ("The tea is good but strong", "take the last part out", "The tea is good"),
        ("We eat at six, and Yaw brings the drinks, and I the salad", "without Yaw please", "We eat at six, and I the salad"),
        # said instead
        ("Half past is perfect and my son comes too", "take out the perfect, just say works for us", "Works for us and my son comes too"),
        ("It is 1,200, as her own list says, and Monday is fine", "No don't mention her list, sounds rude. Just say I've counted again", "It is 1,200, I've counted again, and Monday is fine"),
        ("I'm ill. I can't come today.", "dont say im ill, say something's come up", "Something's come up. I can't come today."),
        ("I am tired", "take out tired, just say busy", "Busy"),
        ("See you at ten", "just say I'll call", "I'll call."),
        # put for something else
        ("I'll be there about quarter past seven", "Change quarter past to 'by half seven', it's quite a drive", "I'll be there by half seven"),
        ("Hello Kofi, come at 5", "make it 6 instead of 5", "Hello Kofi, come at 6"),
        # added
        ("I can't make it", "Hmm, say that I can send my slides by the 16th", "I can't make it. I can send my slides by the 16th."),
        ("Works for us", "and ask if there's parking there", "Works for us. Can you tell me whether there's parking there?"),
        ("Thanks!", "also ask her whether she needs a lift", "Thanks! Can you tell me whether you need a lift?"),
        ("Les dates me vont", "Ajoute que je viendrai à l'aéroport", "Les dates me vont. Je viendrai à l'aéroport."),
    ],
)  # fmt: skip
def test_a_change_in_words_is_worked_in(text: str, change: str, after: str) -> None:
    assert reworded(text, change) == after


@pytest.mark.parametrize(
    "change",
    [
        "softer please",
        "softer about London. and say I'll ring tonight",  # half of it would be lost
        "add milk to my shopping list",
        "tell Kofi I'm late",
        "what's on tomorrow?",
        "drop the part about the moon",
        "take out everything about Esi and add a joke",
        "don't mention the moon",
        "",
        "say " + "x" * 700,
    ],
)
def test_what_is_no_change_of_it_or_asks_for_judgement_is_not_read(change: str) -> None:
    assert reworded("Hello Kofi, come at 5", change) is None


def test_all_of_a_text_is_not_taken_out() -> None:
    assert reworded("Come at five.", "drop come at five") is None


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Yes we can and ask if she needs a lift", "Yes we can. Can you tell me whether you need a lift?"),
        ("Sorry, ask him whether Monday is good for him", "Sorry. Can you tell me whether Monday is good for you?"),
        ("ask if he can come", "Can you tell me whether you can come?"),
        ("I'll ask if they are open", "I'll ask if they are open"),
    ],
)
def test_what_they_are_to_be_asked_is_a_question(text: str, asks: str) -> None:
    assert asking_too(text) == asks


def test_nothing_yet_is_added_to() -> None:
    assert reworded("", "mention he's free from the 15th") == "He's free from the 15th."
    assert reworded("", "drop the last line") is None


@pytest.mark.parametrize(
    ("change", "is_about_it"),
    [
        ("Ajoute que je viens. Et un ton plus chaleureux stp", True),
        ("a joke would be nice", False),
        ("add milk to my list. And bread", False),
    ],
)
def test_part_of_a_change_is_about_the_text(change: str, *, is_about_it: bool) -> None:
    assert touches("Hello Kofi", change) is is_about_it
