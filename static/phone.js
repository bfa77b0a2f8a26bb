// Every page: whose answers count, what keeps it from growing older than the server, and the service worker.
"use strict";
// Every answer of the referee's carries this header. A Wi-Fi's login page, another program at this address and a proxy's
// error page do not, whatever their status.
const fromReferee = (answer) => answer.headers.has("Referee");
const ASK_MS = 2000;
/** Load this page anew as soon as it is the referee that answers. */
const reloadFromReferee = async () => {
  for (;;) {
    const answer = await fetch("/version", { cache: "no-store", signal: AbortSignal.timeout(10000) }).catch(() => null);
    if (answer && fromReferee(answer)) return location.reload();
    await new Promise((again) => setTimeout(again, ASK_MS));
  }
};
{
  // Where none was chosen here, the light that is on is the phone's own.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const showLight = () => {
    if (document.documentElement.dataset.theme) return;
    for (const button of document.querySelectorAll("[name=theme]")) button.ariaPressed = String((button.value === "dark") === dark.matches);
  };
  showLight();
  dark.addEventListener("change", showLight);

  // Only on https and localhost.
  const workers = isSecureContext ? navigator.serviceWorker : undefined;
  addEventListener("load", () => workers?.register("/worker.js", { updateViaCache: "none" }).catch(() => {}));

  // A page of an older version is fetched anew when a newer one has arrived, but not from under what somebody types.
  const touched = (field) => ("checked" in field && field.checked !== field.defaultChecked)
    || ("defaultValue" in field && !/hidden|radio|checkbox/.test(field.type) && field.value !== field.defaultValue)
    || [...field.options ?? []].some((option) => option.selected && !option.defaultSelected && option.index > 0);
  const begun = () => [...document.querySelectorAll("input, select, textarea")].some(touched);
  let outdated = false;
  const renew = () => {
    if (outdated && (document.hidden || !begun())) reloadFromReferee();
  };
  const compare = (version) => {
    outdated = Boolean(version) && version !== document.documentElement.dataset.version;
    renew();
  };
  workers?.addEventListener("message", ({ data }) => compare(data.version));
  workers?.startMessages();

  // A server that is back, or a page one comes back to: either may be of another version by now.
  let again;
  const look = async () => {
    clearTimeout(again);
    const registration = await workers?.getRegistration();
    registration?.update().catch(() => {});
    const version = await fetch("/version", { cache: "no-store" })
      .then((answer) => answer.ok && fromReferee(answer) && answer.text()).catch(() => null);
    if (version) compare(version);
    else again = setTimeout(look, ASK_MS);
  };
  for (const cause of ["referee:lost", "referee:connected"]) document.addEventListener(cause, look);
  document.addEventListener("visibilitychange", () => {
    renew();
    if (!document.hidden) look();
  });

  // A spreadsheet tells times as this phone's clock does.
  for (const link of document.querySelectorAll("a[data-zone]")) {
    const address = new URL(link.href);
    address.searchParams.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
    link.href = address;
  }
}
