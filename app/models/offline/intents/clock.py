"""What people ask about time, dates and numbers, and where they say they are."""

import re
from dataclasses import replace

from app.language.time import arithmetic
from app.models.offline import speech
from app.models.offline.numbers import in_digits
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said
from app.schedule import zones

_AND_IN = re.compile(r",? and (?:in )?|, ", re.IGNORECASE)
_LONGEST_PLACE = 4
_HERE = re.compile(r"(?:here|now|right now|today|currently|exactly|it|is it|please|at the moment|)\Z", re.IGNORECASE)
_SUM = re.compile(
    r"\A[\s(]*[-+]?[$€£₵√]?\s*\d[\d.,]*\s*%?\s*(?:[-+*/^×÷x%:()]|\*\*|plus|minus|times|divided by|multiplied by|over|mod|of|to the power of|squared|cubed|² ?|³ ?)"
    r"[\s\d.,()+*/^×÷x%:=?$€£₵-]*(?:(?:plus|minus|times|divided by|multiplied by|over|mod|of|and|squared|cubed|to the power of|percent|per cent)[\s\d.,()+*/^×÷%-]*)*\Z",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\A(?:an? )?[\d.,]+\s*(?:%|percent|per cent)\s+(?:tip |discount |off )?(?:of|on|off|tip on)\s+[$€£₵]?[\d.,]+\s*\w{0,7}\Z",
    re.IGNORECASE,
)
_ROOT = re.compile(
    r"\A(?:the )?(?:square root|sqrt|cube root|half|a third|a quarter)(?: of)?\s*\(?[\d.,\s]+\)?\Z", re.IGNORECASE
)
_UNIT = (
    r"(?:degrees? )?(?:celsius|fahrenheit|kelvin|[cfk]|km/?h|kph|mph|knots?|kms?|kilomet(?:er|re)s?|met(?:er|re)s?|m|cm|centimet(?:er|re)s?|mm|millimet(?:er|re)s?|miles?|mi|yards?|yds?|feet|foot|ft|"
    r"inch(?:es)?|in|kgs?|kilos?|kilograms?|grams?|g|mg|milligrams?|pounds?|lbs?|ounces?|oz|stones?|tonnes?|lit(?:er|re)s?|l|ml|millilit(?:er|re)s?|cl|gallons?|gal|quarts?|pints?|cups?|tablespoons?|tbsp|"
    r"teaspoons?|tsp|fluid ounces?|seconds?|minutes?|hours?|days?|weeks?|acres?|hectares?|ha|sq ?ft|sq ?m|m2|km2|ft2|bytes?|[kmgt]b|(?:kilo|mega|giga|tera)bytes?)"
)
_CONVERT = re.compile(
    rf"\A(?:convert |change |turn )?(?:-?[\d.,]+|an?|half an?)\s*°?\s*{_UNIT}\s+(?:in|into|to|as|is how many|equals how many|=)\s+(?:how many )?{_UNIT}\Z|"
    rf"\Ahow (?:many|much) {_UNIT} (?:are |is |make |does )?(?:there )?(?:in|equals?|to|make)? ?(?:up )?(?:-?[\d.,]+|an?|half an?|one)\s*{_UNIT}(?: (?:have|equal|make))?\Z",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\A(?:what(?:'s| is| are| does)|convert|how much (?:is|are)|calculate|compute|work out|solve|evaluate|tell me|do the math:?|give me)\s+",
    re.IGNORECASE,
)
_MONEY = re.compile(r"(?<=\d) (?:cedis?|ghs|dollars?|euros?|naira|rupees?|bucks|quid)\b", re.IGNORECASE)
_RECKONING = re.compile(
    r"\b(?:plus|minus|times|divided by|multiplied by|percent|per cent|square root|squared|cubed|to the power of|over)\b|%",
    re.IGNORECASE,
)


def now(match: re.Match[str], clause: Clause) -> Reading | None:
    """The time here, or in a place that is known."""
    place = re.sub(
        r"\b(?:right now|now|at the moment|today|currently|please)\b", "", said(match, "place"), flags=re.IGNORECASE
    ).strip(" ,")
    if _HERE.fullmatch(place):
        return Reading((Call("get_datetime"),))
    places = [speech.without_article(part) for part in _AND_IN.split(place)]
    if any(len(part.split()) > _LONGEST_PLACE for part in places):
        return None
    return Reading(tuple(Call("get_datetime", {"place": part}) for part in places))


def zone(match: re.Match[str], clause: Clause) -> Reading | None:
    """Where the user's clock is."""
    place = said(match, "place")
    if not place:
        return Reading((Call("set_time_zone"),), question="Which city are you in?", missing="place")
    return Reading((Call("set_time_zone", {"place": place}),))


def moved(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "I'm in Lisbon now" sets the clock where the place is one."""
    return zone(match, clause) if zones.find_zone(said(match, "place")) else None


def reckon(clause: Clause) -> Reading | None:
    """A sum or conversion, recognised by its shape; a question about a date, by the schedule's own reader."""
    text = re.sub(
        r"\A(?:an?|the) (?!hundred|thousand|million)",
        "",
        _ASKING.sub("", clause.text.strip(" ?=.!")),
        flags=re.IGNORECASE,
    )
    text = _MONEY.sub("", in_digits(text)) if _RECKONING.search(text) else text
    if any(shape.match(text) for shape in (_SUM, _PERCENT, _ROOT, _CONVERT)):
        return Reading((Call("calculate", {"expression": text}),))
    return None


def date_question(clause: Clause) -> Reading | None:
    """Weekdays, days between, dates from now."""
    if len(clause.text) > 200 or not re.match(
        r"(?:what|how|when|which|is|will|count|calculate|tell|days?|weeks?|the date|give|was|on)\b",
        clause.text,
        re.IGNORECASE,
    ):
        return None
    event = re.sub(
        r"\b(until|till|to|before) (?:my|our|the) [\w' ]+? (?:on|at) (?=\w)", r"\1 ", clause.text, flags=re.IGNORECASE
    )
    clause = replace(clause, text=event)
    if re.search(
        r"\b(?:my|reminders?|tasks?|notes?|meetings?|i (?:have|say|said|write|wrote))\b", clause.text, re.IGNORECASE
    ):
        return None
    falls = re.sub(
        r"\b(day|date) (.+?) (?:falls?|is|lands?)(?: on)?(?= this| next|\Z)",
        r"\1 is \2",
        clause.text,
        flags=re.IGNORECASE,
    )
    clause = replace(clause, text=falls) if " is it" not in falls else clause
    asked = re.sub(r"\b(?:there are|are there|there is)\s+", "", clause.text, flags=re.IGNORECASE)
    if arithmetic.answer_date_question(asked, clause.now) is None:
        return None
    return Reading((Call("answer_date_question", {"question": asked}),))


ROWS: tuple[Row, ...] = (
    Row(
        r"(?:(?:tell me|give me|say|do you (?:know|have)|check|show me|what(?:'s| is)) )?(?:what )?(?:the )?(?:current |exact |local )?(?:time|clock)(?: (?:is it|it is|now|do you have|is))*(?: (?:(?:over |right )?(?:in|for|at)) (?P<place>.+)| (?:here|now|right now|please|again|currently|exactly)+)?",
        now,
    ),
    Row(
        r"what(?:'s| is)? (?:the )?(?:current |local )?time(?: is it)?(?: (?:right )?now)? (?:over )?(?:in|for|at) (?P<place>.+)",
        now,
    ),
    Row(
        r"(?P<place>[\w ]{3,30}?)(?:'s)? time(?: right)? now",
        lambda match, clause: now(match, clause) if zones.find_zone(said(match, "place")) else None,
    ),
    Row(
        r"(?:tell me |give me |what(?:'s| is| was) )?(?:what )?(?:the )?(?:current |today's |exact )?(?:date|day)(?: (?:is it|it is|today|now|of today|is today|and time|is it today|of the week(?: is it)?|right now|currently|are we|please))*",
        now,
    ),
    Row(
        r"what(?:'s| is) today(?:'s date| date)?|what (?:date|day|month|year)(?: of the week)? (?:is|are) (?:it|we|today|this)(?: (?:today|now|in|right now))?|what(?:'s| is) the (?:day|month|year)(?: today)?|which day is (?:it|today)(?: today)?|(?:what )?(?:month|year) (?:is it|is this|are we in)",
        now,
    ),
    Row(
        r"(?:what(?:'s| is) )?(?:the|today's) (?:time and (?:the )?date|date and (?:the )?(?:time|day)|day and (?:the )?(?:date|time))(?: .{0,20})?|(?:today's )?date and time",
        now,
    ),
    Row(
        r"(?:set|change|update|switch|make|correct|put|adjust)(?: me)?(?: my| the)? (?:time ?zone|clock|zone|local time)(?: (?:to|as|for|into|on))? ?(?P<place>.*)",
        zone,
    ),
    Row(r"(?:my |the )?time ?zone (?:is|should be|=|:) ?(?:now )?(?P<place>.+)", zone),
    Row(
        r"i(?:'m| am) (?:now |currently )?in (?P<place>[\w ,'/-]+?)(?: (?:now|right now|at the moment|this week|today))?[,.]? (?:and |so )?(?:please )?(?:change|set|update|switch|adjust) (?:my |the )?(?:time ?zone|clock)(?: (?:to that|accordingly))?",
        moved,
    ),
    Row(
        r"i(?:'m| am| just got| have arrived|'ve arrived| arrived| landed| just landed)(?: now| currently)? in (?P<place>[\w ,'/-]+?)(?: (?:now|right now|at the moment|this week|today))",
        moved,
    ),
    Row(
        r"(?:what(?:'s| is)|which is|tell me|show) (?:my|the|your)(?: current)? time ?zone(?: .{0,10})?",
        lambda match, clause: Reading((Call("get_datetime"),)),
    ),
)
