// Every page: what keeps it from growing older than the server comes after it, as soon as it can matter.
"use strict";
{
  const renew = () => {
    renew.there ??= document.head.append(Object.assign(document.createElement("script"), { src: "/static/renew.js" })) ?? 1;
  };
  addEventListener("load", () => isSecureContext && renew());
  for (const cause of ["visibilitychange", "htmx:sse:error"]) document.addEventListener(cause, renew);
}
