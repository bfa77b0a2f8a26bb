// A page of forms, each tap on which is an entry of its own: they are sent one after another, and the page stays where it is.
"use strict";
{
  const unanswered = new Set();
  let failed;
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    ctx.request.body.set("key", crypto.getRandomValues(new Uint32Array(4)).join(""));
    unanswered.add(ctx);
  });
  // Whatever else comes of a tap the browser shows, once those after it are answered: the same form, sent again under the
  // same key, is the same tap.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (ctx.response.raw.ok && new URL(ctx.response.raw.url).pathname === location.pathname) return;
    event.preventDefault();
    failed ??= ctx;
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    failed ??= ctx;
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    unanswered.delete(ctx);
    if (!failed || unanswered.size) return;
    const { request: { action, body } } = failed;
    const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
    for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(form);
    form.submit();
  });
  // Who goes to another page leaves no tap behind.
  addEventListener("pagehide", () => {
    for (const { request } of unanswered) navigator.sendBeacon(request.action, new URLSearchParams(request.body));
  });
  // Return held down means one tap.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
  });
}
