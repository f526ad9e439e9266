"""Times and repetition as people write them: text to times and rules, and times and rules to words.

Invariant: nothing here reads a clock or a file; "now" is always an argument. Rules, occurrences and zones are `schedule`'s.
"""

from app.language.time.phrases import TimeMatch, find_impossible, find_time, find_times
from app.language.time.recurrence import RuleMatch, find_rule, spans

__all__ = ["RuleMatch", "TimeMatch", "find_impossible", "find_rule", "find_time", "find_times", "spans"]
