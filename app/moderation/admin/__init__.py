"""The admin pages, who may use them, and the audit log."""
