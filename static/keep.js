// The rules kept as a file: the search in it. Needs search.js before it, and #search-facts in the file.
"use strict";
(() => {
  const facts = JSON.parse(document.getElementById("search-facts").textContent);
  const { words, places } = rulesSearch(facts.letters);
  const field = document.getElementById("q");
  const nothing = document.getElementById("nothing");
  const rules = Array.from(document.querySelectorAll(".rule"), (element) => {
    const title = element.closest("section")?.querySelector("h2").textContent ?? "";
    return { element, text: `${element.id} ${title} ${element.textContent}`.normalize("NFC") };
  });
  const lit = (wanted) => {
    if (!globalThis.Highlight) return;
    const ranges = [];
    for (const { element } of wanted.length ? rules : []) {
      if (element.hidden) continue;
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        for (const word of wanted) {
          for (const [start, end] of places(node.data, word)) {
            const range = new Range();
            range.setStart(node, start);
            range.setEnd(node, end);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };
  const filter = () => {
    const wanted = words(field.value);
    let found = 0;
    for (const { element, text } of rules) {
      const fits = wanted.every((word) => places(text, word).length);
      element.hidden = !fits;
      if (fits) found += 1;
    }
    for (const part of document.querySelectorAll(".book section, .book")) {
      part.hidden = !part.querySelector(".rule:not([hidden])");
    }
    for (const picture of document.querySelectorAll(".picture, .lead")) picture.hidden = wanted.length > 0;
    nothing.hidden = found > 0;
    nothing.textContent = facts.nothing.replace("%(query)s", () => field.value);
    lit(wanted);
  };
  field.addEventListener("input", filter);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("a[href^='#']") || !field.value) return;
    field.value = "";
    filter();
  });
})();
