// The log beside the table: where there is room for it (css/stage.css), all its turns stand there and not only the latest. They
// come as the page of the log shows them, anew once something was entered; a turn that was unfolded stays so.
"use strict";
{
  const QUIET_MS = 400; // several entries in a row are asked for once
  const turns = document.getElementById("turns");
  const entryOf = (turn) => turn.querySelector("a.when")?.getAttribute("href");
  let shown;
  let waits;
  const show = async () => {
    const seq = page.seqShown();
    if (!turns?.offsetParent || seq === shown) return;
    // In this page's language, whatever another page of this browser was opened in.
    const answer = await fetch(`${page.address}/log?lang=${document.documentElement.lang}`).catch(() => null);
    const text = answer?.ok && fromReferee(answer) && (await answer.text().catch(() => ""));
    if (!text || seq !== page.seqShown()) return; // what was entered meanwhile is asked for by itself
    const log = new DOMParser().parseFromString(text, "text/html").querySelector("#main > .log");
    const unfolded = new Set(Array.from(turns.querySelectorAll("[open]"), entryOf));
    for (const turn of log.querySelectorAll("details")) turn.open = unfolded.has(entryOf(turn));
    turns.replaceChildren(...log.children);
    shown = seq;
  };
  const showSoon = () => {
    clearTimeout(waits);
    waits = setTimeout(show, QUIET_MS);
  };
  document.addEventListener("htmx:after:swap", showSoon);
  addEventListener("resize", showSoon);
  show();
}
