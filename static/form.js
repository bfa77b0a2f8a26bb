// A form that was refused came as the answer to what was sent: its address shows it again, for the way back from a rule.
// What was typed outlives a look at a rule, another language and a reload: this page's draft is kept while the tab is open.
"use strict";
{
  const form = document.getElementById("new");
  const { address } = form.dataset;
  if (address) history.replaceState(null, "", address);

  const kept = `draft ${location.pathname}`;
  const fields = () => [...form.elements].filter(({ name, type }) => name && !/hidden|submit|button/.test(type));
  const save = () => {
    const draft = fields().map(({ name, type, value, checked }) => [name, /radio|checkbox/.test(type) ? [value, checked] : value]);
    try {
      sessionStorage.setItem(kept, JSON.stringify(draft));
    } catch { /* storage is blocked, or full */ }
  };
  const load = () => {
    try {
      return JSON.parse(sessionStorage.getItem(kept)) ?? [];
    } catch {
      return [];
    }
  };
  // An address with fields shows what was typed there by itself. A draft of another version of the form is none.
  const shown = fields();
  const draft = location.search ? [] : load();
  if (draft.length === shown.length && shown.every(({ name }, at) => draft[at][0] === name)) {
    shown.forEach((field, at) => {
      const [, was] = draft[at];
      if (!Array.isArray(was)) field.value = was;
      else if (field.value === was[0]) [, field.checked] = was;
    });
  }
  form.addEventListener("input", save);
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.formMethod === "get") return;
    try {
      sessionStorage.removeItem(kept);
    } catch { /* there is none */ }
  });
}
