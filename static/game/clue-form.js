// The clue form: it waits for its word on one's turn, digits choose the number, and the count of ticked cards does so
// until the clue giver has chosen one.

const TYPES = matchMedia("(hover: hover) and (pointer: fine)"); // no keyboard would cover the board
let filled = ""; // the number last filled in by this script
let isOpen = false; // whether there was a clue to give when the page was last looked at

const field = (value) => document.getElementById(`number-${value}`);
const number = () => document.querySelector("#numbers :checked");

document.addEventListener("change", ({ target }) => {
  if (!target.matches("#table input[name=for]")) return;
  if (number() && number().value !== filled) return;
  const count = String(document.querySelectorAll("#table input[name=for]:checked").length);
  if (number()) number().checked = false;
  filled = field(count) && count !== "0" ? count : "";
  if (filled) field(filled).checked = true;
});

document.addEventListener("keydown", ({ key, target }) => {
  if (/^\d$/.test(key) && target.matches?.("#numbers input")) field(key)?.click();
});

// Nobody is led away from what they do elsewhere on the page.
function focusWord() {
  const word = document.getElementById("clue-word");
  const begins = word && !isOpen;
  isOpen = Boolean(word);
  const isIdle = document.activeElement === document.body && getSelection().isCollapsed && scrollY === 0;
  if (begins && isIdle && TYPES.matches) word.focus({ preventScroll: true });
}

// A verdict on another word than the one that is typed now is none.
document.addEventListener("input", ({ target }) => {
  if (target.id === "clue-word") document.querySelector("#clue .advice")?.remove();
});
// Advice on a clue that was sent meanwhile is not asked for any more, or comes too late: the answer says it already.
function dropAdvice(event) {
  const { sourceElement } = event.detail.ctx;
  if (sourceElement.id === "clue-word" && document.querySelector("#clue .advice")) event.preventDefault();
}
document.addEventListener("htmx:config:request", dropAdvice);
document.addEventListener("htmx:before:swap", dropAdvice);

document.addEventListener("htmx:after:swap", focusWord);
focusWord();
