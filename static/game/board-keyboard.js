// Keyboard use of the board: it is a single Tab stop, arrow keys move between cards, and M marks the focused card.
// Without this script every control of every card is a Tab stop.

const cards = () => [...document.querySelectorAll("#table .board .card")];
const CONTROLS = ".dotted, .mark, .lens, input";
let here = 0; // index of the card that the Tab key enters

// What pressing a card comes to: a dot, where taps make dots; else choosing it, if it can be; else a mark or a large picture.
function control(card) {
  const shown = (selector) => [...card.querySelectorAll(selector)].find((it) => it.checkVisibility());
  return shown(".dotted") ?? shown("input") ?? shown(".mark, .lens") ?? card;
}

const isLive = (card) => control(card) !== card;

// The chosen card, which is the one of its group where browsers stop; else where one was; else the first that can be pressed.
function entrance(all) {
  if (all.some((card) => card.contains(document.activeElement))) return here;
  const chosen = all.findIndex((card) => card.querySelector("input[type=radio]:checked"));
  if (chosen >= 0) return chosen;
  return isLive(all[here]) ? here : all.findIndex(isLive);
}

function rove() {
  const all = cards();
  if (all.length === 0) return;
  here = entrance(all);
  const stop = all[here] && control(all[here]); // all is looked at before anything is changed: each look after a change costs
  for (const card of all)
    for (const it of [card, ...card.querySelectorAll(CONTROLS)]) {
      const tab = it === stop ? "0" : "-1";
      if (it.getAttribute("tabindex") !== tab) it.setAttribute("tabindex", tab);
    }
  here = Math.max(here, 0); // nothing can be pressed: the board is no stop
}

function goTo(place) {
  here = place;
  rove();
  const target = control(cards()[place]);
  target.focus();
  if (target.type !== "radio" || target.checked) return;
  target.checked = true; // as arrows do in any group of radio buttons
  target.dispatchEvent(new Event("change", { bubbles: true }));
}

// Where a key leads from a place among so many, in rows of so many; null if nowhere.
function leads(key, place, count, columns) {
  const row = place - (place % columns);
  const to = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: row,
    End: Math.min(row + columns, count) - 1,
    "Ctrl Home": 0,
    "Ctrl End": count - 1,
  }[key];
  return to === undefined ? null : to < 0 || to >= count ? place : to;
}

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, altKey, metaKey, shiftKey, target } = event;
  const card = target.closest?.("#table .board .card");
  if (!card || altKey || metaKey || shiftKey) return;
  const all = cards();
  const columns = getComputedStyle(card.parentElement).gridTemplateColumns.split(" ").length;
  const place = leads(ctrlKey ? `Ctrl ${key}` : key, all.indexOf(card), all.length, columns);
  if (place !== null) goTo(place);
  else if (key.toLowerCase() === "m" && !ctrlKey) card.querySelector(".mark")?.click();
  else return;
  event.preventDefault();
});

document.addEventListener("focusin", ({ target }) => {
  const place = cards().indexOf(target.closest?.("#table .board .card"));
  if (place < 0 || place === here) return;
  here = place;
  rove();
});

// Whoever was on a card stays there, also where a swap takes its control away.
let held = -1;
document.addEventListener("htmx:before:swap", () => {
  held = cards().findIndex((card) => card.contains(document.activeElement));
});
document.addEventListener("htmx:after:swap", () => {
  rove();
  if (held < 0 || document.activeElement !== document.body) return;
  control(cards()[held]).focus({ preventScroll: true });
});
document.addEventListener("change", rove);
document.addEventListener("toggle", rove, true); // the dots are opened, or closed
rove();
