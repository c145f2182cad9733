// Enlarges a picture by the lens on its card, a long press, or Z. Any click or key then closes it.

const LONG = 500; // milliseconds
const zoom = document.getElementById("zoom");
let press = null; // the timer of a touch that may become a long one
let wasLong = false;

const cardAt = (target) => target.closest?.(".board.pictures .card");

function enlarge(card) {
  const picture = card.querySelector(".picture");
  document.getElementById("zoom-picture").setAttribute("href", picture.querySelector("use").getAttribute("href"));
  document.getElementById("zoom-name").textContent = picture.getAttribute("aria-label");
  zoom.showModal();
}

document.addEventListener("pointerdown", (event) => {
  forgetPress();
  wasLong = false;
  const card = event.pointerType !== "mouse" && event.isPrimary && cardAt(event.target);
  if (!card) return;
  press = setTimeout(() => {
    wasLong = true;
    enlarge(card);
  }, LONG);
});

function forgetPress() {
  clearTimeout(press);
  press = null;
}

document.addEventListener("pointerup", forgetPress);
document.addEventListener("pointercancel", forgetPress); // the finger scrolls

// The browser's own menu would take the finger away.
document.addEventListener("contextmenu", (event) => {
  if (press || wasLong) event.preventDefault();
});

// What ends a long press is no click: it neither chooses the card nor closes the picture again. A key's click has no detail.
document.addEventListener(
  "click",
  (event) => {
    if (!wasLong || event.detail === 0) return;
    wasLong = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("click", (event) => {
  const lens = event.target.closest?.(".lens");
  if (!lens || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  enlarge(cardAt(lens));
});

document.addEventListener("keydown", (event) => {
  const card = event.key?.toLowerCase() === "z" && !event.ctrlKey && !event.metaKey && !event.altKey && cardAt(event.target);
  if (card && !zoom.open) enlarge(card);
});

zoom.addEventListener("click", () => zoom.close());
