"""The archive that Samsung Health makes under "Download personal data", as measurements.

One file a concern: `zipped` and `listing` read the container, `lines` and `details` the two kinds of files in it, `times` their clocks; `kinds` is
THE table of what means what. `archive` walks it all in an order that is always the same, and `packing` carries what it finds from the process
that reads hostile bytes to the one that writes. Nothing here knows a database or a person.
"""
