// What the pages do beyond HTML and htmx: rest while hidden, wait after failures, keep drafts and focus, copy links.
// What is said of it stands in the pages, in the reader's language.

const LONGEST_PAUSE = 60_000; // milliseconds
let failures = 0;
let notBefore = 0;

const isPoll = (ctx) => ctx.request.method === "GET" && ctx.sourceElement.hasAttribute("hx-ptag");
const notice = () => document.getElementById("notice");

function say(sentence) {
  const line = document.createElement("p");
  line.className = "notice";
  line.textContent = sentence;
  notice().replaceChildren(line);
}

// A form that swaps have to leave alone is replaced by the answer to its own sending.
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.sourceElement.removeAttribute("hx-morph-skip");
});

// A hidden tab asks for nothing; nor does one that has just failed, for a growing while with a little chance in it.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (isPoll(ctx) && (document.hidden || Date.now() < notBefore)) event.preventDefault();
});

function failed(ctx) {
  failures += 1;
  notBefore = Date.now() + Math.min(LONGEST_PAUSE, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
  if (!isPoll(ctx)) say(notice().dataset.unsent);
  else if (failures > 1) say(notice().dataset.unreachable);
}

document.addEventListener("htmx:error", (event) => {
  const { ctx, error } = event.detail;
  if (ctx && error?.name !== "AbortError") failed(ctx);
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status >= 500) {
    failed(ctx);
    return;
  }
  if (failures > 0) notice().replaceChildren();
  failures = notBefore = 0;
  if (ctx.response.status >= 400 || isPoll(ctx)) return;
  forgetDrafts(ctx.sourceElement);
  if (ctx.sourceElement.hasAttribute("data-clears")) ctx.sourceElement.reset();
});

// <input data-draft>: what was typed and not sent outlives the field, a reload and the way back, in this tab.
const draftOf = (field) => `draft ${location.pathname} ${field.id}`;

function restoreDrafts() {
  document.querySelectorAll("[data-draft]").forEach((field) => {
    if (!field.value) field.value = sessionStorage.getItem(draftOf(field)) ?? "";
  });
}

function forgetDrafts(form) {
  form.querySelectorAll("[data-draft]").forEach((field) => sessionStorage.removeItem(draftOf(field)));
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-draft]")) sessionStorage.setItem(draftOf(target), target.value);
});
document.addEventListener("htmx:after:swap", restoreDrafts);
window.addEventListener("pageshow", restoreDrafts);

// Whoever pressed a button that a swap took away goes on from the sentence that says what happened.
let pressed = null;
document.addEventListener("htmx:before:request", (event) => {
  if (!isPoll(event.detail.ctx)) pressed = document.activeElement;
});
document.addEventListener("htmx:after:swap", () => {
  if (!pressed || document.activeElement !== document.body) return;
  const next = document.getElementById(pressed.id) || document.querySelector("#status h2, #seats-title");
  if (!next) return;
  if (!next.matches("button, input, select")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  pressed = null;
});

// Back in sight, or out of the browser's memory of past pages: look at once.
function wake() {
  if (document.hidden) return;
  notBefore = 0;
  document.querySelectorAll("[hx-ptag][hx-get]").forEach((poller) => htmx.trigger(poller, "wake"));
}
document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("online", wake);

// <button data-copy="id of a field" data-done="Copied">: copies the field's text, or without a clipboard selects it.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  } catch {
    field.select();
  }
});
