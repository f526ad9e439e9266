"""What was said in meetings: transcripts of any program's making, as lines with who and when."""
