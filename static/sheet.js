// The summary of a game hears of the next one, and leads there; and when something is still entered that may decide how it
// ended, it is shown anew. It asks every few seconds while it is looked at.
"use strict";
{
  const AGAIN_MS = 3000;
  const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  const isTyping = () => document.activeElement?.matches("input, textarea");
  const look = async () => {
    if (document.hidden) return;
    const text = await fetch(location.pathname, { headers, signal: AbortSignal.timeout(10000) })
      .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null);
    const shown = document.getElementById("next");
    const now = text && new DOMParser().parseFromString(text, "text/html").getElementById("next");
    if (!now) return;
    if (now.dataset.seq !== shown.dataset.seq && !isTyping()) location.reload();
    else if (now.dataset.next !== shown.dataset.next) shown.replaceWith(now);
  };
  setInterval(look, AGAIN_MS);
  document.addEventListener("visibilitychange", look);
}
