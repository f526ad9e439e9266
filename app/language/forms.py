"""What goes into the fields of a form, from how people say it: "my name Ana Mensah and email ana@x.org, message: see you". Pure, linear.

A field is named by words that name fields everywhere, or by any words before a colon or an equals sign; its value goes on to the next. What
is filled in already is changed by its own names: "the email should be ana@x.org", "put 3 guests instead".
"""

import re
from collections.abc import Sequence
from itertools import islice

_LEAD = re.compile(r"\A\W*(?:(?:with|using|avec|as follows|and|et|the following)\b[\s:]*)*", re.IGNORECASE)
_SAME = (
    ("email", "e-mail", "mail", "courriel", "email address", "e-mail address", "adresse mail", "adresse e-mail", "adresse électronique"),
    ("name", "full name", "your name", "nom", "nom complet", "votre nom"),
    ("first name", "given name", "forename", "prénom"),
    ("last name", "surname", "family name", "nom de famille"),
    ("phone", "telephone", "mobile", "phone number", "number", "téléphone", "portable", "numéro", "numéro de téléphone"),
    ("date", "day", "jour", "visit date", "preferred date"),
    ("guests", "people", "persons", "number of people", "number of guests", "seats", "party size", "places", "personnes", "couverts", "nombre de personnes"),
    ("message", "comment", "comments", "commentaire"),
    ("postcode", "post code", "zip", "zip code", "code postal"),
    ("city", "town", "ville"),
    ("country", "pays"),
    ("address", "street", "street address", "adresse", "rue"),
    ("company", "organisation", "organization", "société"),
    ("subject", "objet", "sujet"),
    ("time", "hour", "heure"),
)  # fmt: skip
# Those that name a field wherever they stand; the others are words of values, too.
_NAMES = (
    "first name", "last name", "full name", "given name", "family name", "surname", "your name", "name", "e-mail address", "email address",
    "e-mail", "email", "mail", "phone number", "telephone", "phone", "mobile", "street address", "address", "street", "city", "town", "postcode",
    "post code", "zip code", "zip", "country", "company", "organisation", "organization", "subject", "message", "comment", "comments",
    "date of birth", "birthday", "date", "time", "quantity", "number of people", "guests", "age", "gender", "title",
    "prénom", "nom de famille", "nom", "courriel", "adresse mail", "adresse", "téléphone", "ville", "code postal", "pays", "société", "objet", "sujet",
)  # fmt: skip
_LISTED = frozenset(name for group in _SAME[:7] for name in group)  # whose values hold no comma
_NAMED = re.compile(
    rf"(?P<name>{'|'.join(sorted(map(re.escape, _LISTED), key=len, reverse=True))}) (?P<value>\S.{{0,60}})",
    re.IGNORECASE,
)
_KNOWN = "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True))
_FIELD = re.compile(
    rf"(?:\A|(?<=[\s,;]))(?:(?:my|the|a|as|for|mon|ma|mes|le|la)\s+)?(?:(?P<known>{_KNOWN})(?:\s*(?:[:=]|\bis\b|\bas\b|\best\b|\bto\b))?\s+"
    r"|(?P<named>[^\W\d_][\w' -]{0,30}?)\s*[:=]\s*)(?=\S)",
    re.IGNORECASE,
)
_END = re.compile(r"[\s,;]*(?:\b(?:and|et|then)\b)?[\s,;]*\Z", re.IGNORECASE)
_LONGEST, _MOST = 2_000, 40


def fields_in(text: str) -> list[str]:
    """Fields as "name: value", in order; none where no field is named."""
    said = _LEAD.sub("", text[:_LONGEST])
    found = list(islice(_FIELD.finditer(said), _MOST))
    if not found or found[0].start() > 0:
        return []
    ends = [one.start() for one in found[1:]] + [len(said)]
    rows = list[str]()
    for one, end in zip(found, ends, strict=True):
        value = _END.sub("", said[one.end() : end]).strip(' "“”')
        name = (one["known"] or one["named"]).strip()
        first, *others = split_values(value) if name.casefold() in _LISTED else [value]
        if first:
            rows += [f"{name}: {first}", *map(_short, others)]
    return rows


