"""The background worker: its tasks (tasks.py), process (process.py), and supervisor in the site (supervisor.py)."""
