"""The doorkeeper, seen from a browser."""

from datetime import timedelta
from pathlib import Path

import httpx

from app.interfaces.web.access import LocalAccess
from app.interfaces.web.attempts import ALLOWANCE
from app.interfaces.web.sessions import LIFETIME
from tests.interfaces.web.house import House, open_house

PASSWORD = "open sesame"
SAME = {"Sec-Fetch-Site": "same-origin"}


async def test_the_link_signs_in_and_leaves_the_address_bar(house: House) -> None:
    async with house.client() as browser:
        opened = await browser.get(f"/?token={house.auth.local.issue()}")
        assert (opened.status_code, opened.headers["location"]) == (303, "/")
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "secure" not in cookie
        assert "Message Kwasi" in (await browser.get("/")).text


async def test_a_link_opens_nothing_from_another_machine(house: House) -> None:
    async with house.client(peer="192.168.1.4") as browser:
        opened = await browser.get(f"/?token={house.auth.local.issue()}")
        assert opened.status_code == 403
        assert "set-cookie" not in opened.headers


async def test_a_stolen_cookie_opens_nothing_from_another_machine(house: House) -> None:
    async with house.signed_in() as here, house.client(peer="192.168.1.4") as elsewhere:
        elsewhere.cookies = here.cookies
        assert (await elsewhere.get("/chat/history")).status_code == 403


async def test_a_session_ends_after_thirty_days(house: House) -> None:
    async with house.signed_in() as browser:
        assert (await browser.get("/chat/history")).status_code == 200
        house.clock.advance(LIFETIME)
        assert (await browser.get("/chat/history")).json()["code"] == "signed_out"


async def test_a_restart_keeps_you_signed_in_and_a_password_does_not(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before, before.signed_in() as browser:
        cookies = browser.cookies
    async with open_house(tmp_path) as after, after.client() as again:
        again.cookies = cookies
        assert (await again.get("/chat/history")).status_code == 200
    async with open_house(tmp_path, password="open sesame") as locked, locked.client() as again:
        again.cookies = cookies
        assert (await again.get("/chat/history")).status_code == 401


async def test_a_password_opens_from_anywhere_and_links_do_not(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, password="öpen sesame", public_hosts="kwasi.example") as house,
        house.client(host="kwasi.example", peer="203.0.113.9") as browser,
    ):
        assert "Sign in" in (await browser.get("/")).text
        assert (await browser.get(f"/?token={house.auth.local.issue()}")).status_code == 401
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        wrong = await browser.post("/login", data={"password": "open sesame"})
        assert wrong.status_code == 401
        assert "not the password" in wrong.text
        right = await browser.post("/login", data={"password": "öpen sesame"})
        assert right.status_code == 303
        assert (await browser.get("/chat/history")).status_code == 200
        await browser.post("/logout")
        assert (await browser.get("/chat/history")).status_code == 401


async def test_guessing_gets_slower(tmp_path: Path) -> None:
    async with open_house(tmp_path, password="open sesame") as house, house.client() as browser:
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        for _ in range(5):
            await browser.post("/login", data={"password": "guess"})
        refused = await browser.post("/login", data={"password": "open sesame"})
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "2"
        house.clock.advance(timedelta(seconds=2))
        assert (await browser.post("/login", data={"password": "open sesame"})).status_code == 303


async def test_a_copied_cookie_ends_with_signing_out(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, password=PASSWORD) as house,
        house.client() as browser,
        house.client(peer="203.0.113.9") as thief,
    ):
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        await browser.post("/login", data={"password": PASSWORD})
        thief.cookies = httpx.Cookies(browser.cookies)
        assert (await thief.get("/chat/history")).status_code == 200
        await browser.post("/logout")
        assert (await thief.get("/chat/history")).json()["code"] == "signed_out"
        assert (await thief.get("/export")).status_code == 401
        assert "Sign in" in (await thief.get("/")).text


async def test_signing_in_again_leaves_one_session(tmp_path: Path) -> None:
    async with open_house(tmp_path, password=PASSWORD) as house, house.client() as browser:
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        for _ in range(3):
            await browser.post("/login", data={"password": PASSWORD})
        assert len(await house.auth.sessions.everything(house.clock.now())) == 1


async def test_a_storm_of_guesses_does_not_lock_the_owners_browser_out(tmp_path: Path) -> None:
    async with open_house(tmp_path, password=PASSWORD) as house, house.client(peer="192.168.1.4") as browser:
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        await browser.post("/login", data={"password": PASSWORD})
        await browser.post("/logout")
        answers = [await guess(house, f"203.0.{number // 250}.{number % 250}") for number in range(300)]
        assert [answers.count(status) for status in (401, 429)] == [ALLOWANCE, 300 - ALLOWANCE]
        moved = httpx.AsyncClient(transport=house.client(peer="198.51.100.9")._transport, base_url=browser.base_url)
        moved.cookies, moved.headers = httpx.Cookies(browser.cookies), browser.headers
        async with moved:  # the same browser in another network
            assert (await moved.post("/login", data={"password": PASSWORD})).status_code == 303
        async with house.client(peer="198.51.100.77") as stranger:
            waiting = await stranger.post("/login", data={"password": PASSWORD}, headers=SAME)
            assert waiting.status_code == 429
            house.clock.advance(timedelta(seconds=int(waiting.headers["retry-after"])))
            assert (await stranger.post("/login", data={"password": PASSWORD}, headers=SAME)).status_code == 303


async def test_a_mark_that_we_did_not_make_makes_nobody_known(tmp_path: Path) -> None:
    async with open_house(tmp_path, password=PASSWORD) as house:
        for number in range(12):
            async with house.client() as guesser:
                guesser.cookies.set("kwasi_known_8321", f"made-up-{number}.{'0' * 64}")
                answer = await guesser.post("/login", data={"password": "guess"}, headers=SAME)
        assert answer.status_code == 429


async def test_made_up_links_are_slowed_and_a_foreign_page_cannot_shut_the_owner_out(house: House) -> None:
    made_up = LocalAccess(b"x" * 32, house.clock).issue()
    async with house.client() as browser:
        for _ in range(9):
            await browser.get(f"/?token={made_up}", headers={"Sec-Fetch-Site": "cross-site"})
        assert (await browser.get(f"/?token={house.auth.local.issue()}")).status_code == 303
    async with house.client() as guesser:
        answers = [(await guesser.get(f"/?token={made_up}")).status_code for _ in range(9)]
        assert answers == [403] * 5 + [429] * 4
        house.clock.advance(timedelta(seconds=2))
        assert (await guesser.get(f"/?token={house.auth.local.issue()}")).status_code == 303


async def test_an_old_link_of_ours_is_no_guess(house: House) -> None:
    old = house.auth.local.issue()
    async with house.client() as browser:
        await browser.get(f"/?token={old}")
    async with house.client() as browser:
        assert {(await browser.get(f"/?token={old}")).status_code for _ in range(9)} == {403}
        assert (await browser.get(f"/?token={house.auth.local.issue()}")).status_code == 303


async def guess(house: House, peer: str) -> int:
    """What a wrong password from there is answered."""
    async with house.client(peer=peer) as guesser:
        return (await guesser.post("/login", data={"password": "guess"}, headers=SAME)).status_code


async def test_over_https_the_cookie_stays_on_https(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, password="open sesame", public_hosts="kwasi.example") as house,
        house.client(host="kwasi.example") as browser,
    ):
        signed = await browser.post(
            "https://kwasi.example/login", data={"password": "open sesame"}, headers={"Sec-Fetch-Site": "same-origin"}
        )
        assert "secure" in signed.headers["set-cookie"].lower()
