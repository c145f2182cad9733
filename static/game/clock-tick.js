// An optional tick in the last seconds of a live clock: one more sound of those in feedback.js, off unless it is wanted.

SOUNDS.tick = [[1047, 0]];
document.querySelector("#senses [value=tick]").closest("label").hidden = !can.sounds;
document.addEventListener("clock:late", () => {
  if (wanted.has("tick")) play("tick");
});
