"""Reading files: what bytes are, and the words in them, whatever their sender calls them."""
