"""docs/STYLE.md names things as the site does."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs/STYLE.md").read_text()


@pytest.mark.parametrize(("language", "column"), [("fr", 1), ("it", 2)])
def test_its_words_are_those_of_the_site(language: str, column: int) -> None:
    (table,) = re.findall(r"^## Words\n(.*?)^## ", GUIDE, re.M | re.S)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:1] == "|"][2:]
    with (ROOT / f"app/translations/{language}/LC_MESSAGES/messages.po").open("rb") as file:
        said = " ".join(str(message.string) for message in read_po(file)).casefold()
    nouns = [row[column] for row in rows if not row[0].startswith("to ")]
    assert len(nouns) > 30
    words = {word.strip() for cell in nouns for word in re.sub(r"\*.*?\*:|[()]", ",", cell).split(",")}
    assert {word for word in words if word.casefold() not in said} == set()
