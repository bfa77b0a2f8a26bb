// A page of forms, each tap on which is an entry of its own: they are sent one after another, and the page stays where it is.
"use strict";
{
  let failed;
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
