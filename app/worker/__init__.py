"""The background worker: its schedule (scheduled_tasks.py), process (process.py), and how the site keeps it running."""
