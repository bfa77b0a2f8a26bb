// Browsers that run scripts and do not know the media feature that says so (Chromium before 120) would never get the rules
// of the stage: their style sheets are read once more here, as if they knew it.
"use strict";
if (!matchMedia("(scripting: enabled)").matches && "adoptedStyleSheets" in Document.prototype) {
  const known = async ({ href }) => {
    const text = await (await fetch(href)).text();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text.replace(/\(scripting:\s*enabled\)/g, "all"));
    return sheet;
  };
  Promise.all(Array.from(document.querySelectorAll("link[rel=stylesheet]"), known)).then((sheets) => {
    document.adoptedStyleSheets = sheets;
    dispatchEvent(new Event("resize")); // what is measured is measured anew
  });
}
