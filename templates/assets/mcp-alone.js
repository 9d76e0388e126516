// What a site needs that is the record's alone; where it is a section of somebody else's site, that one's own does it.
(() => {
  const root = new URL("../../", document.currentScript.src);
  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  // Opened from a disk, no worker may run, so the theme cannot search: a plain search takes its place.
  const shell = document.querySelector(".md-search");
  const article = document.querySelector("article .mcp");
  if (shell && article && location.protocol === "file:") {
    const input = make("input", { type: "search", className: "mcp-filter", placeholder: "Search" });
    const list = make("ul", { className: "mcp-found" });
    input.setAttribute("aria-label", "Search");
    shell.hidden = true;
    for (const button of document.querySelectorAll(".md-header__button[for='__search']")) button.hidden = true;
    article.before(input, list);
    input.addEventListener("focus", () => {
      if (!window.__index) document.head.append(make("script", { src: new URL("search/search_index.js", root).href }));
    }, { once: true });
    const plain = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const holds = (text) => words.every((word) => text.toLowerCase().includes(word));
      const found = words.length && window.__index
        ? window.__index.docs.filter((entry) => holds(`${entry.title} ${entry.text}`)) : [];
      found.sort((a, b) => holds(b.title) - holds(a.title));
      list.replaceChildren(...found.slice(0, 20).map((entry) =>
        make("li", {}, make("a", { href: new URL(entry.location, root).href, textContent: plain(entry.title) }))));
    });
  }

  // A page that is not there: the nearest that are. As everywhere, a third of the longer name may be mistyped.
  if (document.querySelector("article h1")?.textContent.startsWith("404")) {
    const way = (path, textContent) => make("a", { href: new URL(path, root), textContent });
    document.querySelector("article").append(make("p", {}, "Nothing is at this address. There are the ",
      way(".", "overview"), ", the ", way("changelog/", "changelog"), " and the ", way("releases/", "releases"), "."));
    fetch(new URL("compare/states.json", root)).then((answer) => answer.json()).then(({ elements }) => {
      const wanted = decodeURIComponent(location.pathname).split("/").filter(Boolean).pop() || "";
      const distance = (a, b) => {
        let row = Array.from({ length: b.length + 1 }, (_, n) => n);
        for (let i = 1; i <= a.length; i += 1) {
          const next = [i];
          for (let j = 1; j <= b.length; j += 1) {
            next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1]));
          }
          row = next;
        }
        return row[b.length];
      };
      const known = new Map(elements.map(({ name, page }) => [name.replace(/^\S+ /, ""), page]));
      const near = [...known].map(([name, path]) => [distance(wanted.slice(0, 80), name.slice(0, 80)), name, path])
        .filter(([steps, name]) => steps <= Math.max(wanted.length, name.length) / 3)
        .sort((a, b) => a[0] - b[0]).slice(0, 5);
      if (!near.length) return;
      const list = make("ul", {}, ...near.map(([, name, path]) => make("li", {}, make("a", { href: new URL(path, root), textContent: name }))));
      document.querySelector("article").append(make("p", { textContent: "Did you mean one of these?" }), list);
    }).catch(() => {});
  }
})();
