// The chat beside a board is not overlooked: lines that were not in sight are counted on their tab and their heading,
// and the newest one is shown for a while, as are reactions of the other side. Those who listen are told each line by
// the list itself.

const SHORT = 6_000; // milliseconds that a line is shown
const GLANCE = 1_500; // milliseconds in sight after which lines have been read
const KEY = `talk ${location.pathname}`;
let isOwn = false; // whether the next lines are the answer to one's own
let shown = newest(); // what the page showed before
let reading = null;
let reacted = reactions();

function chatLines() {
  return [...document.querySelectorAll("#lines > li:not(.empty)")];
}

// What each player of the other side has said last.
function reactions() {
  const items = [...document.querySelectorAll("#reactions li:has(form)")];
  return new Map(items.map((item) => [item.querySelector("b").textContent, item.querySelector("span").textContent]));
}

// The list has its last hundred lines: beyond, it is their texts that tell that there are new ones.
function newest() {
  const all = chatLines();
  return { count: all.length, last: all.at(-1)?.textContent ?? "" };
}

function readUpTo() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? { count: 0, last: "" };
  } catch {
    return shown; // a browser that keeps nothing
  }
}

function unread() {
  const [now, read] = [newest(), readUpTo()];
  return Math.max(now.count - read.count, now.count > 0 && now.count === read.count && now.last !== read.last ? 1 : 0);
}

function isInSight() {
  const lines = document.querySelector("#talk .lines");
  if (!lines?.checkVisibility() || document.hidden) return false;
  const { top, bottom } = lines.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

function mark() {
  const number = unread();
  const places = [document.querySelector("label:has(> #tab-talk)"), document.getElementById("talk-title")];
  for (const place of places) place?.toggleAttribute("data-unread", number > 0);
  for (const place of places) if (number) place?.setAttribute("data-unread", number);
  clearTimeout(reading);
  if (number && isInSight()) reading = setTimeout(readAll, GLANCE);
}

function readAll() {
  try {
    localStorage.setItem(KEY, JSON.stringify(newest()));
  } catch {
    // then they count as new on each visit
  }
  mark();
}

function show(...parts) {
  const toast = document.createElement("button");
  toast.type = "button";
  toast.className = "toast";
  toast.ariaHidden = true;
  toast.tabIndex = -1;
  toast.append(document.createElement("span"));
  toast.firstChild.append(...parts);
  toast.addEventListener("click", () => {
    toast.remove();
    document.getElementById("tab-talk")?.click();
    document.querySelector(".talk").scrollIntoView({ block: "nearest" });
    mark();
  });
  document.querySelector(".toast")?.remove();
  document.body.append(toast);
  setTimeout(() => toast.remove(), SHORT);
}

function showReactions() {
  const now = reactions();
  for (const [name, text] of now) if (reacted.get(name) !== text) show(`${name}: ${text}`);
  reacted = now;
}

function heedTalk() {
  const now = newest();
  const isNews = now.count && now.last !== shown.last && now.count >= shown.count;
  showReactions();
  if (isOwn) readAll();
  else if (isNews && !isInSight()) show(...chatLines().at(-1).cloneNode(true).childNodes);
  isOwn = false;
  shown = now;
  mark();
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => (isOwn ||= ctx.sourceElement.id === "say"));
document.addEventListener("htmx:after:swap", heedTalk);
for (const event of ["change", "visibilitychange", "scroll"]) document.addEventListener(event, mark, { passive: true });
mark();
