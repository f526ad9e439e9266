"""Everyday units and how they convert: a table of factors to one base unit a kind, temperatures apart.

Pure. `convert` answers None where two units measure different things or a name is unknown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: `kind` is what it measures, `factor` how many base units it holds, `label` how an answer writes it."""

    kind: str
    factor: Fraction
    label: str


# kind -> rows of (factor to the base unit, label, names). The first row of each kind is its base.
_TABLE: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "length": (
        ("1", "m", "m metre metres meter meters mètre mètres"),
        ("0.01", "cm", "cm centimetre centimetres centimeter centimeters"),
        ("0.001", "mm", "mm millimetre millimetres millimeter millimeters"),
        ("1000", "km", "km kms kilomètre kilomètres kilometre kilometres kilometer kilometers"),
        ("1609.344", "miles", "mi mile miles"),
        ("0.9144", "yards", "yd yard yards"),
        ("0.3048", "feet", "ft foot feet pied pieds"),
        ("0.0254", "inches", "inch inches pouce pouces"),
    ),
    "mass": (
        ("1", "g", "g gram grams gramme grammes"),
        ("1000", "kg", "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes"),
        ("0.001", "mg", "mg milligram milligrams"),
        ("1000000", "tonnes", "tonne tonnes"),
        ("453.59237", "pounds", "lb lbs pound pounds livre livres"),
        ("28.349523125", "ounces", "oz ounce ounces"),
        ("6350.29318", "stone", "stone stones"),
    ),
    "volume": (
        ("1", "litres", "l litre litres liter liters"),
        ("0.001", "ml", "ml millilitre millilitres milliliter milliliters"),
        ("0.01", "cl", "cl centilitre centilitres"),
        ("3.785411784", "US gallons", "gal gallon gallons"),
        ("0.946352946", "US quarts", "quart quarts"),
        ("0.473176473", "US pints", "pint pints"),
        ("0.2365882365", "US cups", "cup cups"),
        ("0.01478676478125", "tablespoons", "tbsp tablespoon tablespoons"),
        ("0.00492892159375", "teaspoons", "tsp teaspoon teaspoons"),
        ("0.0295735295625", "fluid ounces", "floz fluidounce fluidounces"),
    ),
    "time": (
        ("1", "seconds", "s sec secs second seconds seconde secondes"),
        ("60", "minutes", "min mins minute minutes"),
        ("3600", "hours", "h hr hrs hour hours heure heures"),
        ("86400", "days", "day days jour jours"),
        ("604800", "weeks", "week weeks semaine semaines"),
    ),
    "speed": (
        ("1", "m/s", "m/s mps"),
        ("0.2777777777777777777777777778", "km/h", "km/h kmh kph kmph"),
        ("0.44704", "mph", "mph"),
        ("0.5144444444444444444444444444", "knots", "knot knots"),
    ),
    "area": (
        ("1", "m²", "m2 sqm"),
        ("10000", "hectares", "ha hectare hectares"),
        ("4046.8564224", "acres", "acre acres"),
        ("1000000", "km²", "km2 sqkm"),
        ("0.09290304", "square feet", "sqft ft2"),
    ),
    "data": (
        ("1", "bytes", "byte bytes"),
        ("1000", "kB", "kb kilobyte kilobytes"),
        ("1000000", "MB", "mb megabyte megabytes"),
        ("1000000000", "GB", "gb gigabyte gigabytes"),
        ("1000000000000", "TB", "tb terabyte terabytes"),
    ),
}

_CELSIUS = frozenset(("c", "celsius", "centigrade", "°c"))
_FAHRENHEIT = frozenset(("f", "fahrenheit", "°f"))
_KELVIN = frozenset(("k", "kelvin"))
_ZERO = Fraction("273.15")
_TO_KELVIN: tuple[tuple[frozenset[str], str, Callable[[Fraction], Fraction], Callable[[Fraction], Fraction]], ...] = (
    (_CELSIUS, "°C", lambda value: value + _ZERO, lambda kelvin: kelvin - _ZERO),
    (
        _FAHRENHEIT,
        "°F",
        lambda value: (value - 32) * Fraction(5, 9) + _ZERO,
        lambda kelvin: (kelvin - _ZERO) * Fraction(9, 5) + 32,
    ),
    (_KELVIN, "K", lambda value: value, lambda kelvin: kelvin),
)


def is_unit(name: str) -> bool:
    """Whether an answer could be given in `name`."""
    plain = name.casefold()
    return plain in _units() or any(plain in names for names, *_ in _TO_KELVIN)


def convert(amount: Fraction, source: str, target: str) -> tuple[Fraction, str, str] | None:
    """(amount in target, label of source, label of target), or None."""
    have, want = source.casefold(), target.casefold()
    first, second = _units().get(have), _units().get(want)
    if first is None or second is None:
        return _temperature(amount, have, want)
    if first.kind != second.kind:
        return None
    return amount * first.factor / second.factor, first.label, second.label


def _temperature(amount: Fraction, have: str, want: str) -> tuple[Fraction, str, str] | None:
    source = next((row for row in _TO_KELVIN if have in row[0]), None)
    target = next((row for row in _TO_KELVIN if want in row[0]), None)
    if source is None or target is None:
        return None
    return target[3](source[2](amount)), source[1], target[1]


@cache
def _units() -> dict[str, Unit]:
    return {
        name: Unit(kind, Fraction(factor), label)
        for kind, rows in _TABLE.items()
        for factor, label, names in rows
        for name in names.split()
    }
