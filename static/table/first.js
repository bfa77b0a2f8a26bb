// A first game: a card for each phase of this phone's own turns, each rule once, until they are put away.
"use strict";
{
  const sheet = document.getElementById("first");
  const shown = document.getElementById("first-card");
  const kept = `first-${location.pathname}`;
  const AFTER_MS = 400; // what was tapped is seen first
  let seen;
  let moment; // the one that has had its card
  let waiting;
  try {
    seen = localStorage.getItem(kept);
  } catch { /* storage is blocked */ }
  seen = new Set((seen ?? "").split(" "));
  const keep = (what) => {
    seen.add(what);
    try {
      localStorage.setItem(kept, [...seen].join(" "));
    } catch { /* it holds until the page is left */ }
  };
  const isMine = () => {
    const { seats = "" } = page.table.dataset;
    const turn = document.querySelector(".player.turn")?.dataset.for;
    return !seats || turn === undefined || seats.split(" ").includes(turn);
  };
  // The end is a show; its rules stand with the summary.
  const isFree = () => !document.hidden && !page.isOver() && !page.notice.firstElementChild && !document.querySelector(page.OPEN);
  const show = async () => {
    if (!sheet || seen.has("off") || !isFree()) return;
    const headers = { Accept: "text/html", "HX-Request": "true", "HX-Request-Type": "partial" };
    const text = await fetch(sheet.dataset.asks, { headers })
      .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null);
    const cards = text && new DOMParser().parseFromString(text, "text/html").querySelector(".first-cards");
    if (!cards || !isFree() || cards.dataset.moment === moment) return;
    const card = [...cards.children].find((one) => !seen.has(one.dataset.card));
    const isSetup = card?.dataset.card === "setup";
    if (!card || !(isSetup || isMine())) return;
    if (!isSetup) ({ moment } = cards.dataset);
    await page.rulesStyle();
    if (!isFree()) return;
    shown.replaceChildren(card);
    keep(card.dataset.card);
    page.openedAt = performance.now(); // what was meant for the stage is no answer to the card
    sheet.showPopover();
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, AFTER_MS);
  };
  if (sheet) {
    document.addEventListener("htmx:after:swap", soon);
    document.addEventListener("visibilitychange", soon);
    document.addEventListener("toggle", ({ newState }) => newState === "closed" && soon(), true);
    sheet.querySelector("[data-no-more]").addEventListener("click", () => {
      keep("off");
      sheet.hidePopover();
    });
    soon();
  }
}
