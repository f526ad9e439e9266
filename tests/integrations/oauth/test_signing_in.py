"""Signing in, at emulate (Google) and at a fake of Microsoft: what is kept, and what is not."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.errors import AccountAway, AccountClosed, ToolProblem
from app.integrations.accounts import lacking, offers
from app.integrations.oauth.signing_in import BEGUN, Wish, missing, pasted, state_of
from app.integrations.oauth.vendors import Client
from app.integrations.providers import Port
from tests.fakes.vendors.oauth import ANA, CLIENT_ID, MicrosoftServer
from tests.house import open_house, settings_in
from tests.integrations.oauth.houses import BACK, at_google, at_microsoft, connected, opens, params_of
from tests.memory.databases import NOON
from tests.servers.emulate import ANA as ANA_AT_GOOGLE
from tests.servers.emulate import REDIRECTS, Emulate


async def test_google_s_page_leads_to_an_account_that_offers_what_was_allowed(google: Emulate, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        link = await house.signing_in.begin(
            house.owner.id, Wish("google", ("mail", "mail watch", "tasks")), REDIRECTS[0]
        )
        asked = params_of(link)
        assert (asked["code_challenge_method"], asked["access_type"], asked["prompt"]) == ("S256", "offline", "consent")
        assert asked["scope"].split() == [
            "openid",
            "email",
            "https://www.googleapis.com/auth/gmail.modify",
            "https://www.googleapis.com/auth/tasks",
        ]
        account = await house.signing_in.finish(house.owner.id, state_of(link), params_of(google.agree(link)))
        assert (account.provider, account.identity, account.label) == ("google", ANA_AT_GOOGLE, "personal")
        assert account.settings == {"api": google.url, "offers": ["mail", "mail watch", "tasks"]}
        [name] = await house.vault.names(house.owner.id)
        assert (name.account, name.name) == (f"google:{ANA_AT_GOOGLE}", "token")
        first = await opens(house, account)
        assert await opens(house, account, refused=first) != first


async def test_any_process_can_finish_what_another_began(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    settings = at_microsoft(tmp_path, microsoft)
    async with open_house(tmp_path, settings=settings) as one:
        link = await one.signing_in.begin(one.owner.id, Wish("microsoft", label="work"), BACK)
    async with open_house(tmp_path, settings=settings) as other:
        account = await other.signing_in.finish(other.owner.id, state_of(link), params_of(microsoft.agree(link)))
        assert (account.identity, account.label) == (ANA, "work")
        assert account.settings["offers"] == ["mail", "mail watch", "calendar", "tasks", "contacts", "files"]


async def test_what_was_begun_is_for_one_use_one_person_and_ten_minutes(
    microsoft: MicrosoftServer, tmp_path: Path
) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft), clock=clock) as house:
        owner, signing_in = house.owner.id, house.signing_in
        await house.store.users.add("ben", name="Ben", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        link = await signing_in.begin(owner, Wish("microsoft"), BACK)
        back = params_of(microsoft.agree(link))
        for user, state in (("ben", state_of(link)), (owner, "x" * 32), (owner, "no state at all"), (owner, "")):
            with pytest.raises(ToolProblem, match="isn't waiting"):
                await signing_in.finish(user, state, back)
        finished = [signing_in.finish(owner, state_of(link), back) for _ in range(4)]
        ends = await asyncio.gather(*finished, return_exceptions=True)
        assert sorted(type(end).__name__ for end in ends) == ["Account", "ToolProblem", "ToolProblem", "ToolProblem"]
        late = await signing_in.begin(owner, Wish("microsoft"), BACK)
        clock.advance(timedelta(minutes=11))
        with pytest.raises(ToolProblem, match="ten minutes"):
            await signing_in.finish(owner, state_of(late), params_of(microsoft.agree(late)))


async def test_what_nobody_finished_is_swept_away(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft), clock=clock) as house:
        for _ in range(3):
            await house.signing_in.begin(house.owner.id, Wish("microsoft"), BACK)
            clock.advance(timedelta(minutes=11))
        assert [one.account for one in await house.vault.names(house.owner.id)] == [BEGUN]


async def test_a_code_that_somebody_else_s_sign_in_gave_is_worth_nothing(
    microsoft: MicrosoftServer, tmp_path: Path
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        mine, theirs = [await house.signing_in.begin(house.owner.id, Wish("microsoft"), BACK) for _ in range(2)]
        with pytest.raises(AccountClosed):  # its verifier is another one
            await house.signing_in.finish(house.owner.id, state_of(mine), params_of(microsoft.agree(theirs)))
        assert await house.accounts.every(house.owner.id) == []


async def test_fewer_permissions_are_fewer_ports(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    microsoft.allows = frozenset({"Mail.ReadWrite", "Calendars.ReadWrite", "User.Read"})
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        assert account.settings["offers"] == ["mail watch", "calendar"]  # without Mail.Send it is no mailbox
        asked: tuple[Port, ...] = ("mail", "calendar", "tasks")
        assert missing(account, asked) == ["mail", "tasks"]
        microsoft.allows = frozenset({"User.Read"})
        with pytest.raises(ToolProblem, match="allowed none"):
            await connected(house, microsoft)


@pytest.mark.parametrize(("error", "said"), [("access_denied", "didn't allow"), ("server_error<b>", "server_errorb")])
async def test_a_no_at_the_page_connects_nothing(
    microsoft: MicrosoftServer, tmp_path: Path, error: str, said: str
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        link = await house.signing_in.begin(house.owner.id, Wish("microsoft"), BACK)
        with pytest.raises(ToolProblem, match=said):
            await house.signing_in.finish(house.owner.id, state_of(link), params_of(microsoft.agree(link, error)))
        assert await house.vault.names(house.owner.id) == []


async def test_without_a_client_the_steps_are_said(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for vendor, setting in (("google", "GOOGLE_CLIENT_ID"), ("microsoft", "MICROSOFT_CLIENT_ID")):
            with pytest.raises(ToolProblem, match=setting):
                await house.signing_in.begin(house.owner.id, Wish(vendor), BACK)
        with pytest.raises(ToolProblem, match="can't sign in"):
            await house.signing_in.begin(house.owner.id, Wish("yahoo"), BACK)


async def test_a_client_named_for_one_account_stays_with_it(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    microsoft.secret = "the application's own"
    settings = settings_in(tmp_path, microsoft_login_url=microsoft.url, microsoft_graph_url=microsoft.url)
    async with open_house(tmp_path, settings=settings) as house:
        account = await connected(house, microsoft, Wish("microsoft", client=Client(CLIENT_ID, microsoft.secret)))
        first = await opens(house, account)
        assert await opens(house, account, refused=first) != first


async def test_a_device_s_code_is_asked_about_as_slowly_as_the_vendor_wants(
    microsoft: MicrosoftServer, tmp_path: Path
) -> None:
    microsoft.device_says = ["authorization_pending", "slow_down", "authorization_pending"]
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        wish = Wish("microsoft", ("calendar",))
        device = await house.signing_in.device(wish)
        assert (device.user_code, device.address) == ("F2QX7GLMN", "https://microsoft.example/devicelogin")
        account = await house.signing_in.entered(house.owner.id, wish, device, pause)
        assert (pauses, account.settings["offers"]) == ([5, 5, 10, 10], ["calendar"])
        for ends in ("access_denied", "expired_token"):
            microsoft.device_says = ["authorization_pending", ends]
            with pytest.raises(AccountClosed):
                await house.signing_in.entered(house.owner.id, wish, await house.signing_in.device(wish), pause)
        microsoft.device_says, microsoft.polls = ["authorization_pending"] * 500, 0
        microsoft.device_seconds = 60
        with pytest.raises(ToolProblem, match="in time"):
            await house.signing_in.entered(house.owner.id, wish, await house.signing_in.device(wish), pause)
        assert microsoft.polls == 12  # every five seconds of a minute


async def test_google_gives_no_codes_for_devices(google: Emulate, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        with pytest.raises(AccountClosed, match="no codes for devices"):
            await house.signing_in.device(Wish("google"))


@pytest.mark.parametrize("how", ["away", "garbled"])
async def test_a_vendor_that_is_away_or_lies_keeps_nothing(
    microsoft: MicrosoftServer, tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        link = await house.signing_in.begin(house.owner.id, Wish("microsoft"), BACK)
        back = params_of(microsoft.agree(link))
        setattr(microsoft, how, True)
        with pytest.raises(AccountAway):
            await house.signing_in.finish(house.owner.id, state_of(link), back)
        assert await house.accounts.every(house.owner.id) == []
        assert back["code"] not in caplog.text


def test_what_is_pasted_is_an_address_or_a_code() -> None:
    state = "s" * 32
    assert pasted(f" http://127.0.0.1/?code=4%2F0abc&state={state}\n", state)["code"] == "4/0abc"
    assert pasted("4/0AbCdEf-123_xyz", state) == {"code": "4/0AbCdEf-123_xyz"}
    assert pasted(f"http://127.0.0.1/?error=access_denied&state={state}", state)["error"] == "access_denied"
    with pytest.raises(ToolProblem, match="isn't waiting"):
        pasted("http://127.0.0.1/?code=4%2F0abc&state=another", state)
    for nothing in ("", "yes", "http://127.0.0.1/", "http://[", "https://example.org/?" + "a=1&" * 40):
        with pytest.raises(ToolProblem, match="address line"):
            pasted(nothing, state)


async def test_what_its_server_does_not_have_is_said_so_and_asked_for_no_more(google: Emulate, tmp_path: Path) -> None:
    """emulate has neither Google's lists nor its contacts."""
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        link = await house.signing_in.begin(house.owner.id, Wish("google"), REDIRECTS[0])
        account = await house.signing_in.finish(house.owner.id, state_of(link), params_of(google.agree(link)))
        assert await house.accounts.check(account) == ""
        [tried] = await house.accounts.every(house.owner.id)
        assert lacking(tried) == "tasks and contacts"
        assert offers(tried) == ("mail", "mail watch", "calendar", "files")
        assert await house.accounts.every(house.owner.id, "tasks") == []
        assert await house.accounts.check(tried) == ""
