"""The size of a page's window, set for the page alone: Playwright resizes the window of the browser, too."""

from playwright.sync_api import CDPSession


def resize(tools: CDPSession, width: int, height: int, sharpness: int = 1) -> None:
    """Give the page a window of this size, in pixels; the screen has `sharpness` of its own for each, along an edge.

    From then on, Playwright must not set the size of this page.
    """
    size = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
    tools.send("Emulation.setDeviceMetricsOverride", size | {"deviceScaleFactor": sharpness, "mobile": False})
