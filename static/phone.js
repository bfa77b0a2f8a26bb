// Every page: the theme, and the service worker where the browser allows one (https and localhost only).
"use strict";
for (const button of document.querySelectorAll("[data-theme-to]")) {
  button.addEventListener("click", () => {
    const theme = button.dataset.themeTo;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  });
}
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
