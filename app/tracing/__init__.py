"""What happens in a turn, as spans: plain data, recorded here and sent by a process of its own. Never changes what it records."""
