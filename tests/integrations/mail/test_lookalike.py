"""Senders who look like others are warned of, and nobody else is."""

import pytest

from app.integrations.mail.letter import Address
from app.integrations.mail.lookalike import warnings

KNOWN = ("ama@bank-of-accra.example", "paypal.com", "example-shop.com", "microsoft.com")


@pytest.mark.parametrize(
    ("name", "address", "about"),
    [
        ("help@paypal.com", "x@evil.example", 'The name says "help@paypal.com"'),
        ("PayPal", "a@paypa1.com", "looks like paypal.com"),
        ("PayPal", "a@paypai.com", "looks like paypal.com"),
        ("PayPal", "a@pаypal.com", "mixes letters of several alphabets"),
        ("PayPal", "a@xn--pypal-4ve.com", "mixes letters of several alphabets"),
        ("", "a@rnicrosoft.com", "looks like microsoft.com"),
        ("", "a@paypal.com.evil.example", "begins like paypal.com"),
        ("", "a@bank-of-acra.example", "looks like bank-of-accra.example"),
        ("", "a@раураl.com", "looks like paypal.com"),
    ],
)
def test_a_sender_who_looks_like_another_is_warned_of(name: str, address: str, about: str) -> None:
    assert any(about in sentence for sentence in warnings(Address(name, address), KNOWN))


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Ama", "ama@bank-of-accra.example"),
        ("", "a@mail.paypal.com"),
        ("ama@paypal.com", "noreply@paypal.com"),
        ("", "a@elsewhere.example"),
        ("", "a@ymail.com"),
        ("Müller", "a@müller.example"),
        ("", "a@東京タワー.example"),
        ("", ""),
        ("", "@"),
        ("", "a@xn--\x80.xn--999999999"),
        ("@" * 500, "a@" + "b." * 5_000),
    ],
)
def test_nobody_else_is_warned_of(name: str, address: str) -> None:
    assert warnings(Address(name, address), (*KNOWN, "gmail.com", "")) == ()
