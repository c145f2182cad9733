"""Metrics for Prometheus: `GET /metrics`.

`counters` counts requests in memory shared by all processes of a server, at about a microsecond per request;
`exposition` computes all metrics for a scrape; `views` checks access.
"""

from flask import Flask

from app.observability.metrics import counters, views


def init_app(app: Flask, token: str, proxies: int) -> None:
    """Add the URL `/metrics`, and assign counters to the endpoints; call this when all others are registered."""
    views.init_app(app, token, proxies)
    counters.init_app(app)
