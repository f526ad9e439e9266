"""What is asked of one's readings, and all that only sounds like it: feelings, orders, advice, other people's bodies."""

import pytest

from app.health.metrics import BY_NAME
from app.language.choosing.understand import understand
from app.language.orders.health_words import Topic, topics
from app.language.orders.plan import Call
from app.routing.intent import route_by_keywords
from app.tools.catalogue import TOOLSETS
from app.tools.health import TOOLS
from tests.language.orders.suite import NOW, cases, exchange

EVERYTHING = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
OURS = {row.name for row in TOOLS}


@pytest.mark.parametrize(
    "said",
    [
        "remind me to sleep",
        "remind me to go to bed at 11",
        "remind me to take my blood pressure tomorrow",
        "remind me to drink water every hour",
        "remind me to walk 10000 steps",
        "wake me up at 7",
        "note: steps to fix the sink",
        "note that my blood pressure was 120 over 80",
        "what are the steps to fix the sink",
        "what steps do I take to renew my passport",
        "what are my next steps",
        "next steps for the project",
        "I slept badly",
        "I slept badly last night",
        "I didn't sleep well",
        "I slept like a baby",
        "slept 4 hours, feel awful",
        "my sleep was terrible last night",
        "could not sleep at all",
        "I'm so tired today",
        "I walked 5 km today",
        "I weigh 72 kg",
        "my weight is 72 kg",
        "my heart rate is 80",
        "I feel great, slept eight hours",
        "write in my journal that I slept badly",
        "dear diary, I slept badly and walked a lot",
        "journal: slept well",
        "what did I write about my sleep?",
        "what did I say about my weight?",
        "add a heart rate monitor to my shopping list",
        "add new running shoes to my list",
        "add sleeping pills to my shopping list",
        "buy water",
        "add water to the shopping list",
        "get water",
        "put walk the dog on my list",
        "walk the dog",
        "go for a walk",
        "I need to sleep more",
        "I want to lose weight",
        "how do I sleep better?",
        "how can I lose weight?",
        "how do I lower my blood pressure?",
        "should I sleep more?",
        "what's a normal heart rate?",
        "what is a good resting heart rate for a 40 year old?",
        "what's a healthy weight",
        "how many steps should I walk a day?",
        "how many steps are in a mile?",
        "how many calories are in a banana?",
        "how much water should I drink?",
        "how far is it to Kumasi?",
        "how far is the station",
        "how long does a marathon take?",
        "how long do cats sleep?",
        "what does an elephant weigh?",
        "what's the distance between Accra and Lagos",
        "when is my workout tomorrow?",
        "when do I have training?",
        "is my run at six?",
        "do I have a gym session today?",
        "what time do I have to wake up tomorrow?",
        "remember that my resting heart rate is 58",
        "what's my step goal?",
        "my step goal is 10000",
        "tell me when my resting heart rate goes above 80",
        "alert me when my heart rate goes above 120",
        "every morning at 8 tell me how I slept",
        "set a sleep timer",
        "good night, sleep well",
        "play sleep sounds",
        "water",
        "how are you doing?",
        "how is my project doing?",
        "how am I doing on my tasks?",
        "how is my mum doing?",
        "how did Ama sleep?",
        "how did the baby sleep?",
        "what was the weather like when I walked yesterday",
        "find my notes about sleep",
        "delete my note about blood pressure",
        "what do I know about heart rate variability?",
        "complete the walk task",
        "I did my workout",
        "done with my workout",
        "finished my run",
        "save this article about sleep for later",
        "how heavy is a litre of water?",
        "convert 70 kg to pounds",
        "how many minutes is 7.5 hours",
    ],
)
def test_what_only_sounds_like_it_is_left_alone(said: str) -> None:
    assert not OURS & {call.tool for call in understand(said, NOW, EVERYTHING).calls}


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("write in my journal that I slept badly", "save_journal_entry"),
        ("journal: slept well", "save_journal_entry"),
        ("remind me to go to bed at 11", "set_reminder"),
        ("add a heart rate monitor to my shopping list", "add_tasks"),
        ("alert me when my heart rate goes above 120", "set_alert"),
        ("every morning at 8 tell me how I slept", "schedule_task"),
    ],
)
def test_orders_are_still_orders(said: str, tool: str) -> None:
    assert tool in {call.tool for call in understand(said, NOW, EVERYTHING).calls}


def test_the_same_is_asked_of_another_time_or_reading() -> None:
    before = exchange("how did I sleep?", "Last night: 7 h asleep.", NOW)
    assert understand("and on Monday?", NOW, EVERYTHING, before).calls == (
        Call("get_sleep_summary", {"when": "monday"}),
    )
    assert understand("what about my steps?", NOW, EVERYTHING, before).calls[0].arguments["metric"] == "steps"


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.metric)
def test_every_topic_is_a_metric_or_something_people_call_one(topic: Topic) -> None:
    assert topic.metric in BY_NAME or topic.metric in ("stress", "body battery", "recovery")
    assert all(phrase == phrase.strip() and phrase for phrase in topic.phrases())


def test_every_metric_can_be_asked_of() -> None:
    assert set(BY_NAME) <= {topic.metric for topic in topics()}


@pytest.mark.parametrize("said", ["", "?", "how did i sleep " * 400, "steps\n\nsteps", "\u202esteps"])
def test_strange_texts_are_survived(said: str) -> None:
    understand(said, NOW, EVERYTHING)


def test_words_lead_each_of_them_to_where_the_tools_are() -> None:
    asked = [case.said for case in cases() if case.group == "health" and case.before is None]
    routes = {said: route_by_keywords(said).domains for said in asked}
    assert [said for said, domains in routes.items() if domains and "health" not in domains] == []
    assert sum("health" in domains for domains in routes.values()) > 0.75 * len(routes)
