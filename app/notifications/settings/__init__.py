"""How users want to be notified: preferences, push subscriptions, unsubscribe links."""
