// What is felt and heard: a pulse of what changed, a short vibration and, if wanted, a soft tone when a seat of this phone
// is asked. Kept on the phone; off where it wants no motion.
"use strict";
{
  const wants = { buzz: true, tone: false };
  const stored = (name) => {
    try {
      return localStorage.getItem(`felt-${name}`);
    } catch {
      return null; // storage is blocked
    }
  };
  for (const name of Object.keys(wants)) wants[name] = { on: true, off: false }[stored(name)] ?? wants[name];
  const tone = () => {
    const audio = new AudioContext();
    const [sound, volume] = [audio.createOscillator(), audio.createGain()];
    sound.frequency.value = 660;
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    sound.connect(volume).connect(audio.destination);
    sound.start();
    sound.stop(audio.currentTime + 0.4);
    sound.addEventListener("ended", () => audio.close());
  };
  const buttons = document.querySelectorAll("[data-felt]");
  const showWants = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", wants[button.dataset.felt]);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const { felt } = button.dataset;
      wants[felt] = !wants[felt];
      try {
        localStorage.setItem(`felt-${felt}`, wants[felt] ? "on" : "off");
      } catch { /* it holds until the page is left */ }
      showWants();
      if (felt === "tone" && wants.tone) tone();
    });
  }
  showWants();
  for (const line of document.querySelectorAll(".felt")) line.hidden = false;

  /** Let the phone be felt, and heard if that is wanted: somebody who holds it is asked, or something was done to them. */
  page.feel = () => {
    if (wants.buzz) navigator.vibrate?.(60);
    if (wants.tone) tone();
  };
  const title = document.title;
  /** Which seat of this phone is asked now, and about what if that has a name (data-offered); "" if none. */
  const asked = () => {
    const seats = (page.table.dataset.seats ?? "").split(" ");
    const mine = Array.from(document.querySelectorAll(".prompt[data-for], .prompt [data-for]"))
      .find(({ dataset }) => dataset.for && seats.includes(dataset.for));
    return mine ? mine.dataset.for + (mine.closest("[data-offered]")?.dataset.offered ?? "") : "";
  };
  let before = asked();
  document.title = before ? `● ${title}` : title;
  let numbers = new Map();
  const numbersShown = () => new Map(Array.from(document.querySelectorAll("[id] [data-pulse]"), (one, at) => [
    `${one.closest("[id]").id} ${at}`, one.textContent,
  ]));
  document.addEventListener("htmx:before:swap", () => {
    numbers = numbersShown();
  });
  document.addEventListener("htmx:after:swap", () => {
    const now = asked();
    document.title = now ? `● ${title}` : title;
    if (now && now !== before) page.feel();
    before = now;
    Array.from(document.querySelectorAll("[id] [data-pulse]")).forEach((one, at) => {
      const was = numbers.get(`${one.closest("[id]").id} ${at}`);
      if (was === undefined || was === one.textContent) return;
      one.classList.remove("pulsed");
      requestAnimationFrame(() => {
        one.classList.add("pulsed");
        if (!one.getAnimations().length) one.classList.remove("pulsed"); // it is not in sight, or no motion is wanted
      });
    });
  });
  document.addEventListener("animationend", ({ target }) => target.classList.remove("pulsed"));
}
