// Hidden tabs still hear the bell: its number is in their titles and icons. While a game runs in one of them, one tab
// polls for all, since HTTP/1.1 has six connections for a site. Tables stay as they are: nobody has seen their moves.

const SETTLE = 1_000; // milliseconds hidden before a tab listens: a page that is being left is hidden, too
const EVERY = 10_000; // milliseconds between polls that are not held, and after one that failed
const bells = "BroadcastChannel" in window ? new BroadcastChannel("bell") : null;
let listening = null; // the AbortController of this tab's part in it

const isGameRunning = () => document.getElementById("bell") && document.querySelector("#table[hx-get]");
const pause = (milliseconds, signal) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });

// Polls until it is aborted, or nobody is signed in any more. Without locks each tab polls, and none is held.
async function listen(signal) {
  let tag = null;
  while (!signal.aborted) {
    let after = EVERY;
    try {
      const headers = { "HX-Request": "true", ...(tag && { "HX-PTag": tag }) };
      const response = await fetch("/bell", { headers, signal, cache: "no-store" });
      if (response.status === 200) {
        const open = /data-open="(\d+)"/.exec(await response.text())?.[1];
        if (!open) return;
        hear(Number(open));
        bells?.postMessage(Number(open));
      }
      if (navigator.locks && response.headers.has("Poll-After")) {
        tag = response.headers.get("HX-PTag");
        after = response.headers.get("Poll-After") * 1000;
      }
    } catch {
      // aborted, or without a connection
    }
    if (after > 0 && !signal.aborted) await pause(after, signal);
  }
}

// The tab that listens also sounds, by feedback.js.
function hear(number) {
  if (number > rung) document.dispatchEvent(new Event("bell:rise"));
  ring(number);
}

if (bells) bells.onmessage = ({ data }) => document.hidden && ring(data);

function stopListening() {
  listening?.abort();
  listening = null;
}

async function startListening() {
  stopListening();
  const { signal } = (listening = new AbortController());
  await pause(SETTLE, signal);
  if (signal.aborted || !isGameRunning()) return;
  const held = navigator.locks?.request("bell", { signal }, () => listen(signal));
  (held ?? listen(signal)).catch(() => {}); // aborted
}

const followSight = () => (document.hidden ? startListening() : stopListening());
document.addEventListener("visibilitychange", followSight);
window.addEventListener("pagehide", stopListening); // a page with a lock could not be kept for the way back
if (document.hidden) startListening();
