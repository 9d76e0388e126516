// Search in the table as it stands: without a server, an index or a request.
const form = document.querySelector("form");
const input = form.querySelector("input");
const output = form.querySelector("output");
const rows = [...document.querySelectorAll("tr[data-words]")];

function show() {
  const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !wanted.every((word) => row.dataset.words.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  output.value = wanted.length ? `${shown} of ${rows.length}` : "";
  const address = new URL(location);
  address.hash = input.value ? `q=${encodeURIComponent(input.value)}` : "";
  history.replaceState(null, "", address);
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
input.addEventListener("input", show);
if (location.hash.startsWith("#q=")) {
  input.value = decodeURIComponent(location.hash.slice(3));
  show();
}
