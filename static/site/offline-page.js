// The offline page, shown in place of another page: retries by itself, and lists the pages stored in this browser.

const PAUSE = 5_000; // milliseconds
const again = document.getElementById("again");
again.href = location.href;

async function look() {
  try {
    const { ok } = await fetch("/healthz", { cache: "no-store" });
    if (ok) location.reload();
  } catch {
    // not yet
  }
}
setInterval(look, PAUSE);
window.addEventListener("online", look);

async function listKept() {
  const list = document.createElement("ul");
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const pages = (await cache.keys()).filter(({ url }) => !/^\/(static\/|offline$)/.test(new URL(url).pathname));
    for (const page of pages.reverse()) {
      const text = await (await cache.match(page)).text();
      const link = document.createElement("a");
      link.href = page.url;
      link.textContent = new DOMParser().parseFromString(text, "text/html").title.replace(/ · Dead Drop$/, "");
      const line = document.createElement("li");
      line.append(link);
      list.append(line);
    }
  }
  const box = document.getElementById("kept");
  box.append(list);
  box.hidden = !list.hasChildNodes();
}
listKept();
