"""The page and the ways in."""

from tests.interfaces.web.house import House


async def test_a_used_or_wrong_link_gets_a_friendly_page(house: House) -> None:
    token = house.auth.local.issue()
    async with house.client() as first, house.client() as second:
        await first.get(f"/?token={token}")
        for link in (f"/?token={token}", "/?token=wrong"):
            refused = await second.get(link)
            assert refused.status_code == 403
            assert "./scripts/run link" in refused.text
        assert (await first.get(f"/?token={token}")).headers["location"] == "/"


async def test_without_a_session_the_page_says_how_to_get_one(house: House) -> None:
    async with house.client() as browser:
        closed = await browser.get("/")
        assert closed.status_code == 401
        assert "not signed in" in closed.text


async def test_a_link_from_another_site_comes_back_with_its_cookie(house: House) -> None:
    async with house.client() as browser:
        again = await browser.get("/", headers={"Sec-Fetch-Site": "cross-site"})
        assert 'http-equiv="refresh"' in again.text


async def test_files_are_tagged(house: House) -> None:
    async with house.client() as browser:
        first = await browser.get("/assets/chat.js")
        assert first.headers["content-type"].startswith("text/javascript")
        again = await browser.get("/assets/chat.js", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for missing in ("chat.html", "nothing.js", "..%2fpages.py"):
            assert (await browser.get(f"/assets/{missing}")).status_code == 404


async def test_where_there_is_no_password_nobody_can_guess_one(house: House) -> None:
    async with house.client() as browser:
        answer = await browser.post("/login", data={"password": ""}, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers
