// The rules over the table: links to rules open in a sheet, and what is read on from there opens in it too.
"use strict";
{
  let styledByRules;
  /** The rules' own stylesheet, which the table needs only once some of them are shown. */
  page.rulesStyle = () => {
    styledByRules ??= new Promise((done) => {
      const { css: href } = document.getElementById("rules").dataset;
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      link.onload = link.onerror = done;
      document.head.append(link);
    });
    return styledByRules;
  };

  const sheet = document.getElementById("rules");
  const read = document.getElementById("rules-read");
  const back = sheet.querySelector("[data-reads-back]");
  const search = sheet.querySelector("form");
  const TYPING_MS = 250;
  const way = []; // what was read before, the newest last: its nodes, and how far it was scrolled
  let from; // what the sheet was opened from; the sheet below it, how far that was scrolled, and whose turn it was
  let asked = 0;

  const turnNow = () => document.querySelector("[data-turn]")?.dataset.turn;
  const isOfRules = (link) => link.origin === location.origin && !("leaves" in link.dataset)
    && (/^\/rules(?!\/keep)(\/|$)/.test(link.pathname) || link.pathname === `${page.address}/rulings`);
  /** What a page of the rules, or a part of one, says, without the frame around it. */
  const saidBy = (text) => {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    for (const around of body.querySelectorAll(".rules-bar, .rules-nav")) around.remove();
    return [...(body.querySelector(".rules-page") ?? body).childNodes];
  };
  const leadTo = (anchor) => {
    for (const before of read.querySelectorAll(".led-to")) before.classList.remove("led-to");
    const place = anchor ? read.querySelector(`[id="${CSS.escape(decodeURIComponent(anchor))}"]`) : null;
    const goal = place ?? read.querySelector("h1, h2");
    place?.classList.add("led-to");
    if (place) place.scrollIntoView();
    else sheet.scrollTop = 0;
    if (!goal || search.contains(document.activeElement)) return;
    goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
  };
  /** Show in the sheet what `url` says. `forth`: what is shown there now is one tap back. */
  const show = async (url, forth) => {
    asked += 1;
    const mine = asked;
    read.ariaBusy = "true";
    const headers = { Accept: "text/html", "HX-Request": "true", "HX-Request-Type": "partial" };
    const [text] = await Promise.all([
      fetch(url, { headers, signal: AbortSignal.timeout?.(8000) })
        .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null),
      page.rulesStyle(),
    ]);
    if (mine !== asked) return;
    read.ariaBusy = null;
    if (!text && forth) return location.assign(url); // what the phone has put by is a page
    if (forth) way.push({ nodes: [...read.childNodes], at: sheet.scrollTop });
    read.replaceChildren(...(text ? saidBy(text) : [document.getElementById("rules-unreached").content.cloneNode(true)]));
    back.hidden = !way.length;
    leadTo(new URL(url, location).hash.slice(1));
  };
  const open = (link) => {
    const under = document.querySelector(page.OPEN);
    from = { link, under, at: under?.scrollTop, turn: turnNow() };
    way.length = 0;
    search.reset();
    back.hidden = true;
    sheet.showPopover();
    show(link.href, false);
  };
  back.addEventListener("click", () => {
    const { nodes, at } = way.pop();
    asked += 1; // what was asked for meanwhile is not wanted any more
    read.ariaBusy = null;
    read.replaceChildren(...nodes);
    sheet.scrollTop = at;
    search.reset();
    back.hidden = !way.length;
    if (back.hidden) leadTo("");
  });
  // A search goes on from what is read; what is typed further takes its place.
  const find = () => {
    if (!search.elements.q.value.trim()) return;
    show(`${search.action}?${new URLSearchParams(new FormData(search))}`, !read.querySelector(":scope > #hits"));
  };
  let typing;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(find, TYPING_MS);
  });
  search.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    find();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const inside = read.contains(link);
    const here = inside && link.getAttribute("href").startsWith("#");
    if (!here && !isOfRules(link)) return;
    event.preventDefault();
    if (here) leadTo(link.hash.slice(1));
    else if (inside) show(link.href, true);
    else open(link);
  });
  // The table is as it was, and so is the sheet that stood below.
  sheet.addEventListener("toggle", ({ newState }) => {
    if (newState === "open" || !from) return;
    clearTimeout(typing);
    const { link, under, at, turn } = from;
    from = undefined;
    const giveBack = () => (link.isConnected ? link : page.nextFocus())?.focus({ preventScroll: true });
    if (!under?.isConnected || under === sheet || turn !== turnNow()) return giveBack();
    under.addEventListener("toggle", () => {
      under.scrollTop = at;
      giveBack();
    }, { once: true });
    under.showPopover();
  });
}