_CHANGES = (
    r"(?:change|correct|fix|make|put|set|use|update|replace|enter|write|type|add|corrige|corrigez|change|changez|mets|mettez|remplace|modifie|"
    r"modifiez|écris|ajoute|we'?ll be|we are|that makes|(?:cela|ça) fera(?: donc)?|(?:on|nous) ser(?:a|ons))"
)
_BEGINS = re.compile(
    r"\A\W*(?:(?:no|nope|oh|ah|euh|wait|hold on|hang on|sorry|actually|please|ok|okay|and|also|but|oops|non|attends|pardon|en fait|et|pour|for|"
    r"in the form|on the form|in there|dans le formulaire)\b[\s,:.!]*)*",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"(?:[\s,]+(?:instead|please|pls|now|rather|actually|then|finally|in there|on the form|in the form|plutôt|finalement|stp|svp|à la place))*[\s.,!]*\Z",
    re.IGNORECASE,
)
_THE = r"(?:(?:the|my|a|le|la|les|mon|ma|mes)\s+|l['’]\s*)?"
_IS = r"(?:should be|should say|must be|shd be|has to be|needs to be|is really|is actually|is|are|to|into|as|with|doit être|c['’]est|est|en|par|à)"
_WRONG = re.compile(r"(?:[\s,]+(?:and\s+)?(?:not|pas|rather than|instead of|au lieu de)\s+[^,]+)\Z", re.IGNORECASE)
_NO_VALUE = re.compile(
    rf"{_IS}|wrong|broken|missing|incorrect|not right|fausse?|faux|incorrecte?|pas bon(?:ne)?", re.IGNORECASE
)
_JOINS = re.compile(r"\s*(?:,|;|\band\b|\bet\b)\s*", re.IGNORECASE)
_LONGEST_CHANGE, _LONGEST_VALUE = 300, 160
_NEEDS = (
    (re.compile(r"e-?mail|courriel", re.IGNORECASE), re.compile(r"\S@\S")),
    (re.compile(r"phone|mobile|téléphone|tel\b", re.IGNORECASE), re.compile(r"\d{3}")),
    (re.compile(r"guests|number|quantity|persons|people|age\b|nombre", re.IGNORECASE), re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)\b", re.IGNORECASE)),
)  # fmt: skip


def other_names(name: str) -> tuple[str, ...]:
    """What else a field of that name is called: "courriel" of "email"."""
    said = name.strip().casefold()
    return next((tuple(one for one in group if one != said) for group in _SAME if said in group), ())


def field_in(words: str) -> str:
    """What few words say of one field, as "name: value": "name Ama", "the surname is Owusu", "Ferreira as the last name"; the first word names
    it where nothing else does. "" for fewer than two words."""
    said = " ".join(words.split()).strip(" ,.;")
    if len(known := fields_in(said)) == 1:
        return known[0]
    if bare := _short(said):
        return bare
    behind = re.fullmatch(
        rf"(?P<value>.+?) (?:as|for|comme|pour) {_THE}(?P<name>[^\W\d_][\w' -]{{0,30}})", said, re.IGNORECASE
    )
    named = re.fullmatch(
        rf"{_THE}(?P<name>[^\W\d_][\w'-]{{0,30}}(?: [\w'-]+){{0,2}}?) {_IS} (?P<value>.+)", said, re.IGNORECASE
    )
    counted = re.fullmatch(rf"{_THE}(?P<name>[^\W\d_][^\d:]{{0,30}}?) (?P<value>\d.*)", said, re.IGNORECASE)
    first = re.fullmatch(rf"{_THE}(?P<name>[^\W\d_][\w'-]*) (?:{_CHANGES} )?(?P<value>.+)", said, re.IGNORECASE)
    found = behind or named or counted or first
    return f"{found['name']}: {found['value']}" if found else ""


def _short(said: str) -> str:
    """A field in two or three words: by its name, or a value that shows by its looks which it is for."""
    named = _NAMED.fullmatch(said)
    return f"{named['name']}: {named['value']}" if named else _unnamed(said)


def _unnamed(said: str) -> str:
    """A value that shows by its looks which field it is for: an address of mail, "2 guests", a day, a person's name."""
    if re.fullmatch(r"\S+@\S+\.\S+", said):
        return f"email: {said}"
    if counted := re.fullmatch(
        r"(?P<value>\d{1,4}|one|two|three|four|five|six|deux|trois|quatre) (?P<name>[^\W\d_][\w'-]{2,20})",
        said,
        re.IGNORECASE,
    ):
        return f"{counted['name']}: {counted['value']}"
    if re.fullmatch(_DAY, said, re.IGNORECASE):
        return f"day: {said}"
    names = said.split()
    is_name = 1 < len(names) <= 3 and all(re.fullmatch(r"[A-ZÀ-Ý][\w'’-]+", one) for one in names)
    return f"name: {said}" if is_name and names[0].casefold() not in _NAMES else ""


