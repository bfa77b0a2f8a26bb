// Pages that never grow older than the server; and, on https and localhost, the service worker.
"use strict";
(() => {
  const LATE_MS = 1000;
  const workers = isSecureContext ? navigator.serviceWorker : undefined;
  workers?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});

  // A page of an older version is fetched anew when a newer one has arrived, but not from under what somebody types.
  const touched = (field) => ("checked" in field && field.checked !== field.defaultChecked)
    || ("defaultValue" in field && !/hidden|radio|checkbox/.test(field.type) && field.value !== field.defaultValue)
    || [...field.options ?? []].some((option) => option.selected && !option.defaultSelected && option.index > 0);
  const begun = () => [...document.querySelectorAll("input, select, textarea")].some(touched);
  let outdated = false;
  const renew = () => {
    if (outdated && (document.hidden || !begun())) location.reload();
  };
  const told = (version) => {
    outdated = Boolean(version) && version !== document.documentElement.dataset.version;
    renew();
  };
  workers?.addEventListener("message", ({ data }) => told(data.version));
  workers?.startMessages();

  // A server that is back, or a page one comes back to: either may be of another version by now.
  let again;
  const look = async () => {
    clearTimeout(again);
    const registration = await workers?.getRegistration();
    registration?.update().catch(() => {});
    const version = await fetch("/version", { cache: "no-store" }).then((answer) => answer.ok && answer.text()).catch(() => null);
    if (version) told(version);
    else again = setTimeout(look, 2000);
  };
  document.addEventListener("referee:connected", look);
  document.addEventListener("visibilitychange", () => {
    renew();
    if (!document.hidden) look();
  });
  // What came long after its page may have missed that the server was away and is back.
  const loaded = performance.getEntriesByType("navigation")[0].loadEventEnd;
  if (!isSecureContext || performance.now() - loaded > LATE_MS) look();
})();
