"""A question with an address beside it is asked of that page."""

import pytest

from tests.language.choosing.test_read_world import calls

URL = "http://bakery.example/menu"


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("what does the bakery have? {url}", "what does the bakery have?"),
        ("is it open on Sunday {url}", "is it open on Sunday"),
        ("{url} do they do meat pies", "do they do meat pies"),
        ("{url} - when do they open?", "when do they open?"),
        ("{url}\nwhat time do they close", "what time do they close"),
        ("can you check what time they close: {url}", "what time they close"),
        ("look at {url} and tell me if they sell bread", "if they sell bread"),
        ("any doughnuts? {url}", "any doughnuts?"),
        ("according to {url}, who won", "who won"),
        ("how much is the bread on {url}", "how much is the bread"),
        ("what's their email? {url}", "what's their email?"),
        ("qu'est-ce qu'ils vendent ? {url}", "qu'est-ce qu'ils vendent ?"),
        ("{url} combien coûte le pain ?", "combien coûte le pain ?"),
    ],
)
def test_a_question_beside_an_address_is_of_the_page(said: str, about: str) -> None:
    assert calls(said.format(url=URL)) == [("summarize_url", {"url": URL, "about": about})]


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("{url}", "save_to_read_later"),
        ("should I save this? {url}", "save_to_read_later"),
        ("can you save {url} for later?", "save_to_read_later"),
        ("remind me to read {url} tomorrow", "set_reminder"),
        ("what did I save from {url}?", "list_read_later"),
        ("can you follow {url}?", "follow_news"),
        ("can you open {url} in the browser?", "browse_web"),
        ("tell me when this changes {url}", "set_alert"),
        ("can you fill in the form at {url} with name: Ama?", "browser_submit_form"),
        ("add milk to my list. is it open on Sunday? {url}", "add_tasks"),
    ],
)
def test_what_shall_be_done_with_a_page_is_no_question_of_it(said: str, tool: str) -> None:
    made = calls(said.format(url=URL))
    assert made[0][0] == tool
    assert all("about" not in arguments for name, arguments in made if name == "summarize_url")


@pytest.mark.parametrize("said", ["what is this {url}", "{url} worth reading?", "could you summarise {url}?"])
def test_what_it_is_at_all_is_told_in_short(said: str) -> None:
    assert calls(said.format(url=URL)) == [("summarize_url", {"url": URL})]


def test_without_the_tool_it_is_read_as_before() -> None:
    assert calls(f"what do they sell? {URL}", tools=frozenset(("save_to_read_later",))) == [
        ("save_to_read_later", {"url": URL})
    ]
