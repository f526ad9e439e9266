"""Sums as people say them, exact, and nothing but sums."""

import pytest

from app.errors import ToolProblem
from app.language.calculator import answer


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("12 * 7", "84"),
        ("0.1 + 0.2", "0.3"),
        ("what is 15% of 80?", "12"),
        ("200 plus 10%", "220"),
        ("80 - 25%", "60"),
        ("1,250 + 730", "1,980"),
        ("(3+4)*5", "35"),
        ("10 / 4", "2.5"),
        ("1/3", "0.333333333333"),
        ("2 to the power of 10", "1,024"),
        ("2^10", "1,024"),
        ("7 squared", "49"),
        ("square root of 144", "12"),
        ("sqrt(2)", "1.41421356237"),
        ("half of 90", "45"),
        ("18 percent of 250", "45"),
        ("15% tip on 62", "9.3"),
        ("5 x 3", "15"),
        ("3 × 4 ÷ 6", "2"),
        ("-3 + 5", "2"),
        ("17 mod 5", "2"),
        ("calculate 144 divided by 12", "12"),
    ],
)
def test_sums(said: str, result: str) -> None:
    assert answer(said).rpartition(" = ")[2] == result


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("3 miles in km", "3 miles = 4.82803 km"),
        ("5 kg in pounds", "5 kg = 11.0231 pounds"),
        ("100 f in c", "100 °F = 37.7778 °C"),
        ("convert 30 celsius to fahrenheit", "30 °C = 86 °F"),
        ("how many ounces in a pound", "1 pounds = 16 ounces"),
        ("how many feet are in a mile?", "1 miles = 5,280 feet"),
        ("2 hours in minutes", "2 hours = 120 minutes"),
        ("half a mile in metres", "0.5 miles = 804.672 m"),
    ],
)
def test_conversions(said: str, result: str) -> None:
    assert answer(said) == result


@pytest.mark.parametrize(
    "said",
    [
        "",
        "hello",
        "__import__('os')",
        "9**9**9**9",
        "1/0",
        "sqrt(-1)",
        "5 kg in miles",
        "(" * 500,
        "1" * 5000,
        "2 **",
        "x",
        "2**0.3",
        "99999**99999",
        "[1]*9",
        "'a'*9",
        "1e999999",
    ],
)
def test_what_is_no_sum_is_refused_in_a_sentence(said: str) -> None:
    with pytest.raises(ToolProblem) as problem:
        answer(said)
    assert problem.value.sentence.endswith(".")
