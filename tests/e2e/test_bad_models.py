"""A language model that fails in any way: the offline model answers, says so, and nothing is done twice."""

from pathlib import Path

import pytest

from tests.e2e import bad_model
from tests.e2e.bad_model import Answer, calls, http, is_answered, says, streamed
from tests.e2e.commands import Machine, Said, events
from tests.e2e.plain import assert_plain

pytestmark = pytest.mark.slow
ADD = '{"titles": ["milk"], "list_name": "shopping"}'
STREAM = "text/event-stream"
BY_ITSELF = "I did this part by myself."
SAID: dict[str, str] = {  # what was wrong, where more is known than that no answer came
    "half an event": "isn't an answer of a model",
    "a line cut off": "broke off half-way",
    "not HTTP": "broke off half-way",
    "a closed line": "broke off half-way",
    "silence": "took longer than I may wait",
    "silence after the first word": "broke off half-way",
    "500": "has trouble of its own",
    "503": "has trouble of its own",
    "401": "doesn't accept the key in OPENAI_API_KEY",
    "404": "has no model called “bad”. Set MODEL_NAME to one that it has",
    "429": "came too fast",
    "endless calls": "without an answer",
    "endless questions": "without an answer",
}
NOISE = b'{"error": {"message": "KeyError: secret sk-123", "type": "server_error", "code": "boom"}}'

NO_ANSWER: dict[str, Answer] = {
    "a page": lambda _: http("200 OK", b"<html><h1>It works!</h1></html>", "text/html"),
    "half an event": lambda _: http("200 OK", b'data: {"id": "m", "choices": [{"ind\n\n', STREAM),
    "a line cut off": lambda _: http("200 OK", b'data: {"id": "m", "choi', STREAM, claims=5_000),
    "another JSON": lambda _: http("200 OK", b'{"id": 1, "choices": "none"}'),
    "not HTTP": lambda _: b"\x00\x01\x02\r\n\r\n",
    "a closed line": lambda _: b"",
    "silence": lambda _: None,
    "silence after the first word": lambda _: says("Add")[:-200],
    "500": lambda _: http("500 Internal Server Error", NOISE),
    "503": lambda _: http("503 Service Unavailable", b"busy", "text/plain"),
    "401": lambda _: http("401 Unauthorized", NOISE),
    "404": lambda _: http("404 Not Found", NOISE),
    "429": lambda _: http("429 Too Many Requests", NOISE),
}
NO_USE: dict[str, Answer] = {
    "no words": lambda _: streamed(),
    "empty words": lambda _: says(""),
    "an unknown tool": lambda _: calls("launch_rocket", "{}"),
    "wrong arguments": lambda _: calls("add_tasks", '{"titles": 5}'),
    "broken arguments": lambda _: calls("add_tasks", '{"titles": ["mi'),
    "no arguments": lambda _: calls("add_tasks", ""),
    "endless calls": lambda _: calls("add_tasks", ADD),
    "endless questions": lambda _: calls("list_tasks", "{}"),
}
HALF_WAY: dict[str, Answer] = {
    "500": lambda asked: http("500 Oh", NOISE) if is_answered(asked) else calls("add_tasks", ADD),
    "a page": lambda asked: http("200 OK", b"<html>", "text/html") if is_answered(asked) else calls("add_tasks", ADD),
    "silence": lambda asked: None if is_answered(asked) else calls("add_tasks", ADD),
    "no words": lambda asked: streamed() if is_answered(asked) else calls("add_tasks", ADD),
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path, {"MODEL_NAME": "local:bad", "MODEL_TIMEOUT": "0.7"})


def assert_done_once(machine: Machine, said: Said) -> None:
    """Answered by the offline model, which says so; the milk is there, once; whoever looks after the machine can see why."""
    assert (said.code, said.err) == (0, "")
    assert "milk" in said.out
    assert BY_ITSELF in said.out
    assert_plain(said.out)
    assert {"model.gave_out", "turn.model_failed"} & set(events(machine.log))
    assert not {"turn.crashed", "tool.crashed", "command.crashed"} & set(events(machine.log))
    assert machine.ask("what's on my shopping list?", MODEL_NAME="offline").out.count("milk") == 1


@pytest.mark.parametrize("failure", [*NO_ANSWER, *NO_USE])
def test_the_offline_model_answers_instead(machine: Machine, failure: str) -> None:
    with bad_model.serving({**NO_ANSWER, **NO_USE}[failure]) as model:
        said = machine.ask("add milk to my shopping list", OPENAI_BASE_URL=model.url)
    assert_done_once(machine, said)
    assert SAID.get(failure, "My language model gave no usable answer") in said.out
    assert 1 <= len(model.asked) <= 12


@pytest.mark.parametrize("failure", HALF_WAY)
def test_what_a_model_did_before_it_failed_is_not_done_again(machine: Machine, failure: str) -> None:
    with bad_model.serving(HALF_WAY[failure]) as model:
        assert_done_once(machine, machine.ask("add milk to my shopping list", OPENAI_BASE_URL=model.url))


def test_what_is_wrong_is_said_in_full_once_and_then_in_a_few_words(machine: Machine) -> None:
    with bad_model.serving(NO_ANSWER["401"]) as model:
        said = [machine.ask(f"add {thing} to my list", OPENAI_BASE_URL=model.url).out for thing in ("tea", "milk")]
        other = machine.ask("tell me a joke", OPENAI_BASE_URL=model.url).out
    assert ["Put a valid one there" in one for one in said] == [True, False]
    assert "(Still by myself: its key isn't accepted.)" in said[1]
    assert "I can't make things up while my language model is away." in other


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/v1", "http://no-such-host.invalid/v1", "no address", "http://[bad"]
)
def test_nobody_at_the_address(machine: Machine, url: str) -> None:
    said = machine.ask("add milk to my shopping list", OPENAI_BASE_URL=url)
    assert_done_once(machine, said)
    assert "The server at OPENAI_BASE_URL can't be reached. Start it," in said.out


def test_the_next_model_of_the_chain_is_asked_before_the_offline_one(machine: Machine) -> None:
    with bad_model.serving(lambda asked: says("Hello from the second.") if asked["model"] == "good" else b"") as model:
        said = machine.ask("tell me a story", OPENAI_BASE_URL=model.url, FALLBACK_MODEL_NAMES="local:good")
    assert (said.code, said.out) == (0, "Hello from the second.\n")
    assert events(machine.log).count("model.gave_out") == 1


def test_a_server_that_hangs_is_waited_for_once_in_a_turn(machine: Machine) -> None:
    with bad_model.serving(lambda _: None) as model:
        said = machine.ask("add milk to my shopping list and note that it must be fresh", OPENAI_BASE_URL=model.url)
    assert said.code == 0
    assert len(model.asked) == 1
