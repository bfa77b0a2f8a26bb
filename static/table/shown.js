// What this page shows: the version of the table (#shown, <seq>.<number>), and whose phone it is (#table's attributes).
"use strict";
const table = document.getElementById("table");
const notice = document.getElementById("notice");
const thumb = document.querySelector(".thumb");
const versionShown = () => document.getElementById("shown").dataset.version;
const seqShown = () => parseInt(versionShown(), 10);

// Where a form was sent before this script was there, the page is its answer: it is the table all the same.
const address = document.getElementById("act").getAttribute("action").replace("/entries", "");
if (location.pathname !== address) history.replaceState(null, "", address);

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
  const held = (table.dataset.seats ?? "").split(" ").filter(Boolean);
  const holds = (dataset.seats ?? "").split(" ");
  if (held.some((seat) => !holds.includes(seat))) notice.innerHTML = document.getElementById("turned-out").innerHTML;
  for (const name of ["seats", "host"]) {
    if (name in dataset) table.dataset[name] = dataset[name];
    else delete table.dataset[name];
  }
};

const LONGEST_SWAP_MS = 1000;
// Calls before() ahead of each change of the page, and after() behind it with what that returned. A tap's notice and what
// the stream brings may overlap: then the first tells what was there.
const aroundSwap = (before, after) => {
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
/** Show an update; false if it leads from another version than the one that is shown. */
const showUpdate = (text) => {
  showing = showing.catch(() => {}).then(async () => {
    const { from, to } = versionsOf(text);
    if (from && from !== versionShown() && to !== versionShown()) return false;
    setPhone(text);
    if (to !== versionShown()) await htmx.swap({ text, target: table, sourceElement: table, swap: "none" });
    return true;
  });
  return showing;
};
