// What a thing is: a tap on what enters nothing, or a longer one on what does, asks the server, and the answer stands in the
// sheet #what. Links lead to "?what=<thing>", which is a page of its own where there is no script; buttons name theirs in
// data-what.
"use strict";
{
  const HELD_MS = 500;
  const STILL_PX = 10; // a finger that goes further wants something else
  /** Which thing an element stands for: "field-3". */
  page.nameOf = (thing) => thing.dataset.what ?? thing.getAttribute("href").replace("?what=", "");
  /** The element around this one that can say what it is, if there is one. */
  page.whatIs = (target) => target.closest?.("[data-what], a[href^='?what=']");
  /** Open the sheet that says what such an element is. */
  page.tellWhat = (thing) => {
    const sheet = document.getElementById("what");
    fetch(`${page.address}?what=${page.nameOf(thing)}`, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } })
      .then(async (answer) => {
        if (!answer.ok || !fromReferee(answer)) return;
        await htmx.swap({ text: await answer.text(), target: sheet.firstElementChild, sourceElement: sheet, swap: "innerHTML" });
        if (!sheet.matches(page.OPEN)) sheet.showPopover();
      })
      .catch(() => {}); // cut off, and the page says so
  };

  let pressing; // what a finger has been on since it came down, and where that was
  let told = -Infinity; // when a long press was answered: its end is no tap
  const letGo = () => {
    pressing = undefined;
  };
  document.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
    const thing = pointerType !== "mouse" && page.whatIs(target);
    pressing = thing ? { thing, at: [clientX, clientY], since: performance.now() } : undefined;
  }, true);
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressing && Math.hypot(clientX - pressing.at[0], clientY - pressing.at[1]) > STILL_PX) letGo();
  });
  // Only when the finger is lifted: what opens under it would be closed by that.
  document.addEventListener("pointerup", () => {
    if (pressing && performance.now() - pressing.since > HELD_MS) {
      const { thing } = pressing;
      told = performance.now();
      setTimeout(() => page.tellWhat(thing));
    }
    letGo();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    const thing = page.whatIs(event.target);
    if (!thing) return;
    event.preventDefault(); // a finger is answered when it is lifted, a mouse or a keyboard now
    if (!pressing && performance.now() - told > HELD_MS) page.tellWhat(thing);
  });
  document.addEventListener("click", (event) => {
    if (event.detail && performance.now() - told < HELD_MS) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='?what=']");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    page.tellWhat(link);
  });
}
