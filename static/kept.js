// Counts to keep: each waits on this phone until the server has it, and is kept once (its key says so).
"use strict";
{
  const SHELF = "counts";
  const waiting = () => {
    try {
      return JSON.parse(localStorage.getItem(SHELF)) ?? [];
    } catch {
      return [];
    }
  };
  const store = (counts) => {
    try {
      localStorage.setItem(SHELF, JSON.stringify(counts));
      return true;
    } catch {
      return false;
    }
  };

  let sending = false;
  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      for (const count of waiting()) {
        const answer = await fetch("/played", {
          method: "POST",
          headers: { Accept: "application/json", "Content-Type": "application/json" },
          body: JSON.stringify(count),
          signal: AbortSignal.timeout(10000),
        });
        // What the server will never take is not sent again; while it is away or busy everything waits.
        if (!fromReferee(answer) || answer.status >= 500 || answer.status === 429) break;
        store(waiting().filter(({ key }) => key !== count.key));
      }
    } catch { /* the server is away: at the next page, or when the network is back */ } finally {
      sending = false;
    }
  };

  globalThis.keepCount = (count) => {
    const key = crypto.getRandomValues(new Uint32Array(4)).join("");
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0")).join("-");
    const kept = store([...waiting(), { ...count, key, date }]);
    send();
    return kept;
  };
  addEventListener("online", send);
  document.addEventListener("referee:connected", send);
  send();
}
