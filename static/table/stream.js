// How news comes to this phone: by its stream. Where the stream is cut, silent or late, the phone asks for itself, for
// what differs from the version it shows; without any answer it says that it is cut off.
"use strict";
{
  const LATE_MS = 3000; // a stream gives a sign every two seconds
  const SILENT_MS = 4200;
  const ANSWER_MS = 10000; // so long the phone waits for what it asked for
  const LOOK_MS = 250; // so often it looks what is to be done
  const SOON_MS = 300; // so long it waits before it opens a stream that broke off, and from the second time on RETRY_MS
  const RETRY_MS = 2000;
  const NEWS_MS = 300; // so long after a tap was recorded the stream may take to show it

  let source;
  let heard = performance.now();
  let streamed = heard;
  let asked = heard;
  let asking = false;
  let expected = 0; // the entry that an answer named, and that is to be shown
  let tries = 0;
  let nextTry = 0;
  // What this page shows: its version, and its language, whatever another page of this phone was opened in.
  const shown = () => `since=${page.versionShown()}&lang=${document.documentElement.lang}`;
  const hear = () => {
    heard = performance.now();
    cutOff(false);
  };
  const onStream = () => {
    hear();
    streamed = heard;
    tries = 0;
    nextTry = heard + SILENT_MS;
  };
  // The table is there no longer: the page that says so is at the same address.
  const left = () => {
    source?.close();
    nextTry = Infinity;
    reloadFromReferee();
  };
  const follow = () => {
    source?.close();
    // On a slow way a stream may take long to come.
    nextTry = performance.now() + SILENT_MS * 2 ** Math.min(tries, 2);
    tries += 1;
    source = new EventSource(`${page.address}/stream?${shown()}`);
    source.addEventListener("open", () => document.dispatchEvent(new Event("referee:connected")));
    source.addEventListener("beat", onStream);
    source.addEventListener("message", async ({ data }) => {
      onStream();
      // What the phone asked for meanwhile may have overtaken it.
      if (!(await page.showUpdate(data))) ask();
    });
    source.addEventListener("deleted", left);
    source.addEventListener("error", () => {
      source.close();
      // When a server comes back, not all its phones at the same moment.
      nextTry = performance.now() + (tries > 1 ? RETRY_MS : SOON_MS) * (0.7 + 0.6 * Math.random());
      document.dispatchEvent(new Event("referee:lost"));
    });
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    asked = performance.now();
    const since = page.versionShown();
    try {
      const answer = await fetch(`${page.address}?${shown()}`, {
        headers: { "HX-Request": "true", "HX-Request-Type": "partial" },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (answer.status === 404 && fromReferee(answer)) return left();
      if (!answer.ok || !fromReferee(answer)) return;
      const text = await answer.text();
      hear();
      if (await page.showUpdate(text, since)) expected = 0;
    } catch { /* still cut off */ } finally {
      asking = false;
    }
  };
  setInterval(() => {
    if (document.hidden) return;
    const now = performance.now();
    if (now - heard > SILENT_MS) cutOff(true);
    const behind = now - streamed > LATE_MS || expected > page.seqShown();
    if (behind && now - asked > RETRY_MS) ask();
    if (now >= nextTry) follow();
  }, LOOK_MS);
  // In a pocket a phone follows nothing; its neighbours are told. Out of it, it asks before it listens.
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) {
      source?.close();
      return;
    }
    heard = streamed = performance.now();
    await ask();
    if (!document.hidden) follow();
  });
  if (!document.hidden) follow();
  // A browser may keep the page as it was left; who holds the phone now may be somebody else.
  addEventListener("pageshow", ({ persisted }) => persisted && reloadFromReferee());

  /** Expect the entry `seq`, which is recorded, of the stream; what that does not bring the phone asks for. */
  page.expectSeq = (seq) => {
    if (seq <= page.seqShown()) return;
    expected = Math.max(expected, seq);
    setTimeout(() => expected > page.seqShown() && ask(), NEWS_MS);
  };
}
