// <time datetime="…" data-countdown>: counts down in the page's language, in the format of app/i18n/durations.py.
// At zero the page polls at once.

const UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 }; // in seconds
const BY_THE_SECOND = 600; // durations below this many seconds show seconds
const LATE = 10; // seconds before the end of a live phase that are red
const DRIFT = 1500; // milliseconds by which the local clock may differ from the server's, beyond what is not known of it
const language = document.documentElement.lang;
const together = new Intl.ListFormat(language, { type: "unit" });
const wholeDate = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
const lookedAt = new Set();
let struck = -1; // the second that was last looked at
let warnedOf = ""; // the last deadline that was told to be near
let ahead = 0; // milliseconds by which the server's clock is ahead of the local one
let isAsked = false; // whether the server has been asked for its time

// A wrong clock here is put right by the server's own, which every answer names to the second: as it was at some time
// between the request and the answer.
function compare(headers, sent) {
  const named = Date.parse(headers.get("Date"));
  const [least, most] = [named - Date.now(), named + 1000 - sent];
  if (ahead < least - DRIFT) ahead = least + 500;
  else if (ahead > most + DRIFT) ahead = most - 500;
}
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => (ctx.sent = Date.now()));
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => compare(ctx.response.headers, ctx.sent));

// Polls wait for their answers, so that the first countdown asks for one that comes at once.
function askForTime() {
  if (isAsked || !document.querySelector("time[data-countdown]")) return;
  isAsked = true;
  const sent = Date.now();
  fetch(plainIcon, { method: "HEAD", cache: "no-store" }).then(({ headers }) => {
    compare(headers, sent);
    tick();
  }, () => {}); // without an answer the next poll's will do
}

const left = (time) => Math.max(0, Date.parse(time.dateTime) - Date.now() - ahead); // milliseconds
const secondsUntil = (time) => Math.floor(left(time) / 1000);

function unitsFor(seconds) {
  if (seconds < BY_THE_SECOND) return ["minute", "second"];
  if (seconds < UNITS.hour) return ["minute"];
  return seconds < UNITS.day ? ["hour", "minute"] : ["day", "hour"];
}

const said = (count, unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);

function inWords(seconds) {
  const parts = [];
  let rest = seconds;
  for (const unit of unitsFor(seconds)) {
    const count = Math.floor(rest / UNITS[unit]);
    rest -= count * UNITS[unit];
    if (count) parts.push(said(count, unit));
  }
  return together.format(parts.length ? parts : [said(0, "second")]);
}

const inDigits = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// A live clock: its bar shrinks, its last seconds are red, and once it is told that they have begun.
function hurry(time, seconds) {
  const bar = document.querySelector("#clock .time-bar");
  const [began, until] = [bar.dataset.began, bar.dataset.until].map(Date.parse);
  bar.style.setProperty("--left", Math.max(0, Math.min(1, (until - Date.now() - ahead) / (until - began))));
  const isLate = seconds <= LATE;
  bar.parentElement.classList.toggle("late", isLate);
  if (isLate && seconds > 0 && seconds !== struck) document.dispatchEvent(new CustomEvent("clock:late"));
  struck = seconds;
  if (!isLate || seconds === 0 || warnedOf === time.dateTime) return;
  warnedOf = time.dateTime; // a swap empties the line, and what has been told is not told again
  const warning = document.getElementById("hurry");
  warning.textContent = warning.dataset.hurry;
}

function tick() {
  if (document.hidden) return;
  const times = [...document.querySelectorAll("time[data-countdown]")];
  for (const time of times) {
    const seconds = secondsUntil(time);
    const isLive = time.dataset.countdown === "digits";
    const words = isLive ? inDigits(seconds) : inWords(seconds);
    if (time.textContent !== words) time.textContent = words;
    time.title ||= wholeDate.format(new Date(time.dateTime));
    if (isLive) hurry(time, seconds);
  }
  const over = times.filter((time) => secondsUntil(time) === 0 && !lookedAt.has(time.dateTime));
  if (over.length === 0) return;
  over.forEach((time) => lookedAt.add(time.dateTime));
  const rest = Math.max(...over.map(left)); // the last second is shown as none
  setTimeout(() => wake({ fresh: true }), rest + 500 + Math.random() * 500); // not everybody at once, and none too early
}

document.addEventListener("htmx:after:swap", tick);
document.addEventListener("htmx:after:swap", askForTime);
document.addEventListener("visibilitychange", tick);
setInterval(tick, 1000);
tick();
askForTime();
