"""From what people call a reading to its row in the table of metrics. Pure."""

import re

from app.errors import ToolProblem
from app.health.metrics import BY_NAME, METRICS, Metric

# What people say besides a metric's title and its own words.
_ALSO = {
    "hr": "heart_rate",
    "bpm": "heart_rate",
    "resting hr": "resting_heart_rate",
    "heartbeat": "heart_rate",
    "walking": "steps",
    "kilometres": "distance",
    "kilometers": "distance",
    "km": "distance",
    "workouts": "exercise_session",
    "run": "exercise_session",
    "floors": "floors_climbed",
    "calories burned": "total_energy",
    "energy": "total_energy",
    "kcal": "total_energy",
    "blood oxygen saturation": "spo2",
    "bp": "blood_pressure",
    "fluids": "hydration",
    "food": "nutrition",
    "calorie intake": "nutrition",
    "vo2": "vo2_max",
    "mass": "weight",
    "body temperature": "skin_temperature",
}
_WORDS = {
    **{row.name.replace("_", " "): row.name for row in METRICS},
    **{row.title.casefold(): row.name for row in METRICS},
    **{word: row.name for row in METRICS for word in row.words},
    **_ALSO,
}
# The longest that is said is meant: "resting heart rate" is no heart rate.
_SAID = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))})(?:s|es)?\b")
_LONGEST = 80
# What is asked where the other one is all that there is.
INSTEAD = {"total_energy": "active_energy", "active_energy": "total_energy"}


def metric_named(words: str) -> Metric:
    """The metric meant by "resting_heart_rate", "my pulse", "calories". Raises ToolProblem for what isn't measured here."""
    said = " ".join(words[:_LONGEST].casefold().replace("_", " ").split())
    found = _SAID.search(said)
    if found is None:
        known = ", ".join(row.title for row in METRICS)
        raise ToolProblem(f"“{said}” isn't among the readings I keep. I know {known}.")
    return BY_NAME[_name(found[0])]


def _name(said: str) -> str:
    for ending in ("", "s", "es"):
        if said.removesuffix(ending) in _WORDS:
            return _WORDS[said.removesuffix(ending)]
    raise KeyError(said)
