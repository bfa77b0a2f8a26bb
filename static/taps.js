// A page of forms that the browser itself sends: each tap on a button of theirs is an entry of its own.
"use strict";
document.addEventListener("formdata", ({ formData }) => formData.set("key", crypto.getRandomValues(new Uint32Array(4)).join("")));
