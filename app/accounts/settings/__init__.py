"""The settings page: name, password, time zone, language, sessions, data export, deletion."""
