"""Messages to users about their open notices: when they are due, by which channel, and their texts."""
