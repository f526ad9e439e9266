"""`confirm`, `cancel` and `ask --yes`, as separate processes on one machine."""

import json

from tests.e2e.commands import Machine


def _asks(machine: Machine) -> str:
    machine.ask("note: the ginger is in the cellar")
    return machine.ask("forget ginger").out


def test_ask_names_the_commands_that_decide_and_they_do(machine: Machine) -> None:
    assert "./scripts/run confirm 1   or   ./scripts/run cancel 1" in _asks(machine)
    done = machine.run("confirm", "1")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("#1: Forgotten for good: 1 note")
    again = machine.run("confirm", "#1")
    assert (again.code, again.out) == (1, "#1: That was done already.\n")


def test_cancel_leaves_it_and_without_a_number_what_waits_is_listed(machine: Machine) -> None:
    _asks(machine)
    assert "Waiting for your OK (#1): Forget" in machine.run("cancel").out
    assert machine.run("cancel", "1").out == "#1: Left as it is.\n"
    assert machine.run("confirm").out == "Nothing is waiting for your OK.\n"
    assert "ginger" in machine.ask("find my notes about ginger").out


def test_yes_confirms_what_this_very_message_had_held_and_nothing_else(machine: Machine) -> None:
    _asks(machine)
    machine.ask("note: the saffron is in the safe")
    said = machine.ask("--yes", "forget saffron")
    assert "#2: Forgotten for good" in said.out
    assert "./scripts/run confirm 2" not in said.out
    assert "Waiting for your OK (#1)" in machine.run("confirm").out
    [decided] = json.loads(machine.ask("--json", "--yes", "forget ginger").out)["decided"]
    assert (decided["number"], decided["status"]) == (3, "done")


def test_what_is_no_number_or_nobodys_is_told(machine: Machine) -> None:
    wrong = machine.run("confirm", "all")
    assert (wrong.code, "“all” is no number" in wrong.err) == (2, True)
    unknown = machine.run("cancel", "9", "--json")
    assert (unknown.code, json.loads(unknown.out)["decided"][0]["status"]) == (1, "")


def test_a_yes_in_the_next_ask_decides_too(machine: Machine) -> None:
    _asks(machine)
    assert machine.ask("yes").out.startswith("Forgotten for good: 1 note")
