"""What is said of a repetition that is not run.

Its own file, because the readers of rules, of cron and of phrases all say it and none of them knows the others.
"""


class ScheduleError(ValueError):
    """That repetition is not one I can run: it is malformed, never fires, or would fire more often than every five minutes.

    The message is a sentence for the user, with what would work instead.
    """
