"""Pictures of the pages as they look now, made by `make screenshots`."""
