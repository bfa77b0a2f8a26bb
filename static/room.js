// The screen of a room: it goes along to the next game by itself once this one is over, closed or never begun, and shows
// how to come until the first entry.
"use strict";
{
  const LOOK_AGAIN_MS = 10000;
  const { follows } = document.body.dataset;
  const come = document.getElementById("come");
  const goTo = (code) => location.replace(`/t/${code}?tv=${follows}`);
  const isPlayed = () => page.seqShown() > 0 && !page.isOver() && !document.querySelector("#closed:not([hidden])");
  const look = () => {
    if (come) come.hidden = page.seqShown() > 0;
    const next = document.querySelector("#next form[action], #next a[href^='/t/']");
    const [, code] = /^\/t\/(\w+)\//.exec(next?.getAttribute("action") ?? next?.getAttribute("href") ?? "") ?? [];
    if (follows && code && !isPlayed()) goTo(code);
  };
  document.addEventListener("htmx:after:swap", look);
  look();
  // A table that was made anew, not after this one, tells nobody here of itself.
  const lookForNewest = async () => {
    const answer = await fetch("/tv", { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || !fromReferee(answer)) return;
    const { code } = await answer.json();
    if (code && `/t/${code}` !== page.address) goTo(code);
  };
  if (follows === "house") setInterval(() => !isPlayed() && lookForNewest(), LOOK_AGAIN_MS);
}
