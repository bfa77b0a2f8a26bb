// What htmx sends: each tap is entered once, however often its request goes out, and none is left behind.
"use strict";
htmx.config.history = false; // the way back is the browser's own
const SHOW_MS = 4000; // so long a tap waits before the phone says that it waits
const TRY_MS = 12000; // so long it waits for an answer at first, each time twice as long: on the server it may wait ten seconds for its turn
const RESEND_MS = 1000; // after so long a tap that failed is sent again
const unanswered = new Set();

const waiting = document.getElementById("waiting");
const late = new Set();
const isLate = (request, yes) => {
  if (yes) late.add(request);
  else late.delete(request);
  waiting.hidden = !late.size;
};
const strip = document.getElementById("cut-off");
const cutOff = (yes) => {
  strip.hidden = !yes;
  document.body.classList.toggle("resting", yes);
};

// A tap that the referee does not answer is sent again, with the key it has; at the table htmx gives up after a minute.
// Safari and Firefox end what is on its way as soon as another page is asked for, long before this one is left. Undoing
// and putting back are never sent again: by then they might mean something else, so their button says that no answer came.
const untilAnswered = async (address, request) => {
  const once = /\/(undo|redo)$/.test(new URL(address, location).pathname);
  for (let wait = TRY_MS; ; wait *= 2) {
    const trial = new AbortController();
    const giveUp = () => trial.abort();
    const timers = [setTimeout(isLate, SHOW_MS, request, true), setTimeout(giveUp, wait)];
    request.signal?.addEventListener("abort", giveUp);
    try {
      const answer = await fetch(address, { ...request, signal: trial.signal });
      if (!fromReferee(answer)) throw new Error("somebody else answered");
      await answer.clone().text();
      return answer;
    } catch (error) {
      if (request.signal?.aborted) throw error;
      cutOff(true);
      if (once) return new Response(document.getElementById("not-undone").innerHTML, { status: 504 });
      await new Promise((again) => setTimeout(again, RESEND_MS));
    } finally {
      timers.forEach(clearTimeout);
      request.signal?.removeEventListener("abort", giveUp);
      isLate(request, false);
    }
  }
};

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.body.set("key", crypto.getRandomValues(new Uint32Array(4)).join(""));
  ctx.fetch = untilAnswered;
  unanswered.add(ctx);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => unanswered.delete(ctx));
// Who goes to another page leaves no tap behind.
addEventListener("pagehide", () => {
  for (const { request } of unanswered) navigator.sendBeacon(request.action, new URLSearchParams(request.body));
});
// Return held down means one tap.
document.addEventListener("keydown", (event) => event.key === "Enter" && event.repeat && event.preventDefault());
