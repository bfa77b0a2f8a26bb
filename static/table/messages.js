// What others did to a seat of this phone (#messages) is said until it was seen: until it is tapped, or this phone enters
// something after it stood there for a while. Which were seen is kept on the phone; one that has just come to the table
// has seen what is old.
"use strict";
{
  const READ_MS = 1500;
  const MOST = 60; // the server looks no further back
  const kept = `seen-${page.address}`;
  let seen = { upTo: page.seqShown(), these: [] };
  try {
    seen = JSON.parse(localStorage.getItem(kept)) ?? seen;
  } catch { /* storage is blocked: it holds until the page is left */ }
  const keep = () => {
    try {
      localStorage.setItem(kept, JSON.stringify(seen));
    } catch { /* as above */ }
  };
  const shownAt = new Map();
  const each = () => Array.from(document.querySelectorAll("#messages > .message"));
  const isMine = (seat) => seat !== "" && (page.table.dataset.seats ?? "").split(" ").includes(seat);
  const isNew = ({ dataset: { message, by, for: seat } }) =>
    parseInt(message, 10) > seen.upTo && !seen.these.includes(message) && isMine(seat) && !isMine(by);
  // Of more lines than have room where the players stand, the letters are smaller, in two steps: one's own line below
  // stays in sight.
  const fit = () => {
    const one = document.querySelector(".message[data-new]");
    if (!one) return;
    const room = document.querySelector(".strip .chips").offsetHeight + 2;
    delete one.dataset.long;
    if (one.offsetHeight > room) one.dataset.long = "a bit";
    if (one.offsetHeight > room) one.dataset.long = "very";
  };
  const show = () => {
    let more = false;
    for (const one of each()) {
      const { message } = one.dataset;
      const unseen = isNew(one);
      one.toggleAttribute("data-new", unseen);
      if (unseen && !shownAt.has(message)) {
        shownAt.set(message, performance.now());
        more = true;
      }
    }
    fit();
    return more;
  };
  const see = (messages) => {
    if (!messages.length) return;
    seen.these = [...seen.these, ...messages].slice(-MOST);
    keep();
    show();
  };
  document.addEventListener("click", ({ target }) => {
    const message = target.closest?.(".message")?.dataset.message;
    if (message) see([message]);
  });
  // Whoever plays on has had it before them.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!/^<div id="notice"[^>]*><\/div>$/.test(ctx.text)) return;
    see(each().filter(isNew).map((one) => one.dataset.message)
      .filter((message) => performance.now() - shownAt.get(message) > READ_MS));
  });
  document.addEventListener("htmx:after:swap", () => show() && page.feel());
  // In a pocket nothing is read.
  document.addEventListener("visibilitychange", () => {
    for (const message of shownAt.keys()) shownAt.set(message, performance.now());
  });
  addEventListener("resize", fit);
  keep();
  show();
}
