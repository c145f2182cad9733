"""The channels that messages leave by: email, web push and webhooks."""
