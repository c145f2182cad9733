"""The server process: gunicorn, ASGI, connections and the request queue."""
