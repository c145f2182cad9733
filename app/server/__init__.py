"""The server process: gunicorn, the bridge from ASGI to Flask, limits on connections, and the request queue."""
