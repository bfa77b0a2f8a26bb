// Who plays here: suggested where this phone counts up a game without a table (static/desks.js).
"use strict";
(() => {
  try {
    localStorage.setItem("names", document.getElementById("table").dataset.names);
  } catch { /* where nothing may be stored, nobody is suggested */ }
})();
