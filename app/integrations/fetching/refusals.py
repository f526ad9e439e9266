"""What is said where an address isn't asked, or was asked in vain: a stable reason, and its sentence. Never says more of an address
than its host: the rest may be a secret.
"""

from app.errors import FetchFailed, OutsideRefused

_REFUSED = {
    "malformed": "That isn't a web address I can read. Copy it whole, from https:// on.",
    "scheme": "I only read addresses that begin with https:// or http://.",
    "credentials": "That address has a login in it, or something that looks like one. Leave out all that stands before an @.",
    "notation": "The host in that address is written in a way that could be read as another one. Write it plainly.",
    "port": "I only ask the usual ports of web servers: 80, 443, 8080 and 8443.",
    "inside": "{host} belongs to this machine or its own network, so I don't ask it for what somebody linked to.",
    "nested": "That address would have {host} fetch something from a private network, so I leave it alone.",
    "not_allowed": "{host} isn't among the domains that my browser may open (BROWSER_ALLOWED_DOMAINS).",
    "downgrade": "{host} is what a secure address leads to without encryption, so I stopped there.",
}
_FAILED = {
    "dns": "I can't find {host}. Check the address.",
    "away": "I can't reach {host} just now. Is this machine online?",
    "unreachable": "{host} doesn't take a connection right now.",
    "timeout": "{host} took too long to answer.",
    "tls": "{host} can't prove that it is who it says: its certificate isn't right.",
    "proxy": "The proxy that is set for outside addresses didn't let me through to {host}.",
    "protocol": "{host} broke off, or answered something that isn't the web's protocol.",
    "encoding": "{host} packed its answer in a way I can't open.",
    "too_large": "What {host} serves there is larger than I take.",
    "wrong_type": "What {host} serves there isn't of a kind I can use.",
    "redirect": "{host} sends me from one address to the next without end, or to none.",
    "busy": "Too much already waits for {host}. Try again in a moment.",
    "robots": "{host} asks programs to leave that address alone when nobody sits in front of them.",
    "status": "{host} doesn't serve that right now.",
    "resting": "{host} didn't answer a moment ago, so I leave it alone for a while.",
}
_OF_STATUS = {
    400: "{host} doesn't understand that question.",
    401: "{host} wants a login for that address.",
    402: "{host} wants to be paid before it serves that.",
    403: "{host} doesn't let me read that address.",
    404: "{host} has nothing at that address.",
    410: "{host} says that this is gone for good.",
    429: "{host} was asked too often and wants to be left alone for a while.",
}


def refused(reason: str, host: str = "") -> OutsideRefused:
    """The refusal for a reason of the table above."""
    return OutsideRefused(_REFUSED[reason].format(host=host or "It"), reason=reason, host=host)


def failed(reason: str, host: str, *, status: int = 0) -> FetchFailed:
    """The failure for a reason of the table above; `status` is HTTP's, where it is the reason."""
    sentence = _OF_STATUS.get(status) or _FAILED[reason]
    return FetchFailed(sentence.format(host=host), reason=reason, host=host, status=status)
