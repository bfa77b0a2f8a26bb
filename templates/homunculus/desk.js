// The desk of Homunculus. Counted quickly, what follows ticks itself; part by part, a tap on a place lays a tile of the chosen colour, the next turns it face down, the
// next takes it away. The lists below say the same, for whoever has no script or a keyboard.
"use strict";
(() => {
  const shown = (select) => {
    const part = select.closest(".part");
    const { value } = select.selectedOptions[0];
    const tile = JSON.parse(value);
    part.className = tile ? `part kind-${tile.kind}${tile.face_up ? "" : " face-down"}` : "part vacant";
  };
  const brush = (place) => place.closest(".finalist").querySelector("[data-brush][aria-pressed=true]").dataset.brush;
  const tapped = (select) => {
    const tile = JSON.parse(select.value);
    const next = !tile ? { kind: brush(select), face_up: true } : tile.face_up ? { ...tile, face_up: false } : null;
    select.value = JSON.stringify(next);
    select.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const start = () => {
    for (const group of document.querySelectorAll(".brushes, .brushes-hint")) group.hidden = false;
    for (const select of document.querySelectorAll(".part > select")) shown(select);
  };
  // A browser opens a list as the finger or the mouse comes down.
  document.addEventListener("mousedown", (event) => event.target.matches?.(".part > select") && event.preventDefault());
  document.addEventListener("click", (event) => {
    const { target } = event;
    const colour = target.closest?.("[data-brush]");
    if (colour) {
      for (const each of colour.parentElement.children) each.setAttribute("aria-pressed", String(each === colour));
    } else if (target.matches?.(".part > select")) {
      event.preventDefault();
      tapped(target);
    }
  });
  // That all are of one kind follows where one part lies face up, or as many as there are of the favourite.
  const follows = (panel) => {
    const counted = (key) => Number(panel.querySelector(`[name$=".counted.${key}"]:checked`)?.value ?? NaN);
    const faceUp = counted("small") + counted("large");
    return faceUp === 1 || (faceUp > 0 && counted("favourites") === faceUp);
  };
  document.addEventListener("input", ({ target }) => {
    const uniform = target.closest?.(".finalist")?.querySelector("[type=checkbox][name$='.counted.uniform']");
    if (!uniform || target === uniform) return;
    const ticks = follows(target.closest(".finalist"));
    if (ticks === uniform.checked || (!ticks && !uniform.dataset.followed)) return;
    uniform.checked = ticks;
    uniform.dataset.followed = ticks ? "1" : "";
    uniform.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("input", ({ target }) => target.matches?.(".part > select") && shown(target));
  document.addEventListener("desk:shown", start);
  start();
})();
