"""What a message names of the services of work by number, owner or words of a title, and what only looks like that."""

import pytest

from app.language.choosing import work_things


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("close number seven", "#7"),
        ("reopen issue 12 please", "#12"),
        ("rouvre la 9", "#9"),
        ("la numéro trois", "#3"),
        ("get Esi's review on PR 31", "#31"),
        ("merge 8, it is green", "#8"),
        ("I read Yaw's pull request", "Yaw's pull request"),
        ("approuve la PR de Lucie", "PR de Lucie"),
        ("the launch is at 4", ""),
        ("merge it at 4pm", ""),
        ("la 4 heures", ""),
        ("comment on the book", ""),
        ("la PR de la semaine", ""),
        ("close the one about fonts", ""),
    ],
)
def test_a_number_or_an_owner_names_an_item(text: str, item: str) -> None:
    assert work_things.item(text) == item


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("please reopen the captcha one", "captcha"),
        ("the slow export thing — close it", "slow export"),
        ("That Firefox bug is gone. Close the issue.", "Firefox"),
        ("close the issue about session cookies, it's fixed", "session cookies"),
        ("ferme l'issue du carrousel, c'est réglé", "carrousel"),
        ("this is the one", ""),
        ("close the other one", ""),
        ("close the issue", ""),
    ],
)
def test_words_before_a_kind_are_a_title(text: str, title: str) -> None:
    assert work_things.title(text) == title


def test_a_title_stands_alone_and_an_owner_with_its_kind() -> None:
    assert work_things.bare("the captcha issue") == "captcha"
    assert work_things.bare("Esi's PR") == "Esi's PR"
    assert work_things.bare("duplicate invoices") == "duplicate invoices"
    assert work_things.bare("issue du carrousel") == "carrousel"
    assert work_things.bare("it") == ""
    assert work_things.bare("this PR") == ""


@pytest.mark.parametrize(
    ("text", "is_of_work"),
    [
        ("take BIL-6 off her", True),
        ("put the urgent label on it", True),
        ("tell #launch it works", True),
        ("take the bread off the list", False),
        ("my parking ticket", False),
    ],
)
def test_what_nothing_of_a_house_is_called(text: str, *, is_of_work: bool) -> None:
    assert work_things.is_of_work(text) is is_of_work


def test_a_message_of_a_chat_is_the_longest_words_that_name_one() -> None:
    words = ["message from Esi", "launch"]
    assert work_things.message(words, "message from Esi in launch", is_only_chat=False) == "message from Esi in launch"
    assert work_things.message(["Esi"], "Esi", is_only_chat=False) == ""
    assert work_things.message(["Esi"], "Esi", is_only_chat=True) == "Esi's last message"
    assert work_things.message(["it"], "it", is_only_chat=True) == ""
