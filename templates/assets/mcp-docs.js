// Conveniences only: every page reads the same without this file.
(() => {
  const openTarget = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    const folded = target && target.closest("details:not([open])");
    if (folded) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", openTarget);
  openTarget();

  for (const list of document.querySelectorAll(".mcp-index")) {
    if (list.children.length < 12) continue;
    const box = document.createElement("input");
    box.type = "search";
    box.className = "mcp-filter";
    box.placeholder = "Filter by name or description";
    box.setAttribute("aria-label", box.placeholder);
    box.addEventListener("input", () => {
      const wanted = box.value.trim().toLowerCase();
      for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    list.before(box);
  }
})();
