"""The background worker: what it does (ticks.py), as a process (process.py), kept running by the site (keeper.py)."""
