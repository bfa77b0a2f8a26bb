// A page of forms, each tap on which is an entry of its own: they are sent one after another, and the page stays where it is.
"use strict";
{
  let failed;
  // However long the server is away: what htmx gave up after a minute would be lost, all but the first.
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    ctx.request.timeout = 0;
  });
  // Whatever else comes of a tap the browser shows, once those after it are answered: the same form, sent again under the
  // same key, is the same tap.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    cutOff(false);
    if (ctx.response.raw.ok && new URL(ctx.response.raw.url).pathname === location.pathname) return;
    event.preventDefault();
    failed ??= ctx;
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    failed ??= ctx;
  });
  document.addEventListener("htmx:finally:request", () => {
    if (!failed || unanswered.size) return;
    const { request: { action, body } } = failed;
    const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
    for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(form);
    form.submit();
  });
}
