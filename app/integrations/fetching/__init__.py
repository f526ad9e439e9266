"""The one way to what others serve on the web: every GET of an address that somebody wrote goes through `Fetcher`.

Invariant: nothing but addresses outside is connected to, except the pairs of host and port that the owner entered. Knows no vendor, no
account and nothing of what a body means.
"""
