"""The chat page: who may open it, what it may show, and the files a browser loads.

Nothing here knows a route: `app.routers` asks these rooms and answers the browser.
"""
