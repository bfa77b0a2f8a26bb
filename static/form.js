// A form that was refused came as the answer to what was sent: its address shows it again, for the way back from a rule.
"use strict";
{
  const { address } = document.getElementById("new").dataset;
  if (address) history.replaceState(null, "", address);
}
