"""Which whole messages say yes or no, and to what."""

import pytest

from app.language.choosing.possible import begins_order_behind
from app.language.decisions import Decision, decision_and_rest, decision_in, fits


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("confirm 7", Decision("confirm", (7,), explicit=True)),
        ("Cancel #7 and 8", Decision("cancel", (7, 8), explicit=True)),
        ("Oui, allez-y.", Decision("confirm")),
        ("confirm all", Decision("confirm", every=True, explicit=True)),
        ("yes to all", Decision("confirm", every=True)),
        ("approve number 3", Decision("confirm", (3,), explicit=True)),
        ("no, thanks", Decision("cancel")),
        ("Cancel #7 please", Decision("cancel", (7,), explicit=True)),
        ("confrim", Decision("confirm", explicit=True)),
        ("yes, bin it", Decision("confirm", acts=("bin",))),
        ("lovely send it", Decision("confirm", acts=("send",), plain=False)),
        ("right, post it", Decision("confirm", acts=("post",), plain=False)),
        ("alright, go", Decision("confirm")),
        ("both", Decision("confirm", every=True, plain=False)),
        ("yes do", Decision("confirm")),
        ("whatever, yes", Decision("confirm")),
        ("yes, you can send", Decision("confirm", acts=("send",))),
        ("alors oui, envoie", Decision("confirm", acts=("envoie",))),
        ("nah leave it, I'll just ask her later", Decision("cancel")),
        ("laisse tomber, je l'appelle", Decision("cancel")),
        ("wait, yes", Decision("confirm")),
        ("no, wait", Decision("cancel")),
        ("oui, aux deux", Decision("confirm", every=True)),
        ("vas-y pour les deux", Decision("confirm", every=True)),
        ("neither", Decision("cancel", every=True)),
        ("neither of them, thanks", Decision("cancel", every=True)),
        ("non, aucun des deux", Decision("cancel", every=True)),
        ("ni l’un ni l’autre", Decision("cancel", every=True)),
    ],
)
def test_words_that_decide(words: str, means: Decision) -> None:
    assert decision_in(words) == means


@pytest.mark.parametrize(
    "words",
    ["", "yes but tomorrow", "cancel my dentist appointment", "cancel all my reminders", "confirm the booking with Ama", "no milk", "okay, what's next?", "ok thanks", "yes?", "no, do it", "7", "yes" * 40, "delete 3", "comment", "send it to me", "let's go to Accra", "no, I'll take the train", "leave it, I'll pay tomorrow but remind me", "good", "lovely", "ok wait", "yes, hold on a second", "ok ok wait please", "yes, on second thought", "neither of my brothers", "aucun problème"],
)  # fmt: skip
def test_words_that_say_more_decide_nothing(words: str) -> None:
    assert decision_in(words) is None


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("good, send, and accept the meeting", "accept the meeting"),
        ("send it, then remind me at 8", "remind me at 8"),
        ("yes and remind me on Monday", "remind me on Monday"),
        ("yes. and approve the PR", "approve the PR"),
        ("Oui, envoie, et rappelle-moi demain", "rappelle-moi demain"),
    ],
)
def test_a_yes_and_what_follows_it(words: str, rest: str) -> None:
    found = decision_and_rest(words)
    assert found is not None
    assert (found[0].verb, found[1]) == ("confirm", rest)
    assert begins_order_behind(rest)


@pytest.mark.parametrize("words", ["comment ça va ?", "comment tu vas", "the PR is late", "post office hours?"])
def test_what_begins_no_order_behind_a_yes(words: str) -> None:
    assert not begins_order_behind(words)


@pytest.mark.parametrize(
    ("act", "tool", "other"),
    [
        ("merge", "merge_pull_request", "slack_post"),
        ("post", "slack_post", "send_mail"),
        ("close", "jira_transition", "slack_post"),
        ("comment", "comment_on_github", "share_file"),
    ],
)
def test_a_deed_fits_the_tools_that_do_it(act: str, tool: str, other: str) -> None:
    assert (fits(act, tool), fits(act, other)) == (True, False)


@pytest.mark.parametrize("words", ["ok, what's next", "nah and remind me at 5", "yes"])
def test_what_is_no_yes_with_more_behind_it(words: str) -> None:
    assert decision_and_rest(words) is None


def test_a_deed_of_a_tool_that_does_several_things_is_the_one_that_waits() -> None:
    found = decision_in("right, close it")
    assert found is not None
    assert found.fits("change_github_item", {"state": "closed"})
    assert found.fits("jira_transition", {"to": "Done"})
    assert not found.fits("change_github_item", {"state": "", "add_labels": ["bug"]})
    assert not found.fits("jira_transition", {"to": "In Progress"})
