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
    "password passwd passphrase passcode pwd secret secrets token tokens apikey authorization auth credential credentials cookie cookies"
    " bearer jwt otp pin cvv".split()
)
_SECRET_KEYS = frozenset(
    "api access private secret client signing encryption refresh session ssh".split()
)  # in front of "key"
_SHAPES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?i)(?P<kept>\b(?:bearer|basic)\s{1,3})[\w.~+/=-]{8,}",
        r"(?P<kept>://)[^\s/@]{1,200}@",
        r"(?i)(?P<kept>[?&](?:\w{0,20}(?:token|key|secret|password|signature|sig|code)=))[^&\s#]+",
        r"(?i)(?P<kept>\b(?:authorization|x-[a-z-]{0,20}(?:token|secret|key)|(?:set-)?cookie)\s?:\s?)[^\r\n]+",
        r"(?i)(?P<kept>\b(?:password|passwd|passphrase|passcode|pass ?word|pin|otp|api[ _-]?key|access[ _-]?key|secret[ _-]?key|"
        r"(?:access |refresh |api |bot )?token|client[ _-]?secret|secret)\b[\"']?(?:\s?[:=]\s?|\s(?:is|are|was)\s)[\"']?)[^\s\"',;]+",
        r"(?P<kept>)-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*",
        r"(?P<kept>)\b(?:sk|pk|rk)-[\w-]{12,}",
        r"(?P<kept>)\b(?:sk|rk|whsec)_(?:live|test)?_?\w{12,}",
        r"(?P<kept>)\bAIza[\w-]{20,}",
        r"(?P<kept>)\b(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|xapp-|ya29\.)[\w.-]{8,}",
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
        named = list(value.items())[:_MOST]
        kept = {
            _text(str(name), known): HIDDEN
            if _is_secret(str(name)) and inner not in (None, "", False, True)
            else sanitised(inner, known, depth=depth + 1)
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


def _is_secret(name: str) -> bool:
    """ "api_key", "apiKey" and "X-API-Key" are; "key" and "keyboard" are not."""
    words = [word.casefold() for word in _HUMP.split(name[:100]) if word]
    return bool(_SECRET_NAMES & set(words)) or any(a in _SECRET_KEYS and b == "key" for a, b in pairwise(words))
