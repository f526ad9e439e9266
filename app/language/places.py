"""Places in what people say of themselves: "I live in Accra" names Accra. Pure."""

import re

_IN = re.compile(
    r"\b(?:in|at|near|from|outside|to(?= [A-Z])|à|a|au|aux|en|près de|dans|sur)\s+(?=(?P<place>[^,;.!?()]{2,60}(?:, ?[^,;.!?()]{2,40})?))"
)
_NOT_A_PLACE = re.compile(
    r"\A(?:the |a |an |my |our |le |la |les |un |une |mon |ma )?(?:moment|home|house|flat|apartment|present|maison|appartement)\b",
    re.IGNORECASE,
)
_REST = re.compile(r"\s+(?:with|since|for|and|now|these days|avec|depuis|et|maintenant)\b.*\Z", re.IGNORECASE)
_LONGEST = 300


def place_in(statement: str) -> str:
    """The place that a statement names last behind "in" or the like; "" where it names none."""
    found = ""
    for match in _IN.finditer(statement[:_LONGEST]):
        place = _REST.sub("", match["place"]).strip(" ,")
        if place and not _NOT_A_PLACE.match(place):
            found = place
    return found
