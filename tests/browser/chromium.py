"""A Chromium for the browser tests; `python -m tests.browser.chromium` installs one where there is none."""

import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial

from playwright.sync_api import sync_playwright

from tests.commands import done

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
)
SHELL = "chromium-headless-shell"  # the engine without the browser around it: without notifications, at half the CPU
PLAYWRIGHT = (sys.executable, "-m", "playwright")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # the shell would measure text otherwise than the browser
)
NO_OPTIMIZING_COMPILERS = "--js-flags=--no-opt,--no-maglev"  # most pages are gone before optimized code would have paid
PACKAGES = {
    "apt-get": ["apt-get update -qq", "apt-get install -qq -y --no-install-recommends chromium libatomic1"],
    "dnf": ["dnf install -q -y chromium"],
    "apk": ["apk add -q chromium"],
    "pacman": ["pacman -Sy --noconfirm --needed chromium"],
}
# Where the lists of packages are there already, and without waiting for a server that is not.
SHELL_PACKAGE = (
    "apt-get install -qq -y --no-install-recommends --no-remove"
    " -o Acquire::Retries=0 -o Acquire::http::Timeout=10 chromium-headless-shell"
)
PATIENCE = 600  # seconds for one step of an installation
_done = partial(done, PATIENCE)


def flags() -> list[str]:
    """Return what Chromium is started with; its sandbox refuses root."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def find() -> str | None:
    """Return the Chromium named by CHROMIUM, on the path or of Playwright, if it and Playwright run."""
    candidates = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else _candidates()
    return next((path for path in candidates if runs(path)), None) if _done(*PLAYWRIGHT, "--version") else None


def find_shell() -> str | None:
    """Return Chromium's headless shell if it is on the path and runs, else what `find` does."""
    path = None if os.environ.get("CHROMIUM") else shutil.which(SHELL)
    return path if path and runs(path) and _done(*PLAYWRIGHT, "--version") else find()


def runs(path: str) -> bool:
    """Whether this is a browser: some systems put a mere hint on the path instead."""
    return _done(path, "--version")


def install() -> None:
    """Try the system's packages, as root, then Playwright's own download."""
    for manager, steps in PACKAGES.items():
        if os.geteuid() == 0 and shutil.which(manager) and all(_done(*step.split()) for step in steps) and find():
            return
    _done(*PLAYWRIGHT, "install", *(["--with-deps"] if os.geteuid() == 0 else []), "chromium")


def install_shell() -> None:
    """Try to add the headless shell to a Chromium of the system's packages, as root."""
    if os.geteuid() == 0 and shutil.which("apt-get") and shutil.which("chromium") and not shutil.which(SHELL):
        _done(*SHELL_PACKAGE.split())


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    yield MAC
    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


if __name__ == "__main__":
    if not find():
        install()
    if not os.environ.get("CHROMIUM"):
        install_shell()
