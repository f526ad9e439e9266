"""The browser: a Chromium in a process of its own, for pages that need one and forms."""
