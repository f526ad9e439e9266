-- What was due more than a day before there was a clock for to-dos is not told.
UPDATE tasks SET due_said = due_at WHERE due_at < strftime('%Y-%m-%dT%H:%M:%f', 'now', '-1 day');
