// The rules kept as a file: the search in it. Needs search.js before it, and #search-facts in the file.
"use strict";
(() => {
  const { list } = rulesSearch(JSON.parse(document.getElementById("search-facts").textContent));
  const field = document.getElementById("q");
  const hits = document.getElementById("hits");
  const books = document.querySelectorAll(".book, .rules-nav");
  const search = () => {
    const query = field.value.trim();
    hits.innerHTML = list(query, null, (document) => `#${document.id}`);
    for (const book of books) book.hidden = query !== "";
  };
  field.addEventListener("input", search);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  // A hit opens its rule, so the books have to be there before the browser looks for it.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("a[href^='#']") || !field.value) return;
    field.value = "";
    search();
  });
  search();
})();
