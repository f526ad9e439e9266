"""What can be watched for a person: conditions in their words, read once, looked at on the clock. Knows no channel and no model."""
