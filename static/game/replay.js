// Keeps the URL of a replay in step with the move shown, including the back button; keys move through the game.

const replay = () => document.getElementById("replay");
const here = () => location.pathname + location.search;
const isReplay = () => here().startsWith(replay().dataset.address.split("?")[0]);

history.replaceState(null, "", replay().dataset.address);

// The list of moves is where its reader is, without the page going there.
function follow() {
  const list = document.querySelector(".moves ol");
  const now = list.querySelector("[aria-current]");
  const gap = now ? now.getBoundingClientRect().top - list.getBoundingClientRect().top : -list.scrollTop;
  if (gap < 0 || gap > list.clientHeight - 60) list.scrollTop += gap - list.clientHeight / 3;
}
follow();

document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx.target?.id !== "replay") return; // the bell, say, while the answer to a step back is on its way
  follow();
  const { address } = replay().dataset;
  if (here() !== address) history.pushState(null, "", address);
});

window.addEventListener("popstate", () => {
  // From one of the links: so it replaces what is still on its way.
  if (isReplay()) htmx.ajax("GET", here(), { source: "#first", target: "#replay", swap: "outerMorph" });
});

// While the slider moves, it says what happened there.
document.addEventListener("input", ({ target }) => {
  const move = target.id === "slider" && document.getElementById(`move-${target.value}`);
  if (move) target.setAttribute("aria-valuetext", move.textContent);
});

// Fields and lists have keys of their own.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [tabindex='0'], dialog")) return;
  const way = document.querySelector(`.reel [data-key="${event.key}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});

// ▶ goes from move to move by itself, until the end or until its reader goes another way.
const PACE = 1_800; // milliseconds for a move, at speed 1
let timer = 0;

const plays = () => document.documentElement.classList.contains("replay-plays");
const isAtEnd = () => document.getElementById("forward").ariaDisabled === "true";

function setPlaying(wanted) {
  clearTimeout(timer);
  document.documentElement.classList.toggle("replay-plays", wanted);
}

function playOn() {
  clearTimeout(timer);
  if (isAtEnd()) setPlaying(false);
  else timer = setTimeout(() => document.getElementById("forward").click(), PACE / document.getElementById("speed").value);
}

document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (plays() && detail.ctx.target?.id === "replay") playOn();
});
document.addEventListener("click", ({ target, isTrusted }) => {
  if (target.closest?.("#autoplay")) {
    setPlaying(!plays());
    if (!plays()) return;
    if (isAtEnd()) document.getElementById("first").click();
    else document.getElementById("forward").click();
  } else if (isTrusted && target.closest?.(".reel a, .moves a, .places a")) setPlaying(false);
});
document.addEventListener("input", ({ target }) => target.id === "slider" && setPlaying(false));
