// Conveniences only: every page reads the same without this file.
(() => {
  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  const json = async (address) => (await fetch(address)).json();

  const openTarget = () => {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id && document.getElementById(id);
    const folded = target && target.closest("details:not([open])");
    if (folded) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", openTarget);
  openTarget();

  // What scrolls can be reached by keyboard.
  const reachable = () => {
    for (const code of document.querySelectorAll(".mcp pre > code, .mcp-scroll")) {
      if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight) code.tabIndex = 0;
    }
  };
  document.addEventListener("toggle", reachable, true);
  addEventListener("resize", reachable);
  reachable();

  // Long lists get a box that narrows them.
  for (const list of document.querySelectorAll(".mcp-index, .mcp-catalogue .mcp-names")) {
    if (list.children.length < 12) continue;
    const box = make("input", { type: "search", className: "mcp-filter", placeholder: "Filter by name or description" });
    if (list.matches(".mcp-names")) box.placeholder = "Search in this version";
    box.setAttribute("aria-label", box.placeholder);
    box.addEventListener("input", () => {
      const wanted = box.value.trim().toLowerCase();
      for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    list.before(box);
  }

  // Changes: by level, kind and text; the choice is in the address.
  const filter = () => {
    const place = document.querySelector("[data-filter]");
    const lines = [...document.querySelectorAll(".mcp li[data-level]")];
    if (!place || !lines.length) return;
    const stated = new URLSearchParams(location.search);
    const names = ["level", "kind", "what", "year"];
    const order = ["breaking", "review", "minor", "patch"];
    const choice = (name, label, values) => {
      const select = make("select", { name }, new Option(name === "what" ? "anything" : `any ${label.toLowerCase()}`, ""), ...values.map((value) => new Option(value, value)));
      select.value = values.includes(stated.get(name)) ? stated.get(name) : "";
      return make("label", {}, `${label} `, select);
    };
    // A choice between one thing is none, but what the address asks for is always there to be taken back.
    const choices = names.flatMap((name) => {
      const values = [...new Set(lines.map((line) => line.dataset[name]))].filter(Boolean);
      if (values.length < 2 && !stated.get(name)) return [];
      const sorted = name === "level" ? order.filter((level) => values.includes(level)) : values.sort();
      return [choice(name, name[0].toUpperCase() + name.slice(1), sorted)];
    });
    const text = make("input", { type: "search", name: "q", value: stated.get("q") || "", placeholder: "Tool, argument or word" });
    text.setAttribute("aria-label", "Only changes that contain");
    const form = make("form", { className: "mcp-filters" }, ...choices, text);
    const told = make("output", { className: "mcp-filters__told" });
    form.append(told);
    const apply = () => {
      const data = new FormData(form);
      const wanted = String(data.get("q")).trim().toLowerCase();
      let shown = 0;
      for (const line of lines) {
        line.hidden = !names.every((name) => !data.get(name) || line.dataset[name] === data.get(name))
          || !line.textContent.toLowerCase().includes(wanted);
        shown += !line.hidden;
      }
      const active = [...data].filter(([, value]) => value);
      for (const part of document.querySelectorAll(".mcp-entry, .mcp-group")) {
        part.hidden = active.length > 0 && !part.querySelector("li[data-level]:not([hidden])");
      }
      for (const fold of document.querySelectorAll(".mcp-entry .mcp-fold, .mcp-group .mcp-fold")) {
        if (active.length) fold.open = Boolean(fold.querySelector("li[data-level]:not([hidden])"));
      }
      told.value = active.length ? `${shown} of ${lines.length} changes` : "";
      const all = new URLSearchParams(location.search);
      for (const [name, value] of data) { if (value) all.set(name, value); else all.delete(name); }
      const query = all.toString();
      history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
    };
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    place.replaceChildren(form);
    if ([...stated.keys()].some((name) => [...names, "q"].includes(name))) apply();
  };
  filter();
  document.addEventListener("mcp-listed", filter);

  for (const pick of document.querySelectorAll("[data-pick]")) {
    pick.hidden = false;
    pick.querySelector("select").addEventListener("change", (event) => {
      if (event.target.value) location.assign(event.target.value);
    });
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard || location.protocol === "file:") continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(await (await fetch(button.dataset.copy)).text());
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; }, 2000);
    });
  }

  // Lists of elements beside a page lead to what the chosen version had; its own page says what that was.
  const elementOf = ({ origin, pathname }, root) => {
    const folder = new URL(".", root).href;
    const below = (origin + pathname).startsWith(folder) ? (origin + pathname).slice(folder.length) : "";
    return /^((?:tools|resources|templates|prompts)\/[^/]+)\/(?:index\.html)?$/.exec(below)?.[1];
  };
  const keepChosen = async ({ version, below }, base) => {
    const page = new DOMParser().parseFromString(await (await fetch(below)).text(), "text/html");
    const had = new Map([...page.querySelectorAll(".mcp-catalogue a")].map((link) => {
      const target = new URL(link.getAttribute("href"), below);
      return [elementOf(target, below), target.href];
    }));
    for (const link of document.querySelectorAll("a[href]")) {
      const element = !link.closest(".mcp") && elementOf(new URL(link.href), base);
      if (!element) continue;
      if (had.has(element)) link.href = had.get(element);
      else { link.classList.add("mcp-absent"); link.title = `Did not exist in ${version}`; }
    }
  };

  // The version selector keeps the element that is shown.
  const versioned = document.querySelector("[data-versions]");
  if (versioned && location.protocol !== "file:") {
    json(versioned.dataset.versions).then((versions) => {
      const runs = [...versioned.querySelectorAll(".mcp-run")];
      const order = versions.map(([version]) => version);
      const at = (run) => [order.indexOf(run.dataset.first), run.dataset.last ? order.indexOf(run.dataset.last) : order.length];
      const base = new URL(versioned.dataset.root, location.href);
      const asked = new URLSearchParams(location.search).get("version");
      const known = versions.map(([version, slug, newest], number) => {
        const run = runs.find((each) => at(each)[0] <= number && number <= at(each)[1]);
        const link = run && run.querySelector("a");
        const below = new URL(`${slug}/`, base);
        const target = run ? link && new URL(link.href) : below;
        // Releases with one state share its page; which of them is meant stands in the address.
        const own = newest || Boolean(target) && target.pathname.startsWith(below.pathname);
        if (link && own) target.searchParams.delete("version");
        else if (link) target.searchParams.set("version", slug);
        const here = run ? run.matches(".mcp-run--here") : version === versioned.dataset.here;
        return { version, slug, newest, below, target, own, here };
      });
      const here = known.filter((each) => each.here);
      const wanted = runs.length && asked ? known.find(({ slug }) => slug === asked) : null;
      if (wanted?.target && !wanted.here && wanted.target.pathname !== location.pathname) {
        // An address from elsewhere names a version that has another state, which has a page of its own.
        wanted.target.hash = location.hash;
        location.replace(wanted.target);
        return;
      }
      const shown = here.find(({ slug }) => slug === asked) || here.find(({ own }) => own) || here.at(-1);
      const select = make("select", {});
      select.setAttribute("aria-label", "Version");
      for (const each of known) {
        const option = new Option(each.version + (each.newest ? " (newest)" : "") + (each.target ? "" : ": did not exist"), each.target || "");
        option.disabled = !each.target;
        option.selected = each === shown;
        select.prepend(option);
      }
      select.addEventListener("change", () => location.assign(select.value));
      const tell = (...parts) => versioned.querySelector(".mcp-head").after(
        make("div", { className: "mcp-banner mcp-banner--minor mcp-asked" }, make("p", {}, ...parts)));
      if (runs.length && asked && !wanted?.target) {
        tell(wanted ? `${wanted.version} did not have it. ` : `There is no version ${asked} on record. `, `Shown here is ${shown ? shown.version : "another"}.`);
      } else if (runs.length && shown && shown.slug === asked && !shown.own) {
        const same = here.find(({ newest }) => newest);
        const link = make("a", { href: new URL("#catalogue", shown.below), textContent: `Everything in ${shown.version}` });
        tell(`${shown.version} had the same as ${same ? `${same.version} (newest)` : here.find(({ own }) => own)?.version || "this page"}. `, link);
        keepChosen(shown, base).catch(() => {});
      }
      const title = document.querySelector(".md-header__title");
      const label = make("label", { className: "mcp-version" }, select);
      if (title) title.after(label); else versioned.prepend(label);
    }).catch(() => {});
  } else if (versioned) {
    const way = make("code", { textContent: document.querySelector("script[src*='mcp-alone.js']") ? "mcp-docs serve" : "mkdocs serve" });
    versioned.querySelector(".mcp-head").after(make("p", { className: "mcp-aside mcp-unserved" },
      "To choose a version here, open the site through a web server, such as ", way, "."));
  }
})();
