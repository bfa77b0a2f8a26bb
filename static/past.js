// A table as it was: the slider and the steps show another entry without leaving the page, so that whoever goes by keys
// stay where they are. Without this script each is a page of its own.
"use strict";
const page = { table: document.getElementById("table") }; // what table/stage.js needs of a table's page
{
  const REPLACED = ["past-strip", "past-stage", "past-told", "past-side"];
  const form = document.getElementById("past-choice");
  const slider = form.elements.seq;
  const base = form.getAttribute("action");
  let wanted; // the entry to show next, while another is on its way
  let busy = false;

  const take = (page, address) => {
    for (const id of REPLACED) document.getElementById(id).replaceWith(page.getElementById(id));
    for (const step of document.querySelectorAll(".past-steps > a")) {
      const now = page.getElementById(step.id);
      for (const name of ["href", "aria-disabled", "role", "tabindex"]) {
        if (now.hasAttribute(name)) step.setAttribute(name, now.getAttribute(name));
        else step.removeAttribute(name);
      }
    }
    const goOn = "past-go-on";
    document.getElementById(goOn).setAttribute("action", page.getElementById(goOn).getAttribute("action"));
    slider.value = page.getElementById(form.id).elements.seq.value;
    slider.max = page.getElementById(form.id).elements.seq.max;
    document.title = page.title;
    history.replaceState(null, "", address);
    document.dispatchEvent(new Event("htmx:after:swap")); // the stage sets itself anew
  };
  const show = async (seq) => {
    wanted = seq;
    if (busy) return;
    busy = true;
    while (wanted !== undefined) {
      const address = `${base}/${wanted}`;
      wanted = undefined;
      try {
        const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000) });
        if (!answer.ok || !fromReferee(answer)) throw new Error("no answer of the referee's");
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (wanted === undefined) take(page, address);
      } catch {
        wanted = undefined;
        location.assign(address); // the browser says what is wrong, or shows it after all
      }
    }
    busy = false;
  };
  slider.addEventListener("input", () => show(slider.value));
  form.querySelector("button").hidden = true;
  if (slider.value !== slider.defaultValue) show(slider.value); // moved before this script was there
  document.querySelector(".past-steps").addEventListener("click", (event) => {
    const step = event.target.closest("a");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (step.hasAttribute("href")) show(step.getAttribute("href").slice(base.length + 1));
  });
}
