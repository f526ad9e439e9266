"""What the running summary is made of: its lines, the rules that find them, and the check of what a model proposes."""
