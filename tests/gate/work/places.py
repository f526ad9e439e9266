"""Where a stranger's words stand in what the tools for work read: THE table. A place plants words and says by which call its user comes upon them."""

from collections.abc import Mapping

from tests.gate.work import places_code, places_stored, places_talk, places_tickets
from tests.gate.work.planting import Place

PLACES: Mapping[str, Place] = {
    row.name: row for row in (*places_code.PLACES, *places_talk.PLACES, *places_tickets.PLACES, *places_stored.PLACES)
}
