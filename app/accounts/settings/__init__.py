"""The account page and its forms: name, password, time zone, language, sessions, data export, deletion."""
