// The service worker: shows push messages and opens the page they are about; shows stored pages while offline.

function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return { body: data?.text() };
  }
}

self.addEventListener("install", () => self.skipWaiting()); // a newer one takes over at once

self.addEventListener("push", (event) => {
  const { title, body, tag, url, lang } = read(event.data);
  const shown = { body, tag, lang, dir: "auto", data: { url }, renotify: Boolean(tag) };
  const icons = { icon: "/static/images/icon-192.png", badge: "/static/images/badge-96.png" };
  event.waitUntil(self.registration.showNotification(title || "Dead Drop", { ...shown, ...icons }));
});

// Only ever to this site, under the address by which the browser knows it.
function own(url) {
  const { pathname, search } = new URL(url || "/", self.location.origin);
  return self.location.origin + pathname + search;
}

async function leadTo(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === address);
  return open ? open.focus() : self.clients.openWindow(address);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(leadTo(own(event.notification.data?.url)));
});

// Pages without a line
//
// The site forbids browsers to store its tables: an old one, or another's key, must not come back by a button. What is
// kept here comes back only when the site cannot be reached, says of when it is, and belongs to one session: the first
// page of any other, and of nobody, clears it away. The pages themselves say which of them may be kept, and hand
// themselves over as they are seen; the way of what is asked for with a line is the same as without this worker.

const KEPT = "kept "; // and the session's mark: the name of the one cache there is
const PLAIN = "/offline"; // is shown in place of what was never seen
const MOST = 12; // pages
const PATIENCE = 10_000; // milliseconds for an answer, where there is a kept page to show instead
const DAY = 86_400_000; // milliseconds, after which the plain page is fetched anew
const NOBODY_THERE = [502, 504]; // what a proxy says in place of a site
const FILE = /(?:href|src)="(\/(?:static|pictures)\/[^"#]+\.(?:css|js|svg|woff2)\b[^"#]*)/g;
const BELONGS = ["Content-Encoding", "Content-Length"]; // to one answer's body
const withoutLine = new Set(); // the windows that were shown a kept page: their files come from where it came

// What scripts fetch, such as polls, need not wake this worker at all.
self.addEventListener("install", (event) => {
  const past = ["same-origin", "cors"].map((requestMode) => ({ condition: { requestMode }, source: "network" }));
  event.addRoutes?.(past).catch(() => {}); // then they go by way of it
});

// A page is asked for while this worker is still waking up.
self.addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload?.enable()));

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(navigated(event));
  else if (withoutLine.has(clientId) && isFile(request)) event.respondWith(kept(request).then((file) => file ?? fetch(request)));
});

self.addEventListener("message", (event) => event.waitUntil(heed(event.data)));

const isFile = ({ url }) => /^\/(?:static|pictures)\//.test(new URL(url).pathname);
const isPlain = ({ url }) => new URL(url).pathname === PLAIN;
const isThere = (answer) => answer && !NOBODY_THERE.includes(answer.status);
const pause = (time) => new Promise((done) => setTimeout(done, time));

async function navigated(event) {
  const answer = answered(event).catch(() => null);
  event.waitUntil(answer);
  const soon = await Promise.race([answer, pause(PATIENCE)]);
  if (isThere(soon)) return soon;
  const page = (await kept(event.request, { ignoreSearch: true })) ?? (isThere(await answer) ? null : await kept(PLAIN));
  if (page) withoutLine.add(event.resultingClientId);
  return page ?? (await answer) ?? Response.error();
}

async function answered({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

async function kept(request, how) {
  const name = (await caches.keys()).find((each) => each.startsWith(KEPT));
  const cache = name && (await caches.open(name));
  return cache?.match(request, how);
}

// A page that was opened makes room for its session's; one that was left may only add to what is there still.
async function heed(seen) {
  if (seen.opened) await forgetOthers(seen.reader);
  if (!seen.page) return;
  const plain = await plainPage(seen.language);
  const cache = await navigator.locks.request("kept", () => keep(seen, plain));
  if (cache) await tidy(cache);
}

async function forgetOthers(reader) {
  for (const name of await caches.keys()) if (name !== KEPT + reader) await caches.delete(name);
}

async function plainPage(language) {
  const old = await kept(PLAIN);
  const isOld = !old || Date.now() - Date.parse(old.headers.get("Date")) > DAY;
  if (!isOld && (await old.clone().text()).includes(` lang="${language}"`)) return old;
  return fetch(PLAIN, { cache: "no-store" }).catch(() => old);
}

async function keep({ reader, opened, address, page }, plain) {
  const name = KEPT + reader;
  if (!plain?.ok || !(opened || (await caches.has(name)))) return null;
  const cache = await caches.open(name);
  const headers = new Headers(plain.headers); // with all guards of a page
  BELONGS.forEach((header) => headers.delete(header));
  await cache.put(address, new Response(page, { headers })); // in place of the one before, and last of the keys
  await cache.put(PLAIN, plain);
  return cache;
}

// So many pages stay, and the files that they need.
async function tidy(cache) {
  const all = await cache.keys();
  const pages = all.filter((each) => !isFile(each) && !isPlain(each));
  for (const old of pages.slice(0, -MOST)) await cache.delete(old);
  const wanted = new Set();
  for (const page of [PLAIN, ...pages.slice(-MOST)]) {
    for (const [, file] of (await (await cache.match(page)).text()).matchAll(FILE)) wanted.add(file);
  }
  const present = new Map(all.filter(isFile).map((file) => [file.url.slice(self.location.origin.length), file]));
  for (const [file, request] of present) if (!wanted.has(file)) await cache.delete(request);
  await Promise.allSettled([...wanted].filter((file) => !present.has(file)).map((file) => cache.add(file)));
}
