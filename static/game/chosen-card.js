// The card that is about to be touched: the button names it, teammates see who suggests it, and a second tap touches it.

const AGAIN = 400; // milliseconds after which a second tap is meant, and no double one
let tapped = { id: "", at: 0 }; // the last choice that was made by a tap
let suggested = ""; // id of the card that a tap has marked
const awaited = new Map(); // whether a card is to be marked, by its id, while a tap's request for that is on its way
let named = ""; // what the button says with a card
let plain = ""; // and without

const chosen = () => document.querySelector("#board input[type=radio]:checked");

// On the page itself, because a style that looks into the table for it makes each press dear.
function tellPage(card) {
  document.body.classList.toggle("chosen", Boolean(card));
  document.body.classList.toggle("marking", Boolean(document.querySelector("#taps-mark:checked")));
}

function nameIt() {
  const button = document.querySelector("#touch[data-chosen]");
  const card = chosen()?.closest(".card");
  tellPage(card);
  if (button && button.textContent !== named) plain = button.textContent;
  if (button && !card) button.textContent = plain;
  if (!button || !card) return;
  const word = card.querySelector(".word");
  const name = word ? word.textContent.toLocaleUpperCase(word.lang) : card.querySelector(".picture").getAttribute("aria-label");
  button.textContent = named = button.dataset.chosen.replace("{card}", name);
}

// One suggestion goes with the choice; what was marked otherwise stays.
function suggest(card) {
  if (!card.closest(".shared")) return;
  const before = suggested;
  suggested = card.id;
  if (before && before !== suggested) putRight(before);
  putRight(suggested);
}

function putRight(id) {
  const isWanted = id === suggested;
  const mark = document.querySelector(`#${id} .mark[aria-pressed="${!isWanted}"]`);
  if (!mark || awaited.has(id)) return;
  awaited.set(id, isWanted);
  mark.click();
}

// On a slow line another card may have been chosen before the answer shows the mark of this one.
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ctx.request.action.endsWith("/marks")) return;
  const id = `card-${ctx.request.body.get("card")}`;
  const isOvertaken = awaited.has(id) && awaited.get(id) !== (id === suggested);
  awaited.delete(id);
  if (isOvertaken) setTimeout(() => putRight(id)); // app.js lets nothing be sent that is still on its way
});

document.addEventListener("click", (event) => {
  const { target, detail, timeStamp } = event;
  if (detail === 0 || !target.matches?.("#board input[type=radio]")) return; // keys choose without a suggestion
  if (tapped.id !== target.id) {
    tapped = { id: target.id, at: timeStamp };
    suggest(target.closest(".card"));
  } else if (timeStamp - tapped.at > AGAIN) document.getElementById("touch").click();
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("#board input[type=radio]") && target.id !== tapped.id) tapped = { id: "", at: 0 };
  nameIt();
});
document.addEventListener("htmx:after:swap", () => {
  if (!chosen()) tapped = { id: "", at: 0 };
  nameIt();
});
nameIt();
