// The page that stands in for another while the server is out of reach: it gives way as soon as the server answers.
"use strict";
const asking = setInterval(async () => {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || !fromReferee(answer) || location.pathname === "/offline") return;
  clearInterval(asking);
  location.reload();
}, 3000);
