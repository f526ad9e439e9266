"""The table of vendors."""

from pathlib import Path

from app.integrations.oauth.vendors import VENDORS, offered, place_of, scopes_of
from app.integrations.providers import PROVIDERS
from tests.house import settings_in


def test_every_vendor_asks_for_what_its_provider_offers() -> None:
    assert {name for name, row in PROVIDERS.items() if row.signs_in == "oauth"} == set(VENDORS)
    for name, vendor in VENDORS.items():
        assert list(vendor.scopes) == list(PROVIDERS[name].offers)
        assert offered(vendor, scopes_of(vendor, vendor.scopes)) == list(vendor.scopes)


def test_bare_settings_lead_to_the_vendors_own_servers(tmp_path: Path) -> None:
    places = {name: place_of(vendor, settings_in(tmp_path)) for name, vendor in VENDORS.items()}
    assert {place.kept_api for place in places.values()} == {""}
    assert places["google"].endpoints.token == "https://oauth2.googleapis.com/token"
    assert places["google"].endpoints.revocation == "https://oauth2.googleapis.com/revoke"
    assert places["microsoft"].endpoints.token == "https://login.microsoftonline.com/common/oauth2/v2.0/token"


def test_a_tenant_and_a_cloud_of_ones_own_are_taken(tmp_path: Path) -> None:
    own = settings_in(
        tmp_path,
        microsoft_tenant="acme.example",
        microsoft_login_url="https://login.microsoftonline.us/",
        microsoft_graph_url="https://graph.microsoft.us/",
    )
    place = place_of(VENDORS["microsoft"], own)
    assert place.endpoints.device == "https://login.microsoftonline.us/acme.example/oauth2/v2.0/devicecode"
    assert (place.api, place.kept_api) == ("https://graph.microsoft.us", "https://graph.microsoft.us")


def test_microsoft_may_write_a_scope_with_its_address_and_in_other_letters() -> None:
    said = ("https://graph.microsoft.com/mail.readwrite", "Mail.Send", "openid")
    assert offered(VENDORS["microsoft"], said) == ["mail", "mail watch"]
