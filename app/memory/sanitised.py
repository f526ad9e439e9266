"""What may stand in a log of calls: no secret, and no long text whole. Pure.

Hidden are the values of names that say they are secret, credentials in a shape that is known, what is said to be a password, and
secrets that this process holds. Reads a bounded piece of each text.
"""

import re
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

HIDDEN = "[hidden]"
LONGEST = 500  # characters of a text that are kept
_MOST = 50  # of a list, or of an object's names
_DEPTH = 8
_READ = 2 * LONGEST  # so that a secret that begins in what is kept is seen whole enough
_SHORTEST = 6  # a secret shorter than this would hide words of everybody
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_SECRET_NAMES = frozenset(
    "pass password passwd passphrase passcode pwd secret secrets token tokens apikey authorization auth credential credentials cookie cookies"
    " bearer jwt otp pin cvv".split()
)
_SECRET_KEYS = frozenset(
    "api access private secret client signing encryption refresh session ssh".split()
)  # in front of "key"
_NOT_IN_A_WORD = r"(?<![A-Za-z0-9])"
_SAID = (  # what is said to be a password, in the languages of its users
    r"(?:pass ?words?|passwd|passphrase|passcode|pwd?|pass|pin|otp|api[ _-]?key|access[ _-]?key|secret[ _-]?key|private[ _-]?key|"
    r"(?:access |refresh |api |bot )?token|client[ _-]?secret|secret|passwort|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord)"
)
_MIXED = r"(?=[^\s\"',;]{0,60}(?:\d|[a-z][A-Z]))[^\s\"',;]{4,}"  # a digit or a hump in it: no plain word
_FOR = r"(?: (?:for|of|to|on|at|in) (?:[\w'’.-]{1,30} ){1,4}?)?"
_SECRET_ENDS = (
    "password",
    "passwd",
    "passphrase",
    "accesstoken",
    "authtoken",
    "apitoken",
    "refreshtoken",
    "bottoken",
    "secretkey",
)
_DIGITS = "0123456789"
_NAMING = ("name", "key", "field")  # what says in a pair what its "value" is
_SHAPES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?i)(?P<kept>(?<![a-z0-9])(?:bearer|basic)\s{0,3}:?\s{1,3})(?=[\w.~+/-]{0,200}[\d=])[\w.~+/=-]{16,}",
        r"(?i)(?P<kept>(?<![a-z0-9])(?:bearer|basic)\s{0,3}:\s{0,3})[\w.~+/=-]{8,}",
        r"(?P<kept>://)(?=[^\s/@:]{0,100}:)[^\s@]{1,200}@(?:[^\s/@]{1,200}@)?",
        r"(?P<kept>://)[^\s/@]{1,200}@",
        r"(?i)(?P<kept>[?&](?:[\w-]{0,24}(?:token|key|secret|password|signature|sig|code|auth|credential)=))[^&\s#]+",
        r"(?i)(?P<kept>(?<![a-z0-9])(?:authorization|x-[a-z-]{0,20}(?:token|secret|key)|(?:set-)?cookie)\s{0,3}:\s{0,3})[^\r\n]+",
        # what a text gives such a name with ":" or "=": what is quoted, else all to the line's end
        rf"(?i)(?P<kept>{_NOT_IN_A_WORD}{_SAID}[ \t]{{0,3}}[\"']?[ \t]{{0,3}}(?:is[ \t]{{0,3}})?[:=][ \t]{{0,3}})"
        r"(?!\[hidden\])(?:\"(?:[^\"\\\r\n]|\\.)*\"?|[^\s\"][^\r\n]*)",
        rf"(?P<kept>{_NOT_IN_A_WORD}(?i:{_SAID}{_FOR}) {{0,2}}(?i:is|are|was|est|ist|es|[:=]) {{1,3}}[\"'“]?){_MIXED}",
        rf"(?P<kept>{_NOT_IN_A_WORD}(?i:{_SAID})(?:['’]s)? {{1,3}}[\"'“]?){_MIXED}",
        # letters alone, where nothing follows them
        r"(?i)(?P<kept>(?<![a-z0-9])(?:pass ?word|passphrase|passwort|mot de passe|contraseña) {1,3}(?:is|was|ist|est|es) {1,3})"
        r"[^\s\"',;.]{8,}(?=[.!?]?\s{0,3}(?:\Z|\n))",
        r"(?P<kept>)-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*",
        r"(?P<kept>)\b(?:sk|pk|rk)-(?=[\w-]{0,80}\d)[\w-]{12,}",
        r"(?P<kept>)\b(?:sk|rk|whsec)_(?:live|test)?_?\w{12,}",
        r"(?P<kept>)\bAIza[\w-]{20,}",
        r"(?P<kept>)\b(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|xapp-|ya29\.|hf_|npm_|pypi-|GOCSPX-)[\w.-]{8,}",
        r"(?P<kept>)\bSG\.[\w-]{10,}\.[\w-]{10,}",
        r"(?P<kept>)\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
        r"(?P<kept>)\b\d{6,12}:[\w-]{30,}",
        r"(?P<kept>)\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
    )
)


def sanitised(value: Any, known: Collection[str] = (), *, depth: int = 0) -> Any:
    """A JSON value as it may be written down; `known` are secrets that this process holds."""
    if isinstance(value, str):
        return _text(value, known)
    if depth >= _DEPTH and isinstance(value, Mapping | list):
        return "…"
    if isinstance(value, Mapping):
        value = _paired(value)
        named = list(value.items())[:_MOST]
        kept = {
            _text(str(name), known): HIDDEN if _hides(str(name), inner) else sanitised(inner, known, depth=depth + 1)
            for name, inner in named
        }
        return kept if len(value) <= _MOST else {**kept, "…": f"{len(value) - _MOST} more"}
    if isinstance(value, list):
        shown = [sanitised(inner, known, depth=depth + 1) for inner in value[:_MOST]]
        return shown if len(value) <= _MOST else [*shown, f"… {len(value) - _MOST} more"]
    return value


def _text(text: str, known: Collection[str]) -> str:
    read = text[:_READ]
    for secret in known:
        if len(secret) >= _SHORTEST:
            read = read.replace(secret, HIDDEN)
    for shape in _SHAPES:
        read = shape.sub(rf"\g<kept>{HIDDEN}", read)
    cut = len(text) > _READ or len(read) > LONGEST
    return f"{read[:LONGEST]}… ({len(text):,} characters)" if cut else read


def _paired(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """{"name": "password", "value": …}: the value of a name that says it is secret is hidden."""
    called = next((value[name] for name in _NAMING if isinstance(value.get(name), str)), "")
    if not (called and "value" in value and _hides(called, value["value"])):
        return value
    return {**value, "value": HIDDEN}


def _hides(name: str, inner: Any) -> bool:
    """Whether what stands under this name is kept from the log. "tokens" with a number counts them."""
    if inner is None or inner == "" or isinstance(inner, bool):
        return False
    counted = isinstance(inner, int | float) and name.casefold().endswith("tokens")
    return not counted and _is_secret(name)


def _is_secret(name: str) -> bool:
    """ "api_key", "apiKey" and "X-API-Key" are, and "PASSWORD1" and "mypassword"; "key" and "keyboard" are not."""
    words = [word.casefold().rstrip(_DIGITS) for word in _HUMP.split(name[:100]) if word]
    ends = any(word.endswith(_SECRET_ENDS) for word in words)
    return ends or bool(_SECRET_NAMES & set(words)) or any(a in _SECRET_KEYS and b == "key" for a, b in pairwise(words))
