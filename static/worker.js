// The service worker: pages come from the server as long as it answers. While it does not, rules, their search and the
// desks that count come from what was put by; a table never does, since an old table is a wrong one.
// The server writes before this: VERSION, CACHE, PAGES, FONTS, OFFLINE, SEARCH, DOCUMENTS, PATIENCE_MS, and search.js.
"use strict";
const HASHED = /^\/look\/|^\/static\/.*\?v=/;
const NEEDED = /(?:href|src)="((?:\/look\/|\/static\/)[^"#]+)/g;
const SEVERAL = 4;
const ANY = { ignoreVary: true };

self.addEventListener("install", (event) => {
  event.waitUntil(putBy().then(() => self.skipWaiting()));
});

// All or nothing: an install that breaks off leaves the version before it at work, whole.
async function putBy() {
  const cache = await caches.open(CACHE);
  const needed = new Set(FONTS);
  const paths = [...PAGES, DOCUMENTS];
  const next = async () => {
    for (let path = paths.shift(); path; path = paths.shift()) {
      const answer = await fetch(path, { cache: "no-store", headers: { Accept: "text/html, */*" } });
      if (!answer.ok || !fromReferee(answer)) throw new Error(`${path}: ${answer.status}`);
      if (path !== DOCUMENTS) for (const [, asset] of (await answer.clone().text()).matchAll(NEEDED)) needed.add(asset);
      await cache.put(path, answer);
    }
  };
  await Promise.all(Array.from({ length: SEVERAL }, next));
  await Promise.all([...needed].map(async (path) => {
    const answer = await fetch(path);
    if (!answer.ok || !fromReferee(answer)) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  }));
}

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("referee-") && name !== CACHE) await caches.delete(name);
    // It was on in versions before. Firefox shows its own error page where the early answer fails, whatever is answered.
    await self.registration.navigationPreload?.disable();
    await self.clients.claim();
    // A page of another version comes anew from the server; phone.js waits until nothing typed is lost.
    for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ version: VERSION });
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (HASHED.test(url.pathname + url.search)) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (url.pathname === SEARCH && request.headers.get("HX-Request-Type") === "partial") {
    event.respondWith(fromServer(fetch(request), PATIENCE_MS).catch(() => hits(url)));
  }
});

// What is asked for by its digest never changes. An address of an older version is the server's to answer.
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url, ANY);
  if (kept) return kept;
  const answer = await fetch(request);
  // A phone without room for it shows it all the same.
  if (answer.ok && fromReferee(answer) && /immutable/.test(answer.headers.get("Cache-Control"))) await cache.put(request.url, answer.clone()).catch(() => {});
  return answer;
}

// Every answer of the referee's carries this header; a proxy's error page or a Wi-Fi's login page does not.
const fromReferee = (answer) => answer.headers.has("Referee");

/** The server's answer; rejected if there is none in time, or it is somebody else's. */
async function fromServer(answering, patience) {
  const answer = await Promise.race([
    answering,
    new Promise((_fine, failed) => setTimeout(() => failed(new Error("silent")), patience)),
  ]);
  if (!fromReferee(answer) && answer.type !== "opaqueredirect") throw new Error("somebody else");
  return answer;
}

/** Whether somebody else sends the browser elsewhere. A redirect hides its headers, so another answer has to tell. */
async function ledAway(answer) {
  return answer.type === "opaqueredirect" && !fromReferee(await fetch("/version", { cache: "no-store", redirect: "manual" }));
}

async function page(request, url) {
  const put = await putByPage(url);
  try {
    const answer = await fromServer(fetch(request), put ? PATIENCE_MS : 4 * PATIENCE_MS);
    // Without a copy the browser goes where it is led: before some servers one has to sign in there.
    if (put && await ledAway(answer)) throw new Error("somebody else");
    return answer;
  } catch {
    if (url.pathname === SEARCH && put) return searched(put, url);
    return put ?? (await caches.open(CACHE)).match(OFFLINE, ANY);
  }
}

/** The page that was put by for this address: a desk with its way to count and its number of players, rules whatever one
 *  takes along. */
async function putByPage(url) {
  const cache = await caches.open(CACHE);
  if (!PAGES.some((path) => path.split("?")[0] === url.pathname) || url.pathname === OFFLINE) return undefined;
  const asked = ["by", "players"].filter((key) => url.searchParams.has(key));
  const query = asked.map((key) => `${key}=${url.searchParams.get(key)}`).join("&");
  return (query && await cache.match(`${url.pathname}?${query}`, ANY)) || cache.match(url.pathname, ANY);
}

// --- the search

async function searched(put, url) {
  const text = await put.text();
  const found = await (await hits(url)).text();
  const query = (url.searchParams.get("q") ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const body = text
    .replace(/<div id="hits"[^>]*>.*?<\/div>/s, () => found)
    .replace(/(<input[^>]* name="q"[^>]*) value=""/, (_all, field) => `${field} value="${query}"`);
  return new Response(body, { headers: put.headers });
}

async function hits(url) {
  const told = await (await (await caches.open(CACHE)).match(DOCUMENTS, ANY)).json();
  const query = (url.searchParams.get("q") ?? "").slice(0, told.longest).trim();
  const along = new URLSearchParams([...url.searchParams].filter(([key]) => key === "from" || key === "lang"));
  const link = (document) => {
    const [path, anchor] = document.url.split("#");
    return along.size ? `${path}?${along}#${anchor}` : document.url;
  };
  const near = url.searchParams.get("near")?.split(" ");
  const inside = rulesSearch(told).list(query, url.searchParams.get("game"), link, near);
  return new Response(`<div id="hits">${inside}</div>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", Referee: "1" },
  });
}
