"""The HTTP layer: middleware, headers, limits, static files and the shared ways to answer."""
