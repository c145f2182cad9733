"""A page has one left edge: its headings, and what is in no panel, begin where the site's name begins."""

from typing import Final

from playwright.sync_api import Page

# A slip of paper stands in the middle of its page, and a lesson's heading in its panel.
ASTRAY: Final = """() => {
    const left = (it) => it.getBoundingClientRect().left;
    const edge = left(document.querySelector("header.site .brand"));
    return [...document.querySelectorAll("body:not(.slip) :is(main h1:not(#step), main > *, .foot > :first-child)")]
        .filter((it) => it.checkVisibility() && !it.matches(".visually-hidden") && Math.abs(left(it) - edge) > 1)
        .map((it) => `${it.tagName} ${it.id || it.className}`);
}"""


def what_stands_astray(page: Page) -> list[str]:
    """What begins elsewhere than at the left edge."""
    return page.evaluate(ASTRAY)  # type: ignore[no-any-return]
