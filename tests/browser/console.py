"""What a page's console tells."""

from playwright.sync_api import ConsoleMessage

FAILED_REQUESTS = ("Failed to load resource", "Failed to fetch")


def tells_of_failed_request(message: ConsoleMessage) -> bool:
    """Whether a request has failed, no fault of a page: forms are refused, connections lost and polls broken off."""
    return any(line in message.text for line in FAILED_REQUESTS)
