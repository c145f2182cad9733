// Passes links and pictures on by the device's own menu; where there is none, pictures are saved.

const SCALE = 2; // pixels of a picture for each of the drawing: words stay sharp on a phone

// <button data-share="id of a field" data-title="…">: shown where the browser can share, passes the field's link on, or
// with data-as="text" its text.
if (navigator.share) document.documentElement.classList.add("can-share");

// Whoever thinks better of sharing is told nothing.
const share = (what) => navigator.share(what).catch(() => {});

async function drawnAsPng(address, name) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.naturalWidth * SCALE;
  canvas.height = drawing.naturalHeight * SCALE;
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], name, { type: blob.type });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// <a href="#share">: opens what it leads to.
document.addEventListener("click", (event) => {
  const way = event.target.closest?.('a[href="#share"]');
  if (way) document.getElementById("share").open = true;
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-share]");
  if (link) share({ title: link.dataset.title, [link.dataset.as ?? "url"]: document.getElementById(link.dataset.share).value });
  // <a data-png="name of the file" href="a drawing">: as a PNG, which chats show, instead of the drawing.
  const picture = event.target.closest?.("[data-png]");
  if (!picture) return;
  event.preventDefault();
  const file = await drawnAsPng(picture.href, picture.dataset.png);
  if (navigator.canShare?.({ files: [file] })) share({ files: [file] });
  else save(file);
});
