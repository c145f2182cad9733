"""Somebody without mouse and screen: presses keys, and knows roles and names from the accessibility tree alone."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from playwright.sync_api import Error, Page

PATIENCE = 30  # seconds
FAR = 120  # presses of a key
BOARD = "The cards"
ROW = 5  # cards
Heard = TypeVar("Heard")


@dataclass(frozen=True)
class Node:
    """One part of a page: what it is, what it is called, what it holds, and the names of all that it lies in."""

    role: str
    name: str
    value: str
    text: str
    focused: bool
    inside: tuple[str, ...]


class Listener:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    # What is heard

    def nodes(self) -> list[Node]:
        """All parts of the page, in the order in which they are read."""
        tree = {node["nodeId"]: node for node in self.session.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(node for node in tree.values() if "parentId" not in node)
        return list(_read(root, tree, ()))

    def all(self, role: str, part: str) -> list[Node]:
        """The parts of that role in whose names a text is; what they hold and lie in is not told."""
        found = (node for each in self._query(role) for node in _read(each | {"childIds": []}, {}, ()))
        return [node for node in found if part in node.name]

    def cards(self, role: str = "listitem") -> list[str]:
        """What is said of the cards, or of those that are a checkbox or a radio button."""
        return [node.name or node.text for node in self.nodes() if node.role == role and BOARD in node.inside]

    def said(self) -> list[str]:
        """What the live regions say."""
        return [self._text(region["backendDOMNodeId"]) for region in self._query("status")]

    def waits(self, role: str, part: str) -> Node:
        """Wait until there is such a part."""
        return self._wait(lambda: self.all(role, part), f"{role} {part}")[0]

    def misses(self, role: str, part: str) -> None:
        """Wait until there is none any more."""
        self._wait(lambda: not self.all(role, part), f"no {role} {part}")

    def hears(self, sentence: str) -> None:
        """Wait until a live region says it."""
        self._wait(lambda: any(sentence in text for text in self.said()), sentence)

    @property
    def focus(self) -> Node | None:
        """Where the keys go to: asked for by itself, since the whole tree takes long to fetch after each key."""
        element = self.session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        try:
            found = self.session.send("Accessibility.getAXNodeAndAncestors", {"objectId": element["objectId"]})["nodes"]
        except Error:  # it has just been replaced
            return self.focus
        tree = {node["nodeId"]: node for node in found}
        names = [str(node.get("name", {}).get("value", "")) for node in found[1:] if not node["ignored"]]
        node = next(_read(found[0] | {"childIds": []}, tree, tuple(filter(None, names))), None)
        return node if node and node.focused and node.role != "RootWebArea" else None

    # What is pressed

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, role: str, part: str) -> None:
        """Press Tab until a part of that role and name has the focus."""
        self.waits(role, part)
        self._until("Tab", lambda focus: focus.role == role and part in focus.name, f"{role} {part}")

    def push(self, part: str, role: str = "button") -> None:
        """Reach a button, or a link, and press Enter."""
        self.reach(role, part)
        self.press("Enter")

    def walk_to(self, name: str) -> None:
        """Enter the board by Tab, and go by arrows from the first card to the one of that name."""
        self._until("Tab", lambda focus: BOARD in focus.inside, BOARD)
        row, column = divmod(self._place(name), ROW)
        self.press("Control+Home", *["ArrowDown"] * row, *["ArrowRight"] * column)
        focus = self.focus
        assert focus, name
        assert focus.name == name

    def _place(self, name: str) -> int:
        place = -1
        for node in self.nodes():
            if BOARD in node.inside:
                place += node.role == "listitem"
                if node.name == name:
                    return place
        raise AssertionError(f"no card {name}")

    def _until(self, key: str, here: Callable[[Node], bool], what: str) -> None:
        for _ in range(FAR):
            if (focus := self.focus) and here(focus):
                return
            self.press(key)
        raise AssertionError(f"{key} never leads to: {what}")

    def _query(self, role: str) -> list[dict[str, Any]]:
        """The parts of the page of that role: asked for by themselves, since the whole tree takes long to fetch."""
        try:
            document = self.session.send("Runtime.evaluate", {"expression": "document"})["result"]
            wanted = {"objectId": document["objectId"], "role": role}
            return self.session.send("Accessibility.queryAXTree", wanted)["nodes"]  # type: ignore[no-any-return]
        except Error:  # the page has just been replaced
            return self._query(role)

    def _text(self, number: int) -> str:
        """What is written in an element by its number; nothing if it has just been replaced."""
        with suppress(Error):
            found = self.session.send("Accessibility.queryAXTree", {"backendNodeId": number})["nodes"]
            tree = {node["nodeId"]: node for node in found}
            tops = tree.keys() - {child for node in found for child in node.get("childIds", ())}
            return " ".join(" ".join(text for top in tops for text in _texts(tree[top], tree)).split())
        return ""

    def _wait(self, hear: Callable[[], Heard], what: str) -> Heard:
        end = monotonic() + PATIENCE
        while not (heard := hear()):
            assert monotonic() < end, f"never there: {what}"
            self.page.wait_for_timeout(50)
        return heard


def _read(node: Mapping[str, Any], tree: Mapping[str, Any], inside: tuple[str, ...]) -> Iterator[Node]:
    """This part, unless it says nothing, and all that lie in it."""
    below = [tree[child] for child in node.get("childIds", ()) if child in tree]
    if not node["ignored"]:
        told = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        role, name, value = (str(node.get(what, {}).get("value", "")) for what in ("role", "name", "value"))
        text = " ".join(" ".join(_texts(node, tree)).split())
        yield Node(role, name, value, text, told.get("focused") is True, inside)
        inside = (*inside, name) if name else inside
    for child in below:
        yield from _read(child, tree, inside)


def _texts(node: Mapping[str, Any], tree: Mapping[str, Any]) -> Iterator[str]:
    if node.get("role", {}).get("value") in ("StaticText", "image", "img"):
        yield str(node["name"]["value"])
        return
    for child in node.get("childIds", ()):
        if child in tree:
            yield from _texts(tree[child], tree)
