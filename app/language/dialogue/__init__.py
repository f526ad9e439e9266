"""What a message means behind what was said before it: which of the things shown, what is changed, done once more, asked of another."""
