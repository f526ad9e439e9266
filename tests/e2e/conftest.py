"""What all tests in a real browser share."""

from playwright.async_api import expect

# Milliseconds that something may take to be seen: three workers share two cores, beside programs that are killed and started.
expect.set_options(timeout=20_000)
