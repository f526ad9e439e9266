"""What Telegram tells us, in our words."""

from app.interfaces.telegram.incoming import address_of
from app.interfaces.telegram.place import Place, place_at


def test_an_address_leads_back_to_its_place() -> None:
    for place in (Place(42), Place(-100, 9)):
        assert place_at(address_of(place)) == place
