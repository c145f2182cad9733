"""What the site does, in numbers, for who looks after it: `GET /metrics`, as Prometheus reads it.

`counting` counts requests in memory that all processes of a server share, which takes about a microsecond a request;
`figures` are worked out when somebody asks; `views` says who may.
"""

from flask import Flask

from app.metrics import counting, views


def init_app(app: Flask, token: str, proxies: int) -> None:
    """Count this app's requests by its endpoints; call it when all are known."""
    views.init_app(app, token, proxies)
    counting.init_app(app)
