"""Senders who look like somebody else: what is said to their reader. Pure; linear in what is known.

A warning is a reason to look twice, not a verdict: nothing is left out or moved because of one.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice

from rapidfuzz.distance import OSA

from app.integrations.mail.characters import one_line
from app.integrations.mail.letter import Address

_MOST_KNOWN = 5_000
_LONGEST_DOMAIN = 253
_FEWEST_LETTERS = 5  # of a name, before one other letter means anything
_IN_NAME = re.compile(r"[^\s<>\"'(),;:@\[\]]{1,64}@[^\s<>\"'(),;:@\[\]]{1,253}")
_OTHER_NAME = 'The name says "{said}", but it was sent from {address}.'
_LIKE = "Its sender's domain {domain} looks like {known}, but is another."
_INSIDE = "Its sender's domain {domain} begins like {known}, but belongs to somebody else."
_MIXED = "Its sender's domain {domain} mixes letters of several alphabets, as forgeries do."
_ALIKE = (
    "а:a е:e о:o р:p с:c у:y х:x і:i ѕ:s ј:j ԁ:d ԛ:q ԝ:w һ:h ӏ:l к:k м:m т:t в:b н:h г:r п:n α:a ο:o ρ:p ν:v ι:i τ:t υ:u κ:k"
    " χ:x ε:e γ:y η:n ı:i ɡ:g ɑ:a 0:o 1:l 3:e 5:s |:l"
)
_TWINS = str.maketrans({pair[0]: pair[2] for pair in _ALIKE.split()})
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_TOGETHER = frozenset("LATIN CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL BOPOMOFO".split())
_COMMON = frozenset(
    "gmail.com ymail.com mail.com email.com gmx.com gmx.de gmx.net hotmail.com outlook.com live.com me.com mac.com".split()
)


def warnings(sender: Address, known: Iterable[str]) -> tuple[str, ...]:
    """Sentences about a sender. `known`: addresses or domains that their reader deals with; the first 5,000 are compared."""
    domain = _domain(sender.address)
    found = [*_other_name(sender, domain)]
    if domain:
        domains = {_domain(one) for one in islice(known, _MOST_KNOWN)} - {""}
        found += _other_domain(domain, domains)
    return tuple(found)


def _domain(address: str) -> str:
    """The domain of an address, or of itself, as it is read: "xn--" opened."""
    bare = address.rpartition("@")[2].strip(" .<>[]").lower()[:_LONGEST_DOMAIN]
    return ".".join(_label(one) for one in bare.split("."))


def _label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode").lower()
    except UnicodeError:
        return label


def _other_name(sender: Address, domain: str) -> Iterator[str]:
    """Somebody's address where a name should be."""
    for said in _IN_NAME.findall(sender.name)[:1]:
        if "." in _domain(said) and _domain(said) != domain:
            yield _OTHER_NAME.format(said=one_line(said, 100), address=sender.address or "no address")


def _other_domain(domain: str, known: set[str]) -> Iterator[str]:
    shown = _shown(domain)
    if any(_is_mixed(label) for label in domain.split(".")):
        yield _MIXED.format(domain=shown)
    if any(domain == one or domain.endswith(f".{one}") for one in known):
        return
    inside = next((one for one in sorted(known) if "." in one and f".{domain}.".find(f".{one}.") >= 0), None)
    if inside:
        yield _INSIDE.format(domain=shown, known=inside)
    elif like := next((one for one in sorted(known) if _is_like(domain, one)), None):
        yield _LIKE.format(domain=shown, known=_shown(like))


def _shown(domain: str) -> str:
    """A domain in letters that can't be mistaken, with the ones it shows where these are others."""
    if domain.isascii():
        return domain
    coded = ".".join(
        one if one.isascii() else f"xn--{one.encode('punycode').decode('ascii')}" for one in domain.split(".")
    )
    return f"{one_line(domain, 100)} ({coded[:200]})"


def _is_mixed(label: str) -> bool:
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in label if letter.isalpha()}
    return len(scripts) > 1 and not scripts <= _TOGETHER


def _is_like(domain: str, known: str) -> bool:
    """The same to the eye, or one letter away where both are long enough and neither is a provider that everybody knows."""
    if _skeleton(domain) == _skeleton(known):
        return True
    shorter = min(len(one.rpartition(".")[0]) for one in (domain, known))
    return shorter >= _FEWEST_LETTERS and domain not in _COMMON and OSA.distance(domain, known, score_cutoff=1) <= 1


def _skeleton(domain: str) -> str:
    """What an eye makes of it: without marks, twins as the one that is usual."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", domain) if not unicodedata.combining(one))
    seen = plain.casefold().translate(_TWINS)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen
