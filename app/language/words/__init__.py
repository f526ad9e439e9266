"""Words and their marks: the lexicon of each language, and how a text is taken into tokens."""
