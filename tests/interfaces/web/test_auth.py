"""The doorkeeper, seen from a browser."""

from datetime import timedelta
from pathlib import Path

from app.interfaces.web.sessions import LIFETIME
from tests.interfaces.web.house import House, open_house


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


async def test_over_https_the_cookie_stays_on_https(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, password="p", public_hosts="kwasi.example") as house,
        house.client(host="kwasi.example") as browser,
    ):
        signed = await browser.post(
            "https://kwasi.example/login", data={"password": "p"}, headers={"Sec-Fetch-Site": "same-origin"}
        )
        assert "secure" in signed.headers["set-cookie"].lower()
