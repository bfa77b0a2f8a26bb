// By day or by candlelight: kept on this phone, whatever its system says.
"use strict";
const buttons = document.querySelectorAll("[data-theme-to]");
for (const button of buttons) {
  button.addEventListener("click", () => {
    const theme = button.dataset.themeTo;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
    for (const each of buttons) each.ariaPressed = each === button;
  });
}
