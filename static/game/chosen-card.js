// The card that is about to be touched: the button names it, teammates see who suggests it, and a second tap touches it.

const AGAIN = 400; // milliseconds after which a second tap is meant, and no double one
let tapped = { id: "", at: 0 }; // the last choice that was made by a tap
let suggested = ""; // id of the card that a tap has marked
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
  if (suggested !== card.id) document.querySelector(`#${suggested || "none"} .mark[aria-pressed="true"]`)?.click();
  suggested = card.id;
  card.querySelector('.mark[aria-pressed="false"]')?.click();
}

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
