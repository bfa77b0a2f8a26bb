// Which sheets are open. Browsers that know no popovers (Chromium before 114, Safari before 17) are taught here what the
// scripts of a table need of them: to open one, to close it, to ask which is open. One is open at a time.
"use strict";
/** Selects the open sheets. */
page.OPEN = "showPopover" in HTMLElement.prototype ? ":popover-open" : "[data-popover-open]";
if (page.OPEN !== ":popover-open") {
  document.documentElement.dataset.sheets = "taught";
  const tell = (sheet, name, open) => sheet.dispatchEvent(Object.assign(new Event(name), { newState: open ? "open" : "closed" }));
  const turn = (sheet, open) => {
    if (sheet.matches(page.OPEN) === open) return;
    tell(sheet, "beforetoggle", open);
    sheet.toggleAttribute("data-popover-open", open);
    setTimeout(() => tell(sheet, "toggle", open));
  };
  const closeAll = () => document.querySelectorAll(page.OPEN).forEach((sheet) => turn(sheet, false));
  Object.defineProperty(HTMLElement.prototype, "popover", {
    get() { return this.hasAttribute("popover") ? "auto" : null; },
  });
  HTMLElement.prototype.showPopover = function showPopover() {
    if (!this.matches(page.OPEN)) closeAll();
    turn(this, true);
  };
  HTMLElement.prototype.hidePopover = function hidePopover() { turn(this, false); };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[popovertarget]");
    const sheet = button && document.getElementById(button.getAttribute("popovertarget"));
    if (!sheet || event.defaultPrevented) return;
    if (sheet.matches(page.OPEN)) sheet.hidePopover();
    else sheet.showPopover();
  });
  document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) closeAll();
  });
}
