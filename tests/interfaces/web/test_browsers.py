"""What a session is called."""

import pytest

from app.interfaces.web.browsers import browser_name

_CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_CHROME} Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_CHROME} Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {_CHROME} Mobile Safari/537.36", "Chrome on Android"),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0",
            "Samsung Internet on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Safari on macOS"),
        ("", "A browser"),
        ("<script>alert(1)</script>" * 1000, "A browser"),
    ],
)
def test_a_browser_has_a_name_a_person_knows(agent: str, name: str) -> None:
    assert browser_name(agent) == name
