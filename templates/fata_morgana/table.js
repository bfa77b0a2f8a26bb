// Fata Morgana: cards are told a tap each, and what does not go together fades.
"use strict";
{
  // A hand: one button a colour adds a card, one for all takes the last back; numbers to fill in are what they stand on.
  const toldIn = new WeakMap(); // by form: the numbers that were raised, the last at the end
  const numbersOf = (form) => Array.from(form.querySelectorAll("[data-cards] input"));
  const count = (form) => {
    const size = Number(form.querySelector("[data-cards]").dataset.cards);
    const named = numbersOf(form).reduce((sum, input) => sum + Number(input.value), 0);
    for (const input of numbersOf(form)) {
      const box = input.closest(".of");
      box.querySelector("[data-more] .num").textContent = input.value;
      box.querySelector("[data-more]").disabled = named >= size;
    }
    form.querySelector("[data-less]").disabled = named === 0;
    const output = form.querySelector("[data-named]");
    output.textContent = output.textContent.replace(/\d+/, named);
    form.querySelector("[data-confirm]").disabled = named !== size;
  };
  // A potion: a tap is one more of that colour, and after the most that may go in none again.
  const showDose = (box) => {
    const { value } = box.querySelector("input");
    box.querySelector("[data-dose] .num").textContent = value;
    box.querySelector("[data-said]").textContent = value;
    box.classList.toggle("short", Number(value) > Number(box.dataset.held ?? Infinity));
    box.classList.toggle("some", value !== "0");
  };
  const prepare = () => {
    for (const box of document.querySelectorAll("[data-colour]:not(.tapped)")) {
      box.classList.add("tapped");
      box.querySelector("[data-dose]").hidden = false;
      showDose(box);
    }
    for (const cards of document.querySelectorAll("[data-cards]:not(.tapped)")) {
      cards.classList.add("tapped");
      const form = cards.closest("form");
      for (const hidden of form.querySelectorAll("[data-more], [data-less], [data-named]")) hidden.hidden = false;
      count(form);
    }
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-more], [data-less], [data-dose]");
    if (!button) return;
    const box = button.closest(".of");
    const input = box?.querySelector("input");
    if ("dose" in button.dataset) {
      input.value = (Number(input.value) + 1) % (Number(input.max) + 1);
      showDose(box);
    } else {
      const { form } = button;
      if (!toldIn.has(form)) toldIn.set(form, []);
      const told = toldIn.get(form);
      if ("more" in button.dataset) {
        input.value = Number(input.value) + 1;
        told.push(input);
      } else {
        const last = told.pop() ?? numbersOf(form).findLast(({ value }) => Number(value) > 0);
        last.value = Number(last.value) - 1;
      }
      count(form);
    }
    page.useSheet(button.closest(".sheet"));
  });
  document.addEventListener("reset", ({ target }) => {
    setTimeout(() => {
      toldIn.delete(target);
      if (target.querySelector("[data-cards]")) count(target);
      for (const box of target.querySelectorAll("[data-colour]")) showDose(box);
      fade(target);
    });
  });

  // What a cauldron yields may not go into it; an objective wants three different colours.
  const fade = (form) => {
    const chosen = form.querySelector("[name='cauldron:json']:checked");
    const yields = chosen ? JSON.parse(chosen.value) : [];
    for (const dose of form.querySelectorAll("[data-colour]")) {
      dose.classList.toggle("faded", yields.includes(dose.dataset.colour));
    }
    for (const wishes of form.querySelectorAll("[data-wishes]")) {
      const taken = Array.from(wishes.querySelectorAll(":checked"), ({ value }) => value);
      for (const input of wishes.querySelectorAll("input")) {
        input.parentElement.classList.toggle("faded", !input.checked && taken.includes(input.value));
      }
    }
  };
  document.addEventListener("change", ({ target }) => target.form && fade(target.form));
  document.addEventListener("htmx:after:swap", prepare);
  prepare();
}
