// Any two releases, compared in the browser from the JSON beside the pages: what differs, and the text. The text
// alone on the pages of which the list was made in advance.
(() => {
  const form = document.querySelector("form[data-compare]");
  const fold = document.querySelector("details[data-text]");
  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  if (!(form || fold)) return;
  if (location.protocol === "file:") {
    // A page that was opened from a disk may not read the files beside it.
    const told = (form ? document : fold).querySelector(form ? "[data-without-script]" : "[data-lines]");
    const way = make("code", { textContent: document.querySelector("script[src*='mcp-alone.js']") ? "mcp-docs serve" : "mkdocs serve" });
    if (form) told.replaceChildren("Any two releases are compared in the browser, which may not read files from a disk: open the site through a web server, such as ", way, ". Each release’s page lists what it changed.");
    else told.append(make("p", {}, "To see it here, open the site through a web server, such as ", way, "."));
    return;
  }
  const result = document.querySelector("[data-result]");
  const LONGEST = 4000; // lines of both sides together; beyond it a search for the least difference takes too long
  const files = new Map();
  const read = (address) => {
    if (!files.has(address)) files.set(address, fetch(address).then((answer) => answer.json()));
    return files.get(address);
  };
  const site = new URL(form ? form.dataset.compare : fold.dataset.text, location.href);
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

  // The changes, as the pages that were made in advance show them.
  const LEVELS = ["breaking", "review", "minor", "patch"];
  const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const chip = (level, text) => make("span", { className: `mcp-level mcp-level--${level}`, textContent: text });
  const labelled = (label, text) => make("p", { className: "mcp-remedy" }, make("span", { className: "mcp-label", textContent: label }), ` ${text}`);
  const block = (className, label, value) => make("div", { className }, make("span", { className: "mcp-label", textContent: label }),
    make("pre", {}, make("code", { textContent: value })));
  const line = (change) => {
    const item = make("li", { className: "mcp-change" });
    Object.assign(item.dataset, { level: change.level, kind: change.kind, what: change.what });
    const name = make("a", { className: "mcp-name", href: new URL(change.page || "server/", root) }, make("code", { textContent: change.key }));
    item.append(make("p", { className: "mcp-change__line" }, name, ` ${change.sentence}`));
    if (change.why) item.append(make("p", { className: "mcp-why", textContent: change.why }));
    if (change.diff.length) {
      item.append(make("p", { className: "mcp-diff" },
        ...change.diff.map(([kind, text]) => (kind === "same" ? text : make(kind === "old" ? "del" : "ins", { textContent: text })))));
    }
    if (change.before !== null) item.append(block("mcp-was", "Before", change.before));
    if (change.after !== null) item.append(block("mcp-now", "After", change.after));
    if (change.proof) {
      item.append(change.proof.value === null ? labelled(change.proof.label, change.proof.text) : block("mcp-proof", change.proof.label, change.proof.value));
    }
    if (change.advice) item.append(labelled("What to do", change.advice));
    if (change.accepted) item.append(labelled("Accepted", change.accepted));
    const meta = make("p", { className: "mcp-meta" }, make("a", { href: new URL(`rules/${change.rule}/`, root) }, make("code", { textContent: change.rule })));
    if (change.pointer) meta.append(make("code", { textContent: change.pointer }));
    if (change.raw_level) meta.append(make("span", { textContent: `${change.raw_level} by the rule, ${change.level} by policy` }));
    item.append(meta);
    return item;
  };
  const folded = (title, changes) => make("details", { className: "mcp-fold" }, make("summary", { textContent: title }),
    make("ul", { className: "mcp-changes" }, ...changes.map(line)));
  const group = (level, changes) => {
    const folds = new Map();
    for (const change of changes) if (change.fold) folds.set(change.fold, [...(folds.get(change.fold) || []), change]);
    for (const [title, found] of folds) if (found.length < 3) folds.delete(title);
    const plainly = changes.filter((change) => !change.reworded && !folds.has(change.fold));
    const reworded = changes.filter((change) => change.reworded);
    return make("section", { className: `mcp-group mcp-group--${level}` },
      make("h3", {}, chip(level, level), " ", make("span", { className: "mcp-count", textContent: counted(changes.length, "change") })),
      make("ul", { className: "mcp-changes" }, ...plainly.map(line)),
      ...[...folds].map(([title, found]) => folded(`${title} in ${counted(found.length, "place")}`, found)),
      ...(reworded.length ? [folded(`${counted(reworded.length, "rewording")} of texts that people and models read`, reworded)] : []));
  };
  const verdict = (from, of) => {
    const look = of.review ? `, and ${counted(of.review, "change")} to look at` : "";
    if (of.breaking) return `Breaks callers of ${from}: ${counted(of.breaking, "breaking change")}${look}.`;
    if (of.review) return `No break is proven since ${from}, but ${counted(of.review, "change")} could matter to you.`;
    return `Safe to go from ${from}: no change breaks a caller.`;
  };
  const escaped = (text) => text.replace(/[\\`*_{}[\]<>()#|~]/g, "\\$&");
  const markdown = (from, to, told, changes) => [`# From ${escaped(from)} to ${escaped(to)}`, "", told,
    ...LEVELS.filter((level) => changes.some((change) => change.level === level)).flatMap((level) => {
      const found = changes.filter((change) => change.level === level);
      return ["", `## ${level[0].toUpperCase()}${level.slice(1)} (${found.length})`, "",
        ...found.map((change) => `- ${escaped(change.key)}: ${escaped(change.sentence)}${change.advice ? ` What to do: ${escaped(change.advice)}` : ""}`)];
    })].join("\n") + "\n";

  // Which elements that went live on under which name, and which that came had which: as history/renamed.py tells it.
  const renames = (changed, had, there) => {
    const [to, of] = [new Map(), new Map()];
    const named = (element, key) => `${element.kind} ${key}`;
    for (const [element, , come] of changed) {
      if (come !== -1) continue;
      const key = element.later.find((name) => there.has(named(element, name)))
        ?? element.earlier.find((name) => there.has(named(element, name)) && !had.has(named(element, name)));
      if (key === undefined) continue;
      to.set(named(element, element.key), key);
      if (!had.has(named(element, key)) && !of.has(named(element, key))) of.set(named(element, key), element.key);
    }
    return { to, of };
  };
  // The changes of one element between the states that two releases hold; null where nobody judged them.
  const between = async (element, old, come, { to, of }) => {
    const { changes, pairs, renamed_to: went, renamed_from: came } = await read(new URL(element.changes, root));
    const pair = pairs.find(([a, b]) => a === old && b === come);
    if (!pair) return null;
    const name = `${element.kind} ${element.key}`;
    const told = come === -1 ? went[to.get(name)] : old === -1 ? came[of.get(name)] : undefined;
    return told ? [told] : pair[2].map((number) => changes[number]);
  };
  const at = (element, release) => element.states.findIndex(([, held]) => held.includes(release));
  const texts = async (data, changed) => {
    const text = async (path) => {
      if (!path) return [];
      const { declared } = await read(new URL(path, root));
      return JSON.stringify(data.get("words") ? plain(declared) : declared, null, 2).split("\n");
    };
    const list = make("ul", { className: "mcp-lines mcp-lines--plain" });
    for (const [element, old, come] of changed) {
      const [before, after] = [element.states[old]?.[0], element.states[come]?.[0]];
      const word = !before ? "added" : !after ? "removed" : "changed";
      const body = make("div", {});
      const fold = make("details", { className: "mcp-fold" }, make("summary", { textContent: `${element.name}: ${word}` }), body);
      const lines = data.get("words") ? difference(await text(before), await text(after)) : null;
      if (lines && !lines.some(([mark]) => mark !== " ")) continue;
      fold.addEventListener("toggle", async () => {
        if (!fold.open || body.childNodes.length) return;
        const found = lines || difference(await text(before), await text(after));
        body.append(data.get("side") ? sided(found) : unified(found));
      });
      list.append(make("li", {}, fold));
    }
    return list;
  };

  const differing = async (from, to) => {
    const { releases, elements } = await read(site);
    const [a, b] = [releases.indexOf(from), releases.indexOf(to)];
    const held = (release) => new Set(elements.filter((element) => at(element, release) >= 0).map(({ kind, key }) => `${kind} ${key}`));
    const changed = elements.map((element) => [element, at(element, a), at(element, b)]).filter(([, old, come]) => old !== come);
    return { changed, renamed: renames(changed, held(a), held(b)) };
  };

  const unread = "The declarations could not be read.";
  const text = () => {
    const place = fold.querySelector("[data-lines]");
    const sides = make("input", { type: "checkbox", name: "side" });
    try { sides.checked = localStorage.getItem("mcp-docs-side") === "1"; } catch { /* no storage */ }
    const draw = async () => {
      const { changed } = await differing(fold.dataset.from, fold.dataset.to);
      const data = new Map(sides.checked ? [["side", "1"]] : []);
      place.replaceChildren(changed.length ? await texts(data, changed) : "Nothing differs.");
    };
    const drawn = () => draw().catch(() => { place.textContent = unread; });
    sides.addEventListener("change", () => {
      try { localStorage.setItem("mcp-docs-side", sides.checked ? "1" : "0"); } catch { /* no storage */ }
      drawn();
    });
    place.before(make("p", {}, make("label", {}, sides, " side by side")));
    drawn();
  };
  if (fold) fold.addEventListener("toggle", text, { once: true });
  if (!form) return;
  form.hidden = false;
  document.querySelector("[data-without-script]").hidden = true;

  let turns = 0;
  const show = async () => {
    const turn = turns += 1;
    const data = new FormData(form);
    const [from, to] = [data.get("from"), data.get("to")];
    const { changed, renamed } = await differing(from, to);
    const found = await Promise.all(changed.map(([element, old, come]) => between(element, old, come, renamed)));
    const unjudged = changed.filter((_, n) => found[n] === null).map(([element]) => element.name);
    const changes = found.flatMap((each) => each || [])
      .filter((change) => !data.get("words") || !change.reworded);
    const of = Object.fromEntries(LEVELS.map((level) => [level, changes.filter((change) => change.level === level).length]));
    const worst = LEVELS.find((level) => of[level]) || "patch";
    const told = changes.length || unjudged.length ? verdict(from, of) : "Nothing differs.";
    const copy = make("button", { type: "button", className: "mcp-copy", textContent: "Copy as Markdown" });
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(markdown(from, to, told, changes));
      copy.textContent = "Copied";
    });
    const parts = [
      make("h2", { textContent: `From ${from} to ${to}` }),
      make("div", { className: `mcp-verdict mcp-verdict--${worst}` }, make("p", { className: "mcp-verdict__line", textContent: told }),
        make("p", {}, ...LEVELS.filter((level) => of[level]).flatMap((level) => [chip(level, `${of[level]} ${level}`), " "]))),
      ...(unjudged.length ? [make("p", { className: "mcp-empty", textContent: `Not judged, too long ago, so in the text below alone: ${unjudged.join(", ")}.` })] : []),
      ...(navigator.clipboard ? [make("p", {}, copy)] : []),
      Object.assign(make("div", {}), { hidden: !changes.length }),
      ...LEVELS.filter((level) => of[level]).map((level) => group(level, changes.filter((change) => change.level === level))),
    ];
    parts.find((part) => part.matches("div:not([class])")).dataset.filter = "";
    if (changed.length) parts.push(make("h2", { textContent: `As text (${changed.length})` }), await texts(data, changed));
    if (turn !== turns) return; // something else was chosen meanwhile
    result.replaceChildren(...parts);
    document.dispatchEvent(new Event("mcp-listed"));
  };
  const state = new URLSearchParams(location.search);
  for (const name of ["from", "to"]) {
    const select = form.elements[name];
    if ([...select.options].some((option) => option.value === state.get(name))) select.value = state.get(name);
  }
  for (const name of ["side", "words"]) if (state.has(name)) form.elements[name].checked = true;
  if (!state.has("from")) try { form.elements.side.checked = localStorage.getItem("mcp-docs-side") === "1"; } catch { /* no storage */ }
  const run = () => {
    const data = new FormData(form);
    const query = new URLSearchParams(location.search);
    for (const name of ["from", "to"]) query.set(name, data.get(name));
    for (const name of ["side", "words"]) { if (data.get(name)) query.set(name, "1"); else query.delete(name); }
    history.replaceState(history.state, "", `?${query}`);
    try { localStorage.setItem("mcp-docs-side", data.get("side") ? "1" : "0"); } catch { /* no storage */ }
    // From here on each choice shows at once: there is nothing left to press for.
    form.querySelector("[type=submit]").hidden = true;
    show().catch(() => { result.textContent = unread; });
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); run(); });
  form.querySelector("[data-swap]").addEventListener("click", () => {
    const { from, to } = form.elements;
    [from.value, to.value] = [to.value, from.value];
    run();
  });
  for (const name of ["from", "to"]) form.elements[name].addEventListener("change", run);
  for (const name of ["side", "words"]) form.elements[name].addEventListener("change", () => { if (result.childNodes.length) run(); });
  if (state.has("from") && state.has("to")) run();
})();
