// The clue form: the count of ticked cards fills in the number, until the clue giver chooses another one.

let filled = ""; // the number last filled in by this script

document.addEventListener("change", ({ target }) => {
  if (!target.matches("#table input[name=for]")) return;
  const number = document.getElementById("clue-number");
  const count = String(document.querySelectorAll("#table input[name=for]:checked").length);
  if (!number || (number.value !== "" && number.value !== filled)) return;
  const offered = [...number.options].some((option) => option.value === count);
  number.value = filled = offered && count !== "0" ? count : "";
});
