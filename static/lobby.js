// The lobby hears who sits down and who stands up. It asks every few seconds while it is looked at, and changes nothing
// from under a finger or a name that is being typed.
"use strict";
{
  const AGAIN_MS = 3000;
  const seatsOf = (page) => Array.from(page.querySelectorAll(".seats > li"));
  // Also where this page is the answer to a form, which was sent elsewhere.
  const lobby = new URL(location.href);
  lobby.pathname = lobby.pathname.replace(/[^/]*$/, "lobby");
  lobby.searchParams.set("lang", document.documentElement.lang);
  const before = seatsOf(document).map((seat) => seat.outerHTML); // as the server drew them
  const show = (seat, now, place) => {
    if (now.outerHTML === before[place] || seat.querySelector(":active, [open], input:focus")) return;
    before[place] = now.outerHTML;
    const focused = seat.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    seat.replaceWith(now);
    if (focused) (now.querySelector(`[aria-label="${CSS.escape(focused)}"]`) ?? now.querySelector("button"))?.focus({ preventScroll: true });
  };
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch(lobby, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000) }).catch(() => null);
    if (!answer || !fromReferee(answer)) return;
    if (answer.status === 404) return location.replace(lobby); // the table was deleted: the page there says so
    const text = await answer.text().catch(() => "");
    const now = seatsOf(new DOMParser().parseFromString(text, "text/html"));
    if (now.length === before.length) seatsOf(document).forEach((seat, place) => show(seat, now[place], place));
  };
  setInterval(look, AGAIN_MS);
  document.addEventListener("visibilitychange", look);
}
