// Text of any two releases, compared in the browser from the JSON beside the pages.
(() => {
  const form = document.querySelector("form[data-compare]");
  if (!form || location.protocol === "file:") return;
  const result = document.querySelector("[data-result]");
  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  const LONGEST = 4000; // lines of both sides together; beyond it a search for the least difference takes too long
  form.hidden = false;
  document.querySelector("[data-without-script]").hidden = true;
  const files = new Map();
  const read = (address) => {
    if (!files.has(address)) files.set(address, fetch(address).then((answer) => answer.json()));
    return files.get(address);
  };
  const site = new URL(form.dataset.compare, location.href);
  const root = new URL("../", site);

  // Longest common subsequence of lines; what is alike at both ends is cut off first.
  const difference = (a, b) => {
    let start = 0;
    let end = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
    while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
    const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    const lines = a.slice(0, start).map((line) => [" ", line]);
    if (x.length + y.length > LONGEST) {
      lines.push(...x.map((line) => ["-", line]), ...y.map((line) => ["+", line]));
    } else {
      const table = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
      for (let i = x.length - 1; i >= 0; i -= 1) {
        for (let j = y.length - 1; j >= 0; j -= 1) {
          table[i][j] = x[i] === y[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
        }
      }
      let [i, j] = [0, 0];
      while (i < x.length || j < y.length) {
        if (i < x.length && j < y.length && x[i] === y[j]) { lines.push([" ", x[i]]); i += 1; j += 1; }
        else if (i < x.length && (j === y.length || table[i + 1][j] >= table[i][j + 1])) { lines.push(["-", x[i]]); i += 1; }
        else { lines.push(["+", y[j]]); j += 1; }
      }
    }
    return lines.concat(end ? a.slice(a.length - end).map((line) => [" ", line]) : []);
  };
  const near = (lines) => lines.map((_, n) => lines.slice(Math.max(0, n - 3), n + 4).some(([mark]) => mark !== " "));
  const words = { "-": "removed", "+": "added" };
  const row = ([mark, text]) => make(mark === "-" ? "del" : mark === "+" ? "ins" : "span",
    { textContent: `${mark} ${text}\n`, title: words[mark] || "" });
  const unified = (lines) => {
    const kept = near(lines);
    const code = make("code", {});
    lines.forEach((line, n) => {
      if (kept[n]) code.append(row(line));
      else if (n === 0 || kept[n - 1]) code.append(make("span", { className: "mcp-cut", textContent: "  …\n" }));
    });
    return make("pre", { className: "mcp-text", tabIndex: 0 }, code);
  };
  const sided = (lines) => {
    const kept = near(lines);
    const [left, right] = [make("code", {}), make("code", {})];
    let [old, come] = [[], []];
    const flush = () => {
      for (let n = 0; n < Math.max(old.length, come.length); n += 1) {
        left.append(old[n] ? row(old[n]) : "\n");
        right.append(come[n] ? row(come[n]) : "\n");
      }
      [old, come] = [[], []];
    };
    lines.forEach((line, n) => {
      if (line[0] === "-") old.push(line);
      else if (line[0] === "+") come.push(line);
      else {
        flush();
        if (kept[n]) { left.append(row(line)); right.append(row(line)); }
      }
    });
    flush();
    return make("div", { className: "mcp-sides" }, make("pre", { className: "mcp-text", tabIndex: 0 }, left), make("pre", { className: "mcp-text", tabIndex: 0 }, right));
  };
  const plain = (value) => {
    if (Array.isArray(value)) return value.map(plain);
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.keys(value).sort()
      .filter((name) => name !== "description" || typeof value[name] !== "string").map((name) => [name, plain(value[name])]));
  };

  const show = async () => {
    const data = new FormData(form);
    const { releases, states } = await read(site);
    const [from, to] = [releases.indexOf(data.get("from")), releases.indexOf(data.get("to"))];
    const pairs = new Map();
    for (const [name, path, held] of states) {
      const pair = pairs.get(name) || [null, null];
      if (held.includes(from)) pair[0] = path;
      if (held.includes(to)) pair[1] = path;
      pairs.set(name, pair);
    }
    const changed = [...pairs].filter(([, [old, come]]) => old !== come);
    const text = async (path) => {
      if (!path) return [];
      const { declared } = await read(new URL(path, root));
      return JSON.stringify(data.get("words") ? plain(declared) : declared, null, 2).split("\n");
    };
    const list = make("ul", { className: "mcp-lines mcp-lines--plain" });
    let count = 0;
    for (const [name, [old, come]] of changed) {
      const word = !old ? "added" : !come ? "removed" : "changed";
      const body = make("div", {});
      const fold = make("details", { className: "mcp-fold" }, make("summary", { textContent: `${name}: ${word}` }), body);
      const lines = data.get("words") ? difference(await text(old), await text(come)) : null;
      if (lines && !lines.some(([mark]) => mark !== " ")) continue;
      fold.addEventListener("toggle", async () => {
        if (!fold.open || body.childNodes.length) return;
        const found = lines || difference(await text(old), await text(come));
        body.append(data.get("side") ? sided(found) : unified(found));
      });
      count += 1;
      list.append(make("li", {}, fold));
    }
    result.replaceChildren(make("p", { textContent: count ? `${count} changed from ${data.get("from")} to ${data.get("to")}; open one to see its text.` : "Nothing differs." }), list);
  };
  const state = new URLSearchParams(location.search);
  for (const name of ["from", "to"]) {
    const select = form.elements[name];
    if ([...select.options].some((option) => option.value === state.get(name))) select.value = state.get(name);
  }
  try { form.elements.side.checked = localStorage.getItem("mcp-docs-side") === "1"; } catch { /* no storage */ }
  const run = () => {
    const data = new FormData(form);
    history.replaceState(history.state, "", `?${new URLSearchParams({ from: data.get("from"), to: data.get("to") })}`);
    try { localStorage.setItem("mcp-docs-side", data.get("side") ? "1" : "0"); } catch { /* no storage */ }
    show().catch(() => { result.textContent = "The declarations could not be read."; });
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); run(); });
  form.querySelector("[data-swap]").addEventListener("click", () => {
    const { from, to } = form.elements;
    [from.value, to.value] = [to.value, from.value];
    run();
  });
  for (const name of ["side", "words"]) form.elements[name].addEventListener("change", () => { if (result.childNodes.length) run(); });
  if (state.has("from") && state.has("to")) run();
})();
