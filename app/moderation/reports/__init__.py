"""Reports: where and what can be reported, and by whom."""
