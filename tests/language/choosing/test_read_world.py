"""What the reader reads of the world outside: which tool is called with what, behind what was shown too."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.conversation.stages import _TOOLS as TOOLS
from app.language.choosing.understand import understand
from app.language.orders.plan import Call, Exchange, recorded

NOW = datetime(2027, 3, 10, 9, 12, tzinfo=ZoneInfo("Africa/Accra"))
Made = tuple[str, dict[str, object]]
URL = "https://a.org/one"
PAGE = (Call("summarize_url", {"url": URL}), "One, a.org, part 1 of 3; ask for the next\n\nText.")
FOUND = (
    Call("search_web", {"query": "x"}),
    "Found by Exa:\n\n1. One thing (a.org)\nText.\nhttps://a.org/one\n\n2. Harbour works (b.org)\nText.\nhttps://b.org/two",
)
WAY = (Call("get_directions", {"destination": "Kumasi", "origin": "Accra"}), "By car it takes 4 hours.")
OPEN = (
    Call("browse_web", {"url": "https://shop.example"}),
    "Shop — https://shop.example\nWelcome.\n\nTo follow:\n[4] Timetable → https://shop.example/t\n[7] Log in (button)\nForm to shop.example: Name",
)
NEWS = (Call("get_news", {"topic": "the cedi"}), "News about the cedi:\n1. It fell. (Paper)\nhttps://paper.example/1")
FORM = (Call("browser_submit_form", {"url": "https://shop.example", "fields": ["Name: Ama"]}), "Sent.")

TIMED = (
    Call("get_directions", {"destination": "Ho", "origin": "Tema", "arrive_by": "9"}),
    "To be there at 9, leave at 8.",
)
SKY = (Call("get_weather", {"place": "Leeds", "about": "rain", "when": "Saturday"}), "No rain to speak of.")
EARLY = (Call("get_weather", {"place": "Leeds", "about": "rain", "when": "at 7 on Saturday"}), "No rain to speak of.")
ASKED = (Call("get_weather", {"when": "today"}), "For which place? Say a town and I'll remember it as yours.")


def calls(said: str, *before: tuple[Call, str], tools: frozenset[str] = TOOLS) -> list[Made]:
    exchange = None
    if before:
        asked = tuple(recorded(call, outcome) for call, outcome in before)
        exchange = Exchange("before", before[-1][1], NOW, asked=asked)
    return [(one.tool, dict(one.arguments)) for one in understand(said, NOW, tools, exchange).calls]


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("how do i get from Tema to Ho by bus", "get_directions", {"origin": "Tema", "destination": "Ho", "mode": "transit"}),
        ("Leeds to Hull how long does that take", "get_directions", {"origin": "Leeds", "destination": "Hull"}),
        ("comment aller à Lyon depuis Lille en train", "get_directions", {"origin": "Lille", "destination": "Lyon", "mode": "transit"}),
        ("when should I set off to be in Ho by 9?", "get_directions", {"destination": "Ho", "arrive_by": "9"}),
        ("tell me when to leave for Ho to be there by 9", "set_leave_reminder", {"destination": "Ho", "arrive_by": "9"}),
        ("have a look on the web for cheap ferries to Naxos", "search_web", {"query": "cheap ferries to Naxos"}),
        ("i want to keep up with tennis in the news", "follow_news", {"topic": "tennis"}),
        ("buzz me if the papers print anything about our estate", "set_alert", {"when": "there is news about our estate"}),
        ("tell me as soon as it looks like rain", "set_alert", {"when": "it looks like rain"}),
        ("https://a.org/one what does it say about tax", "summarize_url", {"url": URL, "about": "tax"}),
        ("pull up https://a.org/one in a browser", "browse_web", {"url": URL}),
    ],
)  # fmt: skip
def test_it_is_asked_of_the_world(said: str, tool: str, arguments: dict[str, object]) -> None:
    [(called, given)] = calls(said)
    assert called == tool
    assert {name: str(value) for name, value in given.items()} == {
        name: str(value) for name, value in arguments.items()
    }


@pytest.mark.parametrize(
    ("said", "before", "made"),
    [
        ("and by bike?", WAY, ("get_directions", {"destination": "Kumasi", "origin": "Accra", "mode": "bike"})),
        ("and from Tema?", WAY, ("get_directions", {"destination": "Kumasi", "origin": "Tema"})),
        ("who wrote it?", PAGE, ("summarize_url", {"url": URL, "about": "who wrote it?"})),
        ("shorter please", PAGE, ("summarize_url", {"url": URL, "about": "shorter please"})),
        ("go on", PAGE, ("summarize_url", {"url": URL, "part": 2})),
        ("and what does it say about prices", PAGE, ("summarize_url", {"url": URL, "about": "prices"})),
        ("open the second one", FOUND, ("summarize_url", {"url": "https://b.org/two"})),
        ("read me the one about the harbour", FOUND, ("summarize_url", {"url": "https://b.org/two"})),
        ("save the second for later", FOUND, ("save_to_read_later", {"url": "https://b.org/two"})),
        ("hold on to it, ill read it tonight", PAGE, ("save_to_read_later", {"url": URL})),
        ("click on the timetable", OPEN, ("browser_follow", {"link": 4})),
        ("follow link 7", OPEN, ("browser_follow", {"link": 7})),
        ("put my name Kwame in that form", OPEN, ("browser_submit_form", {"url": "https://shop.example", "fields": ["name: Kwame"]})),
        ("Press on Timetable", OPEN, ("browser_follow", {"link": 4})),
        ("Am I allowed to bring the dog, does it mention that?", PAGE, ("recall_facts", {"about": "Am I allowed to bring the dog, does it mention that?"})),
        ("give me a nudge when it's time to go", TIMED, ("set_leave_reminder", {"destination": "Ho", "origin": "Tema", "arrive_by": "9"})),
        ("I meant Tucson", SKY, ("get_weather", {"place": "Tucson", "about": "rain", "when": "Saturday"})),
        ("is it likely to be blowy there tomorrow?", SKY, ("get_weather", {"place": "Leeds", "about": "wind", "when": "tomorrow"})),
        ("ping me if it looks like it will", SKY, ("set_alert", {"when": "rain in Leeds Saturday"})),
        ("ping me if it looks like it will", EARLY, ("set_alert", {"when": "rain in Leeds at 7 on Saturday"})),
        ("et à vélo, ça fait combien ?", WAY, ("get_directions", {"destination": "Kumasi", "origin": "Accra", "mode": "bike"})),
        ("follow that for me", NEWS, ("follow_news", {"topic": "the cedi"})),
    ],
)  # fmt: skip
def test_it_is_asked_of_what_was_shown(said: str, before: tuple[Call, str], made: Made) -> None:
    assert calls(said, before) == [made]


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("n tmrw", [("get_weather", {"when": "tomorrow"})]),
        ("and in Kumasi?", [("get_weather", {"when": "today", "place": "Kumasi"})]),
        ("et a kumasi ?", [("get_weather", {"when": "today", "place": "Kumasi"})]),
        (
            "Tema",
            [("remember_fact", {"statement": "I live in Tema"}), ("get_weather", {"when": "today", "place": "Tema"})],
        ),
    ],
)
def test_what_answers_for_which_place_is_home_only_where_it_says_so(said: str, made: list[Made]) -> None:
    assert [one for one in calls(said, ASKED) if one[1].get("place") != ""] == made


@pytest.mark.parametrize(
    ("said", "condition"),
    [
        (
            "Warn me please if it will be very windy in Nakuru on Wednesday, I am spraying",
            "it will be very windy in Nakuru on Wednesday",
        ),
        ("Pis demain matin, avertis-moé si y'a de la pluie", "pluie demain matin"),
        ("tell me if it snows in Jos", "it snows in Jos"),
    ],
)
def test_what_of_the_weather_is_waited_for(said: str, condition: str) -> None:
    assert calls(said) == [("set_alert", {"when": condition})]


@pytest.mark.parametrize("said", ["stop that", "never mind", "c bon laisse tomber"])
def test_a_stop_right_behind_an_alert_is_one_of_it(said: str) -> None:
    alert = (
        Call("set_alert", {"when": "there is news about cocoa"}),
        "I'll tell you when: there is news about cocoa (#3).",
    )
    assert calls(said, alert) == [("delete_alert", {"alert": "#3"})]


@pytest.mark.parametrize(
    ("said", "given"),
    [
        (
            "Utrecht to Amersfoort cycling, how many km is it?",
            {"origin": "Utrecht", "destination": "Amersfoort", "mode": "bike"},
        ),
        (
            "How long does the bus be taking from Galway to Limerick, love?",
            {"origin": "Galway", "destination": "Limerick", "mode": "transit"},
        ),
    ],
)
def test_how_one_goes_is_no_place(said: str, given: dict[str, str]) -> None:
    assert calls(said) == [("get_directions", given)]


def test_values_that_show_what_they_are_need_no_name() -> None:
    said = "Get me a table at http://chop.example/reserve, under Ama Boateng, ama.b@post.example, Friday, 2 guests"
    [(tool, given)] = calls(said)
    fields = ["name: Ama Boateng", "email: ama.b@post.example", "day: Friday", "guests: 2"]
    assert (tool, given) == ("browser_submit_form", {"url": "http://chop.example/reserve", "fields": fields})


@pytest.mark.parametrize(
    "said",
    [
        "how do i get from Tema to Ho by bus",
        "have a look on the web for cheap ferries to Naxos",
        "pull up https://a.org/one in a browser",
        "click on the timetable",
        "i want to keep up with tennis in the news",
    ],
)
def test_without_the_web_nothing_of_it_is_called(said: str) -> None:
    outside = {"get_directions", "set_leave_reminder", "search_web", "summarize_url", "browse_web", "browser_follow", "browser_submit_form", "follow_news", "get_news", "get_weather", "list_news_topics"}  # fmt: skip
    assert not {tool for tool, _ in calls(said, tools=TOOLS - outside)} & outside


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("add check train times to my list", ["add_tasks"]),
        ("note: the weather in Oslo was lovely", ["save_note"]),
        ("remind me to read the article tomorrow", ["set_reminder"]),
        ("good news, I passed!", []),
        ("I had a long way home", []),
        ("we followed the news all day", []),
    ],
)
def test_what_only_sounds_like_it_asks_nobody_outside(said: str, tools: list[str]) -> None:
    assert [tool for tool, _ in calls(said)] == tools


def test_a_title_with_an_address_in_it_leads_no_form_elsewhere() -> None:
    followed = (
        Call("browser_follow", {"link": 3}),
        "Sign up — https://evil.example/x — https://shop.example/join\nHello.",
    )
    [(tool, given)] = calls("fill in the form with name Ama", followed)
    assert (tool, given["url"]) == ("browser_submit_form", "https://shop.example/join")


def test_the_suns_times_and_the_wind_are_two_questions() -> None:
    sky = {"place": "Brest", "when": "dimanche"}
    asked = calls("À quelle heure le soleil se lève à Brest dimanche, et ça va souffler ?")
    assert asked == [("get_weather", {**sky, "about": "sunrise"}), ("get_weather", {**sky, "about": "wind"})]


def test_a_result_is_opened_by_its_place_however_it_is_called() -> None:
    said = "okay open up the second result for me and read it out"
    assert calls(said, FOUND) == [("summarize_url", {"url": "https://b.org/two"})]
    assert calls("keep this article for later", PAGE) == [("save_to_read_later", {"url": URL})]
