// For signed-in users, whom the page names: lets the service worker store it as it looks now, to show it while offline.
// Runs before the other scripts, because they change the head of the page.

const reader = document.querySelector("meta[name=reader]");
const head = document.head.outerHTML;
const isShownAgain = "kept" in document.documentElement.dataset; // by the service worker, while offline
const PAUSE = 300; // milliseconds, so that a swap is painted first
let worker = null;
let handedOver = null; // time of the page last given to the worker
let waiting = null;

// The page as it is seen, without what was said once, and without the marks of htmx, which has yet to see it.
function asSeen() {
  const root = document.documentElement.cloneNode(false);
  root.dataset.kept = seenAt.toISOString();
  const body = document.body.cloneNode(true);
  body.querySelector("#notice").replaceChildren();
  body.querySelectorAll("[data-htmx-powered]").forEach((part) => part.removeAttribute("data-htmx-powered"));
  return `<!DOCTYPE html>\n${root.outerHTML.replace("</html>", () => `${head}${body.outerHTML}</html>`)}`;
}

// A form under way holds its buttons down.
const mayBeKept = () => "keep" in reader.dataset && !document.querySelector("form.htmx-request");

// Also a page that is not kept says whose it is: then nobody else's are any more.
function handOver(opened = false) {
  const page = mayBeKept() ? asSeen() : null;
  const address = location.pathname; // one for all moments of a replay
  if (page || opened) worker?.postMessage({ reader: reader.content, opened, address, page, language: lang });
  handedOver = seenAt;
}

// A reload asks for the page before it leaves the old one: by then what has changed must be kept already.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => seenAt === handedOver || handOver(), PAUSE);
}

async function begin() {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "all" });
  worker = (await navigator.serviceWorker.ready).active;
  if (!isShownAgain) handOver(true);
}

if (reader && "serviceWorker" in navigator) {
  window.addEventListener("load", () => begin().catch(() => {})); // a browser that keeps nothing
  for (const event of ["htmx:after:swap", "htmx:error", "visibilitychange"]) document.addEventListener(event, soon);
}

// A kept page that does not ask for news of its own is asked for as a whole once the site answers.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (isShownAgain && ctx.response.status < 400 && !document.querySelector("main [hx-ptag][hx-get]")) location.reload();
});
