// A result to send: its text copied, its picture shared where the browser can (https), else saved.
"use strict";
{
  const WIDTH = 1080;
  const box = document.querySelector("[data-share]");
  const said = box.querySelector("[role=status]");
  const text = box.querySelector("textarea");
  const picture = box.dataset.share;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.value);
    } catch { // on plain http there is no clipboard, but the older way
      text.select();
      document.execCommand("copy");
    }
    said.textContent = box.dataset.copied;
  };

  // The picture is drawn by the phone, with its own fonts: every script and every emoji it knows is there.
  const drawn = async () => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Math.round(WIDTH * image.naturalHeight / image.naturalWidth);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => { canvas.toBlob(done, "image/png"); });
  };

  const send = async () => {
    said.textContent = "";
    try {
      const file = new File([await drawn()], `${box.dataset.name}.png`, { type: "image/png" });
      const whole = { files: [file], text: text.value };
      if (navigator.canShare?.(whole)) {
        await navigator.share(whole);
        return;
      }
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
      link.click();
      said.textContent = box.dataset.saved;
    } catch (error) {
      if (error.name !== "AbortError") said.textContent = box.dataset.failed; // who chose nobody to send it to knows
    }
  };

  box.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.name === "copy") copy();
    if (button?.name === "picture") send();
  });
  box.querySelector("p[hidden]").hidden = false;
}
