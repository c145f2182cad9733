"""The background worker: its schedule (scheduled_tasks.py), process (process.py) and supervisor (supervisor.py)."""
