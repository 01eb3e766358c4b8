// Sorts and filters tables, and shows the text of a place in a picture that is tapped.
"use strict";

const text = (row, column) => row.cells[column].textContent;

// Numbers before texts, empty cells last.
function compare(a, b) {
  if (a === "" || b === "") return (a === "") - (b === "");
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a.localeCompare(b, "en", { numeric: true });
}

for (const table of document.querySelectorAll("table.data")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [text(row, column), row]);
      rows.sort(([a], [b]) => {
        if (a === "" || b === "") return compare(a, b);
        return down ? compare(b, a) : compare(a, b);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
  const filter = table.closest("section.table").querySelector("input");
  const shown = table.closest("section.table").querySelector("output");
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of body.rows) {
      const content = [...row.cells].map((cell) => cell.textContent.toLowerCase()).join(" ");
      row.hidden = !words.every((word) => content.includes(word));
      count += !row.hidden;
    }
    shown.textContent = words.length ? `${count} of ${body.rows.length} rows` : "";
  });
}

const hint = document.getElementById("hint");
document.addEventListener("click", (event) => {
  const title = event.target.closest?.("svg rect")?.querySelector("title");
  hint.textContent = title ? title.textContent : "";
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hint.textContent = "";
});
