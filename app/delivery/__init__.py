"""Delivery of messages by email, web push and webhook: rows in models.py, the sending in deliverer.py."""
