"""Teams: people who carry a campaign together. models.py for the rows, service.py for what their members do."""
