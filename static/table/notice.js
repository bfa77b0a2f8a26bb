// The notice: what is said of this phone's own taps. It stands above the thumb's buttons, be they one row or three.
"use strict";
{
  let saidAt = -Infinity; // when the notice changed
  let refusedIn; // the sheet from which something was refused: it comes back, as it was left, when that is put away
  const above = () =>
    document.documentElement.style.setProperty("--thumb", `${innerHeight - page.thumb.getBoundingClientRect().top}px`);
  new ResizeObserver(above).observe(page.thumb);
  addEventListener("scroll", above, { passive: true });

  // A tap's answer is its notice, and names the newest entry.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const [, seq] = /^<div id="notice"[^>]* data-seq="(\d+)"/.exec(ctx.text) ?? [];
    if (!seq) return;
    page.expectSeq(Number(seq));
    // A notice that came after this tap has not been read yet: it stays.
    if (ctx.at < saidAt && ctx.text.endsWith("></div>")) ctx.text = "";
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-dismiss]")) return;
    event.preventDefault();
    page.notice.replaceChildren();
    if (refusedIn?.isConnected && !refusedIn.matches(page.OPEN)) refusedIn.showPopover();
    (page.tapped?.isConnected ? page.tapped : page.nextFocus())?.focus({ preventScroll: true });
  }, true);

  // Beside a notice nothing else is shown: a tap on what opens something has read it.
  document.addEventListener("click", ({ target, defaultPrevented }) => {
    const opener = target.closest?.("[type=button], [data-opens], a[href^='?what=']");
    if (!opener || defaultPrevented || !page.notice.firstElementChild || opener.closest("#notice, #rules")) return;
    page.notice.replaceChildren();
    if (refusedIn?.matches(page.OPEN)) refusedIn.hidePopover(); // else its own button would only close it
    refusedIn = undefined;
  }, true);

  let said = page.notice.firstElementChild;
  document.addEventListener("htmx:after:swap", () => {
    if (said !== (said = page.notice.firstElementChild)) saidAt = performance.now();
    refusedIn = said ? refusedIn ?? page.tapped?.closest(page.OPEN) ?? document.querySelector(`${page.OPEN}:not(#rules)`) : undefined;
    page.notice.querySelector(".refusal")?.focus({ preventScroll: true });
  });
}
