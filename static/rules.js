// The rules: the search answers while one types, on the page one is reading.
"use strict";
(() => {
  const form = document.querySelector(".rules-search");
  const hits = () => document.getElementById("hits");
  const found = document.getElementById("found"); // how many there are is said; the list is read by who goes there
  const field = form?.elements.q;
  if (!field) return;
  const PAUSE_MS = 180;
  let pause;
  let asked = field.defaultValue.trim();
  const clear = () => {
    clearTimeout(pause);
    field.value = "";
    asked = "";
    hits().replaceChildren();
    found.textContent = "";
  };
  const search = async () => {
    const query = field.value.trim();
    if (query === asked) return;
    asked = query;
    if (!query) return clear();
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    const text = await fetch(address, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } })
      .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null);
    // What was overtaken by more typing is not shown.
    if (!text || query !== asked) return;
    hits().replaceWith(new DOMParser().parseFromString(text, "text/html").getElementById("hits"));
    found.textContent = hits().querySelector(".found")?.textContent ?? hits().querySelectorAll("li").length;
  };
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(search, PAUSE_MS);
  });
  const onPage = () => document.querySelector(".rules-page:not(.searching)");
  // Safari knows no scroll anchoring: where the hits above it go, the rule that was jumped to goes out of sight.
  const arrive = () => {
    clear();
    document.querySelector(":target")?.scrollIntoView({ behavior: "instant" });
  };
  addEventListener("hashchange", () => onPage() && arrive());
  document.addEventListener("click", (event) => {
    const hit = event.target.closest?.("a.hit");
    if (hit && onPage() && hit.pathname + hit.search === location.pathname + location.search) setTimeout(arrive);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !onPage()) return;
    if (hits().contains(document.activeElement)) field.focus();
    clear();
  });
  search(); // for what was typed before this script was there
})();
