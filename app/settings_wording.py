"""What a setting that isn't right should be, in the words of whoever edits a settings file; and the shapes that some texts must have.

Knows no setting and no file, and never says a value: it may be a secret.
"""

from pydantic_core import ErrorDetails

from app.channel_settings import NUMBER_ID, NUMBERS, TEMPLATE

TIME = r"^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$"
TIME_OR_LOCAL = r"^(?:(?:[01]\d|2[0-3]):[0-5]\d(?: (?:local|utc))?)?$"
HOURS = r"^(?:(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d)?$"
LOCALE = r"^[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?$"
# Pydantic's kinds of refusal in the words of whoever edits a settings file, and those of a text that has a shape.
_WANTED = {
    **dict.fromkeys(("int_parsing", "int_parsing_size", "int_from_float"), "it must be a whole number{example}"),
    **dict.fromkeys(("float_parsing", "finite_number"), "it must be a number, such as 2.50"),
    "bool_parsing": "it must be true or false",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be at least {ge}",
    "less_than_equal": "it must be at most {le}",
    "time_delta_parsing": "it must be a number of seconds, such as 60",
    "literal_error": "it must be one of {expected}",
    TIME: "it must be a time from 00:00 to 23:59, such as 08:00; with nothing behind the = it is off",
    TIME_OR_LOCAL: "it must be a time from 00:00 to 23:59, such as 08:00 or 07:00 local; with nothing behind the = it is off",
    HOURS: "it must be two times, such as 22:00-07:00; with nothing behind the = it is off",
    NUMBER_ID: "it must be digits alone: the id of the number, not the number itself",
    NUMBERS: "it must be telephone numbers with their country codes, such as +33 6 12 34 56 78",
    TEMPLATE: "it must be a template's name: small letters, digits and _",
    LOCALE: "it must be a language and a country, such as en-GB or en-US",
}


def wrong(error: ErrorDetails, place: str = "", default: object = None) -> str:
    """One refusal as a sentence; `place` is where the value was written, "" for the environment."""
    name, given = str(error["loc"][0]), error.get("ctx", {})
    wanted = _WANTED.get(str(given.get("pattern")), _WANTED.get(error["type"], error["msg"]))
    said = wanted.format_map({**given, "example": "" if default is None else f", such as {default}"}).rstrip(".")
    return f"{name.upper()}{f' ({place})' if place else ''} isn't right: {said}."
