"""The room that reads words: what people say, as data in one notation, and the few engines that read it."""
