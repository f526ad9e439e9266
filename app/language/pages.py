"""What the words of a web page say about the page itself: that it is only there for subscribers, or asks for consent first. Pure, bounded."""

import re

_LOOKED_AT = 4_000  # characters at each end
_SHORT = 2_500
_PAYWALL = re.compile(
    r"\b(?:subscribe (?:now )?to (?:continue|keep|read)|(?:continue|keep) reading (?:with|by)|subscribers? only|for subscribers"
    r"|already a subscriber|sign in to (?:continue|read)|create (?:a|your) free account to|this (?:article|content|story) is (?:reserved|for)"
    r"|réservé aux abonnés|abonnez-vous pour|il vous reste \d{1,3}|déjà abonné)\b",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"\b(?:before you continue to|we (?:and our partners )?use cookies|accept all cookies|manage (?:your )?(?:privacy|cookie) (?:settings|choices)"
    r"|avant d'accéder à|accepter (?:tous les )?cookies|tout accepter)\b",
    re.IGNORECASE,
)
_ROBOT = re.compile(
    r"\b(?:enable javascript|please turn on javascript|checking your browser|verify (?:that )?you are (?:a )?human|are you a robot|attention required"
    r"|vérifiez que vous êtes humain)\b",
    re.IGNORECASE,
)


def wants_subscription(text: str) -> bool:
    """Whether a page ends where its subscribers read on."""
    return bool(_PAYWALL.search(text[-_LOOKED_AT:])) and len(text) <= 4 * _SHORT


def wants_consent(text: str) -> bool:
    """Whether a page is nothing but a question about cookies."""
    return len(text) <= _SHORT and bool(_CONSENT.search(text))


def wants_browser(text: str) -> bool:
    """Whether a page shows nothing to who is no browser."""
    return len(text) <= _SHORT and bool(_ROBOT.search(text))
