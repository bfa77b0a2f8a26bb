// Homunculus: a place that is chosen on the board opens its sheet, which is no popover.
"use strict";
{
  const chosen = document.getElementById("look");
  const sheet = document.querySelector(".for-place");
  // What was chosen for one place is not meant for the next. Who leaves its sheet goes on at the place.
  chosen.addEventListener("change", () => {
    for (const form of document.querySelectorAll("#play, #take")) form.reset();
    useSheet(sheet);
  });
  chosen.addEventListener("click", ({ target, detail }) => detail && target.checked && enterSheet(sheet));
  chosen.addEventListener("reset", () => chosen.querySelector(":checked")?.focus());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && event.target.matches?.(".part > :checked")) {
      event.preventDefault();
      enterSheet(sheet);
    }
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (!document.querySelector(":popover-open")) chosen.reset();
  });
}
