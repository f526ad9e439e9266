"""What every chat channel that is pushed to has in common: who comes in, what they say, one process on duty, answers going out.

No vendor is known here. A channel translates what it hears into `incoming.py`, and sends through a `Courier`.
"""
