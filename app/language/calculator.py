"""Sums as people say them: arithmetic, percentages and conversions, exact and without running anybody's code.

Pure. Words become operators, the rest is read by a syntax tree that allows numbers and arithmetic alone, over fractions, so
0.1 + 0.2 is 0.3. Numbers that would grow without end are refused.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction

from app.errors import ToolProblem
from app.language import units

MAX_LENGTH = 300
MAX_BITS = 4096
DIGITS = 12
UNIT_DIGITS = 6
_UNREADABLE = 'I can\'t work that out. Something like "15% of 80" or "3 miles in km" works.'
_TOO_BIG = "That number is too big for me to write out."

# Applied in order; the first rows take apart what later ones would misread.
_WORDS: tuple[tuple[str, str], ...] = (
    (r"(?<=\d),(?=\d{3}\b)", ""),
    (r"[$€£₵]\s*(?=\d)", ""),
    (r"\bplus\b|\band\b|\badded to\b", "+"),
    (r"\bminus\b|\bless\b|[−–]", "-"),
    (
        r"(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+(?:tip |discount |vat |tax )?(?:of|on|off|from|de|sur)\b(?: the)?",
        r"(\1/100)*",
    ),
    (r"([\d.]+)\s*([+-])\s*(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)(?!\s*\d)", r"\1*(1\g<2>\3/100)"),
    (r"(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)(?!\s*\d)", r"(\1/100)"),
    (r"\bhalf of\b", "0.5*"),
    (r"(?<=[\d)])\s+of\s+(?=[\d(])", "*"),
    (r"\ba? ?(?:third) of\b", "(1/3)*"),
    (r"\ba? ?(?:quarter) of\b", "0.25*"),
    (r"\b(?:the )?square root of\b|√|\bsqrt(?: of)?(?=\s|\(|\d)", " sqrt "),
    (r"\bto the power of\b|\braised to\b", "**"),
    (r"\bsquared\b|²", "**2"),
    (r"\bcubed\b|³", "**3"),
    (r"\bmultiplied (?:by|with)\b|\btimes\b|[×·]|(?<=[\d)])\s*x\s*(?=[\d(])", "*"),
    (r"\b(?:divided|split|shared)(?: (?:by|between|among|amongst|into))?\b|\b(?:between|among)\b|\bover\b|[÷:]", "/"),
    (r"\bmod(?:ulo)?\b", "%"),
    (r"\^", "**"),
    (r"\bsqrt\s+(\d+(?:\.\d+)?)", r"sqrt(\1)"),
)
_SAID = tuple((re.compile(pattern), replacement) for pattern, replacement in _WORDS)
_LEAD = re.compile(
    r"\A(?:what(?:'s| is| are)|how much (?:is|are)|calculate|compute|work out|convert|change|solve|the result of)\s+"
)
_NUMBER = r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+|an?|half an?"
_CONVERSION = re.compile(
    rf"\A(?P<amount>{_NUMBER})\s*(?:degrees?\s+)?(?P<source>[a-z°][a-z°/0-9 ]*?)\s+(?:in|into|to|as|is how many|equals how many)\s+"
    r"(?:degrees?\s+)?(?P<target>[a-z°][a-z°/0-9 ]*?)\Z"
)
_HOW_MANY = re.compile(
    rf"\Ahow many (?P<target>[a-z][a-z/ ]*?) (?:are |is )?(?:there )?in (?P<amount>{_NUMBER})\s*(?P<source>[a-z][a-z/ ]*?)\Z"
)

_ARITHMETIC = re.compile(r"(?:sqrt|(?:\d+(?:\.\d*)?|\.\d+)(?![\w.])|[-+*/%()\s])+")  # nothing else of Python's

_OPERATORS: Mapping[type[ast.AST], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.FloorDiv: lambda left, right: Fraction(left // right),
    ast.Pow: lambda left, right: _power(left, right),
}


def answer(expression: str) -> str:
    """The sum and its result in one line. Raises ToolProblem when it cannot be read or has no answer."""
    said = _plain(expression)
    converted = _conversion(said)
    if converted is not None:
        return converted
    written = _as_arithmetic(said)
    return f"{_shown(said)} = {_number(_value(written), DIGITS)}"


def can_answer(expression: str) -> bool:
    """Whether `answer` reads it as a sum or conversion (it may still divide by zero, or be too big to write out)."""
    said = _plain(expression)
    try:
        return _conversion(said) is not None or (_has_work(said) and _is_sum(_tree(_as_arithmetic(said))))
    except ToolProblem:
        return False


def _is_sum(tree: ast.expr) -> bool:
    """Whether it is made of numbers and what is done to them, and does something."""
    nodes = list(ast.walk(tree))
    names = {node.func for node in nodes if isinstance(node, ast.Call)}
    plain = (ast.BinOp, ast.UnaryOp, ast.Call, ast.operator, ast.unaryop, ast.expr_context)
    return any(isinstance(node, ast.BinOp | ast.Call) for node in nodes) and all(
        isinstance(node, plain) or node in names or isinstance(getattr(node, "value", None), int | float)
        for node in nodes
    )


def _plain(expression: str) -> str:
    said = " ".join(expression.casefold().replace("’", "'").split()).strip(" ?!=").rstrip(".")
    return _LEAD.sub("", said)[: MAX_LENGTH + 1]


def _has_work(said: str) -> bool:
    return bool(re.search(r"\d", said)) and not re.fullmatch(r"[\d.,]+", said)


def _conversion(said: str) -> str | None:
    found = _CONVERSION.match(said) or _HOW_MANY.match(said)
    if found is None:
        return None
    source, target = (found[name].replace(" ", "") for name in ("source", "target"))
    if not (units.is_unit(source) and units.is_unit(target)):
        return None
    amount = _amount(found["amount"])
    converted = units.convert(amount, source, target)
    if converted is None:
        raise ToolProblem(f"{found['source'].capitalize()} and {found['target']} measure different things.")
    value, have, want = converted
    return f"{_number(amount, DIGITS)} {have} = {_number(value, UNIT_DIGITS)} {want}"


def _amount(said: str) -> Fraction:
    if said.startswith("half"):
        return Fraction(1, 2)
    return Fraction(1) if said in ("a", "an") else Fraction(said.replace(",", ""))


def _as_arithmetic(said: str) -> str:
    for pattern, replacement in _SAID:
        said = pattern.sub(replacement, said)
    return " ".join(said.split())


def _tree(written: str) -> ast.expr:
    if len(written) > MAX_LENGTH or not _ARITHMETIC.fullmatch(written):
        raise ToolProblem(_UNREADABLE)
    try:
        return ast.parse(written, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as problem:
        raise ToolProblem(_UNREADABLE) from problem


def _value(written: str) -> Fraction:
    try:
        return _work_out(_tree(written))
    except ZeroDivisionError as problem:
        raise ToolProblem("Dividing by zero has no answer.") from problem
    except RecursionError as problem:
        raise ToolProblem(_UNREADABLE) from problem


def _work_out(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool) and math.isfinite(value):
            return _bounded(Fraction(repr(value)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_work_out(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _work_out(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _bounded(_OPERATORS[type(op)](_work_out(left), _work_out(right)))
        case ast.Call(func=ast.Name(id="sqrt"), args=[inner], keywords=[]):
            return _root(_work_out(inner))
        case _:
            raise ToolProblem(_UNREADABLE)


def _bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise ToolProblem(_TOO_BIG)
    return value


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent == Fraction(1, 2):
        return _root(base)
    if exponent.denominator != 1:
        raise ToolProblem("I only do whole powers and square roots.")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length(), 1)
    if abs(exponent) * bits > MAX_BITS and abs(base) != 1:
        raise ToolProblem(_TOO_BIG)
    return Fraction(base ** int(exponent)) if abs(exponent) <= MAX_BITS else _root_of_unity(base, exponent)


def _root_of_unity(base: Fraction, exponent: Fraction) -> Fraction:
    return Fraction(1) if base == 1 or exponent % 2 == 0 else Fraction(-1)


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise ToolProblem("The square root of a negative number isn't one I can write.")
    above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if above**2 == value.numerator and below**2 == value.denominator:
        return Fraction(above, below)
    with localcontext() as context:
        context.prec = DIGITS * 2
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())


def _number(value: Fraction, digits: int) -> str:
    """With thousands separators and as many significant digits as say something."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    with localcontext() as context:
        context.prec = max(digits, len(str(abs(int(value)))) + 2)
        rounded = +(Decimal(value.numerator) / Decimal(value.denominator))
    if abs(rounded) < Decimal("1e-9"):
        return f"{rounded:.3g}"
    text = f"{rounded:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _shown(said: str) -> str:
    return said.replace("*", "×")
