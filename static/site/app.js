// Page behaviour beyond HTML and htmx: pause polling while hidden, back off after failures, keep drafts and focus, copy
// links. The texts are in the pages, in the user's language.

const LONGEST_PAUSE = 60_000; // milliseconds
const AWAY = 60_000; // milliseconds hidden after which the user counts as away
const LED = 10_000; // milliseconds without polls while a redirect loads the next page
const LOOK = 5_000; // milliseconds between two checks of the clock
const NAP = 20_000; // milliseconds missing between two checks: the machine was asleep, and its connections may be dead
const { lang, dataset } = document.documentElement;
let seenAt = dataset.kept ? new Date(dataset.kept) : new Date(); // when the content shown was current
let failures = dataset.kept ? 1 : 0; // a stored page is shown because the browser was offline
let notBefore = 0;
let hiddenAt = 0;
let wasAway = false;
let underWay = null; // the poll in progress
let isHeld = true; // whether the site supports long polls, as its responses tell

const isPoll = (ctx) => ctx.request.method === "GET" && ctx.sourceElement.hasAttribute("hx-ptag");
const pollers = () => document.querySelectorAll("[hx-ptag][hx-get]");
const notice = () => document.getElementById("notice");

function say(sentence, kind = "") {
  const line = document.createElement("p");
  line.className = `notice ${kind}`;
  line.textContent = sentence;
  notice().replaceChildren(line);
}

// Says it once for as long as it is so, where it would be read aloud with every try.
function sayUnreachable() {
  const isToday = seenAt.toDateString() === new Date().toDateString();
  const time = seenAt.toLocaleString(lang, isToday ? { timeStyle: "short" } : { dateStyle: "long", timeStyle: "short" });
  const sentence = notice().dataset.unreachable.replace("{time}", time);
  if (notice().textContent !== sentence) say(sentence, "lasting");
}
if (dataset.kept) sayUnreachable();

// A form that swaps have to leave alone is replaced by the answer to its own sending.
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.sourceElement.removeAttribute("hx-morph-skip");
});

// What is on its way is not sent a second time by a double click: a swap in between may have enabled the button again.
const sending = new Set();
const contentOf = ({ request }) => `${request.method} ${request.action} ${new URLSearchParams(request.body)}`;
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.sourceElement.getAttribute("hx-sync")?.endsWith("queue all")) return; // others may be dropped unsent
  ctx.content = contentOf(ctx);
  if (sending.has(ctx.content)) event.preventDefault();
  else sending.add(ctx.content);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => sending.delete(ctx.content));

// A hidden tab asks for nothing; nor does one that has just failed, for a growing while with a little chance in it.
// A fresh look names nothing that has been seen; the first one after an absence says from which move on it missed all.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!isPoll(ctx)) return;
  ctx.request.cache = "no-store"; // else the browser keeps the page of this very address back until the poll is answered
  if (document.hidden || Date.now() < notBefore) event.preventDefault();
  if (ctx.sourceEvent.detail?.fresh) for (const seen of ["HX-PTag", "HX-Look"]) delete ctx.request.headers[seen];
  const { version } = ctx.sourceElement.dataset;
  if (wasAway && version) ctx.request.body.set("since", version);
});

// A site that holds polls says when it may be asked again; after a form, which ended the poll under way, it is at once.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (isPoll(ctx)) underWay = ctx;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === underWay) underWay = null;
  if (isPoll(ctx) && ctx.response) {
    const after = ctx.response.headers.get("Poll-After");
    isHeld = after !== null;
    if (after > 0) notBefore = Date.now() + after * 1000 * (0.75 + Math.random() / 2);
  }
  if (isHeld) setTimeout(ask, Math.max(0, notBefore - Date.now() + 1));
});

function ask(how = {}) {
  pollers().forEach((poller) => htmx.trigger(poller, "wake", how));
}

