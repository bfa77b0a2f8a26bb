// Every page: what needs https or localhost comes after it, and only there.
"use strict";
if ("serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => document.head.append(Object.assign(document.createElement("script"), { src: "/static/renew.js" })));
}
