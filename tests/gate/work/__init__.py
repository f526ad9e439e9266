"""A stranger's words in everything that the tools for work read: titles, texts, names, topics, transcripts. `scripts/prove/work_attacks.py` plays them."""