// A poll's answer may be the same for many readers; what it shows to this one is then named in its header alone.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const tag = ctx.response.headers.get("HX-PTag");
  if (isPoll(ctx) && tag) ctx.text = ctx.text.replace('hx-ptag=""', `hx-ptag="${tag}"`);
});

document.addEventListener("htmx:after:init", () => setTimeout(ask), { once: true }); // else a new page first pauses

function giveUp() {
  underWay?.request.abort();
}

function failed(ctx) {
  failures += 1;
  notBefore = Date.now() + Math.min(LONGEST_PAUSE, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
  if (!isPoll(ctx)) say(notice().dataset.unsent);
  else if (failures > 1 || !navigator.onLine) sayUnreachable();
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
  seenAt = new Date();
  if (ctx.response.headers.has("HX-Redirect")) notBefore = Date.now() + LED; // led again, it would begin anew
  if (isPoll(ctx)) wasAway = false;
  if (ctx.response.status >= 400 || isPoll(ctx)) return;
  forgetDrafts(ctx);
  if (ctx.sourceElement.hasAttribute("data-clears")) ctx.sourceElement.reset();
});

// <input data-draft>: what was typed and not sent outlives the field, a reload and the way back, in this tab.
const draftOf = (field) => `draft ${location.pathname} ${field.id}`;

function restoreDrafts() {
  document.querySelectorAll("[data-draft]").forEach((field) => {
    if (field.value === field.defaultValue) field.value = sessionStorage.getItem(draftOf(field)) ?? field.value;
  });
}

// What was sent is forgotten, not what was typed since.
function forgetDrafts({ sourceElement, request }) {
  sourceElement.querySelectorAll("[data-draft]").forEach((field) => {
    const draft = draftOf(field);
    if (request.body?.get(field.name) === sessionStorage.getItem(draft)) sessionStorage.removeItem(draft);
  });
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-draft]")) sessionStorage.setItem(draftOf(target), target.value);
});
document.addEventListener("htmx:after:swap", restoreDrafts);
window.addEventListener("pageshow", restoreDrafts);

// Whoever pressed a button that a swap took away goes on from the sentence that says what happened.
let pressed = null; // what was pressed last, and the request that it made
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (["submit", "click"].includes(ctx.sourceEvent.type)) pressed = { id: document.activeElement.id, ctx };
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const isAwaited = pressed && (ctx === pressed.ctx || isPoll(ctx)); // advice on a clue may come in between
  if (!isAwaited || document.activeElement !== document.body) return;
  const next = document.getElementById(pressed.id) || document.querySelector("#status h2, #seats-title");
  if (!next) return;
  if (!next.matches("button, input, select")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  pressed = null;
});

// Back in sight, on the line again, or out of the browser's memory of past pages: look at once. A hidden tab gives its
// poll up: a browser has few connections for a site, and they are for the tab in sight.
function wake(how = {}) {
  if (document.hidden) return;
  giveUp();
  notBefore = 0;
  setTimeout(() => ask(how));
}
let awakeAt = Date.now(); // when the clock was last checked
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenAt = Date.now();
    giveUp();
  } else {
    wasAway ||= Date.now() - Math.min(hiddenAt, awakeAt) > AWAY;
    awakeAt = Date.now(); // else the next check would find the same absence, after the page has caught up
  }
  wake();
});
window.addEventListener("pageshow", (event) => event.persisted && wake());

window.addEventListener("online", () => wake());
window.addEventListener("offline", () => wake()); // what was asked before will not be answered: say so

setInterval(() => {
  const missing = Date.now() - awakeAt - LOOK;
  awakeAt = Date.now();
  if (document.hidden || missing < NAP) return;
  wasAway ||= missing > AWAY;
  wake();
}, LOOK);

// Times are written in the time zone of whoever reads them.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const kept = `path=/; max-age=${365 * 24 * 3600}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
if (timeZone) document.cookie = `timezone=${timeZone}; ${kept}`;

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
