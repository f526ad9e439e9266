"""A fake of Google's Gmail, Calendar, Tasks, People and Drive on loopback, for what `emulate` lacks.

It is ours, and so proves nothing by itself; it is held to Google's own discovery documents (as google-api-python-client ships them). It
checks of every request: that there is a method with that path, that every parameter is one of it and of its type, that the body has the
method's fields and types and none else, and that the token is right; and of every answer of its own the same. What doesn't hold is written
down in `faults`, which fails the test. By what Google's documentation says, it keeps: Gmail's search words (whole words only), labels, history
that is forgotten, Message-IDs that are given anew; series, single times of them, ETags, ids that are taken, who is told of what; tasks' days
without times; contacts that are found only after a first empty search; Drive's search words, ids given out before, documents of its own that are only exported,
who may see a file. It knows no rates, no quotas and no permissions.
"""

from tests.fakes.vendors.google_api.server import TOKEN, GoogleApi, google_api

__all__ = ["TOKEN", "GoogleApi", "google_api"]
