/** A page to print gets a button that prints it. */

const made = document.createElement("button");
made.className = "print noprint";
made.textContent = "Print";
made.addEventListener("click", () => window.print());
document.body.prepend(made);
