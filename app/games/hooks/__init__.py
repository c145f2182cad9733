"""What games contribute to other parts: erasure, data export, notification text, names in use, days away."""
