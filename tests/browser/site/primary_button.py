"""A page has one thing to do first: at most one of its buttons that are seen has the colour of what is pressed."""

from typing import Final

from playwright.sync_api import Page

PRIMARY: Final = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const colourOf = (token) => {
        probe.style.background = `var(--${token})`;
        return getComputedStyle(probe).backgroundColor;
    };
    const [action, card] = [colourOf("action"), colourOf("card")];
    probe.remove();
    const primary = (it) => (it.closest(".banner") ? card : action); // a banner has the winner's colour
    return [...document.querySelectorAll("button, .button, [role=button], [type=submit]")]
        .filter((it) => it.checkVisibility() && getComputedStyle(it).backgroundColor === primary(it))
        .map((it) => it.textContent.trim());
}"""


def primary_buttons(page: Page) -> list[str]:
    """What the primary buttons that are seen say."""
    return page.evaluate(PRIMARY)  # type: ignore[no-any-return]
