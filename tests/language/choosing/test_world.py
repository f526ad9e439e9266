"""The weather, the web and its pages, asked in words: which tool is called with what, and what only sounds like it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.conversation.stages import _TOOLS as TOOLS
from app.language.choosing.understand import understand
from app.language.orders.plan import Call, Exchange, recorded

NOW = datetime(2027, 3, 10, 9, 12, tzinfo=ZoneInfo("Africa/Accra"))
FOUND = (
    "Found by Exa:\n\n1. One (a.org)\nText.\nhttps://a.org/one\n\n2. Two (b.org)\nText.\nhttps://b.org/two\n\n"
    "3. Three (c.org)\nText.\nhttps://c.org/three"
)


def calls(said: str, *before: tuple[Call, str], reply: str = "") -> list[tuple[str, dict[str, object]]]:
    exchange = None
    if before:
        asked = tuple(recorded(call, outcome) for call, outcome in before)
        exchange = Exchange("before", reply or before[-1][1], NOW, asked=asked)
    return [(one.tool, dict(one.arguments)) for one in understand(said, NOW, TOOLS, exchange).calls]


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("what's the weather", {}),
        ("weather in Kumasi tomorrow", {"place": "Kumasi", "when": "tomorrow"}),
        ("is it going to rain this afternoon?", {"when": "this afternoon", "about": "rain"}),
        ("should I take a jacket tonight?", {"when": "tonight", "about": "coat"}),
        ("what time does the sun rise", {"about": "sunrise"}),
        ("quel temps fera-t-il demain à Lyon ?", {"place": "Lyon", "when": "demain"}),
        ("est-ce qu'il va neiger ce week-end ?", {"when": "ce week-end", "about": "snow"}),
    ],
)
def test_the_weather_is_asked_for(said: str, arguments: dict[str, object]) -> None:
    assert calls(said) == [("get_weather", arguments)]


@pytest.mark.parametrize(
    ("said", "changed"),
    [("and tomorrow?", {"when": "tomorrow"}), ("what about Kumasi?", {"place": "Kumasi"}), ("et demain ?", {"when": "demain"})],
)  # fmt: skip
def test_the_same_is_asked_of_another_time_or_place(said: str, changed: dict[str, object]) -> None:
    first = Call("get_weather", {"place": "Accra", "about": "rain"})
    assert calls(said, (first, "No rain to speak of.")) == [("get_weather", {**first.arguments, **changed})]


@pytest.mark.parametrize(
    ("said", "units"),
    [("in celsius pls", "celsius"), ("and in Fahrenheit?", "fahrenheit"), ("en celsius s'il te plaît", "celsius")],
)
def test_the_same_is_told_in_other_degrees(said: str, units: str) -> None:
    first = Call("get_weather", {"place": "New York"})
    assert calls(said, (first, "It is 50 °F.")) == [("get_weather", {"place": "New York", "units": units})]


def test_degrees_are_asked_for_at_once() -> None:
    assert calls("what's the weather in Boston in fahrenheit") == [
        ("get_weather", {"place": "Boston", "units": "fahrenheit"})
    ]


@pytest.mark.parametrize("said", ["Accra", "accra", "in Accra", "I live in Accra", "I'm in Accra"])
def test_where_somebody_lives_is_kept_when_we_asked_for_it(said: str) -> None:
    asked = (Call("get_weather", {"when": "tomorrow"}), "For which place? Say a town and I'll remember it as yours.")
    assert calls(said, asked) == [
        ("remember_fact", {"statement": "I live in Accra"}),
        ("get_weather", {"when": "tomorrow", "place": "Accra"}),
    ]


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("tell me if it will rain tomorrow morning", "it will rain tomorrow morning"),
        ("let me know if it's going to snow on Saturday", "it's going to snow on Saturday"),
    ],
)
def test_weather_that_is_waited_for_is_an_alert(said: str, when: str) -> None:
    assert calls(said) == [("set_alert", {"when": when})]


@pytest.mark.parametrize(
    ("said", "query"),
    [
        ("search the web for cheap flights to Kumasi", "cheap flights to Kumasi"),
        ("google pydantic ai", "pydantic ai"),
        ("look up the opening hours of the museum online", "the opening hours of the museum"),
        ("what does Wikipedia say about Kwame Nkrumah?", "Kwame Nkrumah"),
        ("what's the capital of Mongolia", "what's the capital of Mongolia"),
        ("cherche sur internet le prix du cacao", "le prix du cacao"),
    ],
)
def test_the_web_is_searched(said: str, query: str) -> None:
    assert calls(said) == [("search_web", {"query": query})]


@pytest.mark.parametrize(
    "said",
    [
        "summarise https://a.org/x",
        "can you read this for me: https://a.org/x",
        "tldr https://a.org/x please",
        "what's this about https://a.org/x",
        "https://a.org/x what does it say",
        "résume-moi cette page https://a.org/x",
    ],
)
def test_a_page_is_read(said: str) -> None:
    assert calls(said) == [("summarize_url", {"url": "https://a.org/x"})]


@pytest.mark.parametrize(
    "said",
    [
        "save https://a.org/x for later",
        "remind me to read https://a.org/x tomorrow",
        "what does my sister do?",
        "search my notes for cocoa",
        "where did I put my keys?",
        "read my mail",
        "add an umbrella to my shopping list",
        "remind me to take an umbrella tomorrow at 8",
    ],
)
def test_what_is_ones_own_is_asked_of_nobody_outside(said: str) -> None:
    outside = {"search_web", "summarize_url", "get_weather", "browse_web", "browser_submit_form"}
    assert not {tool for tool, _ in calls(said)} & outside


@pytest.mark.parametrize(
    ("said", "url"),
    [("open the second one", "https://b.org/two"), ("read the last result", "https://c.org/three"), ("summarise number 1", "https://a.org/one"), ("lis le premier", "https://a.org/one")],
)  # fmt: skip
def test_one_of_what_was_found_is_read(said: str, url: str) -> None:
    assert calls(said, (Call("search_web", {"query": "x"}), FOUND)) == [("summarize_url", {"url": url})]


def test_more_is_found_and_a_long_page_goes_on() -> None:
    assert calls("more results", (Call("search_web", {"query": "x"}), FOUND)) == [
        ("search_web", {"query": "x", "more": True})
    ]
    page = (Call("summarize_url", {"url": "https://a.org/x"}), "Title, a.org, part 2 of 4; ask for the next\n\nText.")
    assert calls("next part", page) == [("summarize_url", {"url": "https://a.org/x", "part": 3})]


def test_a_form_is_filled_in_with_what_is_said() -> None:
    said = "fill in the form at https://a.org/form with my name Ana Mensah and email ana@x.org"
    given = {"url": "https://a.org/form", "fields": ["name: Ana Mensah", "email: ana@x.org"]}
    assert calls(said) == [("browser_submit_form", given)]


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("Pourriez-vous me résumer cette page : https://a.org/x ? Merci d'avance.", "summarize_url"),
        ("could you summarise https://a.org/x in three sentences? My eyes aren't what they were.", "summarize_url"),
        ("Fill in the form at https://a.org/x for me please", "browse_web"),
        ("please register me at https://a.org/x", "browse_web"),
        ("please read the notes and add https://a.org/x to my reading list", "save_to_read_later"),
    ],
)
def test_what_is_done_with_an_address_is_read_from_the_words_around_it(said: str, tool: str) -> None:
    assert (tool, "https://a.org/x") in [(name, given.get("url")) for name, given in calls(said)]


def test_how_about_the_wind_names_no_place() -> None:
    first = Call("get_weather", {"place": "Paris", "when": "tomorrow"})
    assert calls("how about the wind", (first, "Paris, tomorrow: rain.")) == [
        ("get_weather", {**first.arguments, "about": "wind"})
    ]


def test_a_link_of_the_page_that_is_open_is_followed() -> None:
    page = (Call("browse_web", {"url": "https://a.org"}), "Shop — https://a.org\nText\n\nTo follow:\n[1] Contact")
    assert calls("follow link 3", page) == [("browser_follow", {"link": 3})]


def test_what_goes_into_a_form_is_longer_than_a_sentence() -> None:
    long = "I would like a table by the window, and please " * 12
    [(tool, given)] = calls(f"fill in the form at http://mango.example/book with name: Ana, message: {long}x")
    assert (tool, given["url"]) == ("browser_submit_form", "http://mango.example/book")
    assert given["fields"] == ["name: Ana", f"message: {long}x"]
    assert calls(f"note: {long} http://mango.example/book")[0][0] == "save_note"


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("https://example.org/rice whats this about", ["summarize_url"]),
        ("Hey, quick one: summarize example.com/blog/work in three points, I've got a meeting", ["summarize_url"]),
        ("Summarise https://example.org/a and add a task for me to buy rice on saturday", ["summarize_url", "add_tasks"]),
        ("Could you subscribe me to the feed at https://example.org/feed.xml? I keep missing it.", ["follow_news"]),
        ("keep example.com/visa for me to read later", ["save_to_read_later"]),
        ("is it gonna rain in lagos this evening and how long is the drive from lagos to ibadan", ["get_weather", "get_directions"]),
        ("At nine tomorrow I need to be in Tema, from Accra, driving, so when must I leave?", ["get_directions"]),
        ("how far is kumasi from accra? my cousin is mad enough to walk", ["get_directions"]),
        ("read me the first one on my reading list", ["open_read_later"]),
        ("show what I saved for later", ["list_read_later"]),
        ("i feel under the weather today", []),
    ],
)  # fmt: skip
def test_each_part_of_a_message_is_asked_where_it_belongs(said: str, tools: list[str]) -> None:
    assert [tool for tool, _ in calls(said)] == tools


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("follow that for me", "follow_news"),
        ("keep me posted", "follow_news"),
        ("tell me whenever something new comes out about them", "set_alert"),
        ("préviens-moi s'il y a du nouveau", "set_alert"),
    ],
)
def test_the_news_that_was_told_is_followed_or_waited_for(said: str, tool: str) -> None:
    told = (Call("get_news", {"topic": "the cedi"}), "News about the cedi:\n1. It fell.")
    [(called, arguments)] = calls(said, told)
    assert called == tool
    assert "cedi" in str(arguments)


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ("keep that one for me, i'll need it again knowing me", "https://a.org/one"),
        ("save the second one for later", "https://b.org/two"),
        ("garde-moi ça pour plus tard", "https://a.org/one"),
    ],
)
def test_a_page_that_was_shown_is_kept_to_read_later(said: str, url: str) -> None:
    assert calls(said, (Call("search_web", {"query": "x"}), FOUND)) == [("save_to_read_later", {"url": url})]


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("don't summarise https://example.org/a", []),
        ("don't fill in the form at https://example.org/a with name Ana", []),
        ("remember that I registered at example.org for the course", ["remember_fact"]),
        ("note: register at example.org for the course", ["save_note"]),
        ("read https://xxx", []),
    ],
)
def test_what_is_forbidden_told_or_no_address_opens_nothing(said: str, tools: list[str]) -> None:
    assert [tool for tool, _ in calls(said)] == tools


def test_a_sum_behind_the_weather_is_a_sum() -> None:
    asked = (Call("get_weather", {"place": "Accra"}), "In Accra it's 30 °C.")
    assert [tool for tool, _ in calls("20 celsius in fahrenheit", asked)] == ["calculate"]


def test_words_before_and_behind_a_request_ask_for_nothing() -> None:
    way = (Call("get_directions", {"destination": "Kumasi", "origin": "Accra"}), "By car it takes 4 hours.")
    assert calls("Hmm, right. and by bike? my cousin is mad enough to try", way) == [
        ("get_directions", {"destination": "Kumasi", "origin": "Accra", "mode": "bike"})
    ]
