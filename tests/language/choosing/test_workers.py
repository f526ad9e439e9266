"""What people say to and about workers: known by the names that stand beside the message."""

import pytest

from app.language.choosing.understand import understand
from app.language.choosing.workers import Beside, beside, plan_for
from app.language.orders.plan import Call, Clause, Exchange, Plan
from tests.language.orders.reading import read_one
from tests.language.orders.suite import NOW, exchange

BESIDE = (
    "<workers>\n- Kofi waits for the user's answer (pass it on with invoke_worker_agent): When?\n- Plant Keeper: ferns\n- Ama: post\n"
    "</workers>\n<notes>\n- Bob: a note\n</notes>"
)
TOOLS = frozenset(
    "invoke_worker_agent list_workers dismiss_worker set_reminder add_tasks list_tasks remember_fact recall_facts".split()
)
ASKED = exchange("what next?", "Kofi asks: When should I remind you: call mum?", NOW)


def plan(said: str, memory: str = BESIDE, before: Exchange | None = None) -> Plan | None:
    """What is meant for a worker."""
    return plan_for(said, memory, before, lambda: understand(said, NOW, TOOLS))


def invoked(name: str, message: str) -> Plan:
    return Plan((Call("invoke_worker_agent", {"name": name, "message": message}),))


def test_the_names_are_those_of_the_block() -> None:
    assert beside(BESIDE) == Beside(("Kofi", "Plant Keeper", "Ama"), ("Kofi",))
    assert beside("<notes>\n- Bob: a note\n</notes>") == Beside()


@pytest.mark.parametrize(
    ("said", "name", "message"),
    [
        ("ask Ama to bring the post", "Ama", "bring the post"),
        ("please ask ama whether it is there", "Ama", "whether it is there"),
        ("tell the Plant Keeper that it rains", "Plant Keeper", "it rains"),
        ("Tell Ama: add milk and eggs, and remind me at six", "Ama", "add milk and eggs, and remind me at six"),
        ("have my worker Ama look", "Ama", "look"),
        ("Ama, add milk", "Ama", "add milk"),
        ("@Kofi: at six", "Kofi", "at six"),
    ],
)
def test_what_is_said_to_one_by_name_is_passed_on_whole(said: str, name: str, message: str) -> None:
    assert plan(said) == invoked(name, message)


@pytest.mark.parametrize(
    ("said", "name", "message"),
    [
        ("start a worker called Scout to add milk and remind me at six", "Scout", "add milk and remind me at six"),
        ("create a new worker named Plant Keeper that looks after the ferns", "Plant Keeper", "looks after the ferns"),
        ("I need an assistant called Esi, to sort my post", "Esi", "sort my post"),
        ('hire a helper called "Nana": read my notes', "Nana", "read my notes"),
    ],
)
def test_one_is_taken_on_with_all_that_follows(said: str, name: str, message: str) -> None:
    assert plan(said, memory="") == invoked(name, message)


def test_a_long_message_is_passed_on_to_its_end() -> None:
    text = "ask Ama to keep this: " + "word " * 2_000 + "end"
    found = plan(text)
    assert found is not None
    assert str(found.calls[0].arguments["message"]).endswith("word end")


@pytest.mark.parametrize("said", ["at six", "yes", "the blue one", "never mind", "I live in Accra"])
def test_what_follows_a_question_is_its_answer(said: str) -> None:
    assert plan(said, before=ASKED) == invoked("Kofi", said)


@pytest.mark.parametrize(
    "said",
    [
        "add milk to my list",
        "remind me at six to go",
        "what are my workers doing?",
    ],
)
def test_an_order_or_a_question_of_its_own_is_none(said: str) -> None:
    assert plan(said, before=ASKED) is None


def test_without_a_worker_who_waits_nothing_is_an_answer() -> None:
    assert plan("at six", memory="<workers>\n- Kofi: post\n</workers>", before=ASKED) is None
    assert plan("at six", before=exchange("x", "Bob asks: When?", NOW)) is None
    assert plan("at six") is None


@pytest.mark.parametrize(
    "said", ["ask Bob to call", "tell me a joke", "Bob: hello", "dismiss Bob", "what is Bob doing?"]
)
def test_a_name_that_is_no_workers_is_none(said: str) -> None:
    assert plan(said) is None


@pytest.mark.parametrize("said", ["dismiss Ama", "let Ama go", "please fire my worker Ama"])
def test_one_is_let_go(said: str) -> None:
    assert plan(said) == Plan((Call("dismiss_worker", {"worker": "Ama"}),))


@pytest.mark.parametrize("said", ["what is Ama doing?", "how is the Plant Keeper getting on?"])
def test_one_is_asked_after(said: str) -> None:
    assert plan(said) == Plan((Call("list_workers"),))


@pytest.mark.parametrize(
    "said",
    [
        "what are my workers doing?",
        "list my workers",
        "show me the workers",
        "do I have any workers?",
    ],
)
def test_all_are_shown(said: str) -> None:
    reading = read_one(Clause(said, NOW))
    assert reading is not None
    assert reading.calls == (Call("list_workers"),)


def test_one_without_a_job_is_asked_for_it() -> None:
    reading = read_one(Clause("start a worker called Scout", NOW))
    assert reading is not None
    assert reading.question == "What is Scout to do?"


def test_one_whose_name_is_not_beside_the_message_may_still_be_let_go() -> None:
    reading = read_one(Clause("dismiss the worker Scout", NOW))
    assert reading is not None
    assert reading.calls == (Call("dismiss_worker", {"worker": "Scout"}),)
