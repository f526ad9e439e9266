"""Search: questions to the web's search engines, one after another until one answers."""
