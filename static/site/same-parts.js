// What a table shows already is not sent to it again: in its place stands an empty element with `data-same`, which a swap
// leaves as it is (app/http/parts.py). Forms in there say as all others which moves their reader has seen.

htmx.registerExtension("same-parts", {
  // Advice on a clue, which swaps leave alone, is nothing that the site knows of.
  htmx_config_request(element, { ctx }) {
    const table = document.querySelector("[data-look]");
    const isSwapped = table && (element === table || ctx.target === `#${table.id}`);
    if (isSwapped && !table.querySelector("[hx-morph-skip]")) ctx.request.headers["HX-Look"] = table.dataset.look;
  },
  htmx_before_morph_node: (element, { newNode }) => newNode.dataset?.same === undefined,
});

document.addEventListener("htmx:after:swap", () => {
  const table = document.querySelector("[data-look]");
  table?.querySelectorAll("input[name=seen]").forEach((field) => field.setAttribute("value", table.dataset.version));
  if (table?.querySelector("[data-same]")) wake({ fresh: true }); // it was not there after all
});
