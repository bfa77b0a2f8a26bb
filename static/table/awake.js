// The screen stays on while a game runs, where the browser can; where it never can, the menu leads to what helps.
"use strict";
{
  for (const link of document.querySelectorAll(".goes-dark")) link.hidden = isSecureContext;
  // One after the other, so that there is one lock, and none once the game is over or the table closed.
  let awake = Promise.resolve();
  const keepAwake = () => {
    awake = awake.then((lock) => {
      if (page.isOver() || document.querySelector("#closed:not([hidden])")) return lock?.release();
      return lock && !lock.released ? lock : navigator.wakeLock?.request("screen").catch(() => {});
    });
  };
  document.addEventListener("htmx:after:swap", keepAwake);
  document.addEventListener("visibilitychange", () => document.hidden || keepAwake());
  keepAwake();
}
