// Every page: the theme, and the service worker where the browser allows one (https and localhost only).
"use strict";
const setTheme = (theme) => {
  if (theme) document.documentElement.dataset.theme = theme;
};
// A page that was put by knows no cookie.
setTheme(/(?:^|; )theme=(dark|light)/.exec(document.cookie)?.[1]);
for (const button of document.querySelectorAll("[data-theme-to]")) {
  button.addEventListener("click", () => {
    setTheme(button.dataset.themeTo);
    document.cookie = `theme=${button.dataset.themeTo}; Path=/; Max-Age=31536000; SameSite=Lax`;
  });
}
if ("serviceWorker" in navigator && window.isSecureContext) {
  const workers = navigator.serviceWorker;
  addEventListener("load", () => workers.register("/worker.js", { updateViaCache: "none" }).catch(() => {}));

  // A page of an older version is fetched anew when a newer one has arrived, but not from under what somebody types.
  const touched = (field) => ("checked" in field && field.checked !== field.defaultChecked)
    || ("defaultValue" in field && field.type !== "hidden" && field.value !== field.defaultValue)
    || [...field.options ?? []].some((option) => option.selected && !option.defaultSelected && option.index > 0);
  const begun = () => [...document.querySelectorAll("input, select, textarea")].some(touched);
  let outdated = false;
  const renew = () => {
    if (outdated && (document.hidden || !begun())) location.reload();
  };
  workers.addEventListener("message", ({ data }) => {
    outdated = Boolean(data.version) && data.version !== document.documentElement.dataset.version;
    renew();
  });
  workers.startMessages();
  document.addEventListener("visibilitychange", () => {
    renew();
    if (!document.hidden) look();
  });
  // A stream that comes back may come back from a newer server.
  const look = () => workers.getRegistration().then((registration) => registration?.update()).catch(() => {});
  let connected = false;
  document.addEventListener("htmx:sse:after:connection", () => {
    if (connected) look();
    connected = true;
  });
}
