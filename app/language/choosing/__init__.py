"""From a message to what is done about it: its parts as the reader reads them, put right, guarded, and each made of what it means."""
