// What of this page cannot be reached, read or hit, with its text enlarged to so many percent: `least` is the smallest
// target in pixels, 0 if none is asked for; `sizesAlone` asks for nothing else.
({ least, percent, sizesAlone }) => {
  document.documentElement.style.setProperty("font-size", `${percent}%`);
  const wrong = new Set();
  const box = (it) => it.getBoundingClientRect();
  const call = (it) => `${it.localName}${it.id && `#${it.id}`}${[...it.classList].map((name) => `.${name}`).join("")}`;
  const told = (it) => `${call(it.parentElement)} > ${call(it)} "${(it.ariaLabel ?? it.textContent).trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const isShown = (it) => it.checkVisibility({ visibilityProperty: true }) && box(it).width > 0 && box(it).height > 0;
  const isHidden = (it) => it.closest(".visually-hidden, .skip") !== null || getComputedStyle(it).clipPath === "inset(50%)"; // for who listens alone

  // A link within a sentence is as high as its line; all else is as large as a finger, its label counted in.
  const isWithinText = (it) => {
    if (it.localName !== "a" || getComputedStyle(it).display !== "inline") return false;
    let block = it.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const around = block.cloneNode(true);
    around.querySelectorAll("a, button, .visually-hidden").forEach((each) => each.remove());
    return /[\p{L}\p{N}]/u.test(around.textContent);
  };
  const target = (it) => {
    const parts = [it, ...(it.matches("input") ? it.labels ?? [] : [])].map(box);
    const edge = (side, pick) => pick(...parts.map((part) => part[side]));
    return [edge("right", Math.max) - edge("left", Math.min), edge("bottom", Math.max) - edge("top", Math.min)];
  };
  const CONTROLS = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((it) => isShown(it) && !isHidden(it) && !it.closest("svg")); // each city of a map is in a list beside it, too
  for (const it of least ? controls : []) {
    const [width, height] = target(it);
    if (Math.min(width, height) < least - 0.5 && !isWithinText(it)) wrong.add(`small: ${told(it)} ${Math.round(width)} × ${Math.round(height)}`);
  }
  if (sizesAlone) return [...wrong];

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    wrong.add(`scrolls sideways: ${scrollWidth} > ${innerWidth}`);
    for (const it of document.body.querySelectorAll("*"))
      if (isShown(it) && !isHidden(it) && box(it).right > innerWidth + 1) wrong.add(`sticks out: ${told(it)}`);
  }

  // Text that its own box, or a line above it, cuts off.
  for (const it of document.body.querySelectorAll("*")) {
    const { overflowX, overflowY } = getComputedStyle(it);
    if (!isShown(it) || isHidden(it) || it.matches("input, select, textarea, svg, svg *")) continue;
    const cuts = (how) => how === "hidden" || how === "clip";
    if (cuts(overflowX) && it.scrollWidth > it.clientWidth + 1) wrong.add(`cut at the side: ${told(it)}`);
    if (cuts(overflowY) && it.scrollHeight > it.clientHeight + 1) wrong.add(`cut below: ${told(it)}`);
    if (overflowX === "auto" && it.scrollWidth > it.clientWidth + 1 && !it.querySelector("table, svg")) wrong.add(`scrolls sideways within: ${told(it)}`);
  }

  const hitAt = (it) => {
    const { left, top, width, height } = isWithinText(it) ? it.getClientRects()[0] : box(it);
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const isHit = (it) => [it, ...(it.labels ?? [])].some((each) => each.contains(hitAt(it)));
  for (const it of controls) {
    if (isHit(it)) continue; // where it stands, without the cost of scrolling
    it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!isHit(it)) wrong.add(`covered by ${hitAt(it) && told(hitAt(it))}: ${told(it)}`);
  }
  scrollTo(0, 0);
  return [...wrong];
};
