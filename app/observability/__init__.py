"""What the site tells its operators: logs and metrics."""
