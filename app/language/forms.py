"""What goes into the fields of a form, from how people say it: "my name Ana Mensah and email ana@x.org, message: see you". Pure, linear.

A field is named by words that name fields everywhere, or by any words before a colon or an equals sign; its value goes on to the next.
"""

import re
from itertools import islice

_LEAD = re.compile(r"\A\W*(?:(?:with|using|avec|as follows|and|et|the following)\b[\s:]*)*", re.IGNORECASE)
_NAMES = (
    "first name", "last name", "full name", "given name", "family name", "surname", "your name", "name", "e-mail address", "email address",
    "e-mail", "email", "mail", "phone number", "telephone", "phone", "mobile", "street address", "address", "street", "city", "town", "postcode",
    "post code", "zip code", "zip", "country", "company", "organisation", "organization", "subject", "message", "comment", "comments",
    "date of birth", "birthday", "date", "time", "quantity", "number of people", "guests", "age", "gender", "title",
    "prénom", "nom de famille", "nom", "courriel", "adresse mail", "adresse", "téléphone", "ville", "code postal", "pays", "société", "objet", "sujet",
)  # fmt: skip
_KNOWN = "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True))
_FIELD = re.compile(
    rf"(?:\A|(?<=[\s,;]))(?:(?:my|the|a|as|for|mon|ma|mes|le|la)\s+)?(?:(?P<known>{_KNOWN})(?:\s*(?:[:=]|\bis\b|\bas\b|\best\b))?\s+"
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
        if value:
            rows.append(f"{name}: {value}")
    return rows