_DAY = r"(?:on |le )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|tomorrow|today|demain)"


_DATE = (
    r"(?:the |le )?\d{1,2}(?:st|nd|rd|th|er)?(?: (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre))?"
)


def split_values(said: str) -> list[str]:
    """ "ama@x.org, Friday, 2 guests" as its three values, where each shows what it is; else the whole as one."""
    pieces = [one.strip() for one in said.split(",") if one.strip()]
    return pieces if len(pieces) > 1 and all(map(_short, pieces[1:])) else [said]


def changed(fields: Sequence[str], words: str) -> list[str] | None:
    """Fields ("name: value") with what words change of them; None where they change nothing, or say anything else beside it."""
    said = " ".join(words.split())
    if not said or len(said) > _LONGEST_CHANGE or "?" in said:
        return None
    values = {name.strip(): value.strip() for name, _, value in (one.partition(":") for one in fields)}
    now = _each_changed(values, said) or _all_changed(values, said) or _day_changed(values, said)
    return [f"{name}: {value}" for name, value in now.items()] if now and now != values else None


def _each_changed(values: dict[str, str], said: str) -> dict[str, str] | None:
    pieces = [one for one in _JOINS.split(said)[:_MOST] if one.strip()]
    now: dict[str, str] | None = values if len(pieces) > 1 else None
    for piece in pieces:
        now = _all_changed(now, piece) if now is not None else None
    return now


def _all_changed(values: dict[str, str], said: str) -> dict[str, str] | None:
    """With the one change that the words are: of a field that is filled in, else of one that is known by its kind of value."""
    said = _LAST.sub("", _BEGINS.sub("", said))
    wrong = _WRONG.search(said)
    said = said[: wrong.start()] if wrong else said
    for name in sorted(values, key=len, reverse=True):
        if found := next(filter(None, (_value(said, one) for one in _called(name) if _fits(name, one, said))), ""):
            return {**values, name: found}
    names = {called for name in values for called in _called(name)}
    others = (one for one in _NAMES if one not in names and any(of.search(one) for of, _ in _NEEDS))
    return next(({**values, one: _value(said, one)} for one in others if _fits(one, one, said)), None)


def _day_changed(values: dict[str, str], said: str) -> dict[str, str] | None:
    """ "Make it Friday", of a form with one field for a day."""
    found = re.fullmatch(
        rf"(?:{_CHANGES}|move)\s+(?:it|that|this)?\s*(?:for|on|to)?\s*(?P<day>{_DAY}|{_DATE})",
        _LAST.sub("", _BEGINS.sub("", said)),
        re.IGNORECASE,
    )
    days = [name for name in values if "date" in (name.casefold(), *other_names(name))]
    return {**values, days[0]: found["day"]} if found and len(days) == 1 else None


def _fits(name: str, called: str, said: str) -> bool:
    """Whether words give a field a value of its kind."""
    found = _value(said, called)
    return bool(found) and all(is_one.search(found) for of, is_one in _NEEDS if of.search(name))


def _called(name: str) -> list[str]:
    """What a field is called by people: its name, and the plain word in it ("email" of "Your e-mail address")."""
    plain = [one for one in _NAMES if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", name, re.IGNORECASE)]
    mail = ["email", "e-mail", "mail", "courriel", "adresse mail"] if _NEEDS[0][0].search(name) else []
    return [name, *plain, *mail]


def _value(said: str, name: str) -> str:
    if name.casefold() not in said.casefold():  # an expression is made for the few names that are said
        return ""
    own = re.escape(name)
    for pattern in (
        rf"(?:{_CHANGES}\s+)?{_THE}{own}(?:\s+{_IS}\s+|\s*[=:→]\s*)(?P<value>\S.*)",
        rf"{_CHANGES}\s+{_THE}{own}\s+(?P<value>\S.*)",
        rf"{_THE}{own}\s+{_CHANGES}\s+(?P<value>\S.*)",
        rf"(?:{_CHANGES}\s+)?(?P<value>\S.*?)\s+(?:as|for|in|comme|pour|dans)\s+{_THE}{own}",
        rf"{_CHANGES}\s+(?:it\s+|that\s+)?(?P<value>\S.*?)\s+{own}",
    ):
        found = re.fullmatch(pattern, said, re.IGNORECASE)
        value = found["value"].strip(" ,.\"“”'") if found else ""
        if value and len(value) <= _LONGEST_VALUE and not _NO_VALUE.fullmatch(value):
            return value
    return ""
