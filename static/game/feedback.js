// Optional effects of a game page: soft sounds, vibration on the player's turn, and a screen kept awake in live games.
// All are off by default and are set per browser.

const KEPT = "senses"; // key in localStorage of the names of the effects that are on
const LOUD = 0.06; // fraction of full volume
const BUZZ = [70, 60, 70]; // milliseconds
// Each sound is a list of notes: pitch in hertz, and start time in seconds.
const SOUNDS = {
  turn: [[659, 0], [880, 0.15]],
  clue: [[523, 0]],
  agent: [[523, 0], [784, 0.1]],
  bystander: [[330, 0]],
  assassin: [[147, 0], [110, 0.2]],
  over: [[523, 0], [659, 0.13], [784, 0.26]],
};
const NOTE = 0.35; // seconds

const box = document.getElementById("senses");
const can = { sounds: "AudioContext" in window, buzz: "vibrate" in navigator, awake: "wakeLock" in navigator };
let wanted = new Set(remembered());
let audio = null;
let lock = null;
let before = look();
let isTold = false; // whether the turn that awaits the reader was told while the tab was hidden

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

function remember() {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...wanted]));
  } catch {
    // then it lasts as long as the page
  }
}

function look() {
  const table = document.getElementById("table");
  const cards = [...table.querySelectorAll("[data-card]")];
  return {
    version: Number(table.dataset.version),
    isOver: "winner" in table.dataset,
    awaited: table.querySelector("#status .mine") ? table.dataset.phase : "", // what for, where it is the reader
    isLive: Boolean(table.querySelector(".clock.live")),
    faces: new Map(cards.map(({ dataset }) => [dataset.card, dataset.marked ? `bystander ${dataset.marked}` : dataset.face])),
  };
}

const isAwaited = (now) => now.awaited && now.awaited !== before.awaited;

// What a swap brought, as the name of its sound; the most important of several.
function news(now) {
  if (now.version <= before.version) return null;
  if (now.isOver && !before.isOver) return "over";
  const turned = [...now.faces].find(([card, face]) => face !== before.faces.get(card))?.[1];
  if (turned && turned !== "hidden") return Object.keys(SOUNDS).find((name) => turned.startsWith(name)) ?? "agent";
  return isAwaited(now) ? "turn" : "clue";
}

function play(name) {
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, start] of SOUNDS[name]) {
    const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + start];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + NOTE);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE);
  }
}

async function keepAwake() {
  const now = look();
  if (!wanted.has("awake") || !now.isLive || now.isOver) return lock?.release();
  if (lock || document.hidden) return undefined;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    // the battery is low, or the browser would rather not
  }
  return undefined;
}

function tell(name, isTurn) {
  if (name && wanted.has("sounds")) play(name);
  if (isTurn && wanted.has("buzz")) navigator.vibrate(BUZZ);
}

function heed() {
  const now = look();
  if (isTold) isTold = false;
  else tell(news(now), isAwaited(now));
  before = now;
  keepAwake();
}

document.addEventListener("htmx:after:swap", heed);
document.addEventListener("bell:rise", () => {
  isTold = true;
  tell("turn", true);
});
document.addEventListener("visibilitychange", keepAwake);

function showChoices() {
  box.querySelectorAll("input").forEach((choice) => (choice.checked = wanted.has(choice.value)));
}

box.addEventListener("change", ({ target }) => {
  if (target.checked) wanted.add(target.value);
  else wanted.delete(target.value);
  remember();
  if (target.checked && target.value === "sounds") play("turn");
  if (target.checked && target.value === "buzz") navigator.vibrate(BUZZ);
  keepAwake();
});

// A choice made in one tab counts in all: any of them may be the one that sounds while all are hidden.
window.addEventListener("storage", ({ key }) => {
  if (key !== KEPT) return;
  wanted = new Set(remembered());
  showChoices();
});

box.querySelectorAll("input").forEach((choice) => (choice.closest("label").hidden = !can[choice.value]));
showChoices();
box.hidden = false;
keepAwake();
