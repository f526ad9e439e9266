"""When what is due, for whom, and what became of it: schedules are opened at their moment and closed when their work is done.

Knows rows and rules. It knows no channel and no model: who says or does what is due is told what to say or do.
"""
