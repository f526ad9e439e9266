"""What connects accounts elsewhere: the vault, where what opens them is kept, and what is read there."""
