// The lobby hears who sits down and who stands up. It asks every few seconds while it is looked at, and changes nothing
// from under a finger or a name that is being typed.
"use strict";
{
  const AGAIN_MS = 3000;
  const seats = () => document.querySelector(".seats");
  let before = seats().outerHTML; // as the server drew it
  const look = async () => {
    if (document.hidden) return;
    const text = await fetch(location.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000) })
      .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null);
    const now = text && new DOMParser().parseFromString(text, "text/html").querySelector(".seats");
    if (!now || now.outerHTML === before) return;
    if (seats().contains(document.activeElement) || seats().querySelector(":active, [open]")) return;
    before = now.outerHTML;
    seats().replaceWith(now);
  };
  setInterval(look, AGAIN_MS);
  document.addEventListener("visibilitychange", look);
}
