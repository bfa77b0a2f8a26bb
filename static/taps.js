// A page of forms, each tap on which is an entry of its own: they are sent one after another, and the page stays where it is.
"use strict";
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.body.set("key", crypto.getRandomValues(new Uint32Array(4)).join(""));
});
// Whatever else comes of a tap the browser shows: the same form, sent again under the same key, is the same tap.
const leaveToBrowser = ({ request: { action, body } }) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
};
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.raw.ok && new URL(ctx.response.raw.url).pathname === location.pathname) return;
  event.preventDefault();
  leaveToBrowser(ctx);
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && leaveToBrowser(ctx));
