// Repeats the bell's number of notices in the title and the icon, so that it can be seen from another tab.

const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.href;
const plainTitle = document.title;
let rung = 0; // the number they show now

async function withNumber(number) {
  const drawing = await (await fetch(plainIcon)).text();
  const badge = `<circle cx="20" cy="20" r="12" fill="#b3352b"/><text x="20" y="26" font-size="18" font-weight="700"
    font-family="sans-serif" text-anchor="middle" fill="#fff">${number > 9 ? "9+" : number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing.replace("</svg>", badge))}`;
}

const numberShown = () => Number(document.getElementById("bell")?.dataset.open ?? 0);

async function ring(number = numberShown()) {
  if (number === rung) return;
  rung = number;
  document.title = number ? `(${number}) ${plainTitle}` : plainTitle;
  const href = number ? await withNumber(number) : plainIcon;
  if (number === rung) icon.href = href;
}

document.addEventListener("htmx:after:swap", () => ring());
ring();
