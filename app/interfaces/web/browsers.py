"""What a browser is called, by how it introduces itself: "Firefox on Linux". A claim, shown to tell one's own sessions apart.

The first row that fits wins: most browsers carry the names of those they grew out of.
"""

UNKNOWN = "A browser"
_PROGRAMS = (
    ("edg", "Edge"),
    ("opr/", "Opera"),
    ("samsungbrowser/", "Samsung Internet"),
    ("firefox/", "Firefox"),
    ("fxios/", "Firefox"),
    ("crios/", "Chrome"),
    ("chromium/", "Chromium"),
    ("chrome/", "Chrome"),
    ("safari/", "Safari"),
    ("curl/", "curl"),
)
_SYSTEMS = (
    ("iphone", "iPhone"),
    ("ipad", "iPad"),
    ("android", "Android"),
    ("windows", "Windows"),
    ("cros ", "ChromeOS"),
    ("mac os", "macOS"),
    ("macintosh", "macOS"),
    ("linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """The words for a `User-Agent` header."""
    said = agent.lower()
    program = next((name for mark, name in _PROGRAMS if mark in said), UNKNOWN)
    system = next((name for mark, name in _SYSTEMS if mark in said), "")
    return f"{program} on {system}" if system else program
