// What a table shows already is not sent to it again: in its place stands an empty element with `data-same`, which a swap
// leaves as it is (app/http/fragments/parts.py). Its forms are to be as those of the answer, which knows how many moves have been
// seen, and whose browser needs no token.

htmx.registerExtension("same-parts", {
  // Advice on a clue, which swaps leave alone, is nothing that the site knows of.
  htmx_config_request(element, { ctx }) {
    const table = document.querySelector("[data-look]");
    const isSwapped = table && (element === table || ctx.target === `#${table.id}`);
    if (isSwapped && !table.querySelector("[hx-morph-skip]")) ctx.request.headers["HX-Look"] = table.dataset.look;
  },
  htmx_before_morph_node: (element, { newNode }) => newNode.dataset?.same === undefined,
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const table = document.querySelector("[data-look]");
  if (!table || !ctx.text?.includes(" data-same>")) return;
  const values = { seen: table.dataset.version, csrf_token: "" };
  for (const [name, value] of Object.entries(values))
    table.querySelectorAll(`input[name=${name}]`).forEach((field) => field.setAttribute("value", value));
  if (table.querySelector("[data-same]")) wake({ fresh: true }); // it was not there after all
});
