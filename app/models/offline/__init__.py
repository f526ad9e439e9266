"""The offline model: everyday requests understood by rules, answered through the same tools, with no key and no network."""
