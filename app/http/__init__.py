"""The HTTP layer: middleware, headers, limits, static files, error pages and shared helpers for responses."""
