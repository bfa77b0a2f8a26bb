// Every page: what keeps it from growing older than the server comes after it, as soon as it can matter.
"use strict";
{
  let script;
  const renew = () => {
    if (script) return;
    script = Object.assign(document.createElement("script"), { src: "/static/renew.js" });
    // The server is away just then: it is asked until it is back.
    script.addEventListener("error", () => {
      script.remove();
      script = undefined;
      setTimeout(renew, 2000);
    });
    document.head.append(script);
  };
  addEventListener("load", () => isSecureContext && renew());
  for (const cause of ["visibilitychange", "referee:lost"]) document.addEventListener(cause, renew);
}
