// One tap back, however often one jumped about: to the very page one left, and where one was on it.
"use strict";
document.addEventListener("click", (event) => {
  const back = event.target.closest?.("a.back-to-table");
  const left = back && globalThis.navigation?.entries().slice(0, navigation.currentEntry.index)
    .findLast(({ url }) => url && new URL(url).pathname === back.pathname);
  if (!left) return;
  event.preventDefault();
  navigation.traverseTo(left.key);
});
