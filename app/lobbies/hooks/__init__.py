"""What lobbies contribute to other parts: erasure, data export, notification text, names in use."""
