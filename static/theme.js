// By day or by candlelight: kept on this phone, whatever its system says.
"use strict";
for (const button of document.querySelectorAll("[data-theme-to]")) {
  button.addEventListener("click", () => {
    const theme = button.dataset.themeTo;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  });
}
