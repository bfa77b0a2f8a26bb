// What this page shows: the version of the table (#shown, <seq>.<number>.<language>), and whose phone it is (#table's attributes).
"use strict";
/** What the scripts of a table's page know in common. Each file adds what it does for the others. */
const page = {
  table: document.getElementById("table"), // all of it but the frame; its attributes say whose phone this is
  notice: document.getElementById("notice"), // what is said of this phone's own taps
  thumb: document.querySelector(".thumb"), // the buttons at the foot
  address: document.getElementById("act").getAttribute("action").replace("/entries", ""), // the table's path
  tapped: undefined, // the button that was tapped last, but for those of the notice (set by taps.js)
  closedAt: -Infinity, // when a sheet closed by itself: what is beneath is under the finger that tapped last (sheets.js)
  openedAt: -Infinity, // when one opened by itself, under a finger that meant the stage (first.js)
  /** The version that is shown, and its entry's number. */
  versionShown: () => document.getElementById("shown").dataset.version,
  seqShown: () => parseInt(page.versionShown(), 10),
};

// Where a form was sent before this script was there, the page is its answer: it is the table all the same.
if (location.pathname !== page.address) history.replaceState(null, "", page.address);
{
  /** The versions that an update leads from ("" if from any) and to. */
  const versionsOf = (text) => {
    const [, to, from] = /<i id="shown"[^>]* data-version="([\d.]+)" data-from="([\d.]*)"/.exec(text) ?? [];
    return { from, to };
  };

  // Whose phone it is changes when it is seated or turned out elsewhere; what is drawn comes after it.
  const setPhone = (text) => {
    const [mark] = /<i id="phone"[^>]*>/.exec(text) ?? [];
    if (!mark) return;
    const { dataset } = new DOMParser().parseFromString(mark, "text/html").getElementById("phone");
    const held = (page.table.dataset.seats ?? "").split(" ").filter(Boolean);
    const holds = (dataset.seats ?? "").split(" ");
    if (held.some((seat) => !holds.includes(seat))) page.notice.innerHTML = document.getElementById("turned-out").innerHTML;
    for (const name of ["seats", "host"]) {
      if (name in dataset) page.table.dataset[name] = dataset[name];
      else delete page.table.dataset[name];
    }
  };

  const LONGEST_SWAP_MS = 1000;
  /** Call before() ahead of each change of the page, and after() behind it with what that returned. A tap's notice and
      what the stream brings may overlap: then the first tells what was there. */
  page.aroundSwap = (before, after) => {
    let was;
    let swaps = 0;
    let since = 0;
    document.addEventListener("htmx:before:swap", () => {
      if (!swaps || performance.now() - since > LONGEST_SWAP_MS) {
        was = before();
        swaps = 0;
        since = performance.now();
      }
      swaps += 1;
    });
    document.addEventListener("htmx:after:swap", () => {
      after(was);
      swaps = Math.max(0, swaps - 1);
    });
  };

  // Each update waits for those before it.
  let showing = Promise.resolve();
  /** Show an update; false if it leads from another version than the one that is shown. since: what was shown when it was
      asked for; what has been shown meanwhile is newer than a whole page that was drawn before it. */
  page.showUpdate = (text, since) => {
    showing = showing.catch(() => {}).then(async () => {
      const { from, to } = versionsOf(text);
      const leadsFrom = from || (since ?? page.versionShown());
      if (leadsFrom !== page.versionShown() && to !== page.versionShown()) return false;
      setPhone(text);
      if (to !== page.versionShown()) await htmx.swap({ text, target: page.table, sourceElement: page.table, swap: "none" });
      return true;
    });
    return showing;
  };
}
