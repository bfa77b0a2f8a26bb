// On https and localhost: the service worker, and pages that never grow older than the server.
"use strict";
(() => {
  const workers = navigator.serviceWorker;
  workers.register("/worker.js", { updateViaCache: "none" }).catch(() => {});

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
  document.addEventListener("htmx:sse:after:connection", look);
})();
